import { type KeyId } from "../../../../rules/accounts/key-text.ts"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import type { CallRecord, RecentCallsQuery } from "../../../../http/ports/usage.ts"
import { Keys } from "../../../../http/ports/keys.ts"
import type { SaleOwner } from "../../../../http/ports/sales.ts"
import { Partners } from "../../../../http/ports/partners.ts"
import { makeUsage } from "../../../../http/store/usage/usage-sql.ts"
import { setDatabaseTime } from "../../../support/database-clock.ts"

/** How much is kept in these tests. */
export const kept = { signedCalls: 5, unsignedCalls: 2, callDays: 30, countDays: 400 }

/** 2026-03-10, noon. */
export const noonMs = Date.parse("2026-03-10T12:00:00Z")

/** A new account with sandbox keys, by the clock of the database at noon. */
export const makeCaller = Effect.fn(function* (keyCount = 1) {
  yield* setDatabaseTime(noonMs)
  const partnerCode = `p${crypto.randomUUID().slice(0, 8)}`
  yield* (yield* Partners).create({ code: partnerCode, name: partnerCode })
  const keys = yield* Effect.forEach(Array.from({ length: keyCount }), () =>
    Effect.flatMap(Keys, ({ create }) => create({ partnerCode, mode: "sandbox" })),
  )
  const usage = yield* makeUsage(() => kept)
  return {
    keyIds: keys.map(({ keyId }) => keyId),
    keyId: keys[0]?.keyId ?? "",
    secret: keys[0] === undefined ? "" : Redacted.value(keys[0].secret),
    owner: yield* usage.owner(partnerCode, "sandbox"),
  }
})

let made = 0

/** A signed quote that was answered at noon, with some fields replaced. */
export const madeCall = (keyId: string, changes: Partial<CallRecord> = {}): CallRecord => {
  made += 1
  return {
    keyId: keyId as KeyId,
    isSigned: true,
    isListed: true,
    requestId: `00000000-0000-4000-8000-${String(made).padStart(12, "0")}`,
    atMs: noonMs - 3_600_000 + made,
    durationMs: 3,
    endpoint: "quotes",
    method: "POST",
    status: 200,
    refused: undefined,
    ...changes,
  }
}

/** A call that was refused under a code. */
export const refusedCall = (keyId: string, code: string, changes: Partial<CallRecord> = {}) =>
  madeCall(keyId, { status: 400, refused: { code, detail: `${code}: so` }, ...changes })

/** The counts of an account: `2026-03-10 quotes 3 BAD_DATES=1`. */
export const countsOf = Effect.fn(function* (owner: SaleOwner) {
  const { days } = yield* makeUsage(() => kept)
  const found = yield* days(owner, { from: "1970-01-01", to: "2100-01-01" })
  return found.map(({ calls, day, endpoint, refused }) =>
    [day, endpoint, calls, ...refused.map((one) => `${one.code}=${one.calls}`)].join(" "),
  )
})

/** The calls that are kept of an account, the newest first. */
export const callsOf = Effect.fn(function* (
  owner: SaleOwner,
  query: Partial<RecentCallsQuery> = {},
) {
  const { recentCalls } = yield* makeUsage(() => kept)
  return yield* recentCalls(owner, { limit: 100, before: null, isRefusedOnly: false, ...query })
})

/** How many rows a table of usage has. */
export const rowsIn = (table: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(
      sql<{ readonly rows: bigint }>`select count(*) as rows from ${sql(table)}`,
      ([row]) => Number(row?.rows),
    ),
  )
