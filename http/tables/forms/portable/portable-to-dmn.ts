import type { PortableInput, PortableOutput } from "../../../../core/portable/portable-table.ts"
import { unquoted } from "../../../../core/table/cell.ts"
import type { FeelType } from "../dmn/dmn-types.ts"
import { feelTests } from "../dmn/feel-cells.ts"
import type { WrittenTable } from "../dmn/write-dmn.ts"
import type { LoadedPortable } from "./portable-files.ts"

const types: Readonly<
  Record<PortableInput["type"] | PortableOutput["type"], FeelType | undefined>
> = {
  words: "string",
  text: "string",
  number: "number",
  day: "date",
  boolean: "boolean",
  seconds: "days and time duration",
  months: "years and months duration",
  feel: undefined,
}

const plain = (cell: string): string => (cell.startsWith('"') ? (unquoted(cell) ?? cell) : cell)

const literal = (type: PortableOutput["type"], cell: string): string => {
  if (cell === "") return "null"
  if (type === "feel") return cell
  if (type === "text") return JSON.stringify(plain(cell))
  return type === "day" ? `date("${cell}")` : cell
}

/** The facts that a condition allows, as FEEL; undefined where it says nothing of them. */
const allowedBy = ({ maximum, minimum, optional, words }: PortableInput): string | undefined => {
  const hasRange = minimum !== undefined && maximum !== undefined
  const allowed = [
    ...(optional === true ? ["null"] : []),
    ...(words ?? []).map((word) => JSON.stringify(word)),
    ...(hasRange ? [`[${minimum}..${maximum}]`] : []),
  ]
  return allowed.length === 0 ? undefined : allowed.join(", ")
}

/** A portable table as DMN writes it. */
export const writtenPortable = ({ decision, table }: LoadedPortable): WrittenTable => {
  const { fields, rows } = decision
  const order = [...rows.keys()].sort(
    (left, right) => (rows[left]?.line ?? 0) - (rows[right]?.line ?? 0),
  )
  const inputs = Object.values(decision.definition.inputs)
  const cellAt = (row: number, at: number): string => fields[row]?.[at]?.text ?? ""
  const tests = (row: number): ReadonlyArray<string> =>
    table.inputs.map(({ type }, at) => {
      const input = inputs[at]
      return input === undefined ? "-" : feelTests(input, cellAt(row, at), type)
    })
  const noteFrom = table.inputs.length + table.outputs.length
  return {
    file: undefined,
    name: table.name,
    about: table.about,
    hitPolicy: table.hitPolicy,
    inputs: table.inputs.map((input) => ({
      name: input.name,
      label: input.label,
      expression: input.expression,
      type: types[input.type],
      values: allowedBy(input),
      isAsked: input.asked === true,
    })),
    outputs: table.outputs.map(({ default: otherwise, label, name, type, values }) => ({
      name,
      label,
      type: types[type],
      values: values?.map((value) => literal(type, value)).join(", "),
      ...(otherwise === undefined ? {} : { otherwise: literal(type, otherwise) }),
    })),
    notes: table.annotations.map(({ label }) => label),
    ...(table.facts === undefined ? {} : { facts: table.facts }),
    rows: order.map((row) => ({
      tests: tests(row),
      results: table.outputs.map(({ type }, at) =>
        literal(type, cellAt(row, table.inputs.length + at)),
      ),
      notes: table.annotations.map((_, at) => plain(cellAt(row, noteFrom + at))),
    })),
  }
}
