import { addRow, type Bitset, emptyBitset, intersected, isEmpty } from "../../core/table/bitset.ts"
import type { Fact } from "../../core/table/condition.ts"
import { camelCase } from "../../core/table/names.ts"
import type { SegmentedColumn } from "../../core/table/segments.ts"
import type { CountryCode } from "../../core/vocabulary/codes.ts"
import { type ExchangeRates, prepareExchangeRates } from "../currency/exchange-rates.ts"
import type { CatalogueOffer } from "../pricing/catalogue.ts"
import type { AskedTable, PricingTables, TripFacts } from "../pricing/pricing-tables.ts"
import { widestZone } from "../pricing/zone.ts"
import type { LawCatalogue as CatalogueName } from "../plausibility/plausibility-tables.ts"
import type { PricingPieces } from "../pricing/plan.ts"
import { type PricedCatalogue, preparePricedCatalogue } from "../plausibility/priced-catalogue.ts"

/** A catalogue ready for proofs. */
export interface ProofCatalogue {
  readonly name: CatalogueName
  readonly tables: PricingTables
  readonly pieces: PricingPieces
  /** Prices trips as their travellers see them. */
  readonly priced: PricedCatalogue
  readonly rates: ExchangeRates
  /** The offers that are rated in this process and sold here. */
  readonly offers: ReadonlyArray<CatalogueOffer>
  /** Those that their insurer rates itself, of which nothing is proven. */
  readonly outside: ReadonlyArray<CatalogueOffer>
  /** The rows of the eligibility table that let somebody buy one of the offers. */
  readonly rows: Bitset
  /** All countries, those first that trips of proofs go from and to where several are alike. */
  readonly countries: ReadonlyArray<string>
}

/** What a trip is beside its length and its party. */
export type TripKind = Omit<TripFacts, "days" | "travellers" | "youngestAge" | "oldestAge">

/** A kind of trip, with places that make it one. */
export interface LawContext {
  readonly kind: TripKind
  readonly destinations: ReadonlyArray<string>
  /** Whether the trip has a price to insure. */
  readonly priceKnown: boolean
  /** The rows of eligibility that accept the kind. */
  readonly rows: Bitset
}

/** A condition column of a decision table by its name in the file. */
export const columnOf = (
  {
    columns,
    definition,
  }: Pick<AskedTable<never, { readonly line: number }>, "columns" | "definition">,
  name: string,
): SegmentedColumn | undefined => columns[Object.keys(definition.inputs).indexOf(name)]

/** The rows of a column that accept a fact. */
export const rowsAccepting = (
  column: SegmentedColumn | undefined,
  fact: Fact,
  all: Bitset,
): Bitset => (column === undefined ? all : (column.rows[column.segmentOf(fact)] ?? all))

/**
 * Prepares a catalogue for proofs. Countries that nothing tells apart stand for each other; the usual
 * ones are named first, so that a reader of a trip knows the way.
 */
export const prepareLawCatalogue = (
  name: CatalogueName,
  tables: PricingTables,
  usualCountries: ReadonlyArray<string> = [],
): ProofCatalogue => {
  const priced = preparePricedCatalogue(tables)
  const { pieces } = priced
  const sold = [...pieces.offers.values()].filter(({ row }) => !row.soldByRedirect)
  const offers = sold.filter(({ insurer }) => insurer.adapter !== "http")
  const ids = new Set(offers.map(({ row }) => String(row.offerId)))
  const rows = emptyBitset(tables.eligibility.rows.length)
  for (const [index, { offerId }] of tables.eligibility.rows.entries()) {
    if (ids.has(offerId)) addRow(rows, index)
  }
  return {
    name,
    tables,
    pieces,
    priced,
    rates: prepareExchangeRates(tables.currencies.rows),
    offers,
    outside: sold.filter(({ insurer }) => insurer.adapter === "http"),
    rows,
    countries: [
      ...new Set([
        ...usualCountries.filter((code) => tables.countries.get(code) !== undefined),
        ...tables.countries.rows.map(({ code }) => code),
      ]),
    ],
  }
}

/** Conditions that the boxes of a kind of trip are cut by, not the kinds themselves. */
const boxed: ReadonlySet<string> = new Set(["days", "travellers", "youngest_age", "oldest_age"])

/** Destinations that no price is rehearsed to fail for. */
const plainCountries = ({ countries, tables }: ProofCatalogue): ReadonlyArray<string> => {
  const magic = new Set((tables.magic?.rows ?? []).map(({ country }) => country))
  return countries.filter((code) => !magic.has(code))
}

