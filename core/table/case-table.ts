import * as Result from "effect/Result"
import { nearestNumber, type Rational } from "../money/rational.ts"
import { dayDigits, dayUnit } from "../vocabulary/day.ts"
import { aggregatedColumn } from "./aggregate.ts"
import * as Column from "./column.ts"
import type { Fact } from "./condition.ts"
import type { DecisionDefinition } from "./decision.ts"
import { type Columns, decidingColumns, defineTable, type TableDefinition } from "./definition.ts"
import { headerOf } from "./header.ts"
import { policies } from "./hit-policy.ts"
import type { Input } from "./input.ts"
import { underColumns } from "./layout.ts"

/** How the file of a table's cases ends; it lies beside the rows of the table. */
const casesEnd = ".cases.csv"

/**
 * Whether a file holds the cases of a table.
 *
 * ```ts
 * import { isCaseFile } from "../core/table/case-table.ts"
 *
 * isCaseFile("sandbox/tariffs.cases.csv") // => true
 * isCaseFile("corpus/cases.csv") // => false
 * ```
 */
export const isCaseFile = (file: string): boolean => file.endsWith(casesEnd)

/**
 * The file of the cases of a table.
 *
 * ```ts
 * import { caseFileOf } from "../core/table/case-table.ts"
 *
 * caseFileOf("own/cruises-asia.csv") // => "own/cruises-asia.cases.csv"
 * ```
 */
export const caseFileOf = (file: string): string => `${file.slice(0, -".csv".length)}${casesEnd}`

/** The file of the table that cases ask. */
export const askedFileOf = (file: string): string => `${file.slice(0, -casesEnd.length)}.csv`

/** What a cell says that expects a result to be empty, or no row to answer. */
export const expectsNone = "(none)"

/** What a case expects of a result: null where it says nothing of it. */
export type Expected =
  | null
  | { readonly _tag: "None" }
  | { readonly _tag: "Value"; readonly value: unknown }

/** The columns of cases beside facts and results, by what they are for. */
export interface CaseColumns {
  /** What a case is called; no other one is called so. */
  readonly name: string
  /** How many rows answer. */
  readonly answers: string
  readonly remark: string
}

/**
 * How the columns are called that cases of a table have beside its own: as they are where the table has no
 * column of that name.
 */
export const caseColumnsOf = ({
  inputs,
  outputs,
}: Pick<DecisionDefinition, "inputs" | "outputs">): CaseColumns => {
  const free = (name: string): string =>
    name in inputs || name in outputs ? free(`${name}_`) : name
  return { name: free("case"), answers: free("answers"), remark: free("remark") }
}

/**
 * The results of a table that its cases may say something of. Where the rows that apply come to one figure,
 * that is the one.
 */
export const expectedColumns = ({
  hitPolicy,
  outputs,
}: Pick<DecisionDefinition, "hitPolicy" | "outputs">): ReadonlyArray<string> => {
  if (policies[hitPolicy].aggregate === undefined) return decidingColumns(outputs)
  const figure = aggregatedColumn(outputs)
  return figure === undefined ? [] : [figure]
}

/**
 * What the cases of a decision table are declared as: a row for each, with the facts that the table is asked
 * with, what is expected of it, and a remark. Facts that may be unknown, results and remarks may be left out
 * of the file; a definition has those that its text has.
 */
export const caseDefinition = (decision: DecisionDefinition, text: string): TableDefinition => {
  const header = headerOf(text).map((field) => field.text)
  const known = definitionsOf.get(decision) ?? new Map<string, TableDefinition>()
  definitionsOf.set(decision, known)
  const key = header.join("\n")
  const found = known.get(key) ?? declaredCases(decision, header)
  known.set(key, found)
  return found
}

/**
 * The text of a table's cases before there is one: all columns that cases of it may have.
 *
 * ```ts
 * import { newCasesText } from "../core/table/case-table.ts"
 * import { fares } from "../test/support/own-tables.ts"
 *
 * newCasesText(fares) // => "case,age,zone,fare_cents,answers,remark\n"
 * ```
 */
