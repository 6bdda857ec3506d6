import { groupBy } from "../../core/group-by.ts"
import { type Bitset, emptyBitset, fullBitset, hasRow, rowsOf } from "../../core/table/bitset.ts"
import { type AskedFacts, shareAnswers, findFailures } from "../../core/table/evaluate.ts"
import { camelCase } from "../../core/table/names.ts"
import type { SegmentedColumn } from "../../core/table/segments.ts"
import type { CatalogueInsurer, CatalogueOffer } from "./catalogue.ts"
import type { AskedTable, EligibilityRow, PricingTables, TripFacts } from "./pricing-tables.ts"
import { chargesCancellation } from "./tariff.ts"
import { limitOf } from "../reference/limits.ts"

/** The offers of a catalogue that match a trip, and how many nearly did. */
export interface Selection {
  /** The rows behind both. */
  readonly eligible: Eligible<EligibilityRow>
  readonly matched: ReadonlyArray<CatalogueOffer>
  /** Those of them that are not sold on the insurer's own site only. */
  readonly sold: ReadonlyArray<CatalogueOffer>
  /** Those that insurers can price: all where the trip price is known, else those that do not need it. */
  readonly askedFor: (
    priceKnown: boolean,
    facts: Pick<TripFacts, "cancellation">,
  ) => OffersByInsurer
  readonly nearMissCount: number
  /**
   * The party size that the rows of individual products were judged by, where no group product takes a
   * party that is larger; undefined where every row was judged by the party as it is.
   */
  readonly judgedTravellers: number | undefined
  /** Whether a row that matches or nearly does was judged by the party as it is. */
  readonly takenAsItIs: (row: EligibilityRow) => boolean
}

/**
 * Prepares the choice of offers; an offer that matches by one row is no near miss by another. Trips
 * that find the same rows share their selection.
 *
 * Above `individual_travellers_max` travellers, individual products give way to a group product that
 * takes the party. One that is sold elsewhere, or that its own insurer rates and may refuse, does not
 * displace them. Where none takes the party, individual products are judged as for the largest party
 * below groups and priced for all, so that nobody loses every offer by an eleventh traveller.
 */
export const prepareSelection = (
  tables: SelectionTables,
  offers: ReadonlyMap<string, CatalogueOffer>,
): ((facts: TripFacts) => Selection) => {
  const { eligibility } = tables
  const individualsMax = limitOf(tables, "individual_travellers_max")
  const forGroups = groupRows(eligibility, individualsMax)
  const displaces = (row: EligibilityRow): boolean => {
    const offer = forGroups.has(row) ? offers.get(row.offerId) : undefined
    return offer !== undefined && offer.insurer.adapter !== "http" && !offer.row.soldByRedirect
  }
  const judge = prepareEligibility(
    eligibility,
    tables.relaxable.rows.map(({ condition }) => condition),
    (eligible: Eligible<EligibilityRow>) => ({
      selection: Object.freeze(selectionOf(eligible, offers)),
      isForGroup: eligible.matched.some(displaces),
    }),
  )
  type Judged = ReturnType<typeof judge>
  const joined = new WeakMap<Judged, WeakMap<Judged, Selection>>()
  const join = (asItIs: Judged, asIndividuals: Judged): Selection => {
    const known = joined.get(asItIs) ?? new WeakMap<Judged, Selection>()
    joined.set(asItIs, known)
    const found = known.get(asIndividuals)
    if (found !== undefined) return found
    const eligible = together(asItIs.selection.eligible, asIndividuals.selection.eligible)
    const asTheyAre = rowsIn(asItIs.selection.eligible)
    const made = Object.freeze(
      selectionOf(eligible, offers, {
        judgedTravellers: individualsMax,
        takenAsItIs: (row) => asTheyAre.has(row),
      }),
    )
    known.set(asIndividuals, made)
    return made
  }
  return (facts) => {
    const asItIs = judge(facts)
    if (facts.travellers <= individualsMax || asItIs.isForGroup) return asItIs.selection
    return join(asItIs, judge({ ...facts, travellers: individualsMax }))
  }
}

/** The facts that a selection judged the rows of eligibility by: those of the trip, and of the largest party below groups where it did. */
export const judgedFacts = (
  facts: TripFacts,
  { judgedTravellers }: Pick<Selection, "judgedTravellers">,
): ReadonlyArray<TripFacts> =>
  judgedTravellers === undefined ? [facts] : [facts, { ...facts, travellers: judgedTravellers }]

/** A row that fails exactly one condition, and the name of that condition in the file. */
export interface NearMiss<Row> {
  readonly row: Row
  readonly condition: string
}

/**
 * Prepares a decision table of who may buy what to find near misses, too: rows that fail exactly
 * one condition, which is among `relaxable` (column names). It uses the columns of the table
 * itself: all other conditions accept such a row. All facts that find the same rows share what
 * `answer` makes of them, which is frozen.
 */
export const prepareEligibility = <
  Facts,
  Row extends { readonly line: number },
  Answer extends object = Eligible<Row>,
