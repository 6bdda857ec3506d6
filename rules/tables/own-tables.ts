import { type JsonPlaces, jsonPlaces, placesIn } from "../../core/json/json-places.ts"
import { makeMemory } from "../../core/memory.ts"
import { definitionOf, type PortableTable } from "../../core/portable/portable-table.ts"
import { definitionProblems, expectedIn } from "../../core/portable/read-portable.ts"
import { isCaseFile } from "../../core/table/case-table.ts"
import * as Column from "../../core/table/column.ts"
import { type DecisionDefinition, defineDecision, type Inputs } from "../../core/table/decision.ts"
import type { Columns } from "../../core/table/definition.ts"
import {
  type CellRefusal,
  fileError,
  inFileOrder,
  type ReadingError,
  tableError,
} from "../../core/table/error.ts"
import type { Input } from "../../core/table/input.ts"
import { camelCase } from "../../core/table/names.ts"
import {
  definitionEnd,
  definitionFileOf,
  type Hook,
  hookPolicies,
  isOwnFile,
  ownFolder,
  rowsFileOf,
} from "../../core/table/own-table.ts"
import { dayUnit } from "../../core/vocabulary/day.ts"
import { argumentHooks } from "../coach/tables/argument-hooks.ts"
import { offerHooks } from "../pricing/tables/guard-hooks.ts"

/** The places at which rules ask tables of one's own, by the names that definitions have for them. */
export const hooks: Readonly<Record<string, Hook>> = { ...offerHooks, ...argumentHooks }

/** The tables of one's own in a set of texts, by the files of their rows, and what is wrong with their definitions. */
export interface OwnTables {
  readonly definitions: Readonly<Record<string, DecisionDefinition>>
  readonly errors: ReadonlyArray<ReadingError>
}

/**
 * Reads the tables of one's own among texts by file: each is a definition, `own/cruises.table.json`,
 * with its rows beside it, `own/cruises.csv`. The same texts give the same definitions.
 *
 * ```ts
 * import { ownTablesIn } from "../rules/tables/own-tables.ts"
 *
 * const about = { name: "Cruises", about: "No cruise.", hook: "refuse", hitPolicy: "first" }
 * const columns = { inputs: [{ name: "intent" }], outputs: [{ name: "reason" }, { name: "en" }, { name: "fr" }] }
 * const json = JSON.stringify({ format: "viatica table 1", ...about, ...columns })
 * const own = ownTablesIn(new Map([["own/cruises.table.json", json], ["own/cruises.csv", "intent,reason,en,fr\n"]]))
 * Object.keys(own.definitions) // => ["own/cruises.csv"]
 * own.errors // => []
 * ```
 */
export const ownTablesIn = (sources: ReadonlyMap<string, string>): OwnTables => {
  const known = ofSources.get(sources)
  if (known !== undefined) return known
  const files = [...sources.keys()].filter((file) => isOwnFile(file) && !isCaseFile(file)).sort()
  const read = files.length === 0 ? none : readOwn(sources, files)
  ofSources.set(sources, read)
  return read
}

/**
 * A definition with what may be left out of it: labels are names, and a table that a hook asks takes the
 * kinds of its columns from there. What is no definition stays as it is.
 */
export const filledDefinition = (json: unknown): unknown => {
  if (!isObject(json)) return json
  const hook = hookOf(json)
  const filledIn =
    (typeOf: (name: string) => Fields) =>
    (each: unknown): unknown =>
      isObject(each) && typeof each["name"] === "string"
        ? { label: each["name"], ...typeOf(each["name"]), ...each }
        : each
  const mapped = (value: unknown, fill: (each: unknown) => unknown): unknown =>
    Array.isArray(value) ? value.map(fill) : value
  return {
    annotations: [],
    from: { format: "own", version: "1", id: String(json["name"]) },
    ...json,
    inputs: mapped(
      json["inputs"],
      filledIn((name) => ({ expression: name, ...kindOf(hook?.facts[name]) })),
    ),
    outputs: mapped(
      json["outputs"],
      filledIn((name) => outputKind(hook?.outputs[name])),
    ),
    ...("annotations" in json
      ? {
          annotations: mapped(
            json["annotations"],
            filledIn(() => ({})),
          ),
        }
      : {}),
  }
}

