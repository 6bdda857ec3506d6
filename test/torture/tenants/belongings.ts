import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import type { Stage } from "../stage.ts"
import type { Mode } from "./estate.ts"

/** Rows of an account (`$1`) in some modes (`$2`), by what they are. */
const statements: Readonly<Record<string, string>> = {
  account: "select to_jsonb(p) as row from partner p where id = $1 and $2::text[] is not null",
  keys: "select to_jsonb(k) as row from api_key k where partner_id = $1 and mode = any($2)",
  quotas: `select to_jsonb(q) as row from quota q join api_key k using (key_id)
    where partner_id = $1 and mode = any($2)`,
  links: `select to_jsonb(l) as row from tracked_link l
    where partner_id = $1 and $2::text[] is not null`,
  clicks: `select to_jsonb(c) as row from link_clicks c join tracked_link l on l.id = link_id
    where partner_id = $1 and $2::text[] is not null`,
  sessions:
    "select to_jsonb(s) as row from link_session s where partner_id = $1 and mode = any($2)",
  subscriptions: `select to_jsonb(s) as row from subscription s join tracked_link l on l.id = link_id
    where partner_id = $1 and 'live' = any($2)`,
  sales: "select to_jsonb(s) as row from sale s where partner_id = $1 and mode = any($2)",
  entries:
    "select to_jsonb(e) as row from ledger_entry e where partner_id = $1 and 'live' = any($2)",
  audit: `select to_jsonb(a) as row from audit a where $2::text[] is not null and subject in
    (select code from partner where id = $1 union select key_id from api_key where partner_id = $1)`,
}

/** All that an account has, as texts by what it is. */
export type Belongings = Readonly<Record<string, ReadonlyArray<string>>>

/** Reads all that an account has in some modes. */
export const belongingsOf = (
  stage: Stage,
  partnerId: string,
  modes: ReadonlyArray<Mode>,
): Promise<Belongings> =>
  stage.run(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const found: Record<string, ReadonlyArray<string>> = {}
      for (const [what, statement] of Object.entries(statements)) {
        const rows = yield* sql.unsafe<{ row: unknown }>(statement, [partnerId, modes])
        found[what] = rows.map(({ row }) => JSON.stringify(row)).toSorted()
      }
      return found
    }),
  )

/** What has changed of an account's belongings, a sentence each. */
export const changesOf = (before: Belongings, after: Belongings): ReadonlyArray<string> =>
  Object.keys({ ...before, ...after }).flatMap((what) => {
    const [held, now] = [before[what] ?? [], after[what] ?? []]
    return [
      ...held.filter((row) => !now.includes(row)).map((row) => `${what} no longer has ${row}`),
      ...now.filter((row) => !held.includes(row)).map((row) => `${what} now has ${row}`),
    ]
  })
