import type { DocumentLanguage } from "../../../rules/documents/covers.ts"
import type { CallCost } from "../endpoint-cost.ts"

/** Figures that sentences of the front door carry, all from tables or settings. */
export interface FrontFigures {
  readonly readsADay: number
  readonly linksADay: number
  readonly currencies: number
  readonly argumentsMax: number
  readonly pricesToGoLive: number
  readonly linksToGoLive: number
  readonly insurers: number
  readonly offers: number
}

const more = (unpriced: number): string =>
  ` ; ${unpriced} de plus ont un prix quand leurs assureurs sont interrogés`

/** The front door in English. */
const english: FrontWords = {
  title: "Price a trip, read a card",
  description:
    "One signed call prices travel insurance for a trip; another reads what a bank card's cover leaves open.",
  headline: "Price a trip. Show what the card leaves open.",
  lede: "One signed call returns comparable travel-insurance offers, cheapest first. Another reads a bank card against a trip and says, with sources, where its cover stops.",
  quickstart: "Read the quickstart",
  compare: "Compare offers",
  atOnce: ({ linksADay, readsADay }) =>
    `Yours at once, with an email address: ${readsADay} reads and ${linksADay} links a day, no review.`,
  demo: "All insurers in this demo are fictional and no contract is concluded.",
  sample: "Couple, France to the United States",
  sampleDates: "1–14 July 2027",
  callLabel: "The call",
  offersCaption: (shown, all) => `The first ${shown} of ${all} offers, cheapest first`,
  medical: "medical",
  shown: (shown, all, unpriced) =>
    `${shown} of ${all} offers${unpriced === 0 ? "" : `; ${unpriced} more are priced when their insurers are asked`}`,
  seeAll: (all) => `See all ${all}`,
  noOffers: "The tables in force do not cover this trip; the comparator shows what they cover.",
  whatItDoes: "What it does",
  whatItDoesLede:
    "Four calls lead from a trip to a commission. Reading costs little, and a sale costs nothing to report.",
  heads: { part: "Part", what: "What you get", call: "Call", costs: "Costs" },
  parts: {
    quotes: ({ currencies }) => ({
      name: "Prices",
      what: `Offers side by side in ${currencies} currencies, guarantees as states and amounts, never as prose`,
    }),
    bilan: ({ argumentsMax }) => ({
      name: "Card reading",
      what: `What a bank card lacks for one trip, at most ${argumentsMax} arguments, each with its basis`,
    }),
    links: () => ({
      name: "Links",
      what: "The offer becomes the traveller’s link, credited to you, kept when it is copied",
    }),
    conversion: () => ({
      name: "Sales",
      what: "Reported as often as you like: the same order id is the same sale, in an append-only ledger",
    }),
  },
  costs: { read: "1 read", write: "1 write", nothing: "nothing" },
  road: "The road to live",
  roadLede: "The console shows how far you are. A refusal says what is missing.",
  steps: ({ linksToGoLive, pricesToGoLive }) => [
    { name: "Sandbox key", what: "At once, by a link in an email" },
    {
      name: `${pricesToGoLive} prices, ${linksToGoLive} ${linksToGoLive === 1 ? "link" : "links"}`,
      what: "In the sandbox, at your pace",
    },
    { name: "Review", what: "You declare a volume, a person approves" },
    { name: "Live key", what: "You create it; its secret is shown once" },
  ],
  widget: "No server? One tag",
  widgetLede: "The comparator in a frame on your page. No cookie and no layout shift.",
  widgetMore: "All about the widget",
  now: "Right now",
  nowMore: "Status of the service",
  data: ({ insurers, offers }) =>
    `Demo data: ${insurers} insurers and ${offers} offers, all fictional.`,
}

/** A part of the service, as the table of all says it. */
interface PartWords {
  readonly name: string
  readonly what: string
}

/** The words of the front door. */
export interface FrontWords {
  readonly title: string
  readonly description: string
  readonly headline: string
  readonly lede: string
  readonly quickstart: string
  readonly compare: string
  readonly atOnce: (figures: FrontFigures) => string
  readonly demo: string
  readonly sample: string
  readonly sampleDates: string
  readonly callLabel: string
  readonly offersCaption: (shown: number, all: number) => string
  readonly medical: string
  readonly shown: (shown: number, all: number, unpriced: number) => string
  readonly seeAll: (all: number) => string
  readonly noOffers: string
  readonly whatItDoes: string
  readonly whatItDoesLede: string
  readonly heads: {
    readonly part: string
    readonly what: string
    readonly call: string
    readonly costs: string
  }
  readonly parts: Readonly<
    Record<"quotes" | "bilan" | "links" | "conversion", (figures: FrontFigures) => PartWords>
  >
  readonly costs: Readonly<Record<CallCost, string>>
  readonly road: string
  readonly roadLede: string
  readonly steps: (
    figures: FrontFigures,
  ) => ReadonlyArray<{ readonly name: string; readonly what: string }>
  readonly widget: string
  readonly widgetLede: string
  readonly widgetMore: string
  readonly now: string
  readonly nowMore: string
  readonly data: (figures: FrontFigures) => string
}