/**
 * What a table of one's own is called, what it says in a sentence, and the hook that asks it, null where none
 * does; null of a shipped table.
 *
 * ```ts
 * import { ownWords } from "../rules/tables/own-tables.ts"
 *
 * const declared = JSON.stringify({ name: "Cruises in Asia" })
 * ownWords({ about: "No cruise over 79.", declared }) // => { title: "Cruises in Asia", about: "No cruise over 79.", hook: null }
 * ownWords({ about: "Who may buy what." }) // => null
 * ```
 */
export const ownWords = (definition: {
  readonly about: string
  readonly declared?: string
  readonly hook?: string
}): { readonly title: string; readonly about: string; readonly hook: string | null } | null => {
  if (definition.declared === undefined) return null
  const { name } = JSON.parse(definition.declared) as PortableTable
  return { title: name, about: definition.about, hook: definition.hook ?? null }
}

const none: OwnTables = { definitions: {}, errors: [] }

const ofSources = new WeakMap<ReadonlyMap<string, string>, OwnTables>()

const readOwn = (sources: ReadonlyMap<string, string>, files: ReadonlyArray<string>): OwnTables => {
  const read = files.map((file) => {
    if (!file.endsWith(definitionEnd)) {
      const definition = definitionFileOf(file)
      return { file, errors: sources.has(definition) ? [] : [undefinedRows(file, definition)] }
    }
    return ownNameForm.test(file)
      ? readDefinition(file, sources.get(file) ?? "")
      : { file, errors: [fileError(file, { _tag: "OwnPlace", folder: ownFolder })] }
  })
  return {
    definitions: Object.fromEntries(
      read.flatMap((one) =>
        "definition" in one && one.definition !== undefined
          ? [[one.definition.file, one.definition] as const]
          : [],
      ),
    ),
    errors: inFileOrder(read.flatMap(({ errors }): ReadonlyArray<ReadingError> => errors)),
  }
}

/** What the name of a definition may be. */
const ownNameForm = /^own\/[a-z0-9][a-z0-9_-]{0,63}\.table\.json$/

const undefinedRows = (file: string, definition: string): ReadingError =>
  fileError(file, { _tag: "DefinitionBeside", file: definition })

interface ReadDefinition {
  readonly file: string
  readonly definition: DecisionDefinition | undefined
  readonly errors: ReadonlyArray<ReadingError>
}

/** So many definitions are kept: those of both versions that are compared, and of releases. */
const definitionsMax = 512

const byText = makeMemory<string, ReadDefinition>(definitionsMax)

const readDefinition = (file: string, text: string): ReadDefinition =>
  byText.get(`${file}\u0000${text}`, () => {
    let json: unknown
    try {
      json = JSON.parse(text)
    } catch {
      return { file, definition: undefined, errors: [fileError(file, { _tag: "Json" })] }
    }
    const errors = mistakesIn(file, text, json)
    const definition = errors.length > 0 ? undefined : declared(file, text, filledDefinition(json))
    return { file, definition, errors }
  })

/** The definition of the table that a definition without mistakes declares. */
const declared = (file: string, text: string, filled: unknown): DecisionDefinition => {
  const table = filled as PortableTable
  const rows = rowsFileOf(file)
  const hook = table.hook === undefined ? undefined : hooks[table.hook]
  const { bounds: _, ...plain } = definitionOf(table, rows)
  if (hook === undefined) return { ...plain, declared: text }
  const notes = table.annotations.map(({ label, name }) => [
    name,
    Column.note(Column.optional(Column.text({ about: `${label}.` }))),
  ])
  return defineDecision({
    file: rows,
    about: table.about,
    hook: hook.name,
    declared: text,
    // What no row names goes on as if there were no guard.
    complete: false,
    hitPolicy: table.hitPolicy,
    inputs: pick(hook.facts, table.inputs) as Inputs,
    outputs: { ...(pick(hook.outputs, table.outputs) as Columns), ...Object.fromEntries(notes) },
  })
}

