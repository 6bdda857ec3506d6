import type { DuckDBConnection } from "@duckdb/node-api"
import type { QuoteMode } from "../../rules/offline/pricing-functions.ts"
import { bilanFunctions } from "./duckdb/bilan-functions.ts"
import { quoteFunctions } from "./duckdb/quote-functions.ts"
import { scalarFunction } from "./duckdb/sql-function.ts"
import { bilan, quote } from "./index.ts"

/** How functions of SQL answer. */
export interface SqlOptions {
  /** Which catalogue prices trips: the sandbox's, unless it is `live`. */
  readonly mode?: QuoteMode
}

/**
 * Gives a connection of DuckDB the functions `bilan`, `bilan_of_bin`, `bilan_json`, `quote_cheapest` and
 * `quote_json`, over the package's own tables. They run in this process, a vector of rows at a time, and
 * open no file and no network.
 *
 * ```js
 * import { registerFunctions } from "viatica/duckdb"
 * import { DuckDBInstance } from "@duckdb/node-api"
 *
 * const connection = await (await DuckDBInstance.create()).connect()
 * registerFunctions(connection)
 * await connection.run("SELECT bilan('FR', ['US'], 'visa', 'mid').medical_target") // 500000
 * ```
 */
export const registerFunctions = (
  connection: DuckDBConnection,
  { mode = "sandbox" }: SqlOptions = {},
): void => {
  const functions = [
    ...bilanFunctions(bilan),
    ...quoteFunctions((request) => quote(request, { mode })),
  ]
  for (const each of functions) connection.registerScalarFunction(scalarFunction(each))
}

export { type ImportedTable, registerTables, type TablesOptions } from "./duckdb/register-tables.ts"
export type { FeelInterpreter } from "../../core/engine/ask-with-feel.ts"
