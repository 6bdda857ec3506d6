import { compareTables } from "../../core/difference/plain-table-difference.ts"
import type { Sentence } from "../../core/sentence.ts"
import type { TableDefinition } from "../../core/table/definition.ts"
import type { AnyDefinition } from "../../core/table/load.ts"
import { daysInclusive } from "../../core/vocabulary/day.ts"
import { type ChangedTraveller, mostChanged, type PricedAt } from "./changed-travellers.ts"
import type { SharePart } from "./count-share.ts"
import { cardTitles, offerTitles } from "./diff-impact.ts"
import type {
  FirstPlaceChange,
  FirstPlaceStanding,
  ImpactArgument,
  ImpactCatalogue,
  ImpactOffer,
  ImpactText,
  ImpactTraveller,
  ImpactView,
  ShownPrice,
  ToldImpact,
} from "./impact-view.ts"
import type { BilanResponse } from "../coach/response.ts"
import type { Situation } from "../corpus/situation.ts"
import {
  addMoves,
  type ArgumentImpact,
  argumentImpacts,
  type ArgumentMoves,
  cardNameOf,
} from "../impact/argument-tally.ts"
import { addTally, emptyTally, type ImpactTally } from "../impact/impact-tally.ts"
import {
  addCount,
  changeBars,
  firstPlaceImpacts,
  medianOfCounts,
  type OfferImpact,
  offerImpacts,
  type PermilleCounts,
} from "../impact/price-impact.ts"
import type { TextsOfVersions } from "../impact/watched-tables.ts"
import { makeBilanRenderer, type RenderBilan, type RendererParts } from "../messages/render.ts"
import { definitions, saysHowShown, type Tables } from "../tables/index.ts"

/** What the sentence that carries the figure is made of. */
export interface MoneyFacts extends Pick<
  ImpactView,
  "changed" | "cheaper" | "dearer" | "situations" | "standings"
> {
  /** Offers that come or go in some quotes. */
  readonly comesOrGoes: number
  readonly argumentsChanged: number
  readonly textsChanged: number
}

/** Adds up what the shares come to. */
export const addParts = (parts: ReadonlyArray<SharePart>): SharePart => {
  const tally: ImpactTally = emptyTally()
  const moves: ArgumentMoves = new Map()
  let [cases, changedCases, situations] = [0, 0, 0]
  for (const part of parts) {
    addTally(tally, part.tally)
    addMoves(moves, part.moves)
    cases += part.cases
    changedCases += part.changedCases
    situations += part.situations
  }
  const travellers = mostChanged(parts.flatMap((part) => part.travellers))
  return { tally, moves, travellers, cases, changedCases, situations }
}

/** The names that two versions have for offers and cards; those after win. */
export const impactNames = (
  before: Tables,
  after: Tables,
  namesOfArguments: ReadonlyMap<string, Sentence>,
): ImpactNames => {
  const offers = new Map([...offerTitles(before), ...offerTitles(after)])
  const cards = new Map([...cardTitles(before), ...cardTitles(after)])
  return {
    offer: (id) => (id === null ? null : (offers.get(String(id)) ?? String(id))),
    card: (name) => (name === noCardName ? null : (cards.get(name) ?? name)),
    argument: (id) => namesOfArguments.get(id) ?? { en: id, fr: id },
  }
}

