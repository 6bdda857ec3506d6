import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { errorCode } from "../../http/platform/system-error.ts"
import type { Reporter } from "../../http/ports/sales.ts"
import type { SignedReport } from "../../rules/sales/read-report.ts"
import { reportByOlderCode } from "../http/store/sales/older-code.ts"
import type { Act } from "./act.ts"
import { reportOf } from "./lived-in.ts"

/** How a report of older code came out: it was booked, or refused for newer code to book. */
export type ByOlderCode = "booked" | "refused"

const ofProcess = Effect.map(Clock.currentTimeMillis, (nowMs) => new Date(nowMs))

/** Reports a sale of an account of the simulation by the statements of a version from before records of sales. */
export const reportAsBefore = Effect.fnUntraced(function* (
  code: string,
  externalOrderId: string,
  changes: Partial<SignedReport>,
) {
  const sql = yield* SqlClient.SqlClient
  const [account] = yield* sql<{ readonly partnerId: string; readonly linkId: bigint }>`
    select partner.id as "partnerId", tracked_link.id as "linkId"
    from partner join tracked_link on partner_id = partner.id
    where partner.code = ${code} and tracked_link.code = ${`${code.toUpperCase()}27`}`
  const { linkId = 0n, partnerId = "" } = account ?? {}
  const reporter: Reporter = {
    partnerId,
    partnerCode: code,
    mode: "live",
    rates: { feeBps: 1_500, baseRateBps: 1_500, upliftBps: 0 },
  }
  const ref = `${code}-${code.toUpperCase()}27`
  const report = { ...reportOf({ ref }, externalOrderId), ...changes }
  return yield* reportByOlderCode({ reporter }, linkId, report, ofProcess).pipe(
    Effect.as<ByOlderCode>("booked"),
    // The schema refuses what that code cannot do rightly: its partner sends it again.
    Effect.catchIf(
      ({ reason }) => errorCode(reason.cause) === "VSR01",
      () => Effect.succeed<ByOlderCode>("refused"),
    ),
  )
})

/** What older code does beside newer one, in the rooms of what it meets. */
export const olderActs: Readonly<Record<string, Act>> = {
  "report anew by older code": {
    room: "first reports",
    does: () => reportAsBefore("cat", "new", {}),
  },
  "report what is known by older code": {
    room: "sales",
    does: () => reportAsBefore("cat", "known", { amountMinor: 930_000 }),
  },
}
