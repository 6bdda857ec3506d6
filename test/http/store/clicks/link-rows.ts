import { setTimeout as delay } from "node:timers/promises"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** A link to write into a service's database. */
export interface LinkWish {
  readonly code: string
  readonly partnerCode?: string
  readonly archived?: boolean
}

/** A subscription to write into a service's database. */
export interface QuoteWish {
  readonly code: string
  readonly quoteRef: string
  readonly language?: string
  readonly offerIds?: ReadonlyArray<number>
}

/** Whoever can ask a database, such as a running service. */
interface RunsStatements {
  readonly run: <A, E>(effect: Effect.Effect<A, E, SqlClient.SqlClient>) => Promise<A>
}

/** How long clicks may take until they are written. */
const writtenWithinMs = 20_000

/** Links and subscriptions as rows of a service's database, and the clicks that it has written. */
export const linkRows = ({ run }: RunsStatements) => {
  const query = <Row extends object>(
    ask: (sql: SqlClient.SqlClient) => Effect.Effect<ReadonlyArray<Row>, unknown>,
  ) => run(Effect.flatMap(SqlClient.SqlClient, ask))

  const addLink = async ({ archived = false, code, partnerCode = "usual" }: LinkWish) => {
    const at = archived ? new Date() : null
    await query(
      (sql) => sql`
        insert into tracked_link (partner_id, code, archived_at, created_at)
        select id, ${code}, ${at}::timestamptz, now() from partner where code = ${partnerCode}`,
    )
  }

  const addQuote = async ({ code, language = "fr", offerIds = [], quoteRef }: QuoteWish) => {
    const id = `sub_${quoteRef}`
    await query(
      (sql) => sql`
        insert into subscription
          (id, quote_ref, link_id, trip_sealed, language, offer_ids, created_at, changed_at)
        select ${id}, ${quoteRef}, id, ''::bytea, ${language}, ${offerIds}::int[], now(), now()
        from tracked_link where code = ${code}`,
    )
  }

  const clicksOf = async (code: string): Promise<number> => {
    const [row] = await query<{ readonly clicks: string | number | bigint }>(
      (sql) => sql`
        select coalesce(sum(clicks), 0)::bigint as clicks from link_clicks
        join tracked_link on id = link_id where code = ${code}`,
    )
    return Number(row?.clicks ?? 0)
  }

  /** The clicks of a link once so many are written at least, or when that took too long. */
  const clicksOnce = async (code: string, atLeast: number): Promise<number> => {
    const deadline = Date.now() + writtenWithinMs
    for (;;) {
      const clicks = await clicksOf(code)
      if (clicks >= atLeast || Date.now() > deadline) return clicks
      await delay(50)
    }
  }

  return { query, addLink, addQuote, clicksOf, clicksOnce }
}
