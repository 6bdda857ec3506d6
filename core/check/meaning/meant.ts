import { type Directive, readDirectives } from "../../table/directives.ts"
import { type TableError, tableError } from "../../table/error.ts"
import type { Expectation } from "../../table/expectation.ts"
import { type AnyDefinition, columnsOf } from "../../table/load.ts"
import { acceptsWord, plainTest } from "../intended-gap.ts"
import type { MeantRow } from "./table-cells.ts"

/** A value that a table declares as meant: a column, and conditions on the cells of its rows. */
export interface MeantValue {
  readonly directive: Directive
  readonly column: string
  readonly cells: ReadonlyMap<string, string>
}

/** The values that a table declares as meant, and what is wrong with the other declarations. */
export interface MeantValues {
  readonly values: ReadonlyArray<MeantValue>
  readonly errors: ReadonlyArray<TableError>
}

/** The word that names the column that a directive is about. */
const columnWord = "column"

const readDirective = (
  file: string,
  directive: Directive,
  names: ReadonlyArray<string>,
  judged: ReadonlyArray<string>,
): MeantValue | ReadonlyArray<TableError> => {
  const errors: Array<TableError> = []
  const cells = new Map<string, string>()
  let column: string | undefined
  for (const { cell, character, column: name } of directive.conditions) {
    const place = { file, line: directive.line, character, column: "" }
    const refuse = (
      wrong: string,
      expected: Expectation,
      allowed: ReadonlyArray<string> = [],
    ): void => void errors.push(tableError({ ...place, cell: wrong }, { expected, allowed }))
    if (name === columnWord && column === undefined) {
      column = cell
      if (!judged.includes(cell)) {
        refuse(cell, { _tag: "JudgedColumn", columns: judged }, judged)
      }
    } else if (!names.includes(name)) {
      refuse(name, { _tag: "OneOfColumns", columns: names }, names)
    } else if (cells.has(name)) refuse(name, { _tag: "OneCondition" })
    else cells.set(name, cell)
  }
  const { character, line } = directive
  const whole = { file, line, character, column: "", cell: "" }
  if (column === undefined) {
    errors.push(tableError(whole, { expected: { _tag: "MeantColumn" } }))
  }
  if (directive.why === "") {
    errors.push(tableError(whole, { expected: { _tag: "MeantReason" } }))
  }
  return errors.length === 0 && column !== undefined ? { directive, column, cells } : errors
}

/** Reads the values that a table declares as meant; `judged` are the columns that it may name. */
export const readMeantValues = (
  definition: AnyDefinition,
  source: string,
  judged: ReadonlyArray<string>,
): MeantValues => {
  const names = Object.keys(columnsOf(definition))
  const values: Array<MeantValue> = []
  const errors: Array<TableError> = []
  for (const directive of readDirectives("meant", source)) {
    const read = readDirective(definition.file, directive, names, judged)
    if ("directive" in read) values.push(read)
    else errors.push(...read)
  }
  return { values, errors }
}

/** Whether a declaration is about a row: each of its cells is the row's, or one of some words. */
export const isMeant = ({ cells }: MeantValue, row: MeantRow): boolean =>
  [...cells].every(([column, wanted]) => {
    const cell = row.cell(column)
    return cell === wanted || acceptsWord(plainTest(wanted), cell)
  })

/** The comment that declares a value as meant, up to the reason. */
export const meantDirective = (column: string, cells: Readonly<Record<string, string>>): string =>
  `# meant ${[["column", column], ...Object.entries(cells)].map((pair) => pair.join("=")).join(" ")} : `