export const newCasesText = (decision: DecisionDefinition): string =>
  `${Object.keys(allColumns(decision)).join(",")}\n`

/**
 * The text of cases of a table that has other columns by now: cells under columns that it has no more are
 * gone, those under new ones are empty.
 */
export const reshapedCases = (
  decision: DecisionDefinition,
  { before, text }: { readonly before: DecisionDefinition; readonly text: string },
): string => {
  const header = headerOf(text).map((field) => field.text)
  const known = allColumns(before)
  const now = allColumns(decision)
  return underColumns(text, header.length, [
    ...header.filter((column) => column in now),
    ...Object.keys(now).filter((column) => !header.includes(column) && !(column in known)),
  ])
}

/** A column that the cases of a table have, or may have. */
export interface CaseColumn {
  readonly name: string
  readonly about: string
  /** Whether the file has it. */
  readonly isIn: boolean
  /** Whether no file of cases is without it. */
  readonly isNeeded: boolean
}

/** The columns that the cases of a table may have, in their order, with whether their text has them. */
export const caseColumnChoice = (
  decision: DecisionDefinition,
  text: string,
): ReadonlyArray<CaseColumn> => {
  const header = headerOf(text).map((field) => field.text)
  return Object.entries(allColumns(decision)).map(([name, { about }]) => ({
    name,
    about,
    isIn: header.includes(name),
    isNeeded: isNeededColumn(decision, name),
  }))
}

/**
 * The text of cases of a table with the columns that are chosen, and with those that no case is without: cells
 * under others are gone, those under new ones are empty. What stays keeps its order.
 *
 * ```ts
 * import { chosenCases, newCasesText } from "../core/table/case-table.ts"
 * import { fares } from "../test/support/own-tables.ts"
 *
 * chosenCases(fares, newCasesText(fares), ["fare_cents"]) // => "case,age,zone,fare_cents\n"
 * ```
 */
export const chosenCases = (
  decision: DecisionDefinition,
  text: string,
  chosen: ReadonlyArray<string>,
): string => {
  const header = headerOf(text).map((field) => field.text)
  const all = Object.keys(allColumns(decision))
  const isChosen = (column: string): boolean =>
    !all.includes(column) || chosen.includes(column) || isNeededColumn(decision, column)
  const columns = header.filter(isChosen)
  for (const [at, column] of all.entries()) {
    if (columns.includes(column) || !isChosen(column)) continue
    const before = all.slice(0, at).findLast((each) => columns.includes(each))
    columns.splice(before === undefined ? 0 : columns.indexOf(before) + 1, 0, column)
  }
  return underColumns(text, header.length, columns)
}

/** Whether no file of cases is without a column: their name, and facts that are always known. */
const isNeededColumn = (decision: DecisionDefinition, column: string): boolean => {
  const input = decision.inputs[column]
  return column === caseColumnsOf(decision).name || (input !== undefined && input.optional !== true)
}

/** One definition for each header: tables are read anew where theirs is another one. */
const definitionsOf = new WeakMap<DecisionDefinition, Map<string, TableDefinition>>()

const declaredCases = (
  decision: DecisionDefinition,
  header: ReadonlyArray<string>,
): TableDefinition => {
  const { name } = caseColumnsOf(decision)
  const all = allColumns(decision)
  return defineTable({
    file: caseFileOf(decision.file),
    about: `Cases of ${decision.file}: what it must answer to these facts.`,
    key: [name],
    columns: Object.fromEntries(
      Object.entries(all).filter(
        ([column]) => isNeededColumn(decision, column) || header.includes(column),
      ),
    ),
    mayHave: Object.keys(all),
    casesOf: decision.file,
  })
}

/** Every column that cases of a table may have, in their order. */
const allColumns = (decision: DecisionDefinition): Columns => {
  const { answers, name, remark } = caseColumnsOf(decision)
  const facts = Object.entries(decision.inputs).map(([column, input]) => [column, factOf(input)])
  const results = expectedColumns(decision).flatMap((column) => {
    const output = resultOf(decision, column)
    return output === undefined ? [] : [[column, expectedOf(output)]]
  })
  return {
    [name]: Column.text({ about: "What the case is called." }),
    ...Object.fromEntries(facts),
    ...Object.fromEntries(results),
    [answers]: Column.optional(
      Column.integer({
        about: "How many rows answer; 0 where none is expected to.",
        minimum: 0,
        unit: "rows",
      }),
    ),
    [remark]: Column.note(Column.optional(Column.text({ about: "Why it is to be so." }))),
  } as Columns
}

