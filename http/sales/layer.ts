import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { limitOf } from "../../rules/reference/limits.ts"
import { TableBundle } from "../tables/table-bundle.ts"
import { makeSales } from "./sales-sql.ts"
import { Sales } from "./sales.ts"

/** Sales on a database, which validate themselves after so many days. */
export const layerSalesWith = (
  validationDays: () => number,
): Layer.Layer<Sales, never, SqlClient.SqlClient> =>
  Layer.effect(
    Sales,
    Effect.map(SqlClient.SqlClient, (sql) => makeSales(sql, validationDays)),
  )

/** Sales on the database, under the tables in force. */
export const layerSales: Layer.Layer<Sales, never, SqlClient.SqlClient | TableBundle> =
  Layer.unwrap(
    Effect.map(TableBundle, ({ current }) =>
      layerSalesWith(() => limitOf(current().tables, "sale_validation_days")),
    ),
  )
