import { inFrench } from "../typeset.ts"
import type { InBoth } from "../view.ts"

const english = {
  title: "Links",
  link: "Link",
  clicks: "Clicks",
  subscriptions: "Subscriptions",
  sales: "Sales",
  commission: "Commission",
  state: "State",
  inUse: "In use",
  archived: "Archived",
  first: "credited where a call names no link",
  made: (day: string) => `since ${day}`,
  stages: {
    quoting: "quoting",
    presubscribed: "pre-subscribed",
    paid: "paid",
    subscribed: "subscribed",
  },
  copy: "Copy address",
  copied: "Copied",
  create: "Make a link",
  createWhy:
    "One link for each place where you show prices: so you see which of them brings sales. The code stands in the address.",
  code: "Code",
  codeHelp:
    "4 to 32 letters and digits, such as SUMMER27. Left empty, you get one that nobody guesses.",
  archive: "Archive",
  archiveWhy:
    "It leaves your list of choices. Whoever holds its address is still led on, and late sales are still credited.",
  archiveNow: "Archive this link",
  none: "A link appears here when it is made.",
  search: "Code, or how it begins",
  find: "Search",
  notFound: "No link has a code that begins so.",
  showAll: "Show all links",
  newestFirst: "The newest first.",
  byCode: "In the order of their codes.",
  steps: { first: "Newest links", next: "Older links" },
  foundSteps: { first: "First links found", next: "More links" },
  nothing: "nothing yet",
  pays: "validated and pending; what is cancelled pays nothing",
  mode: "Clicks and subscriptions are the same in both modes; sales and commission are those of the mode on top.",
}

/** What the page of links says. */
export type LinksWords = typeof english

const french: LinksWords = {
  title: "Liens",
  link: "Lien",
  clicks: "Clics",
  subscriptions: "Souscriptions",
  sales: "Ventes",
  commission: "Commission",
  state: "État",
  inUse: "Utilisé",
  archived: "Archivé",
  first: "crédité quand un appel ne nomme aucun lien",
  made: (day) => `depuis le ${day}`,
  stages: {
    quoting: "en devis",
    presubscribed: "présouscrites",
    paid: "payées",
    subscribed: "souscrites",
  },
  copy: "Copier l'adresse",
  copied: "Copié",
  create: "Créer un lien",
  createWhy:
    "Un lien par endroit où vous montrez des prix : vous voyez ainsi lequel apporte des ventes. Le code figure dans l'adresse.",
  code: "Code",
  codeHelp:
    "4 à 32 lettres et chiffres, par exemple ETE2027. Vide, vous en recevez un que personne ne devine.",
  archive: "Archiver",
  archiveWhy:
    "Il quitte vos choix. Qui détient son adresse est encore mené plus loin, et les ventes tardives sont encore créditées.",
  archiveNow: "Archiver ce lien",
  none: "Un lien apparaît ici dès qu'il est créé.",
  search: "Code, ou son début",
  find: "Chercher",
  notFound: "Aucun lien n'a un code qui commence ainsi.",
  showAll: "Voir tous les liens",
  newestFirst: "Les plus récents d'abord.",
  byCode: "Dans l'ordre de leurs codes.",
  steps: { first: "Derniers liens", next: "Liens plus anciens" },
  foundSteps: { first: "Premiers liens trouvés", next: "Liens suivants" },
  nothing: "rien encore",
  pays: "validées et en attente ; une vente annulée ne paie rien",
  mode: "Clics et souscriptions sont les mêmes dans les deux environnements ; ventes et commissions sont celles de l'environnement choisi en haut.",
}

/** What the page of links says in each language. */
export const linksWords: InBoth<LinksWords> = { en: english, fr: inFrench(french) }
