import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { Keys } from "../../http/ports/keys.ts"
import { Partners } from "../../http/ports/partners.ts"

/** Lets an account go live: its sandbox key has called and minted what that takes, and it is approved. */
export const readyToGoLive = Effect.fnUntraced(function* (partnerCode: string) {
  const sql = yield* SqlClient.SqlClient
  const keys = yield* Keys
  yield* (yield* Partners).approve(partnerCode, {})
  const { keyId } =
    (yield* keys.list(partnerCode)).find(({ mode }) => mode === "sandbox") ??
    (yield* keys.create({ partnerCode, mode: "sandbox" }))
  const [owner] = yield* sql<{ id: string }>`select id from partner where code = ${partnerCode}`
  const { linksRequired, pricesRequired } = yield* keys.goLive(owner?.id ?? "")
  yield* sql`
    update quota set prices = greatest(prices, ${pricesRequired}),
      links = greatest(links, ${linksRequired})
    where key_id = ${keyId}`
})