/** The front door in French. */
const french: FrontWords = {
  title: "Tarifer un voyage, lire une carte",
  description:
    "Un appel signé tarife l’assurance d’un voyage ; un autre dit ce qu’une carte bancaire ne couvre pas.",
  headline: "Tarifez un voyage. Montrez ce que la carte laisse ouvert.",
  lede: "Un appel signé donne des offres d’assurance voyage comparables, la moins chère d’abord. Un autre lit une carte bancaire pour un voyage et dit, sources à l’appui, où s’arrête sa couverture.",
  quickstart: "Lire la prise en main",
  compare: "Comparer les offres",
  atOnce: ({ linksADay, readsADay }) =>
    `À vous tout de suite, avec une adresse e-mail : ${readsADay} lectures et ${linksADay} liens par jour, sans validation.`,
  demo: "Tous les assureurs de cette démonstration sont fictifs et aucun contrat n’est conclu.",
  sample: "Un couple, de la France aux États-Unis",
  sampleDates: "du 1er au 14 juillet 2027",
  callLabel: "L’appel",
  offersCaption: (shown, all) => `Les ${shown} premières de ${all} offres, la moins chère d’abord`,
  medical: "frais médicaux",
  shown: (shown, all, unpriced) =>
    `${shown} offres sur ${all}${unpriced === 0 ? "" : more(unpriced)}`,
  seeAll: (all) => `Voir les ${all}`,
  noOffers:
    "Les tables en vigueur ne prennent pas ce voyage ; le comparateur montre ce qu’elles prennent.",
  whatItDoes: "Ce que cela fait",
  whatItDoesLede:
    "Quatre appels mènent du voyage à la commission. Lire coûte peu, et déclarer une vente ne coûte rien.",
  heads: { part: "Partie", what: "Ce que vous obtenez", call: "Appel", costs: "Coût" },
  parts: {
    quotes: ({ currencies }) => ({
      name: "Prix",
      what: `Des offres côte à côte en ${currencies} devises, les garanties en états et en montants, jamais en prose`,
    }),
    bilan: ({ argumentsMax }) => ({
      name: "Lecture de carte",
      what: `Ce qui manque à une carte pour un voyage, en ${argumentsMax} arguments au plus, chacun avec son fondement`,
    }),
    links: () => ({
      name: "Liens",
      what: "L’offre devient le lien du voyageur, porté à votre crédit, même quand il est copié",
    }),
    conversion: () => ({
      name: "Ventes",
      what: "Déclarées autant de fois que vous voulez : le même numéro de commande est la même vente, dans un registre qui ne s’efface pas",
    }),
  },
  costs: { read: "1 lecture", write: "1 écriture", nothing: "rien" },
  road: "Le chemin vers la production",
  roadLede: "La console montre où vous en êtes. Un refus dit ce qui manque.",
  steps: ({ linksToGoLive, pricesToGoLive }) => [
    { name: "Clé de test", what: "Tout de suite, par un lien dans un e-mail" },
    {
      name: `${pricesToGoLive} prix, ${linksToGoLive} ${linksToGoLive === 1 ? "lien" : "liens"}`,
      what: "Dans le bac à sable, à votre rythme",
    },
    { name: "Validation", what: "Vous annoncez un volume, une personne approuve" },
    { name: "Clé de production", what: "Vous la créez ; son secret ne s’affiche qu’une fois" },
  ],
  widget: "Pas de serveur ? Une balise",
  widgetLede: "Le comparateur dans un cadre de votre page. Sans cookie, et rien ne se déplace.",
  widgetMore: "Tout sur le widget",
  now: "En ce moment",
  nowMore: "État du service",
  data: ({ insurers, offers }) =>
    `Données de démonstration : ${insurers} assureurs et ${offers} offres, tous fictifs.`,
}

/** The front door in both languages. */
export const frontWords: Readonly<Record<DocumentLanguage, FrontWords>> = {
  en: english,
  fr: french,
}
