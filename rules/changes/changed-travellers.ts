import { changedRows } from "../../core/difference/changed-rows.ts"
import { columnsOf } from "../../core/table/load.ts"
import type { ResponsibleRow } from "./impact-view.ts"
import type { Situation } from "../corpus/situation.ts"
import { movedIds } from "../impact/argument-tally.ts"
import { type CitationsOf, prepareCitations } from "../impact/coverage.ts"
import type { SituationChange } from "../impact/impact-tally.ts"
import { successOf } from "../impact/one-version-answers.ts"
import type { TouchedAnswers } from "../impact/touched-answers.ts"
import type { TextsOfVersions } from "../impact/watched-tables.ts"
import type { PricedQuote } from "../pricing/offer.ts"
import type { Tables } from "../tables/index.ts"
import { definitionsByFile } from "../tables/table-named.ts"

/** An offer with its price, as a quote shows it. */
export type PricedAt = Pick<PricedQuote["offers"][number], "id" | "position" | "price">

/** A situation that changes, with what of that is shown. */
export interface ChangedTraveller {
  readonly situation: Situation
  readonly place: number
  /** How much it changes, to choose those that change most. */
  readonly weight: number
  readonly price: {
    readonly catalogue: "live" | "quote"
    readonly before: PricedAt | null
    readonly after: PricedAt | null
  } | null
  /** Ids of arguments. */
  readonly gained: ReadonlyArray<string>
  readonly lost: ReadonlyArray<string>
  readonly moved: number
  readonly otherFields: number
}

/**
 * What a situation that changes shows of that, and how much it weighs: the largest change of a price in
 * tenths of a per cent, 500 for another first offer, 100 for each argument that comes or goes, 10 for each
 * that moves, and 1 for each other field.
 */
export const changedTraveller = (
  { place, situation }: PlacedSituation,
  { after, before, changes }: SituationChange,
): ChangedTraveller => {
  const prices = (["live", "quote"] as const).map((catalogue) =>
    priceChange(catalogue, successOf(before[catalogue]), successOf(after[catalogue])),
  )
  const heaviest = prices.reduce((most, each) => (each.weight > most.weight ? each : most), noPrice)
  const [older, newer] = [before, after].map(
    ({ bilan }) => successOf(bilan?.answer)?.bilan.arguments ?? [],
  )
  const gained = without(newer ?? [], older ?? [])
  const lost = without(older ?? [], newer ?? [])
  const moved = movedIds(older ?? [], newer ?? []).length
  const otherFields = changes.filter(({ field }) => !toldFields.test(field)).length
  const weight =
    heaviest.weight + 100 * (gained.length + lost.length) + 10 * moved + Math.min(otherFields, 90)
  return { situation, place, weight, price: heaviest.price, gained, lost, moved, otherFields }
}

/** The most changed of some travellers, own cases first. */
export const mostChanged = (
  some: ReadonlyArray<ChangedTraveller>,
): ReadonlyArray<ChangedTraveller> => {
  const isCase = ({ situation }: ChangedTraveller): number => (situation.origin === "case" ? 1 : 0)
  return some
    .toSorted(
      (left, right) =>
        isCase(right) - isCase(left) || right.weight - left.weight || left.place - right.place,
    )
    .slice(0, travellersMax)
}

/**
 * Prepares to look for the changed rows that answers cite: those of the version after, and those of the
 * version before that have no row in their place.
 */
export const prepareResponsible = (
  citations: { readonly before: () => CitationsOf; readonly after: Tables },
  files: ReadonlyArray<string>,
  texts: TextsOfVersions,
): RowsOf => {
  const lines = new Map(
    files.flatMap((file) => {
      const found = linesIn(file, texts)
      return found === undefined ? [] : [[file, found] as const]
    }),
  )
  const after = prepareCitations(citations.after)
  const hasGone = [...lines.values()].some(({ isInPlace }) => !isInPlace)
  return ({ bilan, quote }, touched) => {
    const asked = {
      ...(touched.bilan ? { bilan } : {}),
      ...(touched.live || touched.quote ? { quote } : {}),
    }
    const rows = new Map<string, ResponsibleRow>()
    const add = (row: ResponsibleRow): void => void rows.set(keyOf(row), row)
    for (const { file, line } of after(asked)) {
      if (lines.get(file)?.come.has(line) === true) add({ file, line, version: "after" })
    }
    if (hasGone) {
      for (const { file, line } of citations.before()(asked)) {
        const found = lines.get(file)
        if (found?.isInPlace === false && found.gone.has(line)) {
          add({ file, line, version: "before" })
        }
      }
    }
    return [...rows.values()].sort(
      (left, right) => left.file.localeCompare(right.file, "en") || left.line - right.line,
    )
  }
}

