import { daysInclusive } from "../../core/vocabulary/day.ts"
import { cardTitles, offerTitles } from "./impact-titles.ts"
import { mostChanged } from "./changed-travellers.ts"
import { firstPlaceLine, moneyLine } from "./money-line.ts"
import type {
  FirstPlaceChange,
  FirstPlaceStanding,
  ImpactArgument,
  ImpactCatalogue,
  ImpactOffer,
  ImpactText,
  ImpactTraveller,
  ShownPrice,
} from "./impact-view.ts"
import type { Situation } from "../corpus/situation.ts"
import {
  addMoves,
  argumentImpacts,
  type ArgumentMoves,
  cardNameOf,
} from "../impact/argument-tally.ts"
import {
  addCount,
  changeBars,
  firstPlaceImpacts,
  medianOfCounts,
  type OfferImpact,
  offerImpacts,
  type PermilleCounts,
} from "../impact/price-impact.ts"
import { addTally, emptyTally, type ImpactTally } from "../impact/impact-tally.ts"
import type { Tables } from "../tables/index.ts"
import type { Sentence } from "../../core/sentence.ts"
import type { SharePart } from "./count-share.ts"
import type { ChangedTraveller, PricedAt } from "./changed-travellers.ts"
import type { ToldImpact } from "./impact-view.ts"

/** How counts name a traveller without a card. */
const noCardName = cardNameOf(null, undefined)

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

/** What ids are called. */
interface ImpactNames {
  readonly offer: (id: number | null) => string | null
  readonly card: (name: string) => string | null
  readonly argument: (id: string) => Sentence
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
