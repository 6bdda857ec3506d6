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
}

/** What they say in each language. */
export const statusWords: InBoth<StatusPageWords> = { en: english, fr: inFrench(french) }
