import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import type { AcceptedRates } from "../../../rules/currency/rates/accepted.ts"
import { describeRatesRefusal } from "../../../rules/currency/rates/rates-refusal.ts"
import {
  readStored,
  storedDocument,
  type StoredRates,
} from "../../../rules/currency/rates/stored.ts"

/** A document that the database keeps, and why it cannot be read. */
export interface StoredBroken {
  readonly _tag: "StoredBroken"
  readonly detail: string
}

/** The taken documents in the database, which every process of an installation shares. */
export interface StoredRatesAccess {
  /** The newest document up to a day; undefined when there is none. */
  readonly newest: (
    lastDay: string,
  ) => Effect.Effect<AcceptedRates | undefined, SqlError | StoredBroken>
  /** Keeps a document in the place of any other of its day. */
  readonly keep: (accepted: AcceptedRates, nowMs: number) => Effect.Effect<void, SqlError>
}

/** The taken documents in the database around this effect. */
export const makeStoredRates: Effect.Effect<StoredRatesAccess, never, SqlClient.SqlClient> =
  Effect.map(SqlClient.SqlClient, (sql) => ({
    newest: Effect.fn("rates.newest")(function* (lastDay: string) {
      const [row] = yield* sql<StoredRates>`
        select to_char(as_of, 'YYYY-MM-DD') as day, source, document
        from exchange_rates where as_of <= ${lastDay}::text::date
        order by as_of desc limit 1`
      if (row === undefined) return undefined
      return yield* Effect.mapError(
        Effect.fromResult(readStored(row)),
        (refusal): StoredBroken => ({
          _tag: "StoredBroken",
          detail: `the rates of ${row.day}: ${describeRatesRefusal(refusal)}`,
        }),
      )
    }),
    keep: Effect.fn("rates.keep")(function* (accepted: AcceptedRates, nowMs: number) {
      const { day, source } = accepted
      const document = JSON.stringify(storedDocument(accepted))
      yield* sql`
        insert into exchange_rates (as_of, document, source, taken_at)
        values (${day}::text::date, ${document}::text::jsonb, ${source}, ${new Date(nowMs)})
        on conflict (as_of) do update
          set document = excluded.document, source = excluded.source, taken_at = excluded.taken_at`
    }),
  }))