/** Tells what all shares come to. */
export const tellImpact = (
  whole: SharePart,
  { names, tables, texts, ...told }: ToldOf,
): ToldImpact => {
  const offers = offerImpacts(whole.tally.prices)
  const permille = permilleOf(offers)
  const sum = (of: "cheaper" | "dearer"): number =>
    offers.reduce((count, offer) => count + offer[of], 0)
  const firstPlaces = firstPlaceImpacts(whole.tally.prices).map(
    ({ catalogue, from, quotes, to }): FirstPlaceChange => ({
      catalogue: shownCatalogue(catalogue),
      from: names.offer(from),
      to: names.offer(to),
      times: quotes,
    }),
  )
  const standings = standingsOf(firstPlaces)
  const dearer = { prices: sum("dearer"), mostPermille: Math.max(permille.at(-1)?.[0] ?? 0, 0) }
  const cheaper = { prices: sum("cheaper"), mostPermille: Math.min(permille[0]?.[0] ?? 0, 0) }
  const changed = whole.tally.changed.length
  const { cases, changedCases, situations } = whole
  const lines = argumentLines(whole, names)
  const argumentsChanged = new Set(lines.map(({ id }) => id)).size
  const comesOrGoes = offers.filter(({ come, gone }) => come + gone > 0).length
  return {
    ...told,
    situations,
    cases,
    changed,
    changedCases,
    headline: moneyLine({
      changed,
      cheaper,
      dearer,
      situations,
      standings,
      comesOrGoes,
      argumentsChanged,
      textsChanged: texts.length,
    }),
    firstPlaceLine: firstPlaceLine(standings),
    dearer,
    cheaper,
    bars: changeBars(permille),
    offers: offers.map((offer) => offerLine(offer, names)),
    firstPlaces,
    standings,
    arguments: lines,
    texts,
    travellers: whole.travellers.map((each) => travellerLine(each, names, tables)),
  }
}

/** The sentence that carries the figure: prices first, then what else changes, or that nothing does. */
export const moneyLine = (facts: MoneyFacts): Sentence => {
  if (facts.dearer.prices + facts.cheaper.prices > 0) return pricesLine(facts)
  if (facts.comesOrGoes > 0) return offersLine(facts)
  if (facts.argumentsChanged > 0) return argumentsLine(facts)
  if (facts.changed > 0) return readingsLine(facts)
  if (facts.textsChanged > 0) return textsLine(facts)
  return { en: "Nothing changes for customers", fr: "Rien ne change pour les clients" }
}

/** How many offers gain and lose the first place, on balance; null where none does. */
export const firstPlaceLine = (standings: ReadonlyArray<FirstPlaceStanding>): Sentence | null => {
  const gain = standings.filter(({ gained, lost }) => gained > lost).length
  const lose = standings.filter(({ gained, lost }) => lost > gained).length
  const english: Array<string> = []
  const french: Array<string> = []
  if (gain > 0) {
    english.push(
      `${inEnglish.format(gain)} ${many(gain, "offer gains", "offers gain")} first place`,
    )
    french.push(
      `${inFrench.format(gain)} ${many(gain, "offre gagne", "offres gagnent")} la première place`,
    )
  }
  if (lose > 0) {
    english.push(
      gain > 0
        ? `${inEnglish.format(lose)} ${many(lose, "loses", "lose")} it`
        : `${inEnglish.format(lose)} ${many(lose, "offer loses", "offers lose")} first place`,
    )
    french.push(
      gain > 0
        ? `${inFrench.format(lose)} la ${many(lose, "perd", "perdent")}`
        : `${inFrench.format(lose)} ${many(lose, "offre perd", "offres perdent")} la première place`,
    )
  }
  return english.length === 0 ? null : { en: english.join("; "), fr: french.join("\u202f; ") }
}

/** Renders bilans by one version's texts. */
export const rendererOf = (tables: Tables, format: RendererParts["format"]): RenderBilan =>
  makeBilanRenderer({ texts: tables, format })

/** The names of arguments that come or go, by their ids; what goes is named as the version before tells it. */
export const argumentNames = (
  renderers: { readonly gained: RenderBilan; readonly lost: RenderBilan },
  some: ReadonlyArray<ArgumentImpact>,
): ReadonlyMap<string, Sentence> =>
  new Map(some.map(({ change, example, id }) => [id, openingIn(renderers[change], example, id)]))

/** The texts that change in some files. */
export const changedTexts = (
  files: ReadonlyArray<string>,
  texts: TextsOfVersions,
): ReadonlyArray<ImpactText> => files.flatMap((file) => textsIn(file, texts)).slice(0, textsMax)

