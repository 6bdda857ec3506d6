import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { KeyStoreUnavailable } from "../../ports/account-errors.ts"
import { Keys } from "../../ports/keys.ts"
import { demoLock, demoPartnerCode } from "./demo.ts"
import { Partners } from "../../ports/partners.ts"
import { inTransaction } from "./transaction.ts"

/**
 * Lets the demo account sell: it is approved and gets a live key, once, which reports the sales of the
 * demo's funnel. What a partner has to rehearse before it goes live counts as done.
 */
export const ensureDemoLiveKey: Effect.Effect<
  void,
  KeyStoreUnavailable,
  SqlClient.SqlClient | Partners | Keys
> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const partners = yield* Partners
  const keys = yield* Keys

  const rehearse = Effect.gen(function* () {
    const [owner] = yield* sql<{ readonly id: string }>`
      select id from partner where code = ${demoPartnerCode}`
    const { linksRequired, pricesRequired } = yield* keys.goLive(owner?.id ?? "")
    yield* sql`
      update quota set prices = greatest(prices, ${pricesRequired}),
        links = greatest(links, ${linksRequired})
      where key_id in (select key_id from api_key
        where partner_id = ${owner?.id ?? ""} and mode = 'sandbox')`
  })

  yield* inTransaction(sql)(
    Effect.gen(function* () {
      yield* sql`select pg_advisory_xact_lock(${demoLock})`
      const all = yield* keys.list(demoPartnerCode)
      if (all.some(({ mode, revokedAt }) => mode === "live" && revokedAt === null)) return
      yield* partners.approve(demoPartnerCode, {})
      yield* rehearse
      yield* keys.create({ partnerCode: demoPartnerCode, mode: "live" })
    }),
  )
}).pipe(
  Effect.catchTag(["BadLimit", "PartnerNotFound", "KeyRefused"], (cause) =>
    Effect.fail(new KeyStoreUnavailable({ cause })),
  ),
)
