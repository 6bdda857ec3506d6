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

/** The width of a text on a terminal, near enough: its code points. */
const width = (text: string): number => [...text].length

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
): string => {
  const lines = [header, ...rows.map((row) => row.map(shown))]
  const widths = header.map((_, column) =>
    Math.max(...lines.map((line) => width(line[column] ?? ""))),
  )
  return lines
    .map((line) => line.map((cell, column) => padded(cell, widths[column] ?? 0)))
    .map((cells) => cells.join("  ").trimEnd())
    .join("\n")
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
