/**
 * A CSV text whose separator is another sign, with commas in its place; cells that hold commas of
 * their own are quoted, comments stay as they are.
 *
 * ```ts
 * import { withCommas } from "../core/spreadsheet-repairs/with-commas.ts"
 *
 * withCommas('zone;price\n"a;b";5,46\n', ";") // => 'zone,price\n"a;b","5,46"\n'
 * ```
 */
export const withCommas = (source: string, separator: ";" | "\t"): string => {
  const plain = separator === ";" ? "[^;\\r\\n]*" : "[^\\t\\r\\n]*"
  const field = new RegExp(`^#[^\\n]*|("(?:[^"]|"")*"|${plain})(${separator}|\\r?\\n|$)`, "gm")
  return source.replaceAll(field, (all: string, cell: string | undefined, end: string) => {
    if (cell === undefined) return all
    const quoted =
      !cell.startsWith('"') && cell.includes(",") ? `"${cell.replaceAll('"', '""')}"` : cell
    return quoted + (end === separator ? "," : end)
  })
}
