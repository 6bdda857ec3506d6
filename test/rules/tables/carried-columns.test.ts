import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { carryColumns } from "../../../core/table/carried.ts"
import { columnsOf } from "../../../core/table/load.ts"
import { tidied } from "../../../core/table/tidy.ts"
import {
  answeringDefinitions,
  loadAllTables,
  loadTables,
  tableFiles,
} from "../../../rules/tables/index.ts"
import { definitionsByFile } from "../../../rules/tables/table-named.ts"
import { isLong } from "../../support/long.ts"
import { shippedSources } from "../../support/shipped-sources.ts"

const shipped = shippedSources()
const declared = definitionsByFile(shipped)
const widthOf = (file: string): number => {
  const definition = declared.get(file)
  return definition === undefined ? 0 : Object.keys(columnsOf(definition)).length
}

/** Tables of each kind; all of them in the long form. */
const files = isLong
  ? tableFiles
  : ["fees.csv", "coach/arguments.csv", "sandbox/tariffs.csv", "coach/markets.csv"]

/** The shipped tables with a column of one's own in some. */
const sources: ReadonlyMap<string, string> = new Map([
  ...shipped,
  ...files.map((file) => {
    const text = carryColumns(shipped.get(file) ?? "", widthOf(file), ["own_note"])
    return [file, text] as const
  }),
])

describe("columns of one's own in shipped tables", () => {
  it("are read by nothing: answers are made of the same rows", () => {
    const [plain, wider] = [loadTables(shipped), loadTables(sources)].map(rowsOfFiles)
    assert.deepStrictEqual(wider, plain)
  })

  it("are columns where tables are shown, kept by tidying, and gone without a trace", () => {
    const byFile = definitionsByFile(sources)
    for (const file of files) {
      const [definition, before] = [byFile.get(file), declared.get(file)]
      if (definition === undefined || before === undefined) assert.fail(file)
      const text = sources.get(file) ?? ""
      assert.strictEqual(Object.keys(columnsOf(definition)).at(-1), "own_note", file)
      const tidy = tidied(definition, text)
      assert.isTrue(Result.isSuccess(tidy) && tidy.success.text.includes("own_note"), file)
      const back = tidied(before, carryColumns(text, widthOf(file) + 1, []))
      assert.deepStrictEqual(back, tidied(before, shipped.get(file) ?? ""), file)
    }
  })

  it("that are misspelt are mistakes like any unknown column", () => {
    const text = carryColumns(shipped.get("fees.csv") ?? "", 1, ["note"])
    const wrong = new Map([...shipped, ["fees.csv", text]])
    const loaded = loadAllTables(wrong)
    assert.deepStrictEqual(
      Result.isFailure(loaded) ? loaded.failure.map(({ expected }) => expected._tag) : [],
      ["OneOfColumns"],
    )
  })
})

/** The rows of the tables that carry a column, by file. */
const rowsOfFiles = (loaded: ReturnType<typeof loadTables>) => {
  const tables = Result.isSuccess(loaded) ? loaded.success : assert.fail("there are mistakes")
  return Object.entries(answeringDefinitions).flatMap(([name, { file }]) =>
    files.includes(file) ? [[file, tables[name as keyof typeof tables].rows]] : [],
  )
}
