import * as Result from "effect/Result"
import {
  type NumberTest,
  readBooleanTest,
  readNumberTest,
  readWordTest,
  type WordTest,
} from "./cell.ts"
import type { CellRefusal } from "./error.ts"
import type { Input } from "./input.ts"

/** A fact as a decision table takes it; null is unknown. */
export type Fact = string | number | boolean | null

/** A condition cell as read, whatever its column's kind. */
export type ConditionTest = WordTest | NumberTest | { readonly _tag: "Is"; readonly value: boolean }

/** Reads one condition cell under its input. */
export const readTest = (
  input: Input<unknown>,
  cell: string,
): Result.Result<ConditionTest, CellRefusal> => {
  switch (input.kind) {
    case "words":
      return readWordTest(cell, input.words)
    case "number":
      return readNumberTest(cell)
    case "boolean":
      return Result.map(readBooleanTest(cell), (value) =>
        value === undefined ? { _tag: "Any" } : { _tag: "Is", value },
      )
  }
}
