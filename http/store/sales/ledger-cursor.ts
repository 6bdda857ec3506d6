import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"

/** Rows of a query, read one by one, with a page of them in memory. */
export interface Cursor<Row> {
  /** The row that it stands at; undefined behind the last one. */
  readonly head: () => Row | undefined
  /** Goes on to the next row. */
  readonly pass: Effect.Effect<void, SqlError>
}

/** Rows that are in memory at once, of each cursor. */
const pageRows = 1_000

/** Opens a cursor under a name of its own; it lives as long as the transaction that it is opened in. */
export const openCursor = <Row extends object>(
  sql: SqlClient.SqlClient,
  name: string,
  query: string,
): Effect.Effect<Cursor<Row>, SqlError> => {
  let page: ReadonlyArray<Row> = []
  let place = 0
  const fetch = Effect.map(
    sql.unsafe<Row>(`fetch forward ${pageRows} from ${name}`),
    (rows): void => {
      page = rows
      place = 0
    },
  )
  const cursor: Cursor<Row> = {
    head: () => page[place],
    pass: Effect.suspend(() => {
      place += 1
      return place < page.length || page.length < pageRows ? Effect.void : fetch
    }),
  }
  return sql
    .unsafe(`declare ${name} no scroll cursor for ${query}`)
    .pipe(Effect.andThen(fetch), Effect.as(cursor))
}