/** One country for each way in which a catalogue tells countries apart. */
const countryClasses = (
  codes: ReadonlyArray<string>,
  keyOf: (code: string) => string,
): ReadonlyArray<string> => {
  const known = new Map<string, string>()
  for (const code of codes) {
    const key = keyOf(code)
    if (!known.has(key)) known.set(key, code)
  }
  return [...known.values()]
}

/** The facts of a trip that its places decide. */
type PlaceFacts = Pick<
  TripKind,
  "zone" | "domestic" | "atHome" | "excluded" | "allSchengen" | "residence" | "residenceZone"
>

/** The facts that trips of a residence may have by their destinations, with the fewest that make each. */
const destinationsFrom = (
  { pieces: { geography } }: ProofCatalogue,
  residence: CountryCode,
  countries: ReadonlyArray<string>,
): ReadonlyArray<{ readonly facts: PlaceFacts; readonly destinations: ReadonlyArray<string> }> => {
  const { isExcluded, isSchengen, zoneOf } = geography
  const classes = countryClasses(
    countries.filter((code) => code !== residence),
    (code) => `${zoneOf(code)} ${isSchengen(code)} ${isExcluded(code)}`,
  )
  const found = new Map<
    string,
    { readonly facts: PlaceFacts; readonly destinations: ReadonlyArray<string> }
  >()
  // Trips abroad come first: they stand for trips at home wherever nothing tells both apart.
  const choices = [...classes, ...(countries.includes(residence) ? [residence] : [])]
  const sets = Array.from({ length: 2 ** choices.length }, (_, chosen) =>
    choices.filter((_, index) => (chosen & (1 << index)) !== 0),
  ).sort((left, right) => left.length - right.length)
  for (const destinations of sets) {
    if (destinations.length === 0) continue
    const facts: PlaceFacts = {
      residence,
      residenceZone: zoneOf(residence),
      zone: widestZone(destinations.map(zoneOf)),
      domestic: destinations.includes(residence),
      atHome: destinations.every((code) => code === residence),
      excluded: destinations.some(isExcluded),
      allSchengen: destinations.every(isSchengen),
    }
    const key = Object.values(facts).join(" ")
    if (!found.has(key)) found.set(key, { facts, destinations })
  }
  return [...found.values()]
}

/** Prepares which rows of eligibility accept a kind of trip, of those that let buy an offer of ours. */
const prepareKindRows = ({ rows, tables: { eligibility } }: ProofCatalogue) => {
  const columns = Object.keys(eligibility.definition.inputs).flatMap((name, index) => {
    const column = eligibility.columns[index]
    return boxed.has(name) || column === undefined
      ? []
      : [{ fact: camelCase(name) as keyof TripKind, column }]
  })
  return (kind: TripKind): Bitset => {
    let accepted = rows
    for (const { column, fact } of columns) {
      accepted = intersected(accepted, rowsAccepting(column, kind[fact], accepted))
      if (isEmpty(accepted)) return accepted
    }
    return accepted
  }
}

/** An intent with whether it is always for the year. */
export interface LawIntent {
  readonly intent: string
  readonly forcesAnnual: boolean
}

/**
 * Every kind of trip that some offer can be bought for, with and without a price to insure.
 *
 * @yields After each residence.
 */
export function* lawContexts(
  catalogue: ProofCatalogue,
  intents: ReadonlyArray<LawIntent>,
): Generator<undefined, ReadonlyArray<LawContext>> {
  const { geography } = catalogue.pieces
  const kindRows = prepareKindRows(catalogue)
  const countries = plainCountries(catalogue)
  const residenceColumn = columnOf(catalogue.tables.eligibility, "residence")
  const residences = countryClasses(catalogue.countries, (code) =>
    [
      intersected(rowsAccepting(residenceColumn, code, catalogue.rows), catalogue.rows).join(","),
      geography.zoneOf(code),
      geography.isSchengen(code),
      geography.isExcluded(code),
      countries.includes(code),
    ].join(" "),
  )
  const contexts: Array<LawContext> = []
  const truths = [false, true]
  for (const residence of residences) {
    for (const { destinations, facts } of destinationsFrom(catalogue, residence, countries)) {
      for (const { forcesAnnual, intent } of intents) {
        for (const annual of forcesAnnual ? [true] : truths) {
          for (const cancellation of truths) {
            for (const extremeSports of truths) {
              const kind: TripKind = {
                ...facts,
                atHome: facts.atHome && !annual,
                intent,
                annual,
                cancellation,
                extremeSports,
              }
              const rows = kindRows(kind)
              if (isEmpty(rows)) continue
              for (const priceKnown of cancellation ? [true] : truths) {
                contexts.push({ kind, destinations, priceKnown, rows })
              }
            }
          }
        }
      }
    }
    yield
  }
  return contexts
}