/** What a result of a table reads as, or the figure that its rows come to. */
const resultOf = (
  { hitPolicy, outputs }: DecisionDefinition,
  column: string,
): Column.Column<unknown> | undefined => {
  const output = outputs[column]
  const { aggregate } = policies[hitPolicy]
  if (output === undefined || aggregate === undefined) return output
  return aggregate === "count"
    ? Column.decimal({ about: "How many rows apply.", unit: "rows" })
    : Column.decimal({ about: output.about })
}

/**
 * A fact as a case writes it: days as days, nothing where it is not known.
 *
 * ```ts
 * import { factCell } from "../core/table/case-table.ts"
 * import { fares } from "../test/support/own-tables.ts"
 *
 * factCell(fares.inputs.age, 41) // => "41"
 * ```
 */
export const factCell = ({ unit }: Input<unknown>, fact: Fact): string => {
  if (fact === null) return ""
  return unit === dayUnit ? String(fact).replace(/^(\d{4})(\d\d)(\d\d)$/, "$1-$2-$3") : String(fact)
}

/** A column of facts as they are written. */
const factOf = (input: Input<unknown>): Column.Column<unknown> => {
  const asked = knownFact(input)
  return input.optional === true ? Column.optional(asked) : asked
}

const knownFact = (input: Input<unknown>): Column.Column<unknown> => {
  const { about } = input
  switch (input.kind) {
    case "boolean":
      return Column.boolean({ about })
    case "words":
      if (input.words !== undefined) return Column.enumeration(input.words, { about })
      return input.reference === undefined
        ? Column.text({ about })
        : Column.reference(input.reference.file, input.reference.column, { about })
    case "number":
      return numberFact(input)
  }
}

const numberFact = (
  input: Extract<Input<unknown>, { readonly kind: "number" }>,
): Column.Column<number> => {
  const { about, maximum, minimum, unit, whole } = input
  if (unit === dayUnit) return read(Column.day({ about }), (day) => Number(dayDigits(day)))
  const given = { about, ...(unit === undefined ? {} : { unit }) }
  if (whole) {
    return Column.integer({
      ...given,
      ...(minimum === undefined ? {} : { minimum }),
      ...(maximum === undefined ? {} : { maximum }),
    })
  }
  const exact = Column.decimal({
    ...given,
    ...(minimum === undefined ? {} : { minimum: String(minimum) }),
    ...(maximum === undefined ? {} : { maximum: String(maximum) }),
  })
  return read<Rational, number>(exact, nearestNumber)
}

/** A column whose values are made of those of another one. */
const read = <From, To>(
  from: Column.Column<From>,
  make: (value: From) => To,
): Column.Column<To> => ({
  ...from,
  parse: (cell) => Result.map(from.parse(cell), make),
})

/** A column of what is expected of a result: nothing where it is empty. */
const expectedOf = (output: Column.Column<unknown>): Column.Column<Expected> => {
  const { note: _, referenced, words, ...column } = output
  const saysNothing = (cell: string): boolean => cell === "" || cell === expectsNone
  return {
    ...column,
    kind: output.kind.endsWith(", or empty") ? output.kind : `${output.kind}, or empty`,
    ...(words === undefined ? {} : { words: [...words, expectsNone] }),
    ...(referenced === undefined
      ? {}
      : { referenced: (cell: string) => (saysNothing(cell) ? [] : referenced(cell)) }),
    parse: (cell) => {
      if (cell === "") return Result.succeed(null)
      if (cell === expectsNone) return Result.succeed({ _tag: "None" })
      return Result.map(output.parse(cell), (value): Expected => ({ _tag: "Value", value }))
    },
  }
}
