import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import { Keys } from "../../../../http/ports/keys.ts"
import { Partners } from "../../../../http/ports/partners.ts"

/** A sandbox key of a new account with limits of its own; the burst is large unless given. */
export const makeLimitedKey = Effect.fnUntraced(function* ({
  burst = 1_000,
  reads = 100,
}: {
  readonly reads?: number
  readonly burst?: number
}) {
  const sql = yield* SqlClient.SqlClient
  const code = `p${crypto.randomUUID().slice(0, 8)}`
  yield* (yield* Partners).create({ code, name: code })
  const { keyId, secret } = yield* (yield* Keys).create({ partnerCode: code, mode: "sandbox" })
  yield* sql`update quota set reads_limit = ${reads}, burst_limit = ${burst} where key_id = ${keyId}`
  return { keyId, secret: Redacted.value(secret) }
})
