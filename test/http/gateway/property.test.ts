import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import * as SqlClient from "effect/sql/SqlClient"
import { type Answer, errorCode, outcomeOf } from "../../support/http-call.ts"
import { arbitraryBody, arbitraryPath, bytes, methods } from "../../support/arbitrary-calls.ts"
import { times } from "../../support/long.ts"
import { testSeed } from "../../support/random.ts"
import { paths } from "../../support/sample-trips.ts"
import { useOwnService } from "../../support/service.ts"

/** Calls in one run: bodies at the three POST endpoints that read trips, then anything anywhere. */
const bodyRuns = times(3_000, 6_000)
const otherRuns = times(1_500, 3_000)
/** Calls that are under way at once, so that two cores are kept busy. */
const together = 10
const timeLimitMs = 40_000

const service = useOwnService()

/** The only failures that a caller without a session can bring about: the sandbox's magic destinations. */
const isMagic = (answer: Answer): boolean =>
  [502, 504].includes(answer.status) && errorCode(answer) === "PRICING_UNAVAILABLE"

const namesMagic = (body: unknown): boolean => /BV|HM|\\u/.test(JSON.stringify(body) ?? "")

/** Tables that every call may change: what it used, that it was there, and the trial of a write. */
const isCounted = (table: string): boolean =>
  /^(heartbeat|key_use|quota|service_check|usage_.*)$/.test(table)

const rowCounts = () =>
  service().run(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const tables = yield* sql<{ name: string }>`
        select table_name as name from information_schema.tables
        where table_schema = 'public' and table_type = 'BASE TABLE' order by table_name`
      const counts: Record<string, string> = {}
      for (const { name } of tables) {
        if (isCounted(name)) continue
        const rows = yield* sql<{ content: string }>`
          select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as content
          from ${sql(name)} t`
        counts[name] = rows[0]?.content ?? ""
      }
      return counts
    }),
  )

const expectDecent = (answer: Answer, body: unknown): void => {
  if (answer.status < 500) return
  expect([answer.status, isMagic(answer), namesMagic(body)]).toEqual([answer.status, true, true])
}

describe("whatever is sent", () => {
  it(
    "is answered as documented, never with a failure, and leaves nothing behind",
    { timeout: 150_000 },
    async () => {
      const seed = testSeed("arbitrary calls")
      const before = await rowCounts()
      let sent = 0
      const outcomes = new Set<string>()
      const settings = (numRuns: number) => ({
        seed,
        numRuns: Math.ceil(numRuns / together),
        interruptAfterTimeLimit: timeLimitMs,
        markInterruptAsFailure: false,
        endOnFailure: true,
      })

      const bodies = fc.array(
        fc.tuple(fc.constantFrom(paths.quotes, paths.bilan, paths.links), arbitraryBody),
        {
          minLength: together,
          maxLength: together,
          size: "max",
        },
      )
      await fc.assert(
        fc.asyncProperty(bodies, async (calls) => {
          await Promise.all(
            calls.map(async ([path, body]) => {
              const answer = await service().call("POST", path, body)
              expectDecent(answer, body instanceof Uint8Array ? Buffer.from(body).toString() : body)
              outcomes.add(outcomeOf(answer))
              sent += 1
            }),
          )
        }),
        settings(bodyRuns),
      )

      const anywhere = fc.array(
        fc.record({
          method: fc.constantFrom(...methods),
          path: arbitraryPath,
          body: fc.option(bytes, { nil: undefined, freq: 3 }),
          signed: fc.boolean(),
        }),
        { minLength: together, maxLength: together, size: "max" },
      )
      await fc.assert(
        fc.asyncProperty(anywhere, async (calls) => {
          await Promise.all(
            calls.map(async ({ body, method, path, signed }) => {
              const options = signed ? {} : { key: null }
              const answer = await service().call(method, path, body, options)
              expectDecent(answer, Buffer.from(body ?? []).toString())
              outcomes.add(outcomeOf(answer))
              sent += 1
            }),
          )
        }),
        settings(otherRuns),
      )

      expect(sent).toBeGreaterThanOrEqual(3_000)
      expect([...outcomes]).toEqual(
        expect.arrayContaining(["200", "400 BAD_TRIP", "404 NOT_FOUND"]),
      )
      expect(outcomes.size).toBeGreaterThanOrEqual(12)
      expect(Object.keys(before)).toContain("sale")
      expect(await rowCounts()).toEqual(before)
    },
  )
})