/** How counts name a traveller without a card. */
const noCardName = cardNameOf(null, undefined)

/** What ids are called. */
interface ImpactNames {
  readonly offer: (id: number | null) => string | null
  readonly card: (name: string) => string | null
  readonly argument: (id: string) => Sentence
}

const shownCatalogue = (catalogue: "live" | "quote"): ImpactCatalogue =>
  catalogue === "live" ? "live" : "sandbox"

const offerLine = (
  { after, catalogue, cheaper, come, dearer, gone, offerId, permille }: OfferImpact,
  names: ImpactNames,
): ImpactOffer => {
  const [least, most] = [permille[0]?.[0], permille.at(-1)?.[0]]
  return {
    catalogue: shownCatalogue(catalogue),
    offerId,
    title: names.offer(offerId) ?? "",
    prices: after,
    dearer,
    cheaper,
    gone,
    come,
    change:
      least === undefined || most === undefined
        ? null
        : { least, median: medianOfCounts(permille), most },
  }
}

const standingsOf = (
  places: ReadonlyArray<FirstPlaceChange>,
): ReadonlyArray<FirstPlaceStanding> => {
  const found = new Map<
    string,
    { catalogue: ImpactCatalogue; title: string; gained: number; lost: number }
  >()
  const of = (catalogue: ImpactCatalogue, title: string) => {
    const key = `${catalogue} ${title}`
    const known = found.get(key) ?? { catalogue, title, gained: 0, lost: 0 }
    found.set(key, known)
    return known
  }
  for (const { catalogue, from, times, to } of places) {
    if (from !== null) of(catalogue, from).lost += times
    if (to !== null) of(catalogue, to).gained += times
  }
  return [...found.values()].sort(
    (left, right) => right.gained + right.lost - left.gained - left.lost,
  )
}

/** So many cards are named for each argument. */
const cardsMax = 12

const cardLines = (counts: Iterable<readonly [string, number]>, names: ImpactNames) =>
  [...counts]
    .sort(([, left], [, right]) => right - left)
    .slice(0, cardsMax)
    .map(([card, situations]) => ({ name: names.card(card), situations }))

const argumentLines = (
  { moves, tally }: SharePart,
  names: ImpactNames,
): ReadonlyArray<ImpactArgument> =>
  [
    ...argumentImpacts(tally.arguments).map(
      ({ cards, change, id, situations }): ImpactArgument => ({
        id,
        name: names.argument(id),
        change,
        situations,
        cards: cardLines(
          cards.map((each) => [each.card, each.situations] as const),
          names,
        ),
      }),
    ),
    ...[...moves].map(([id, { cards, situations }]): ImpactArgument => ({
      id,
      name: names.argument(id),
      change: "moved",
      situations,
      cards: cardLines(cards, names),
    })),
  ].sort((left, right) => right.situations - left.situations)

const shownPrice = (
  at: PricedAt | null,
  names: ImpactNames,
  { currencies }: Pick<Tables, "currencies">,
): ShownPrice | null => {
  if (at === null) return null
  const { amountInCents, currency } = at.price
  return {
    title: names.offer(at.id) ?? "",
    amountMinor: amountInCents,
    currency,
    minorUnits: currencies.get(currency)?.minorUnits ?? 2,
    place: at.position,
  }
}

const travellerLine = (
  { gained, lost, moved, otherFields, price, situation }: ChangedTraveller,
  names: ImpactNames,
  tables: Tables,
): ImpactTraveller => ({
  title: travellerTitle(tables, situation),
  caseName: situation.origin === "case" ? situation.name : null,
  situation: JSON.stringify({ bilan: situation.bilan, quote: situation.quote }),
  price:
    price === null
      ? null
      : {
          catalogue: shownCatalogue(price.catalogue),
          before: shownPrice(price.before, names, tables),
          after: shownPrice(price.after, names, tables),
        },
  argumentsGained: gained.map(names.argument),
  argumentsLost: lost.map(names.argument),
  argumentsMoved: moved,
  otherFields,
  rows: null,
})

