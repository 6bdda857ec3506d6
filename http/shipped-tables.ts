import { fileURLToPath } from "node:url"

/**
 * The folder of tables that ships with the project. It lies beside the folder of this file, in the
 * repository as in the built package, where all of the shell is one folder.
 */
export const shippedTablesFolder = fileURLToPath(new URL("../data", import.meta.url))
