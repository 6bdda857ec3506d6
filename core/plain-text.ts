/**
 * A number with its noun, in the plural unless it is one.
 *
 * ```ts
 * import { counted } from "../core/plain-text.ts"
 *
 * counted(1, "row") // => "1 row"
 * counted(3, "row") // => "3 rows"
 * ```
 */
export const counted = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? "" : "s"}`

/** What a cell of a table or a field of a record may show. */
export type Shown = string | number | boolean | null | undefined | ReadonlyArray<string>

const shown = (value: Shown): string => {
  if (value === null || value === undefined || value === "") return "-"
  return typeof value === "object" ? value.join(",") : String(value)
}

/** What takes two columns of a terminal, and what takes none: East Asian letters and emoji, marks on letters. */
const wide =
  /[\p{Emoji_Presentation}\p{Script=Han}\p{Script=Hiragana}\p{Script=Hangul}\u3001-\u303f\u30a0-\u30ff\uff01-\uff60\uffe0-\uffe6]/gu
const marks = /\p{M}/gu

/** The width of a text on a terminal, in columns. */
const width = (text: string): number =>
  [...text.replaceAll(marks, "").replaceAll(wide, "  ")].length

const padded = (text: string, columns: number): string =>
  text + " ".repeat(Math.max(0, columns - width(text)))

/**
 * A table for people: a header line, then a line for each row, columns two spaces apart. What is
 * missing shows as `-`.
 *
 * ```ts
 * import { tableText } from "../core/plain-text.ts"
 *
 * tableText(["code", "bps"], [["acme", 1200], ["b", null]]) // => "code  bps\nacme  1200\nb     -"
 * ```
 */
export const tableText = (
  header: ReadonlyArray<string>,
  rows: ReadonlyArray<ReadonlyArray<Shown>>,
): string => alignedLines([header, ...rows.map((row) => row.map(shown))]).join("\n")

/**
 * Rows of cells as lines, with the cells of a column under each other, two spaces apart.
 *
 * ```ts
 * import { alignedLines } from "../core/plain-text.ts"
 *
 * alignedLines([["quote", "0.4"], ["東京", "1"]]) // => ["quote  0.4", "東京   1"]
 * ```
 */
export const alignedLines = (rows: ReadonlyArray<ReadonlyArray<string>>): ReadonlyArray<string> => {
  const columns = Math.max(0, ...rows.map((row) => row.length))
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(...rows.map((row) => width(row[column] ?? ""))),
  )
  return rows.map((row) =>
    row
      .map((cell, column) => padded(cell, widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  )
}

/**
 * One thing for people: a line for each of its fields.
 *
 * ```ts
 * import { recordText } from "../core/plain-text.ts"
 *
 * recordText({ code: "acme", scopes: ["quotes", "coach"] }) // => "code    acme\nscopes  quotes,coach"
 * ```
 */
export const recordText = (fields: Readonly<Record<string, Shown>>): string => {
  const names = Object.keys(fields)
  const nameWidth = Math.max(...names.map(width))
  return names.map((name) => `${padded(name, nameWidth)}  ${shown(fields[name])}`).join("\n")
}