const permilleOf = (offers: ReadonlyArray<OfferImpact>): PermilleCounts => {
  const counts = new Map<number, number>()
  for (const { permille } of offers) {
    for (const [value, count] of permille) addCount(counts, value, count)
  }
  return [...counts].sort(([left], [right]) => left - right)
}

/** What a run tells beside its counts. */
interface ToldOf extends Pick<ToldImpact, "isLastSound" | "isWhole" | "revision"> {
  readonly names: ImpactNames
  readonly texts: ReadonlyArray<ImpactText>
  readonly tables: Tables
}

const adultFrom = 18

const partyOf = (ages: ReadonlyArray<number>): Sentence => {
  const [only = 0] = ages
  const adults = ages.filter((age) => age >= adultFrom).length
  if (ages.length === 1) return { en: `Traveller of ${only}`, fr: `Voyageur de ${only} ans` }
  if (ages.length === 2 && adults === 2) return { en: "Couple", fr: "Couple" }
  if (adults > 0 && adults < ages.length) {
    return { en: `Family of ${ages.length}`, fr: `Famille de ${ages.length}` }
  }
  return { en: `Group of ${ages.length}`, fr: `Groupe de ${ages.length}` }
}

/** Several destinations are told by the first, and how many more there are. */
const destinationsOf = (
  codes: ReadonlyArray<string>,
  inPlace: (code: string) => Sentence,
): Sentence => {
  const [first = "", ...more] = codes
  const place = inPlace(first)
  if (more.length === 0) return place
  return {
    en: `${place.en} and ${more.length} more`,
    fr: `${place.fr} et ${more.length} autre${more.length > 1 ? "s" : ""}`,
  }
}

/**
 * A generated situation as people would name it: the party, where it lives, for how long it goes where.
 * The party lives "in France", "en France": with the prepositions of the table of places.
 */
const travellerTitle = (
  { places }: Pick<Tables, "places">,
  { name, origin, quote: { trip } }: Situation,
): Sentence => {
  if (origin === "case") return { en: name, fr: name }
  const inPlace = (code: string): Sentence => {
    const row = places.get(code)
    return { en: row?.inEn ?? code, fr: row?.inFr ?? code }
  }
  const party = partyOf(trip.travellers.map(({ age }) => age))
  const home = inPlace(trip.countryResidence)
  const there = destinationsOf(trip.arrivalCountries, inPlace)
  const days = daysInclusive(trip.startDate, trip.endDate)
  const year = trip.isAnnual
  return {
    en: `${party.en} living ${home.en}, ${year ? "a year" : `${days} ${days === 1 ? "day" : "days"}`} ${there.en}`,
    fr: `${party.fr} habitant ${home.fr}, ${year ? "un an" : `${days} jour${days > 1 ? "s" : ""}`} ${there.fr}`,
  }
}

const inEnglish = new Intl.NumberFormat("en-GB")
const inFrench = new Intl.NumberFormat("fr-FR")

const percent = (permille: number, locale: string): string =>
  `${new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(permille / 10)}\u00a0%`

const many = (count: number, one: string, more: string): string => (count === 1 ? one : more)

/** Prices that move, in both directions. */
const pricesLine = ({ cheaper, dearer }: MoneyFacts): Sentence => {
  const english: Array<string> = []
  const french: Array<string> = []
  for (const [side, words] of [
    [dearer, { en: "dearer", fr: "en hausse" }],
    [cheaper, { en: "cheaper", fr: "en baisse" }],
  ] as const) {
    const { mostPermille, prices } = side
    if (prices === 0) continue
    const isFirst = english.length === 0
    const most = Math.abs(mostPermille)
    const noun = { en: many(prices, "price", "prices"), fr: "prix" }
    english.push(
      `${inEnglish.format(prices)}${isFirst ? ` ${noun.en}` : ""} ${words.en}, ${percent(most, "en-GB")} at most`,
    )
    french.push(
      `${inFrench.format(prices)}${isFirst ? ` ${noun.fr}` : ""} ${words.fr}, ${percent(most, "fr-FR")} au plus`,
    )
  }
  return { en: english.join("; "), fr: french.join("\u202f; ") }
}

