import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { recordText, type SaleRecord } from "../../../rules/sales/sale-record.ts"

/** Something that happened to a sale of an account. */
export interface KeptRecord {
  readonly partnerId: string
  readonly saleId: bigint
  readonly record: SaleRecord
}

/**
 * By strand, so that all who write several records of an account lock its strands in one order.
 */
const keepStatement = `
  select keep_sale_record(partner_id, sale_id, record)
  from (
    select * from unnest($1::text[], $2::bigint[], $3::text[]) as kept (partner_id, sale_id, record)
    order by sale_id % 16, sale_id
  ) ordered`

/**
 * Keeps records for good, each linked to the one before it in its strand. It is the last thing that
 * a transaction does: other reports of the strand wait from here until it ends.
 */
export const keepRecords = (
  sql: SqlClient.SqlClient,
  records: ReadonlyArray<KeptRecord>,
): Effect.Effect<void, SqlError> =>
  records.length === 0
    ? Effect.void
    : Effect.asVoid(
        sql.unsafe(keepStatement, [
          records.map(({ partnerId }) => partnerId),
          records.map(({ saleId }) => String(saleId)),
          records.map(({ record }) => recordText(record)),
        ]),
      )
