/**
 * A CSV text whose separator is another sign, with commas in its place; cells that hold commas of
 * their own are quoted.
 *
 * ```ts
 * import { withCommas } from "../core/spreadsheet-repairs/with-commas.ts"
 *
 * withCommas('zone;price\n"a;b";5,46\n', ";") // => 'zone,price\n"a;b","5,46"\n'
 * ```
 */
export const withCommas = (source: string, separator: ";" | "\t"): string => {
  const plain = separator === ";" ? "[^;\\n]*" : "[^\\t\\n]*"
  const field = new RegExp(`("(?:[^"]|"")*"|${plain})(${separator}|\\n|$)`, "g")
  return source.replaceAll(field, (_, cell: string, end: string) => {
    const quoted =
      !cell.startsWith('"') && cell.includes(",") ? `"${cell.replaceAll('"', '""')}"` : cell
    return quoted + (end === separator ? "," : end)
  })
}
