import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { limitOf } from "../../../rules/reference/limits.ts"
import { AccountTurns } from "../database/account-turns.ts"
import type { Database } from "../database/client.ts"
import { TableBundle } from "../../ports/table-bundle.ts"
import { makeSales } from "./sales-sql.ts"
import { Sales } from "../../ports/sales.ts"

/** Sales on a database, which validate themselves after so many days. */
export const layerSalesWith = (validationDays: () => number): Layer.Layer<Sales, never, Database> =>
  Layer.effect(
    Sales,
    Effect.gen(function* () {
      return makeSales(yield* SqlClient.SqlClient, yield* AccountTurns, validationDays)
    }),
  )

/** Sales on the database, under the tables in force. */
export const layerSales: Layer.Layer<Sales, never, Database | TableBundle> = Layer.unwrap(
  Effect.map(TableBundle, ({ current }) =>
    layerSalesWith(() => limitOf(current().tables, "sale_validation_days")),
  ),
)
