import { type KeyId } from "../../../../rules/accounts/key-text.ts"
import { describe, expect, layer } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as SqlClient from "effect/sql/SqlClient"
import * as fc from "fast-check"
import { chargeBatch, chargeFree, type KeyCharge } from "../../../../http/store/quota/quota-sql.ts"
import { quotaWindow, windowLeadMaxMs } from "../../../../rules/quota/quota.ts"
import { layerTestDatabase } from "../../../support/postgres.ts"
import { atDatabaseMs, type Limits, makeKeys, makeSettableClock, revision } from "./bare-keys.ts"

const minuteMs = 60_000
const beginMs = 20_000 * 1_440 * minuteMs

/** What a key has used, by a model that knows no SQL. */
interface Used {
  minute: number
  day: number
  burst: number
  reads: number
  prices: number
  bilans: number
}

/** The clocks of a batch: that of the process, and that of the database. */
interface Clocks {
  readonly ownMs: number
  readonly databaseMs: number
}

/**
 * Charges the model: reads before plain calls, windows that move back only where they are further
 * ahead of the database's clock than they may be, as does a process's time.
 */
const chargeModel = (used: Used, limits: Limits, clocks: Clocks, asked: KeyCharge) => {
  const { databaseMs, ownMs } = clocks
  const lastMs = databaseMs + windowLeadMaxMs
  const { day, minute } = quotaWindow(ownMs > lastMs ? databaseMs : ownMs)
  const last = quotaWindow(lastMs)
  if (minute > used.minute || used.minute > last.minute) Object.assign(used, { minute, burst: 0 })
  if (day > used.day || used.day > last.day) Object.assign(used, { day, reads: 0 })
  const before = { burst: used.burst, reads: used.reads }
  const left = Math.max(0, limits.burst - used.burst)
  const reads = Math.min(asked.prices + asked.bilans, Math.max(0, limits.reads - used.reads), left)
  const prices = Math.min(asked.prices, reads)
  const granted = { calls: Math.min(asked.calls, left - reads), prices, bilans: reads - prices }
  used.burst += reads + granted.calls
  used.reads += reads
  used.prices += granted.prices
  used.bilans += granted.bilans
  return { before, granted }
}

const yearMs = 365 * 1_440 * minuteMs

/** How far a process's clock is from the database's: hardly, as far as it may be, and further. */
const offsMs = [0, 0, 0, 5_000, -5_000, windowLeadMaxMs, windowLeadMaxMs + 1, yearMs, -yearMs]

const batches = fc.record({
  limits: fc.array(fc.record({ reads: fc.nat(20), burst: fc.nat(20) }), {
    minLength: 1,
    maxLength: 4,
  }),
  steps: fc.array(
    fc.record({
      minutesLater: fc.constantFrom(0, 0, 0, 0, 1, -1, 9, -11, 1_440, -1_440, 525_600, -525_600),
      offMs: fc.constantFrom(...offsMs),
      asked: fc.array(fc.record({ calls: fc.nat(4), prices: fc.nat(4), bilans: fc.nat(4) })),
    }),
    { minLength: 1, maxLength: 8 },
  ),
})

type Batches = typeof batches extends fc.Arbitrary<infer Drawn> ? Drawn : never

/** Charges batches to fresh keys and to the model at once; how many grants were partial. */
const compareWithModel = Effect.fn(function* ({ limits, steps }: Batches) {
  const sql = yield* SqlClient.SqlClient
  const ids = yield* makeKeys(limits)
  const used = ids.map((): Used => ({
    minute: 0,
    day: 0,
    burst: 0,
    reads: 0,
    prices: 0,
    bilans: 0,
  }))
  let databaseMs = beginMs
  let partial = 0
  for (const { asked, minutesLater, offMs } of steps) {
    databaseMs += minutesLater * minuteMs
    const clocks = { databaseMs, ownMs: databaseMs + offMs }
    const charges = asked
      .slice(0, ids.length)
      .map((each, index) => ({ keyId: ids[index] ?? ("" as KeyId), revision, ...each }))
    const charging = chargeBatch(sql, charges, clocks.ownMs)
    const { granted } = yield* atDatabaseMs(databaseMs, charging)
    for (const [index, charge] of charges.entries()) {
      const [own, limit] = [used[index], limits[index]]
      if (own === undefined || limit === undefined) continue
      const { before, granted: expected } = chargeModel(own, limit, clocks, charge)
      const seen = granted.get(charge.keyId)
      expect(seen?.before.window).toMatchObject({ minute: own.minute, day: own.day })
      expect(seen?.granted).toEqual(expected)
      expect({ burst: seen?.before.burst.used, reads: seen?.before.reads.used }).toEqual(before)
      const { bilans, calls, prices } = charge
      if (expected.calls + expected.prices + expected.bilans < calls + prices + bilans) partial += 1
    }
  }
  const rows = yield* sql<Readonly<Record<keyof Used, unknown>>>`
    select minute, day, burst_used as burst, reads_used as reads, prices, bilans
    from quota where key_id = any(${ids}::text[]) order by key_id`
  const stored = rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [name, Number(value)])),
  )
  expect(stored).toEqual(used)
  return partial
})

