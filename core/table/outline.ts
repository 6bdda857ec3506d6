import * as Result from "effect/Result"
import * as Column from "./column.ts"
import type { DecisionDefinition } from "./decision.ts"
import type { Columns } from "./definition.ts"
import { policies } from "./hit-policy.ts"
import { once } from "../memory.ts"
import * as Input from "./input.ts"
import type { AnyDefinition } from "./load.ts"

/**
 * Definitions as far as packed tables are read by them: no words on columns, and nothing of what cells
 * and rows must be, for packed tables were found sound. Each is one text; a worker has it in place of
 * the code that defines the table.
 */
export type Outlines<Definitions> = { readonly [Name in keyof Definitions]: string }

const nothing = { about: "" }

/** A word. */
const word: Column.Column<string> = {
  kind: "word",
  about: "",
  parse: (cell) => Result.succeed(cell),
}

/** The columns that outlines know, by the mark behind a name; a word has none. */
const columns: Readonly<Record<string, Column.Column<unknown>>> = {
  "": word,
  "~": Column.text(nothing),
  "#": Column.integer(nothing),
  "%": Column.decimal(nothing),
  "!": Column.boolean(nothing),
}

const marks: ReadonlyArray<readonly [kind: RegExp, mark: string]> = [
  [/^(?:text|ranges)\b/, "~"],
  [/^integer/, "#"],
  [/^decimal/, "%"],
  [/^boolean$/, "!"],
]

const markOf = (kind: string): string => marks.find(([known]) => known.test(kind))?.[1] ?? ""

const outlineOfColumn = ([name, { kind, reference }]: readonly [
  string,
  Column.Column<unknown>,
]): string => {
  // A reference may be to a column that is called list.
  const named = reference === undefined ? "" : `${reference.column} of ${reference.file}`
  const [, isList = "", inner = "", mayBeEmpty = ""] =
    /^(list of )?(.*?)(, or empty)?$/.exec(kind.replace(named, "")) ?? []
  return `${name}${markOf(inner)}${isList && "+"}${mayBeEmpty && "?"}`
}

const marksOfInputs = { words: "", number: "#", boolean: "!" } as const

/**
 * The outline of a definition: its file, and its key or hit policy; the conditions of a decision table;
 * its columns, each with a mark for what its cells are, `+` for lists and `?` for cells that may be empty.
 *
 * ```ts
 * import * as Column from "../core/table/column.ts"
 * import { defineTable } from "../core/table/definition.ts"
 * import { outlineOf } from "../core/table/outline.ts"
 *
 * const columns = { zone: Column.text({ about: "Its name." }), stops: Column.optional(Column.integer({ about: "Stops." })) }
 * outlineOf(defineTable({ file: "zones.csv", about: "Zones.", key: ["zone"], columns })) // => "zones.csv zone\nzone~ stops#?"
 * ```
 */
export const outlineOf = (definition: AnyDefinition): string => {
  const outlineOfColumns = (some: Columns): string =>
    Object.entries(some).map(outlineOfColumn).join(" ")
  const { file } = definition
  if (definition._tag === "TableDefinition") {
    return `${[file, ...definition.key].join(" ")}\n${outlineOfColumns(definition.columns)}`
  }
  const { hitPolicy, inputs, outputs } = definition
  if (policies[hitPolicy].order === "outputs") {
    throw new TypeError(`${file}: an outline does not hold the order of outputs`)
  }
  const conditions = Object.entries(inputs).map(([name, { kind }]) => name + marksOfInputs[kind])
  return `${file} ${hitPolicy}\n${conditions.join(" ")}\n${outlineOfColumns(outputs)}`
}

/** A name and its marks: what its cells are, whether they are lists, and whether they may be empty. */
const marked = /^(\w+)([~#%!]?)(\+?)(\??)$/

const columnsOf = (line: string): Columns =>
  Object.fromEntries(
    line.split(" ").map((each) => {
      const [, name = "", mark = "", isList, mayBeEmpty] = marked.exec(each) ?? []
      const inner = columns[mark] ?? word
      const listed = isList === "+" ? Column.list(inner) : inner
      return [name, mayBeEmpty === "?" ? Column.optional(listed) : listed]
    }),
  )

const inputs: Readonly<Record<string, Input.Input<unknown>>> = {
  "": Input.reference("", "", nothing),
  "#": Input.number(nothing),
  "!": Input.boolean(nothing),
}

const definitionIn = (outline: string): AnyDefinition => {
  const [head = "", first = "", second] = outline.split("\n")
  const [file = "", ...rest] = head.split(" ")
  if (second === undefined) {
    return { _tag: "TableDefinition", file, about: "", key: rest, columns: columnsOf(first) }
  }
  const conditions = first.split(" ").map((each) => {
    const [, name = "", mark = ""] = marked.exec(each) ?? []
    return [name, inputs[mark] ?? Input.boolean(nothing)] as const
  })
  return {
    _tag: "DecisionDefinition",
    file,
    about: "",
    hitPolicy: rest.join(" ") as DecisionDefinition["hitPolicy"],
    inputs: Object.fromEntries(conditions),
    outputs: columnsOf(second),
  }
}

/**
 * The definitions of outlines, for packed tables alone: they read the same from these as from those
 * that the outlines were made of. Each is made when it is first asked for.
 *
 * ```ts
 * import { definitionsIn } from "../core/table/outline.ts"
 *
 * const { zones } = definitionsIn({ zones: "zones.csv zone\nzone~ stops#?" })
 * zones.file // => "zones.csv"
 * ```
 */
export const definitionsIn = <Definitions extends Readonly<Record<string, AnyDefinition>>>(
  outlines: Outlines<Definitions>,
): Definitions =>
  // What reads packed tables asks no more of a definition than its outline holds.
  Object.defineProperties(
    {},
    Object.fromEntries(
      Object.entries<string>(outlines).map(([name, outline]) => [
        name,
        { get: once(() => definitionIn(outline)), enumerable: true },
      ]),
    ),
  ) as Definitions