>(
  table: Eligibility<Facts, Row>,
  relaxable: ReadonlyArray<string>,
  answer: (eligible: Eligible<Row>) => Answer,
): ((facts: Facts) => Answer) => {
  const { rows } = table
  const conditions = conditionsOf(table)
  const relaxed = conditions.flatMap(({ name }, index) => (relaxable.includes(name) ? index : []))
  const every = fullBitset(rows.length)
  const none = emptyBitset(rows.length)
  const width = every.length
  const accepted = conditions.map(() => none)
  const found = new Int32Array((1 + relaxed.length) * width)
  const rowsAt = (sets: Bitset, place: number): ReadonlyArray<Row> =>
    rowsOf(sets.subarray(place * width, (place + 1) * width)).flatMap((row) => rows[row] ?? [])
  const answerOf = shareAnswers(found.length, (sets) => {
    const nearMisses = relaxed.flatMap((index, place) => {
      const condition = conditions[index]?.name ?? ""
      return rowsAt(sets, place + 1).map((row) => ({ row, condition }))
    })
    return answer({ matched: rowsAt(sets, 0), nearMisses })
  })
  return (facts) => {
    const asked = facts as AskedFacts
    for (let index = 0; index < conditions.length; index += 1) {
      const condition = conditions[index]
      if (condition === undefined) break
      const { column, factName } = condition
      const segment = column.segmentOf(asked[factName] ?? null)
      accepted[index] = column.rows[segment] ?? none
    }
    findFailures(accepted, every, relaxed, found)
    return answerOf(found)
  }
}

/** The rows that match a trip, and those that would match it with one condition relaxed. */
interface Eligible<Row> {
  readonly matched: ReadonlyArray<Row>
  readonly nearMisses: ReadonlyArray<NearMiss<Row>>
}

/** What each insurer is asked for. */
type OffersByInsurer = ReadonlyArray<{
  readonly insurer: CatalogueInsurer
  readonly offers: ReadonlyArray<CatalogueOffer>
}>

/** The tables that say who may buy what, and from how many travellers on a party is a group. */
type SelectionTables = Pick<PricingTables, "eligibility" | "limits" | "relaxable">

/** The rows of group products: those that do not take the largest party of individual travellers. */
const groupRows = (
  { columns, definition, rows }: PricingTables["eligibility"],
  individualsMax: number,
): ReadonlySet<EligibilityRow> => {
  const column = columns[Object.keys(definition.inputs).indexOf("travellers")]
  const taking = column?.rows[column.segmentOf(individualsMax)]
  return new Set(taking === undefined ? [] : rows.filter((_, index) => !hasRow(taking, index)))
}

type Eligibility<Facts, Row extends { readonly line: number }> = Pick<
  AskedTable<Facts, Row>,
  "columns" | "definition" | "rows"
>

const conditionsOf = <Facts, Row extends { readonly line: number }>({
  columns,
  definition,
}: Eligibility<Facts, Row>): ReadonlyArray<NamedCondition> =>
  Object.keys(definition.inputs).flatMap((name, index): NamedCondition | [] => {
    const column = columns[index]
    const factName = camelCase(name)
    return column === undefined ? [] : { name, factName, column }
  })

interface NamedCondition {
  readonly name: string
  readonly factName: string
  readonly column: SegmentedColumn
}

const selectionOf = (
  eligible: Eligible<EligibilityRow>,
  offers: ReadonlyMap<string, CatalogueOffer>,
  asIndividuals: Pick<Selection, "judgedTravellers" | "takenAsItIs"> = allAsItIs,
): Selection => {
  const ids = new Set(eligible.matched.map(({ offerId }) => offerId))
  const missed = new Set(eligible.nearMisses.map(({ row }) => row.offerId))
  const matched = [...ids].flatMap((id) => offers.get(id) ?? [])
  const sold = matched.filter(({ row }) => !row.soldByRedirect)
  return {
    eligible,
    matched: Object.freeze(matched),
    sold: Object.freeze(sold),
    askedFor: prepareAskedFor(sold),
    nearMissCount: [...missed].filter((id) => !ids.has(id)).length,
    ...asIndividuals,
  }
}

const allAsItIs = { judgedTravellers: undefined, takenAsItIs: () => true }

const prepareAskedFor = (sold: ReadonlyArray<CatalogueOffer>): Selection["askedFor"] => {
  const without = (cancellation: boolean): OffersByInsurer =>
    askedOf(sold.filter((offer) => !chargesCancellation(offer, { cancellation })))
  const all = askedOf(sold)
  const unpriced = { asked: without(true), notAsked: without(false) }
  return (priceKnown, { cancellation }) => {
    if (priceKnown) return all
    return cancellation ? unpriced.asked : unpriced.notAsked
  }
}

const askedOf = (offers: ReadonlyArray<CatalogueOffer>): OffersByInsurer =>
  Object.freeze(
    [...groupBy(offers, ({ insurer }) => insurer)].map(([insurer, theirs]) =>
      Object.freeze({ insurer, offers: Object.freeze(theirs) }),
    ),
  )

/** What both judgements of a large party find: as it is, and as the largest below group products. */
const together = (
  asItIs: Eligible<EligibilityRow>,
  asIndividuals: Eligible<EligibilityRow>,
): Eligible<EligibilityRow> => {
  const misses = new Map(
    [...asItIs.nearMisses, ...asIndividuals.nearMisses].map((miss) => [
      `${miss.row.line} ${miss.condition}`,
      miss,
    ]),
  )
  return {
    matched: [...new Set([...asItIs.matched, ...asIndividuals.matched])].toSorted(
      (left, right) => left.line - right.line,
    ),
    nearMisses: [...misses.values()],
  }
}

const rowsIn = ({ matched, nearMisses }: Eligible<EligibilityRow>): ReadonlySet<EligibilityRow> =>
  new Set([...matched, ...nearMisses.map(({ row }) => row)])
