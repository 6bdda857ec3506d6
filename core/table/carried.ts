import * as Result from "effect/Result"
import { memo } from "../memory.ts"
import * as Column from "./column.ts"
import { csvText } from "./csv.ts"
import { headerOf, isCarried } from "./header.ts"
import { layoutOf } from "./layout.ts"
import { type AnyDefinition, columnsOf } from "./load.ts"

/**
 * The columns of one's own that a text has beside those of its table, in their order.
 *
 * ```ts
 * import { carriedIn } from "../core/table/carried.ts"
 *
 * carriedIn("code,own_note,name\nFR,,France\n") // => ["own_note"]
 * ```
 */
export const carriedIn = (text: string): ReadonlyArray<string> =>
  headerOf(text).flatMap((field) => (isCarried(field.text) ? [field.text] : []))

/**
 * A table as declared with the columns of one's own that its text has: they explain their rows, and decide
 * nothing. The same columns give the same definition.
 */
export const withCarried = (definition: AnyDefinition, text: string): AnyDefinition => {
  const known = columnsOf(definition)
  const carried = carriedIn(text).filter((column) => !(column in known))
  if (carried.length === 0) return definition
  const wider = widerOf.get(definition) ?? memo((names: string) => widened(definition, names))
  widerOf.set(definition, wider)
  return wider(carried.join(","))
}

const widerOf = new WeakMap<AnyDefinition, (names: string) => AnyDefinition>()

const widened = (definition: AnyDefinition, names: string): AnyDefinition => {
  const carried = Object.fromEntries(
    names
      .split(",")
      .map((name) => [name, Column.note(Column.optional(Column.text({ about: aboutCarried })))]),
  )
  return definition._tag === "TableDefinition"
    ? { ...definition, columns: { ...definition.columns, ...carried } }
    : { ...definition, outputs: { ...definition.outputs, ...carried } }
}

const aboutCarried = "A column of your own: it is kept and shown, and nothing reads it."

/**
 * A text with some columns of one's own behind those of its table, and no others: what stands in those that
 * stay is kept, and rows that only get longer are otherwise left as they are.
 *
 * ```ts
 * import { carryColumns } from "../core/table/carried.ts"
 *
 * carryColumns("# why\ncode,name\nFR,France\n", 2, ["own_note"]) // => "# why\ncode,name,own_note\nFR,France,\n"
 * carryColumns("code,own_a,name,own_b\nFR,1,France,2\n", 2, ["own_b"]) // => "code,name,own_b\nFR,France,2\n"
 * ```
 */
export const carryColumns = (
  text: string,
  width: number,
  carried: ReadonlyArray<string>,
): string => {
  const pieces = Result.getOrElse(layoutOf(text, width), () => [])
  const header = pieces.find(({ kind }) => kind === "header")?.texts ?? []
  const kept = header.filter((column) => !isCarried(column) || carried.includes(column))
  const added = carried.filter((column) => !header.includes(column))
  const isLonger = kept.length === header.length
  const lines = pieces.map(({ kind, raw, texts }) => {
    if (kind !== "header" && kind !== "row") return raw
    const more = added.map((column) => (kind === "header" ? column : ""))
    if (isLonger && texts.length === header.length) return [raw, ...more].join(",")
    const cells = kept.map((column) => texts[header.indexOf(column)] ?? "")
    return [...cells.map(csvText), ...more].join(",")
  })
  return `${lines.join("\n")}\n`
}