/** So many travellers are named. */
export const travellersMax = 20

type Offer = PricedQuote["offers"][number]

const pricedAt = (offer: Offer | undefined): PricedAt | null =>
  offer === undefined ? null : { id: offer.id, position: offer.position, price: offer.price }

/** How far two prices of an offer lie apart, in tenths of a per cent; all of it where one is missing. */
const apartPermille = (before: Offer | undefined, after: Offer | undefined): number => {
  if (before === undefined || after === undefined) return before === after ? 0 : 1_000
  if (before.price.currency !== after.price.currency) return 1_000
  const { amountInCents } = before.price
  return (Math.abs(after.price.amountInCents - amountInCents) * 1_000) / Math.max(amountInCents, 1)
}

interface PriceChange {
  readonly price: ChangedTraveller["price"]
  readonly weight: number
}

const noPrice: PriceChange = { price: null, weight: 0 }

/** The price to show of two quotes: that of the first offers where those differ, else the one that moves most. */
const priceChange = (
  catalogue: "live" | "quote",
  before: PricedQuote | undefined,
  after: PricedQuote | undefined,
): PriceChange => {
  if (before === after) return noPrice
  const [first, now] = [before?.offers[0], after?.offers[0]]
  const newer = new Map((after?.offers ?? []).map((offer) => [offer.id, offer]))
  const pairs = (before?.offers ?? []).map((offer) => [offer, newer.get(offer.id)] as const)
  let most = 0
  let shown: readonly [Offer | undefined, Offer | undefined] = [first, now]
  for (const [older, other] of pairs) {
    const apart = apartPermille(older, other)
    if (apart > most) {
      most = apart
      shown = [older, other]
    }
  }
  const isOther = first?.id !== now?.id
  if (isOther || apartPermille(first, now) > 0) shown = [first, now]
  if (most === 0 && !isOther) return noPrice
  const price = { catalogue, before: pricedAt(shown[0]), after: pricedAt(shown[1]) }
  return { price, weight: Math.min(most, 1_000) + (isOther ? 500 : 0) }
}

const without = <One extends { readonly id: string }>(
  some: ReadonlyArray<One>,
  others: ReadonlyArray<{ readonly id: string }>,
): ReadonlyArray<string> =>
  some.flatMap(({ id }) => (others.some((other) => other.id === id) ? [] : id))

/** What the price, its place and the names of arguments tell already. */
const toldFields =
  /^(?:(?:quote|live)\.offers(?:$|\.\d+\.(?:price|position))|bilan\.bilan\.argument)/

/** The lines of rows that a change takes from a table and adds to it. */
interface ChangedLines {
  readonly gone: ReadonlySet<number>
  readonly come: ReadonlySet<number>
  /** Whether each row that went has one in its place. */
  readonly isInPlace: boolean
}

const linesIn = (file: string, { after, before }: TextsOfVersions): ChangedLines | undefined => {
  const definition = definitionsByFile(after).get(file)
  const [older, newer] = [before.get(file), after.get(file)]
  if (definition === undefined || older === undefined || newer === undefined) return undefined
  const rows = changedRows(older, newer, Object.keys(columnsOf(definition)).length)
  if (rows === undefined) return undefined
  const { come, gone } = rows
  return {
    gone: new Set(gone.map(({ line }) => line)),
    come: new Set(come.map(({ line }) => line)),
    isInPlace: come.length === gone.length,
  }
}

const keyOf = ({ file, line, version }: ResponsibleRow): string => `${version} ${file} ${line}`

/** Looks for the changed rows that the answers to a situation went through. */
type RowsOf = (situation: Situation, touched: TouchedAnswers) => ReadonlyArray<ResponsibleRow>

/** A situation and its place in the corpus. */
export interface PlacedSituation {
  readonly situation: Situation
  readonly place: number
}
