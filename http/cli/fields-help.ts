import { readFileSync } from "node:fs"
import { join } from "node:path"
import { shapeOf } from "../../core/fields/shape-of.ts"
import { loadTable } from "../../core/table/load-table.ts"
import { bilanBody } from "../../rules/coach/bilan-body.ts"
import { limits } from "../../rules/reference/reference-tables.ts"
import { limitsOf } from "../../rules/reference/limits.ts"
import { tripRequest } from "../../rules/trip/trip.ts"
import { shippedTablesFolder } from "../shipped-tables.ts"
import { tableText } from "../../core/plain-text.ts"
import { quoteBody } from "../../rules/trip/quote-body.ts"
import type { FieldShape, ShapedField } from "../../core/fields/shape.ts"

const kindText = (shape: FieldShape): string => {
  if (shape.kind === "list") return `list of ${kindText(shape.items)}`
  if (shape.kind === "object") return "object"
  const { kind, words } = shape
  return words === undefined ? kind : words.join("|")
}

const isOpen = (shape: FieldShape): boolean =>
  shape.kind === "object" || (shape.kind === "list" && isOpen(shape.items))

type Line = readonly [string, string, string, string]

const fieldLines = (path: string, field: ShapedField): ReadonlyArray<Line> => {
  const { about = "", aliases = [], example, required, shape } = field
  const shown = example === undefined || isOpen(shape) ? "" : JSON.stringify(example)
  const says = [
    ...(required ? ["required"] : []),
    ...aliases.map((alias) => `also as ${alias}`),
    ...(about === "" ? [] : [about]),
  ]
  return [[path, kindText(shape), shown, says.join("; ")], ...linesOf(path, shape)]
}

const linesOf = (path: string, shape: FieldShape): ReadonlyArray<Line> => {
  if (shape.kind === "list") return linesOf(`${path}[]`, shape.items)
  if (shape.kind !== "object") return []
  return Object.entries(shape.fields).flatMap(([name, field]) =>
    fieldLines(path === "" ? name : `${path}.${name}`, field),
  )
}

/**
 * Every field of a shape in a line: its path, its kind, an example, and what it is.
 *
 * ```ts
 * import { fieldsText } from "../http/cli/fields-help.ts"
 *
 * const age = { shape: { kind: "whole number" }, required: true, example: 34, about: "Years." } as const
 * fieldsText({ kind: "object", fields: { age } }) // => "age  whole number  34  required; Years."
 * ```
 */
export const fieldsText = (shape: FieldShape): string =>
  tableText(
    ["", "", "", ""],
    linesOf("", shape).map((line) => line.map((cell) => cell || " ")),
  )
    .split("\n")
    .slice(1)
    .join("\n")

/** The limits that ship, which some fields name; read when help is asked for. */
const shippedLimits = () =>
  limitsOf({
    limits: loadTable(limits, readFileSync(join(shippedTablesFolder, limits.file), "utf8")).content,
  })

/** What a request of a command holds, for its help. */
export const requestFields = (command: "bilan" | "quote") => (): string => {
  const limitOf = shippedLimits()
  const body = command === "bilan" ? bilanBody(limitOf) : quoteBody(tripRequest(limitOf))
  const fields = fieldsText(shapeOf(body)).replace(/^/gm, "  ")
  return `FIELDS OF A REQUEST\n${fields}`
}
