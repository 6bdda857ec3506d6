import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/**
 * Documents of exchange rates that were taken, one a day: units for one euro by currency code, as
 * decimal text, so that no figure goes through a float.
 */
const exchangeRatesTable = `
  create table exchange_rates (
    as_of date primary key,
    document jsonb not null check (jsonb_typeof(document) = 'object'),
    source text not null check (source <> ''),
    taken_at timestamptz not null
  )`

/** Exchange rates of a refreshed source. */
export const rates: Effect.Effect<void, unknown, SqlClient.SqlClient> = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => Effect.asVoid(sql.unsafe(exchangeRatesTable)),
)