layer(layerTestDatabase)("a batch of charges", (it) => {
  it.effect("is granted what a model grants, in whole and in part", () =>
    Effect.gen(function* () {
      const services = yield* Effect.context<SqlClient.SqlClient>()
      yield* makeSettableClock
      let partial = 0
      const law = fc.asyncProperty(batches, async (drawn) => {
        const compared = Effect.provideContext(compareWithModel(drawn), services)
        partial += await Effect.runPromise(compared)
      })
      yield* Effect.promise(() => fc.assert(law, { numRuns: 60 }))
      expect(partial).toBeGreaterThan(0)
    }),
  )

  it.effect("has no entry for a key that was changed or revoked, and counts nothing of it", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const plenty = { reads: 9, burst: 9 }
      const [good = "", changed = "", revoked = ""] = yield* makeKeys([plenty, plenty, plenty])
      yield* sql`update api_key set revoked_at = now() where key_id = ${revoked}`
      const revisions = yield* sql<{ readonly keyId: KeyId; readonly revision: string | bigint }>`
        select key_id as "keyId", revision from api_key
        where key_id = any(${[good, changed, revoked]}::text[]) order by key_id`
      const charges = revisions.map(({ keyId, revision: now }) => ({
        keyId,
        revision: BigInt(now) - (keyId === changed ? 1n : 0n),
        calls: 1,
        prices: 1,
        bilans: 0,
      }))
      const { granted, held } = yield* chargeBatch(sql, charges, beginMs)
      expect([...granted.keys()]).toEqual([good])
      expect([...held]).toEqual([])
      const rows = yield* sql<{ readonly burst_used: number }>`
        select burst_used from quota
        where key_id = any(${[good, changed, revoked]}::text[]) order by key_id`
      expect(rows.map(({ burst_used }) => burst_used)).toEqual([2, 0, 0])
    }),
  )

  describe("that waits for one who waits for it", () => {
    it.effect("lets go, and is charged what the other held once that has ended", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const plenty = { reads: 9, burst: 9 }
        const [first = "" as KeyId, second = "" as KeyId] = yield* makeKeys([plenty, plenty])
        const holdsSecond = yield* Deferred.make<void>()
        const wantsFirst = yield* Deferred.make<void>()
        const link = (keyId: KeyId) =>
          sql`update quota set links = links + 1 where key_id = ${keyId}`
        const other = yield* Effect.forkChild(
          sql.withTransaction(
            Effect.gen(function* () {
              // Whoever looks for a deadlock first is ended: here that is the batch.
              yield* sql`set local deadlock_timeout = '60s'`
              yield* sql`set local idle_in_transaction_session_timeout = 0`
              yield* link(second)
              yield* Deferred.succeed(holdsSecond, undefined)
              yield* Deferred.await(wantsFirst)
              yield* link(first)
            }),
          ),
        )
        yield* Deferred.await(holdsSecond)
        const asked = { revision, calls: 1, prices: 0, bilans: 0 }
        const charges = [first, second].map((keyId) => ({ keyId, ...asked }))
        const batch = yield* Effect.forkChild(chargeBatch(sql, charges, beginMs))
        const isWaiting = Effect.map(
          sql<{ readonly waiting: boolean }>`
            select exists (select from pg_stat_activity
              where datname = current_database() and wait_event_type = 'Lock') as waiting`,
          ([row]) => row?.waiting === true,
        )
        yield* Effect.repeat(isWaiting, { until: (waiting) => waiting })
        yield* Deferred.succeed(wantsFirst, undefined)
        yield* Fiber.join(other)
        const { granted, held } = yield* Fiber.join(batch)
        const left = charges.filter(({ keyId }) => held.has(keyId))
        // The other may have ended before the batch looks for what is free.
        expect(new Set([...granted.keys(), ...held])).toEqual(new Set([first, second]))
        const later = yield* chargeFree(sql, left, beginMs)
        const all = new Map([...granted, ...later.granted])
        expect(charges.map(({ keyId }) => all.get(keyId)?.granted.calls)).toEqual([1, 1])
        const rows = yield* sql<{ readonly links: bigint; readonly burst: number }>`
          select links, burst_used as burst from quota
          where key_id = any(${[first, second]}::text[])`
        expect(rows.map(({ burst, links }) => [Number(links), burst])).toEqual([
          [1, 1],
          [1, 1],
        ])
      }),
    )
  })
})
