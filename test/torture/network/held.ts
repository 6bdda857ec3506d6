import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { createKey, type Stage } from "../stage.ts"
import type { Caller, Shot } from "./calls.ts"
import type { Held } from "./judge.ts"

interface SessionRow {
  readonly nonce: string
  readonly subscriptionId: string
  readonly mode: "sandbox" | "live"
}

interface SaleRow {
  readonly orderId: string
  readonly bookings: number
}

interface CountRow {
  readonly count: number
}

/** The part of a session's id that the database knows it by. */
const nonceOf = (sessionId: string): string => sessionId.slice("qs_".length).split(".")[0] ?? ""

/** Reads what the database holds; sessions under the ids that were asked for. */
export const readHeld = (
  stage: Pick<Stage, "run">,
  { live, sandbox }: Caller,
  sessionIds: Iterable<string>,
): Promise<Held> =>
  stage.run(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const sessions = yield* sql<SessionRow>`
        select nonce, subscription_id as "subscriptionId", mode from link_session`
      const sales = yield* sql<SaleRow>`
        select external_order_id as "orderId", (select count(*)::int from ledger_journal
          where sale_id = sale.id and kind = 'booking') as bookings
        from sale`
      const [subscriptions] = yield* sql<CountRow>`select count(*)::int as count from subscription`
      const [paid] = yield* sql<CountRow>`
        select sum(links)::int as count from quota
        where key_id in (${live.keyId}, ${sandbox.keyId})`
      const byNonce = new Map([...sessionIds].map((id) => [nonceOf(id), id]))
      return {
        sessions: sessions.map(({ nonce, subscriptionId }) => ({
          sessionId: byNonce.get(nonce) ?? nonce,
          subscriptionId,
        })),
        sales,
        subscriptions: subscriptions?.count ?? 0,
        liveSessions: sessions.filter(({ mode }) => mode === "live").length,
        linksPaid: paid?.count ?? 0,
      }
    }),
  )

/** The sessions that links were asked for. */
export const sessionIdsOf = (shots: ReadonlyArray<Shot>): ReadonlySet<string> =>
  new Set(shots.filter(({ kind }) => kind.endsWith("links")).map(({ id }) => id))

const linkCodeOf = Effect.fnUntraced(function* (partnerCode: string) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ readonly code: string }>`
    select tracked_link.code from tracked_link join partner on partner.id = partner_id
    where partner.code = ${partnerCode} order by tracked_link.id limit 1`
  return row?.code ?? ""
})

/** Makes an account with keys of both modes. */
export const makeCaller = (stage: Pick<Stage, "run">, partnerCode: string): Promise<Caller> =>
  stage.run(
    Effect.gen(function* () {
      const sandbox = yield* createKey(partnerCode, "sandbox", {})
      const live = yield* createKey(partnerCode, "live", {})
      return { sandbox, live, linkCode: yield* linkCodeOf(partnerCode) }
    }),
  )
