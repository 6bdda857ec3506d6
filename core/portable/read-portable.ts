import type {
  PortableFact,
  PortableInput,
  PortableOutput,
  PortableTable,
} from "./portable-table.ts"
import { plainFailure, plainSuccess } from "../plain-result.ts"
import {
  describeTableExpectation,
  type MemberKind,
  type TableExpectation,
} from "../table/expectation.ts"
import { hitPolicies } from "../table/hit-policy.ts"
import { nearest } from "../table/nearest.ts"
import { type TellingOf, toldBy } from "../told-by.ts"
import type * as Result from "effect/Result"

/**
 * Reads the definition of a portable table from JSON, or tells all that is wrong in it, each with its
 * place. It is no schema of effect, as who imports the engine alone has no effect.
 */
export const readPortable = (
  json: unknown,
): Result.Result<PortableTable, ReadonlyArray<string>> => {
  const problems = definitionProblems(json)
  return problems.length > 0
    ? plainFailure(problems.map(describeDefinitionProblem))
    : plainSuccess(json as PortableTable)
}

/** What should stand at a place of a definition. */
export type DefinitionNeed =
  | { readonly _tag: MemberKind }
  | { readonly _tag: "OneOf"; readonly words: ReadonlyArray<string> }

/** What is wrong in a definition: where, as `inputs[2].type`, what stands there, and what should. */
export interface DefinitionProblem {
  readonly path: string
  /** Undefined where it is missing. */
  readonly given: unknown
  readonly need: DefinitionNeed
}

/** All that is wrong in the definition of a portable table. */
export const definitionProblems = (json: unknown): ReadonlyArray<DefinitionProblem> => {
  const found: Array<DefinitionProblem> = []
  shape(json, "", found)
  return found
}

/** What a definition should have at a place, as mistakes of tables tell it. */
export const expectedIn = (need: DefinitionNeed): TableExpectation =>
  need._tag === "OneOf" ? need : { _tag: "Member", kind: need._tag }

const describeDefinitionProblem = ({ given, need, path }: DefinitionProblem): string => {
  const said = given === undefined ? "is missing; it" : (JSON.stringify(given) ?? typeof given)
  const close =
    need._tag === "OneOf" && typeof given === "string" ? nearest(given, need.words) : undefined
  const hint = close === undefined ? "" : `; did you mean ${JSON.stringify(close)}?`
  return `${path === "" ? "" : `${path}: `}${said.slice(0, givenMax)} should be ${describeTableExpectation(expectedIn(need))}${hint}`
}

/** The name that two columns have, if some have: they would hide each other. */
export const repeatedColumn = ({
  annotations,
  inputs,
  outputs,
}: PortableTable): string | undefined => {
  const names = [...inputs, ...outputs, ...annotations].map(({ name }) => name)
  return names.find((name, index) => names.indexOf(name) < index)
}

/** The columns that only an interpreter of FEEL can answer, by name. */
export const columnsOfFeel = ({ inputs, outputs }: PortableTable): ReadonlyArray<string> => [
  ...inputs.flatMap(({ asked, name }) => (asked === true ? [name] : [])),
  ...outputs.flatMap(({ name, type }) => (type === "feel" ? [name] : [])),
]

/** Why a portable table that holds expressions of FEEL cannot be asked. */
export type FeelProblem =
  /** Nothing evaluates what stands in some columns. */
  | { readonly _tag: "NoInterpreter"; readonly columns: ReadonlyArray<string> }
  /** Its definition does not say what its expressions name. */
  | { readonly _tag: "FactsUnknown" }
  /** It calls functions of its model, which are no facts, and are not kept with it. */
  | { readonly _tag: "Calls"; readonly functions: ReadonlyArray<string> }

/** Why a portable table cannot be asked, with an interpreter of FEEL or without; undefined where it can. */
export const feelProblem = (table: PortableTable, hasFeel: boolean): FeelProblem | undefined => {
  const columns = columnsOfFeel(table)
  if (columns.length === 0) return undefined
  if (!hasFeel) return { _tag: "NoInterpreter", columns }
  if (table.facts === undefined) return { _tag: "FactsUnknown" }
  const functions = table.facts.flatMap(({ name, type }) => (type === "function" ? [name] : []))
  return functions.length > 0 ? { _tag: "Calls", functions } : undefined
}

