import {
  type DuckDBDataChunk,
  DuckDBListVector,
  DuckDBScalarFunction,
  type DuckDBType,
  type DuckDBValue,
  type DuckDBVector,
} from "@duckdb/node-api"
import { makeMemory } from "../../../core/memory.ts"

/** What a function of SQL is given in a row: a text, a number, a day as text, or a list of such. */
export type SqlArgument = string | number | null | ReadonlyArray<string | number | null>

/** A function of SQL whose answer depends on its arguments alone. */
export interface SqlFunction {
  readonly name: string
  readonly parameterTypes: ReadonlyArray<DuckDBType>
  readonly returnType: DuckDBType
  readonly answer: (args: ReadonlyArray<SqlArgument>) => DuckDBValue
}

/** So many answers are kept. */
const answersMax = 16_384

const plain = (value: DuckDBValue): string | number | null => {
  if (value === null || typeof value === "string" || typeof value === "number") return value
  return String(value)
}

/** Reads the arguments of a column, row by row, without an object for each of its lists. */
const readerOf = (vector: DuckDBVector): ((row: number) => SqlArgument) => {
  if (!(vector instanceof DuckDBListVector)) return (row) => plain(vector.getItem(row))
  const { childVector } = vector
  return (row) => {
    if (vector.getItemVector(row) === null) return null
    const from = vector.getEntryOffset(row)
    return Array.from({ length: vector.getEntryLength(row) }, (_, index) =>
      plain(childVector.getItem(from + index)),
    )
  }
}

/** Stands for arguments: no two of them have the same text. */
const keyOf = (argument: SqlArgument): string => {
  if (argument === null) return "-"
  if (typeof argument === "string") return `${argument.length}:${argument}`
  return typeof argument === "number"
    ? `${argument};`
    : `[${argument.map((value) => keyOf(value)).join("")}]`
}

/** Makes a function of DuckDB, which is asked about a vector of rows at a time. */
export const scalarFunction = ({
  answer,
  name,
  parameterTypes,
  returnType,
}: SqlFunction): DuckDBScalarFunction => {
  const known = makeMemory<string, DuckDBValue>(answersMax)
  return DuckDBScalarFunction.create({
    name,
    parameterTypes,
    returnType,
    // What is NULL is read as left out.
    specialHandling: true,
    mainFunction: (_, input: DuckDBDataChunk, output) => {
      const readers = parameterTypes.map((_type, index) => readerOf(input.getColumnVector(index)))
      for (let row = 0; row < input.rowCount; row += 1) {
        const args = readers.map((read) => read(row))
        const key = args.map((argument) => keyOf(argument)).join("")
        output.setItem(
          row,
          known.get(key, () => answer(args)),
        )
      }
      output.flush()
    },
  })
}
