import { assert, describe, it } from "@effect/vitest"
import { type AnyDefinition, columnsOf } from "../../../core/table/load.ts"
import type { ColumnsOf } from "../../../core/table/requirement.ts"
import { definitions } from "../../../rules/tables/index.ts"
import { limitNames } from "../../../rules/reference/limit-names.ts"
import { shippedTables } from "../../support/tables.ts"

const all: ReadonlyArray<AnyDefinition> = Object.values(definitions)

const byFile = new Map(
  all.map((definition) => [definition.file, Object.keys(columnsOf(definition))]),
)

const assertColumns = ({ columns, file }: ColumnsOf): void => {
  const known = byFile.get(file)
  assert.isDefined(known, file)
  assert.isAtLeast(columns.length, 1)
  for (const column of columns) assert.include(known, column, file)
}

describe("the rows that tables must have", () => {
  it("are named by columns that exist, here and there, as many on both sides", () => {
    let required = 0
    for (const { file, requires } of all) {
      for (const { every } of requires ?? []) {
        for (const values of every) {
          assertColumns({ file, columns: values.columns })
          required += 1
          if (values._tag === "Words") continue
          assertColumns(values.of)
          assert.strictEqual(values.of.columns.length, values.columns.length, file)
        }
      }
    }
    assert.isAtLeast(required, 20)
  })

  it("and those that others name are named by as many columns", () => {
    let named = 0
    for (const definition of all) {
      if (definition._tag === "DecisionDefinition" || definition.named === undefined) continue
      const { by, columns } = definition.named
      assertColumns({ file: definition.file, columns })
      for (const there of by) {
        assertColumns(there)
        assert.strictEqual(there.columns.length, columns.length, definition.file)
        named += 1
      }
    }
    assert.isAtLeast(named, 5)
  })

  it("hold every limit that is read, above 0", () => {
    for (const name of limitNames) {
      assert.isAbove(shippedTables.limits.get(name)?.value ?? 0, 0, name)
    }
    assert.isAtLeast(limitNames.length, 15)
  })
})
