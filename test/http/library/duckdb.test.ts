import { DuckDBInstance } from "@duckdb/node-api"
import { afterAll, assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as feelin from "feelin"
import { makeAnswer } from "../../../core/engine/answer-table.ts"
import { shapeOf } from "../../../core/fields/shape-of.ts"
import { warned } from "../../../core/fields/request-warning.ts"
import { bilanFunctions } from "../../../http/library/duckdb/bilan-functions.ts"
import { quoteFunctions } from "../../../http/library/duckdb/quote-functions.ts"
import { registerTables } from "../../../http/library/duckdb/register-tables.ts"
import { loadPortable } from "../../../http/tables/forms/portable/portable-files.ts"
import { scalarFunction } from "../../../http/library/duckdb/sql-function.ts"
import { makeOfflineQuotes } from "../../../http/bulk/offline-quotes.ts"
import { bilanBody } from "../../../rules/coach/bilan-body.ts"
import { limitsOf } from "../../../rules/reference/limits.ts"
import { shippedTables } from "../../support/tables.ts"
import { makeOfflineCoach } from "../../../rules/coach/offline.ts"
import { sampleTripIn } from "../../../rules/trip/sample-trip.ts"
import { portableFares } from "../../support/portable-fares.ts"

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
        trip: sampleTripIn(2027),
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

const fares = {
  definition: {
    ...portableFares,
    inputs: [
      ...portableFares.inputs,
      { name: "since", label: "Since", expression: "since", type: "day", optional: true },
    ],
  },
  csv: "age,zone,since,fare\n<65,city,,2.5\n>=65,city,,1.5\n,sea,>=20260101,4\n>90,sea,,9\n",
}

describe("evaluate of DuckDB", () => {
  it("answers structures, whole rows and JSON by tables of one's own", async () => {
    assert.isTrue(Result.isSuccess(registerTables(connection, { fares })))
    const rows = await rowsOf(`
      WITH riders AS (
        SELECT i % 120 AS age, ['city', 'sea'][1 + i % 2] AS zone, DATE '2025-12-30' + (i % 5)::INTEGER AS since
        FROM range(3000) t(i))
      SELECT age, zone, since::VARCHAR AS since, evaluate('fares', riders) AS row,
             evaluate('fares', {age: age::DECIMAL(9, 2), zone: zone, since: since}) AS structure,
             evaluate('fares', to_json(riders)) AS json FROM riders`)
    assert.lengthOf(rows, 3000)
    const { definition, csv } = fares
    const read = Result.getOrThrow(loadPortable("fares.csv", JSON.stringify(definition), csv))
    const answer = makeAnswer(read.table, read.decision)
    const seen = new Set<string>()
    for (const { age, json, row, since, structure, zone } of rows) {
      const alone = answer({ age: Number(age), zone, since })
      const expected = JSON.stringify(Result.isSuccess(alone) ? alone.success : alone.failure)
      assert.deepStrictEqual([row, structure, json], [expected, expected, expected])
      seen.add(expected)
    }
    assert.isAbove(seen.size, 4)
    const [told] = await rowsOf(`
      SELECT evaluate('fare', '{}') AS other, evaluate('fares', '{"age":1,"zone":"ctiy"}') AS wrong,
             evaluate('fares', 'x') AS none, evaluate('fares', NULL::VARCHAR) AS nothing,
             evaluate('fares', {age: 70, zone: 'city', since: NULL::DATE})->>'$.hits[0].fare' AS fare`)
    assert.deepStrictEqual(told, {
      other:
        '{"error":"NO_TABLE","detail":"no table is called \\"fare\\"; did you mean \\"fares\\"?"}',
      wrong:
        '{"error":"BAD_FACTS","detail":"zone: \\"ctiy\\" should be one of city, sea; did you mean \\"city\\"?"}',
      none: '{"error":"BAD_FACTS","detail":"facts: an object"}',
      nothing: null,
      fare: "1.5",
    })
  })

  it("tells tables with mistakes, and takes an interpreter of FEEL", async () => {
    const told = (...given: Parameters<typeof registerTables>) => {
      const registered = registerTables(...given)
      return Result.isFailure(registered) ? registered.failure : []
    }
    const wrong = { ...fares, csv: fares.csv.replace("<65,city", "<65,ctiy") }
    assert.deepStrictEqual(told(connection, { wrong, none: { definition: 7, csv: "" } }), [
      'wrong.csv:2:5 zone: "ctiy" should be one of city, sea; did you mean "city"?',
      "none: 7 should be an object",
    ])
    const { definition } = fares
    const feel = {
      definition: {
        ...definition,
        inputs: definition.inputs.slice(0, 1),
        outputs: [{ name: "fare", label: "Fare", type: "feel" }],
        facts: [{ name: "age" }, { name: "rate", type: "number" }],
      },
      csv: "age,fare\n<65,age * rate\n",
    }
    assert.deepStrictEqual(told(connection, { feel }), [
      "feel: fare hold expressions of FEEL, which the npm package feelin evaluates: registerTables(connection, tables, { feel: feelin })",
    ])
    const other = await instance.connect()
    assert.deepStrictEqual(told(other, { feel }, { feel: feelin }), [])
    const read = await other.runAndReadAll("SELECT evaluate('feel', {age: 10, rate: 0.5}) AS found")
    assert.deepStrictEqual(read.getRowObjectsJson(), [{ found: '{"hits":[{"line":2,"fare":5}]}' }])
    other.closeSync()
  })
})
