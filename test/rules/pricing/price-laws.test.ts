import { assert, describe, it } from "@effect/vitest"
import { makeDraws } from "../../../core/random/draws.ts"
import { lawCatalogues } from "../../../rules/plausibility/plausibility-tables.ts"
import { prepareLive } from "../../../rules/pricing/live.ts"
import { prepareSandbox } from "../../../rules/pricing/sandbox.ts"
import { type AllTables, definitions } from "../../../rules/tables/index.ts"
import type { Trip } from "../../../rules/trip/trip.ts"
import { withEditedFile } from "../../support/edited-tables.ts"
import { times } from "../../support/long.ts"
import { testSeed } from "../../support/random.ts"
import { shippedTables } from "../../support/tables.ts"
import { drawTrip, fallText, preparePriceLaws } from "./price-laws.ts"
import { forcesAnnual, intents, party, tripOf } from "./trips.ts"

const seed = testSeed("neighbouring prices")

const sandboxLaws = (tables: AllTables) =>
  preparePriceLaws(prepareSandbox(tables), "sandbox", tables)
const shipped = {
  live: preparePriceLaws(prepareLive(shippedTables), "live", shippedTables),
  sandbox: sandboxLaws(shippedTables),
}

/** What some drawn trips find: falls in words, trips that lose every offer by an eleventh traveller, and how many had a price. */
const sample = (laws: (typeof shipped)["live"], count: number) => {
  const draws = makeDraws(seed)
  const falls: Array<string> = []
  const lost: Array<Trip> = []
  let priced = 0
  for (let drawn = 0; drawn < count; drawn++) {
    const trip = drawTrip(draws, intents, forcesAnnual)
    if (laws.offersFor(trip).length > 0) priced++
    if (laws.isLost(trip)) lost.push(trip)
    falls.push(...laws.falls(trip, draws).map(fallText))
  }
  return { falls, lost, priced }
}

describe("neighbouring prices", () => {
  for (const catalogue of lawCatalogues) {
    // The long form is a million trips, against what `tables check --prices` proves of all of them.
    it(
      `never fall in ${catalogue}: for a traveller, a day, an option, a year, a euro or a cover more`,
      { timeout: 1_800_000 },
      () => {
        const count = times(1_000, 500_000)
        const { falls, lost, priced } = sample(shipped[catalogue], count)
        assert.deepStrictEqual(falls.slice(0, 5), [])
        assert.deepStrictEqual(lost, [])
        assert.isAbove(priced, count / 3)
      },
    )

    it(`add an eleventh to ten nomads in ${catalogue}, whom no group product takes`, () => {
      const cheapest = (size: number, age: number) => {
        const trip = tripOf({
          intent: "digitalNomad",
          arrivalCountries: ["TH"],
          endDate: "2026-08-29",
          travellers: party(size, age),
        })
        return shipped[catalogue].offersFor(trip)[0]
      }
      for (const age of [30, 64, 66]) {
        const [ten, eleven, twenty] = [cheapest(10, age), cheapest(11, age), cheapest(20, age)]
        assert.isDefined(ten)
        assert.strictEqual(eleven?.id, ten?.id)
        assert.closeTo(eleven?.price.amount ?? 0, (ten?.price.amount ?? 0) * 1.1, 0.01)
        assert.closeTo(twenty?.price.amount ?? 0, (ten?.price.amount ?? 0) * 2, 0.02)
      }
    })
  }

  it("are told where a table slips", () => {
    const slips: ReadonlyArray<
      readonly [string, (cells: Readonly<Record<string, string>>) => Record<string, string>]
    > = [
      // A group that costs half a head.
      [
        "sandbox/tariffs.csv",
        (cells) =>
          cells["tariff"] === "group_comfort"
            ? { per_person: "3.00", per_person_per_day: "0" }
            : {},
      ],
      // Nothing more for a longer stay.
      [
        "sandbox/tariffs.csv",
        (cells) =>
          (cells["tariff"] ?? "").startsWith("leisure") && cells["days"] === ">31"
            ? { per_person: "9.00", per_person_per_day: "0.10" }
            : {},
      ],
      // An older adult pays less.
      [
        "sandbox/age_factors.csv",
        (cells) =>
          cells["age_scale"] === "long_stay" && cells["age"] === "[41..60]"
            ? { factor_percent: "80" }
            : {},
      ],
    ]
    for (const [file, change] of slips) {
      const tables = withEditedFile(definitions, shippedTables, file, ({ cells }) => ({
        ...cells,
        ...change(cells),
      }))
      const { falls } = sample(sandboxLaws(tables), 500)
      assert.isNotEmpty(falls, file)
    }
  })
})
