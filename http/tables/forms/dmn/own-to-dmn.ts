import type { Decision } from "../../../../core/table/decision.ts"
import type { HitPolicy } from "../../../../core/table/hit-policy.ts"
import type { Input } from "../../../../core/table/input.ts"
import { anyOrder } from "../../../../rules/tables/table-named.ts"
import type { FeelType } from "./dmn-types.ts"
import { feelResult, feelTests, feelTypeOf } from "./feel-cells.ts"
import type { WrittenTable } from "./write-dmn.ts"

const inputTypes: Readonly<Record<Input<unknown>["kind"], FeelType>> = {
  words: "string",
  number: "number",
  boolean: "boolean",
}

const wordValues = (words: ReadonlyArray<string> | undefined): string | undefined =>
  words === undefined ? undefined : words.map((word) => JSON.stringify(word)).join(", ")

/** The facts that a condition allows, as FEEL. */
const allowedBy = (input: Input<unknown>): string | undefined => {
  if (input.kind === "words") return wordValues(input.words)
  if (input.kind === "boolean") return undefined
  const { maximum, minimum } = input
  if (minimum === undefined) return maximum === undefined ? undefined : `<= ${maximum}`
  return maximum === undefined ? `>= ${minimum}` : `[${minimum}..${maximum}]`
}

/**
 * The hit policy that a table has in DMN: where its rows count in their order, `RULE ORDER`, for
 * `COLLECT` promises none.
 */
export const dmnPolicyOf = (file: string, hitPolicy: HitPolicy): HitPolicy =>
  hitPolicy === "collect" && !anyOrder.has(file) ? "rule order" : hitPolicy

/** A decision table of ours as DMN writes it; rows stand in the order of the file. */
export const writtenTable = ({ definition, fields, rows }: Decision): WrittenTable => {
  const { about, file, hitPolicy } = definition
  const inputs = Object.entries(definition.inputs)
  const columns = Object.entries(definition.outputs)
  const places = columns.map(([, column], index) => ({ column, at: inputs.length + index }))
  const order = [...rows.keys()].sort(
    (left, right) => (rows[left]?.line ?? 0) - (rows[right]?.line ?? 0),
  )
  const cellAt = (row: number, at: number): string => fields[row]?.[at]?.text ?? ""
  return {
    file,
    name: file.replace(/\.csv$/, ""),
    about,
    hitPolicy: dmnPolicyOf(file, hitPolicy),
    inputs: inputs.map(([name, input]) => ({
      name,
      label: name,
      expression: name,
      type: inputTypes[input.kind],
      values: allowedBy(input),
    })),
    outputs: columns
      .filter(([, column]) => column.note !== true)
      .map(([name, column]) => ({
        name,
        label: name,
        type: feelTypeOf(column),
        values: feelTypeOf(column) === "string" ? wordValues(column.words) : undefined,
      })),
    notes: columns.filter(([, column]) => column.note === true).map(([name]) => name),
    rows: order.map((row) => ({
      tests: inputs.map(([, input], at) => feelTests(input, cellAt(row, at))),
      results: places
        .filter(({ column }) => column.note !== true)
        .map(({ at, column }) => feelResult(column, cellAt(row, at))),
      notes: places.filter(({ column }) => column.note === true).map(({ at }) => cellAt(row, at)),
    })),
  }
}
