import type { InBoth, WrittenLanguage } from "../vocabulary/written-language.ts"

/**
 * What the rules do without a row that they need, or with one that nothing names. The words never
 * change, as machines read them; new ones are added.
 */
export type Consequence = keyof typeof consequences

/**
 * What happens without a row, as the end of a sentence.
 *
 * ```ts
 * import { consequenceText } from "../core/table/consequence.ts"
 *
 * consequenceText("countsAsNone", "en") // => "it counts as 0"
 * consequenceText("countsAsNone", "fr") // => "elle compte pour 0"
 * ```
 */
export const consequenceText = (consequence: Consequence, language: WrittenLanguage): string =>
  consequences[consequence][language]

const consequences = {
  // Cards, and what they cover.
  neverRead: {
    en: "no card is ever read as this product",
    fr: "aucune carte n’est jamais lue comme ce produit",
  },
  holdingUnknown: {
    en: "nobody knows whether the product holds it",
    fr: "personne ne sait si le produit la contient",
  },
  cardsOfNowhere: {
    en: "cards of no known network are read as those of ZZ",
    fr: "les cartes sans réseau connu sont lues comme celles de ZZ",
  },
  cardsOfNoNetwork: {
    en: "its unknown cards are read as those of no known network",
    fr: "ses cartes inconnues sont lues comme celles d’un réseau inconnu",
  },
  noPicture: {
    en: "cards of a network without a row have no picture",
    fr: "les cartes d’un réseau sans ligne n’ont pas d’image",
  },
  rangeNotShown: {
    en: "the catalogue does not show the range",
    fr: "le catalogue ne montre pas la gamme",
  },
  noWordRead: {
    en: "no word of a request reads as it",
    fr: "aucun mot d’une demande ne se lit ainsi",
  },
  noCardMarked: { en: "no card is marked so", fr: "aucune carte n’est marquée ainsi" },

  // Trips, and what they need.
  abroadAtHome: {
    en: "a trip inside that country counts as one abroad",
    fr: "un voyage dans ce pays compte comme un voyage à l’étranger",
  },
  sportsUnknown: {
    en: "nobody knows whether people ski or dive there",
    fr: "personne ne sait si l’on y skie ou si l’on y plonge",
  },
  inEnglishAndEuros: {
    en: "residents whom no market serves are answered in English and EUR",
    fr: "les résidents d’aucun marché reçoivent une réponse en anglais et en EUR",
  },
  targetOfOther: {
    en: "the target in this currency is another market's, or 0",
    fr: "le repère dans cette devise est celui d’un autre marché, ou 0",
  },
  neverNeeded: {
    en: "trips with such a card never need the cover",
    fr: "les voyages avec une telle carte n’ont jamais besoin de la garantie",
  },
  nothingBroken: {
    en: "such a trip breaks no condition of the cards there",
    fr: "un tel voyage ne sort d’aucune condition des cartes",
  },

  // What a bilan says.
  lackUntold: {
    en: "nothing is said where the card lacks it, or nobody knows",
    fr: "rien n’est dit quand la carte ne l’a pas, ou qu’on l’ignore",
  },
  breachUntold: {
    en: "nothing is said where the trip breaks it",
    fr: "rien n’est dit quand le voyage en sort",
  },
  demandUntold: {
    en: "nothing is said where a destination demands it",
    fr: "rien n’est dit quand une destination l’exige",
  },
  gapUntold: {
    en: "a gap in it is left out of the sentences",
    fr: "un manque de cette garantie n’entre dans aucune phrase",
  },
  suchGapUntold: {
    en: "such a gap is left out of the sentences",
    fr: "un tel manque n’entre dans aucune phrase",
  },
  leftOutOfTerms: {
    en: "it is left out of lists of terms",
    fr: "elle manque dans les listes de conditions",
  },
  nothingInPlace: {
    en: "nothing is said in its place",
    fr: "rien n’est dit à sa place",
  },
  printedForLanguage: {
    en: "they are printed for the language alone",
    fr: "ils s’écrivent selon la seule langue",
  },
  weighsNothing: {
    en: "such arguments weigh nothing",
    fr: "de tels arguments ne pèsent rien",
  },
  factsUntold: {
    en: "the argument is not told where facts alone are shown",
    fr: "l’argument n’est pas dit là où seuls les faits se montrent",
  },
  noArgumentWith: {
    en: "no argument is told with it",
    fr: "aucun argument n’est dit avec elle",
  },
  lastInLists: { en: "it comes last in lists", fr: "elle vient en dernier dans les listes" },
  argumentUntold: {
    en: "the argument is left out of the sentences",
    fr: "l’argument n’entre dans aucune phrase",
  },
  noArgumentShows: { en: "no argument shows it", fr: "aucun argument ne le montre" },
  leftOut: {
    en: "it is left out of the sentences",
    fr: "cela n’entre dans aucune phrase",
  },
  noBilanShows: { en: "no bilan shows it", fr: "aucun bilan ne le montre" },
  noPageShows: { en: "no page shows it", fr: "aucune page ne le montre" },
  lawOfOthersTold: {
    en: "its residents are told what everybody is told, and nothing of their own law",
    fr: "ses résidents lisent ce que tout le monde lit, et rien de leur propre droit",
  },
  lawUntold: { en: "nothing is told for it", fr: "rien n’est dit à son sujet" },
  ownLawUntold: {
    en: "pages tell its residents nothing of their own law",
    fr: "les pages ne disent à ses résidents rien de leur propre droit",
  },
  lineUnsaid: { en: "no such line is said", fr: "aucune ligne de ce genre n’est dite" },
  saidAsThere: {
    en: "a sentence says “there” for it, and a list its code",
    fr: "une phrase dit «\u00a0sur place\u00a0» pour lui, et une liste son code",
  },

  // Cases that travel through the rules.
  goesAnywhere: {
    en: "a resident without rows of their own goes anywhere",
    fr: "un résident sans ligne à lui part n’importe où",
  },
  namesNoCard: {
    en: "a resident without rows of their own names no card",
    fr: "un résident sans ligne à lui ne nomme aucune carte",
  },
  noSituationOfTrip: {
    en: "a trip type without rows of its own makes no situation",
    fr: "un genre de voyage sans ligne à lui ne fait aucune situation",
  },
  noSituationOfResident: {
    en: "a resident without rows of their own makes no situation",
    fr: "un résident sans ligne à lui ne fait aucune situation",
  },

  // Documents, pages and printed covers.
  noSection: {
    en: "the document lacks a section that the regulation asks for",
    fr: "il manque au document une rubrique que le règlement demande",
  },
  reachUnsaid: {
    en: "documents cannot say how far such a guarantee reaches",
    fr: "les documents ne peuvent pas dire jusqu’où va une telle garantie",
  },
  placesUnsaid: {
    en: "documents cannot say where an offer covers",
    fr: "les documents ne peuvent pas dire où une offre couvre",
  },
  bareName: {
    en: "documents print its bare name",
    fr: "les documents n’en impriment que le nom",
  },
  readAsOthers: {
    en: "its amounts are read only as every language writes them",
    fr: "ses montants ne se lisent que comme toute langue les écrit",
  },
  pagesLackIt: { en: "pages lack it", fr: "il manque aux pages" },
  notChosen: { en: "nobody can choose it", fr: "personne ne peut la choisir" },
  inEnglish: {
    en: "quotes in it are told in English",
    fr: "les devis y sont dits en anglais",
  },
  slugRead: { en: "travellers read its slug", fr: "les voyageurs en lisent le code" },
  wordRead: { en: "travellers read its word", fr: "les voyageurs en lisent le mot des tables" },
  highlightsUntold: {
    en: "highlights cannot tell what an offer holds",
    fr: "les points forts ne peuvent pas dire ce que contient une offre",
  },
  noOfferSays: { en: "no offer says it", fr: "aucune offre ne le dit" },

  // Offers and their prices.
  sellsNothing: { en: "it sells nothing", fr: "il ne vend rien" },
  notSold: { en: "nobody can buy it", fr: "personne ne peut l’acheter" },
  noGuarantees: {
    en: "the offer shows no guarantee at all",
    fr: "l’offre ne montre aucune garantie",
  },
  noneComparedBy: {
    en: "no offer and no card is compared by it",
    fr: "ni offre ni carte n’est comparée par elle",
  },
  countsAsNone: { en: "it counts as 0", fr: "elle compte pour 0" },
  nothingHeldTo: { en: "nothing is held to it", fr: "rien n’y est soumis" },

  // Requests.
  requestRefused: {
    en: "a request that names none is refused",
    fr: "une demande qui n’en nomme aucune est refusée",
  },
  refusesAll: {
    en: "it is 0, which refuses everything",
    fr: "elle vaut 0, ce qui refuse tout",
  },
  keptAsNone: {
    en: "it is kept as 0, and the line cannot be read again",
    fr: "elle est gardée comme 0, et la ligne ne se relit plus",
  },
} as const satisfies Readonly<Record<string, InBoth<string>>>
