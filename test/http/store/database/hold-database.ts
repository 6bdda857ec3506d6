/**
 * A process that uses the database until its stdin closes, or a SIGINT or SIGTERM comes, and once
 * more after that. Run by tests; it reports in lines of JSON: `{ database, port }` once it is in,
 * `{ drained: true }` after its last query, or `{ failed }`.
 */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { SqlClient } from "effect/sql/SqlClient"

import { layerDatabase } from "../../../../http/store/database/client.ts"

const report = (line: unknown) => process.stdout.write(`${JSON.stringify(line)}\n`)

const closed = new Promise<void>((resolve) => {
  process.stdin.on("end", resolve).resume()
  process.once("SIGTERM", () => resolve()).once("SIGINT", () => resolve())
})

const hold = Effect.gen(function* () {
  const sql = yield* SqlClient
  const [row] = yield* sql`SELECT current_database() AS database, inet_server_port() AS port`
  report(row)
  yield* Effect.promise(() => closed)
  const [drained] = yield* sql`SELECT true AS drained`
  report(drained)
})

const exit = await Effect.runPromiseExit(Effect.provide(hold, layerDatabase))
if (Exit.isFailure(exit)) {
  const [reason] = exit.cause.reasons
  report({ failed: reason?._tag === "Fail" ? reason.error.message : String(exit.cause) })
}
process.exit(Exit.isSuccess(exit) ? 0 : 1)