const pick = (
  from: Readonly<Record<string, unknown>>,
  named: ReadonlyArray<{ readonly name: string }>,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(named.map(({ name }) => [name, from[name]]))

/** Everything that is wrong with a definition, each at its place in the text. */
const mistakesIn = (file: string, text: string, json: unknown): ReadonlyArray<ReadingError> => {
  const mistakes = makeMistakes(file, text, json)
  if (isObject(json)) {
    // Others may only follow from these: a misspelt hook leaves its columns without a kind.
    unknownMembers(json, mistakes)
    if (typeof json["hook"] === "string" && hookOf(json) === undefined) {
      mistakes.add("hook", oneOf(Object.keys(hooks)))
    }
    unknownColumns(json, mistakes)
    if (mistakes.found.length > 0) return mistakes.found
  }
  const filled = filledDefinition(json)
  for (const { need, path } of definitionProblems(filled)) {
    const expected = expectedIn(need)
    mistakes.add(path, need._tag === "OneOf" ? { expected, allowed: need.words } : { expected })
  }
  if (mistakes.found.length > 0) return mistakes.found
  const table = filled as PortableTable
  namesIn(table, mistakes)
  if (table.hook === undefined) beforeInterpreters(table, mistakes)
  else hookIn(table, mistakes)
  return mistakes.found
}

interface Mistakes {
  readonly found: ReadonlyArray<ReadingError>
  readonly add: (path: string, refusal: CellRefusal) => void
}

const makeMistakes = (file: string, text: string, json: unknown): Mistakes => {
  const found: Array<ReadingError> = []
  const places = jsonPlaces(text)
  const lineOf = placesIn(text)
  const add: Mistakes["add"] = (path, refusal) => {
    const { column, line } = lineOf(placeOf(places, path))
    const given = valueAt(json, path)
    const cell =
      given === undefined ? "" : typeof given === "string" ? given : JSON.stringify(given)
    found.push(tableError({ file, line, character: column, column: path, cell }, refusal))
  }
  return { found, add }
}

const stepsOf = (path: string): ReadonlyArray<string> =>
  path.split(/[.[\]]+/).filter((step) => step !== "")

const valueAt = (json: unknown, path: string): unknown =>
  stepsOf(path).reduce<unknown>(
    (inner, step) =>
      typeof inner === "object" && inner !== null ? (inner as Fields)[step] : undefined,
    json,
  )

/** Where the value of a path begins; where it is missing, what it is missing from. */
const placeOf = (places: JsonPlaces, path: string): number => {
  let at = places
  for (const step of stepsOf(path)) {
    const next = at.members.get(step) ?? at.items[Number(step)]
    if (next === undefined) break
    at = next
  }
  return at.at
}

const memberNames = [
  "format",
  "name",
  "about",
  "hook",
  "hitPolicy",
  "inputs",
  "outputs",
  "annotations",
  "facts",
  "from",
]
const inputNames = [
  "name",
  "label",
  "expression",
  "type",
  "words",
  "minimum",
  "maximum",
  "optional",
  "asked",
]
const hookedInputNames = ["name", "label", "expression", "type"]
const outputNames = ["name", "label", "type", "values", "default"]
const hookedOutputNames = ["name", "label", "type"]
const annotationNames = ["name", "label"]

/** Members that nobody reads: a misspelt one would say nothing, and nobody would notice. */
const unknownMembers = (json: Fields, mistakes: Mistakes): void => {
  const isHooked = "hook" in json
  const among = (value: unknown, path: string, names: ReadonlyArray<string>): void => {
    if (!isObject(value)) return
    for (const name of Object.keys(value)) {
      if (names.includes(name)) continue
      const place = path === "" ? name : `${path}.${name}`
      mistakes.add(place, {
        expected: { _tag: "OneOf", words: names },
        allowed: names,
        part: name,
      })
    }
  }
  const each = (list: string, names: ReadonlyArray<string>): void => {
    const values = json[list]
    if (!Array.isArray(values)) return
    for (const [index, value] of values.entries()) among(value, `${list}[${index}]`, names)
  }
  among(json, "", memberNames)
  each("inputs", isHooked ? hookedInputNames : inputNames)
  each("outputs", isHooked ? hookedOutputNames : outputNames)
  each("annotations", annotationNames)
}

/** Columns that the hook has no fact and no output for. */
const unknownColumns = (json: Fields, mistakes: Mistakes): void => {
  const hook = hookOf(json)
  if (hook === undefined) return
  const among = (list: "inputs" | "outputs", known: object): void => {
    const columns = json[list]
    if (!Array.isArray(columns)) return
    for (const [index, column] of columns.entries()) {
      const name: unknown = isObject(column) ? column["name"] : undefined
      if (typeof name !== "string" || name in known) continue
      mistakes.add(`${list}[${index}].name`, oneOf(Object.keys(known)))
    }
  }
  among("inputs", hook.facts)
  among("outputs", hook.outputs)
}

const columnForm = /^[a-z][a-z0-9_]*$/

/** Names of columns: of one form, none of them twice, and none that every answer has. */
const namesIn = (table: PortableTable, mistakes: Mistakes): void => {
  const used = new Set<string>(["line"])
  for (const list of ["inputs", "outputs", "annotations"] as const) {
    for (const [index, { name }] of table[list].entries()) {
      const path = `${list}[${index}].name`
      if (!columnForm.test(name)) {
        mistakes.add(path, { expected: { _tag: "TextOfForm", form: columnForm.source } })
      } else if (used.has(camelCase(name))) {
        mistakes.add(path, { expected: { _tag: "NewName" } })
      }
      used.add(camelCase(name))
    }
  }
}

/** What only an interpreter of FEEL could answer: nothing here asks one, and no proof knows what it says. */
const beforeInterpreters = (table: PortableTable, mistakes: Mistakes): void => {
  for (const [index, { type }] of table.outputs.entries()) {
    if (type !== "feel") continue
    const words = ["text", "number", "day", "boolean"]
    mistakes.add(`outputs[${index}].type`, { expected: { _tag: "OneOf", words } })
  }
  for (const [index, { asked }] of table.inputs.entries()) {
    if (asked === true) mistakes.add(`inputs[${index}].asked`, { expected: { _tag: "Nothing" } })
  }
}

/** What a hook asks of the table: a name that it has, conditions on its facts, the outputs that it takes. */
const hookIn = (table: PortableTable, mistakes: Mistakes): void => {
  const hook = hooks[table.hook ?? ""]
  if (hook === undefined) return undefined
  if (!hookPolicies.includes(table.hitPolicy)) mistakes.add("hitPolicy", oneOf(hookPolicies))
  for (const [index, { name, type }] of table.inputs.entries()) {
    const known = kindOf(hook.facts[name])["type"]
    if (known !== type) mistakes.add(`inputs[${index}].type`, oneOf([String(known)]))
  }
  for (const [index, { name, type }] of table.outputs.entries()) {
    const known = outputKind(hook.outputs[name])["type"]
    if (known !== type) mistakes.add(`outputs[${index}].type`, oneOf([String(known)]))
  }
  const has = new Set(table.outputs.map(({ name }) => name))
  const missing = hook.needs.map((names) => names.filter((name) => !has.has(name)))
  if (missing.some((names) => names.length === 0)) return undefined
  for (const column of missing.toSorted((one, other) => one.length - other.length)[0] ?? []) {
    mistakes.add("outputs", { expected: { _tag: "HookColumn", hook: hook.name, column } })
  }
}

const oneOf = (words: ReadonlyArray<string>): CellRefusal => ({
  expected: { _tag: "OneOf", words },
  allowed: words,
})

type Fields = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const hookOf = (json: Fields): Hook | undefined =>
  typeof json["hook"] === "string" ? hooks[json["hook"]] : undefined

/** The kind of a fact as definitions write it. */
const kindOf = (fact: Input<unknown> | undefined): Fields => {
  if (fact === undefined) return {}
  if (fact.optional === true) {
    const { optional: _, ...known } = fact
    return { ...kindOf(known), optional: true }
  }
  switch (fact.kind) {
    case "words":
      return { type: "words", ...(fact.words === undefined ? {} : { words: fact.words }) }
    case "boolean":
      return { type: "boolean" }
    case "number":
      return fact.unit === dayUnit
        ? { type: "day" }
        : {
            type: "number",
            ...(fact.minimum === undefined ? {} : { minimum: fact.minimum }),
            ...(fact.maximum === undefined ? {} : { maximum: fact.maximum }),
          }
  }
}

/** The kind of an output as definitions write it. */
const outputKind = (output: Column.Column<unknown> | undefined): Fields => {
  if (output === undefined) return {}
  return { type: output.kind.startsWith("integer") ? "number" : "text" }
}
