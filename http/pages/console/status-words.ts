import { inFrench } from "./typeset.ts"
import type { InBoth } from "./view.ts"

const english = {
  403: {
    title: "This is for owners",
    text: "You can read this account. Its owners change it; ask one of them, or to be made an owner yourself. Nothing has changed.",
  },
  404: {
    title: "There is no such page",
    text: "Nothing of the console is under this address. The menu leads to everything that there is.",
  },
  503: {
    title: "This cannot be shown at the moment",
    text: "Our database does not answer. Prices and links may go on; load this page again in a minute.",
  },
  rush: {
    title: "Many pages are asked for at the moment",
    text: "This one was not made, and nothing has changed. Load it again in a few seconds.",
  },
  "too long": {
    title: "This took too long",
    text: "It was ended here. What you sent may have been done all the same: look before you send it again.",
  },
}

/** What pages say that show nothing else. */
export type StatusPageWords = typeof english

const french: StatusPageWords = {
  403: {
    title: "C'est réservé aux propriétaires",
    text: "Vous pouvez lire ce compte. Ses propriétaires le changent : demandez à l'un d'eux, ou à le devenir. Rien n'a changé.",
  },
  404: {
    title: "Cette page n'existe pas",
    text: "Rien de la console n'est à cette adresse. Le menu mène à tout ce qui existe.",
  },
  503: {
    title: "Impossible de l'afficher en ce moment",
    text: "Notre base de données ne répond pas. Les prix et les liens continuent peut-être ; rechargez cette page dans une minute.",
  },
  rush: {
    title: "Beaucoup de pages sont demandées en ce moment",
    text: "Celle-ci n'a pas été faite, et rien n'a changé. Rechargez-la dans quelques secondes.",
  },
  "too long": {
    title: "Cela a pris trop de temps",
    text: "La page a été interrompue. Ce que vous avez envoyé a peut-être été fait quand même : vérifiez avant de le renvoyer.",
  },
}

/** What they say in each language. */
export const statusWords: InBoth<StatusPageWords> = { en: english, fr: inFrench(french) }