const readingsLine = ({ changed, situations }: MoneyFacts): Sentence => ({
  en: `No price moves; the answers to ${inEnglish.format(changed)} of ${inEnglish.format(situations)} ${many(situations, "situation", "situations")} ${many(changed, "changes", "change")}`,
  fr: `Aucun prix ne bouge\u202f; les réponses à ${inFrench.format(changed)} ${many(changed, "situation", "situations")} sur ${inFrench.format(situations)} ${many(changed, "change", "changent")}`,
})

const argumentsLine = ({ argumentsChanged, changed }: MoneyFacts): Sentence => ({
  en: `No price moves; ${inEnglish.format(argumentsChanged)} ${many(argumentsChanged, "argument comes, goes or moves", "arguments come, go or move")} in the readings of ${inEnglish.format(changed)} ${many(changed, "traveller", "travellers")}`,
  fr: `Aucun prix ne bouge\u202f; ${inFrench.format(argumentsChanged)} ${many(argumentsChanged, "argument apparaît, disparaît ou se déplace", "arguments apparaissent, disparaissent ou se déplacent")} dans les bilans de ${inFrench.format(changed)} ${many(changed, "voyageur", "voyageurs")}`,
})

const offersLine = ({ comesOrGoes }: MoneyFacts): Sentence => ({
  en: `No price moves; ${inEnglish.format(comesOrGoes)} ${many(comesOrGoes, "offer comes or goes", "offers come or go")}`,
  fr: `Aucun prix ne bouge\u202f; ${inFrench.format(comesOrGoes)} ${many(comesOrGoes, "offre apparaît ou disparaît", "offres apparaissent ou disparaissent")}`,
})

const textsLine = ({ textsChanged }: MoneyFacts): Sentence => ({
  en: `No answer changes; ${inEnglish.format(textsChanged)} ${many(textsChanged, "text reads", "texts read")} differently`,
  fr: `Aucune réponse ne change\u202f; ${inFrench.format(textsChanged)} ${many(textsChanged, "texte se lit", "textes se lisent")} autrement`,
})

/** What an argument is called: its opening as a bilan tells it, in both languages. */
export const openingIn = (render: RenderBilan, example: BilanResponse, id: string): Sentence => {
  const told = (lang: "en" | "fr"): string =>
    render(example, { lang }).arguments.find((argument) => argument.id === id)?.hook ?? id
  return { en: told("en"), fr: told("fr") }
}

/** So many texts are listed. */
const textsMax = 200

const plainOf = (file: string): TableDefinition | undefined =>
  Object.values<AnyDefinition>(definitions).find(
    (each): each is TableDefinition => each._tag === "TableDefinition" && each.file === file,
  )

/** The texts that read otherwise, come or go in a table. */
const textsIn = (file: string, texts: TextsOfVersions): ReadonlyArray<ImpactText> => {
  const definition = plainOf(file)
  if (definition === undefined || !saysHowShown(file)) return []
  const { added, changed, removed } = compareTables(
    definition,
    texts.before.get(file) ?? "",
    texts.after.get(file) ?? "",
    false,
  )
  return [...changed, ...added, ...removed].flatMap((row) =>
    row.cells
      .filter(({ column }) => !definition.key.some((name) => name === column))
      .filter(({ after, before }) => after !== before)
      .map(({ after, before, column }) => ({
        file,
        line: row.after ?? row.before ?? 0,
        column,
        key: row.key.join(" "),
        before: row.before === undefined ? null : before,
        after: row.after === undefined ? null : after,
      })),
  )
}
