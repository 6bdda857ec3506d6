import * as Result from "effect/Result"
import { assert, describe, it } from "@effect/vitest"
import { atOnce } from "../../../core/at-once.ts"
import type { Finding } from "../../../core/check/finding.ts"
import { plusDays } from "../../../core/vocabulary/day.ts"
import { provePriceLaws } from "../../../rules/price-laws/check-price-laws.ts"
import { prepareLive } from "../../../rules/pricing/live.ts"
import { prepareSandbox } from "../../../rules/pricing/sandbox.ts"
import { type AllTables, definitions } from "../../../rules/tables/index.ts"
import type { Trip } from "../../../rules/trip/trip.ts"
import { withEditedFile } from "../../support/edited-tables.ts"
import { isLong } from "../../support/long.ts"
import { shippedTables } from "../../support/tables.ts"
import { links, standardTerms } from "../pricing/trips.ts"
import { type PlantedSlip, plantedSlips } from "./planted-slips.ts"
import { priceRowText } from "../../../core/check/price-rows.ts"
import { describeFinding } from "../../../core/check/tell/english.ts"

type Broken = Extract<Finding, { readonly _tag: "BrokenPriceLaw" }>

const withSlip = ({ file, typed, where }: PlantedSlip): AllTables => {
  let rows = 0
  const tables = withEditedFile(definitions, shippedTables, file, ({ cells }) => {
    if (!Object.entries(where).every(([column, cell]) => cells[column] === cell)) return cells
    rows += 1
    return typed === undefined ? undefined : { ...cells, ...typed }
  })
  assert.isAbove(rows, 0, "the row that the slip is planted in")
  return tables
}

const brokenBy = (slip: PlantedSlip, tables: AllTables): ReadonlyArray<Broken> => {
  const { findings } = atOnce(
    provePriceLaws(slip.catalogue, tables, { intents: new Set([slip.intent]) }),
  )
  return findings.flatMap((finding) => (finding._tag === "BrokenPriceLaw" ? finding : []))
}

/** What offers of a trip cost, in minor units of its currency, as partners are answered. */
const answers = ({ catalogue }: PlantedSlip, tables: AllTables, trip: Trip) => {
  const engine = catalogue === "live" ? prepareLive(tables) : prepareSandbox(tables)
  const quote = engine.price(trip, standardTerms, links)
  return Result.isSuccess(quote) ? quote.success.offers : []
}

/** The same trip without one of the travellers that it shares with its neighbour. */
const oneTravellerLess = (trip: Trip, { law }: PlantedSlip): Trip | undefined =>
  trip.travellers.length <= (law === "age" ? 1 : 2)
    ? undefined
    : { ...trip, travellers: trip.travellers.slice(1) }

const oneDayLess = (trip: Trip): Trip | undefined => {
  const endDate = plusDays(trip.endDate, -1)
  return endDate === undefined || endDate < trip.startDate ? undefined : { ...trip, endDate }
}

/** One slip of each law in ordinary runs, all twenty in long ones. */
const usual = new Set([3, 5, 9, 14, 16, 18])

describe("slips that are planted in the tables", () => {
  it("are twenty, of every law that a table can break", () => {
    assert.lengthOf(plantedSlips, 20)
    assert.deepStrictEqual(
      [...new Set(plantedSlips.map(({ law }) => law))],
      // A share of the trip price cannot be negative: no table breaks the law of the trip price.
      ["traveller", "day", "age", "cancellation", "extreme_sports", "cover"],
    )
  })

  it.for(plantedSlips.filter((_, index) => isLong || usual.has(index)))(
    "are found: $about",
    (slip) => {
      const tables = withSlip(slip)
      const found = brokenBy(slip, tables)
      const named = `(${slip.offerId})`
      const own = found.find(({ law, offers }) => law === slip.law && offers[0]?.endsWith(named))
      assert.isDefined(own, found.map(describeFinding).join("\n") || "nothing was found")
      if (own === undefined) return
      // The witness is a trip that partners are really answered so.
      const [trip, more = trip] = own.requests as ReadonlyArray<Trip>
      assert.isDefined(trip)
      if (trip === undefined || more === undefined) return
      const [before, after] = [answers(slip, tables, trip), answers(slip, tables, more)]
      const dearer =
        slip.law === "cover"
          ? before.find(({ name, plan, id }) => own.offers[1] === `${name} ${plan} (${id})`)
          : before[0]
      const cheaper = after.find(({ id }) => id === slip.offerId)
      assert.isBelow(
        cheaper?.price.amountInCents ?? Number.NaN,
        dearer?.price.amountInCents ?? Number.NaN,
      )
      // It names the file in which the slip was made, unless a row is not there any more.
      if (slip.typed !== undefined) {
        assert.include(own.because.map((row) => priceRowText(row, "en")).join("\n"), slip.file)
      }
      // Neither a traveller nor a day less would show it.
      for (const less of [oneTravellerLess, oneDayLess]) {
        const [smaller, smallerMore] = [less(trip, slip), less(more, slip)]
        if (slip.law === "cover" || smaller === undefined || smallerMore === undefined) continue
        const [was] = answers(slip, tables, smaller)
        const [is] = answers(slip, tables, smallerMore)
        const isBroken =
          was !== undefined &&
          is?.id === slip.offerId &&
          is.price.amountInCents < was.price.amountInCents
        assert.isFalse(isBroken, JSON.stringify([smaller, smallerMore]))
      }
    },
  )
})
