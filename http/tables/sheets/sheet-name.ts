import { createHash } from "node:crypto"

/** The longest name that a sheet may have. */
const lengthMax = 31

const shortHash = (file: string): string =>
  createHash("sha256").update(file).digest("hex").slice(0, 6)

/**
 * The name of the sheet of a table: the same for the same table, and no two alike.
 *
 * ```ts
 * import { sheetName } from "../http/tables/sheets/sheet-name.ts"
 *
 * sheetName("sandbox/tariffs.csv") // => "sandbox.tariffs"
 * sheetName(`coach/${"long_".repeat(8)}name.csv`) // => "coach.long_long_long_lon~8c16a6"
 * ```
 */
export const sheetName = (file: string): string => {
  const name = file.replace(/\.csv$/, "").replaceAll("/", ".")
  if (name.length <= lengthMax) return name
  const hash = shortHash(file)
  return `${name.slice(0, lengthMax - hash.length - 1)}~${hash}`
}