/** The sentence of it, with how an interpreter is had: `npm install feelin`. */
export const describeFeelProblem = (problem: FeelProblem, how: string): string =>
  toldBy(feelProblems(how), problem)

const feelProblems = (how: string): TellingOf<FeelProblem> => ({
  NoInterpreter: ({ columns }) =>
    `${columns.join(", ")} hold expressions of FEEL, which the npm package feelin evaluates: ${how}`,
  FactsUnknown: () =>
    "its definition does not say what its expressions of FEEL name: import it again with --feel",
  Calls: ({ functions }) =>
    `it calls ${functions.join(", ")}, of its model, which is not imported with it`,
})

const inputTypes: Readonly<Record<PortableInput["type"], true>> = {
  words: true,
  number: true,
  day: true,
  boolean: true,
  seconds: true,
  months: true,
}

const outputTypes: Readonly<Record<PortableOutput["type"], true>> = {
  text: true,
  number: true,
  day: true,
  boolean: true,
  feel: true,
}

const factTypes: Readonly<Record<NonNullable<PortableFact["type"]>, true>> = {
  text: true,
  number: true,
  boolean: true,
  day: true,
  time: true,
  "day and time": true,
  duration: true,
  function: true,
}

type Fields = Readonly<Record<string, unknown>>

/** Tells what is wrong in a value, with the path that leads to it. */
type Check = (value: unknown, path: string, found: Array<DefinitionProblem>) => void

const givenMax = 60

const ofType =
  (type: "string" | "number" | "boolean", need: DefinitionNeed): Check =>
  (given, path, found) => {
    if (typeof given !== type) found.push({ path, given, need })
  }

const text = ofType("string", { _tag: "Text" })
const number = ofType("number", { _tag: "Number" })
const truth = ofType("boolean", { _tag: "Truth" })

const oneOf =
  (words: ReadonlyArray<string>): Check =>
  (given, path, found) => {
    if (typeof given === "string" && words.includes(given)) return
    found.push({ path, given, need: { _tag: "OneOf", words } })
  }

const optional =
  (check: Check): Check =>
  (value, path, found) => {
    if (value !== undefined) check(value, path, found)
  }

const listOf =
  (check: Check): Check =>
  (given, path, found) => {
    if (!Array.isArray(given)) return void found.push({ path, given, need: { _tag: "List" } })
    for (const [index, each] of given.entries()) check(each, `${path}[${index}]`, found)
  }

const objectOf =
  (checks: Readonly<Record<string, Check>>): Check =>
  (given, path, found) => {
    if (typeof given !== "object" || given === null || Array.isArray(given)) {
      return void found.push({ path, given, need: { _tag: "Object" } })
    }
    for (const [name, check] of Object.entries(checks)) {
      check((given as Fields)[name], path === "" ? name : `${path}.${name}`, found)
    }
  }

const named = { name: text, label: text }

/** Components are facts, too. */
const fact: Check = (value, path, found) => factShape(value, path, found)

const factShape = objectOf({
  name: text,
  type: optional(oneOf(Object.keys(factTypes))),
  isList: optional(truth),
  parts: optional(listOf(fact)),
})

const shape = objectOf({
  format: oneOf(["viatica table 1"]),
  name: text,
  about: text,
  hook: optional(text),
  hitPolicy: oneOf(hitPolicies),
  inputs: listOf(
    objectOf({
      ...named,
      expression: text,
      type: oneOf(Object.keys(inputTypes)),
      words: optional(listOf(text)),
      minimum: optional(number),
      maximum: optional(number),
      optional: optional(truth),
      asked: optional(truth),
    }),
  ),
  outputs: listOf(
    objectOf({
      ...named,
      type: oneOf(Object.keys(outputTypes)),
      values: optional(listOf(text)),
      default: optional(text),
    }),
  ),
  annotations: listOf(objectOf(named)),
  facts: optional(listOf(fact)),
  from: objectOf({ format: text, version: text, id: text }),
})
