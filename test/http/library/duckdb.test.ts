import { DuckDBInstance } from "@duckdb/node-api"
import { afterAll, assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { shapeOf } from "../../../core/fields/shape-of.ts"
import { warned } from "../../../core/fields/request-warning.ts"
import { bilanFunctions } from "../../../http/library/duckdb/bilan-functions.ts"
import { quoteFunctions } from "../../../http/library/duckdb/quote-functions.ts"
import { scalarFunction } from "../../../http/library/duckdb/sql-function.ts"
import { makeOfflineQuotes } from "../../../http/bulk/offline-quotes.ts"
import { bilanBody } from "../../../rules/coach/bilan-body.ts"
import { limitsOf } from "../../../rules/reference/limits.ts"
import { shippedTables } from "../../support/tables.ts"
import { makeOfflineCoach } from "../../../rules/coach/offline.ts"

const coach = makeOfflineCoach(
  shippedTables,
  "any",
  undefined,
  shapeOf(bilanBody(limitsOf(shippedTables))),
)
const bilan = (request: unknown) =>
  Result.map(coach.bilan(request), (found) => warned(found, coach.warningsOf(request)))

const quotes = makeOfflineQuotes(shippedTables, {
  engineVersion: "any",
  links: { iconUrl: (file) => file, documentUrl: (id, kind) => `${id}/${kind}` },
  mode: "sandbox",
  today: "2027-01-01",
})
const quote = (request: unknown) =>
  Result.mapBoth(quotes.quote(request), {
    onSuccess: (found) => warned(found, quotes.warningsOf(request)),
    onFailure: ({ detail, error }) => ({
      _tag: "QuoteRefusal" as const,
      code: error as "BAD_TRIP",
      detail,
    }),
  })

const instance = await DuckDBInstance.create()
const connection = await instance.connect()
for (const each of [...bilanFunctions(bilan), ...quoteFunctions(quote)]) {
  connection.registerScalarFunction(scalarFunction(each))
}
afterAll(() => {
  connection.closeSync()
  instance.closeSync()
})

const rowsOf = async (sql: string): Promise<ReadonlyArray<Readonly<Record<string, unknown>>>> =>
  (await connection.runAndReadAll(sql)).getRowObjectsJson()

describe("functions of DuckDB", () => {
  it("answer each row as it is answered alone, whatever the others ask", async () => {
    const rows = await rowsOf(`
      WITH asked AS (
        SELECT i, ['FR', 'US', 'XX', NULL][1 + i % 4] AS residence,
               [['US'], ['ES', 'IT'], [], NULL][1 + i % 4] AS destinations,
               ['visa', 'amex', NULL][1 + i % 3] AS network, ['mid', 'elite', 'none', NULL][1 + i % 4] AS tier
        FROM range(5000) t(i))
      SELECT i, residence, destinations, network, tier,
             bilan(residence, destinations, network, tier) AS found FROM asked ORDER BY i`)
    assert.lengthOf(rows, 5000)
    for (const { destinations, found, network, residence, tier } of rows) {
      const card =
        network === null && tier === null
          ? { none: true }
          : { network: network ?? "", tier: tier ?? "" }
      const alone = bilan({ residence: residence ?? "", destinations: destinations ?? [], card })
      const seen = found as Readonly<Record<string, unknown>>
      if (Result.isFailure(alone)) {
        assert.match(String(seen["refusal"]), new RegExp(`^${alone.failure.code}: `))
        assert.isNull(seen["headline"])
        continue
      }
      const { bilan: told, card: read, meta, warnings = [] } = alone.success
      assert.deepStrictEqual(seen, {
        market: meta.market,
        origin: read.origin,
        should_sell: told.shouldSell,
        headline: told.headline.key,
        medical_target: told.medical.targetValue,
        ceiling_ok: told.medical.ceilingOk,
        gap_count: Object.keys(read.guarantees).length,
        covered_count: Object.values(read.guarantees).filter(({ covered }) => covered).length,
        argument_count: told.argumentCount,
        arguments: told.arguments.map(({ id }) => id).join(";"),
        unread: warnings.length === 0 ? null : warnings.map(({ detail }) => detail).join("; "),
        refusal: null,
      })
    }
  })

  it("give the cheapest offer of a trip, or why there is none", async () => {
    const trip = (ages: string) =>
      `quote_cheapest('FR', ['US'], DATE '2027-07-01', DATE '2027-07-14', ${ages})`
    const [row] = await rowsOf(
      `SELECT ${trip("[34]")} AS found, ${trip("[NULL]")} AS none, ${trip("NULL")} AS nobody`,
    )
    const alone = Result.getOrThrow(
      quote({
        trip: {
          intent: "forTourism",
          startDate: "2027-07-01",
          endDate: "2027-07-14",
          countryResidence: "FR",
          arrivalCountries: ["US"],
          travellers: [{ age: 34 }],
        },
      }),
    )
    const [cheapest] = alone.offers
    const found = row?.["found"] as Readonly<Record<string, unknown>>
    assert.strictEqual(found["price"], cheapest?.price.amount)
    assert.strictEqual(found["offer_id"], cheapest?.id)
    assert.strictEqual(found["offer_count"], alone.offers.length)
    assert.isNull(found["refusal"])
    const refusals = [row?.["none"], row?.["nobody"]].map((each) =>
      Reflect.get(Object(each), "refusal"),
    )
    assert.match(refusals.join(" "), /^BAD_TRIP: .*age.* NO_TRAVELLERS: /)
  })

  it("take and give JSON, and NULL for NULL", async () => {
    const [row] = await rowsOf(`
      SELECT bilan_json('{"residence":"FR","destinations":["US"],"crad":1}') AS found,
             bilan_json('{') AS broken, bilan_json(NULL) AS nothing, quote_json('[]') AS refused,
             bilan_of_bin('FR', ['US'], '497203') AS bin`)
    const alone = bilan({ residence: "FR", destinations: ["US"], crad: 1 })
    assert.strictEqual(row?.["found"], JSON.stringify(Result.getOrThrow(alone)))
    assert.include(String(row?.["broken"]), "INVALID_JSON")
    assert.isNull(row?.["nothing"])
    assert.include(String(row?.["refused"]), '"error":"BAD_TRIP"')
    const expected = Result.getOrThrow(
      bilan({ residence: "FR", destinations: ["US"], card: { bin: "497203" } }),
    )
    assert.include(row?.["bin"], {
      origin: expected.card.origin,
      headline: expected.bilan.headline.key,
    })
  })
})
