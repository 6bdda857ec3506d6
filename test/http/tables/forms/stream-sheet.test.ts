import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { readWorkbook } from "../../../../http/tables/forms/read-workbook.ts"
import { type StreamedSheet, streamSheet } from "../../../../http/tables/forms/stream-sheet.ts"

const columns = ["text", "number"].map((header) => ({ header, width: 12 }))

async function* rowsOf(rows: ReadonlyArray<ReadonlyArray<string | number | boolean | null>>) {
  yield* rows
}

const written = (sheet: Omit<StreamedSheet, "name" | "columns">) =>
  Effect.promise(async () => {
    const parts: Array<Uint8Array> = []
    for await (const part of streamSheet({ name: "answers", columns, ...sheet })) parts.push(part)
    return Buffer.concat(parts)
  })

describe("a sheet that is written as its rows come", () => {
  it.effect("brings every value back under its header", () =>
    Effect.gen(function* () {
      const rows = [
        ["=1+2", 5.46],
        ["é€😀 <&>\"'", -3],
        [" spaces ", 123456789012345],
        ["_x000D_ an escape", 0],
        ["007", null],
        [null, 1],
        ["TRUE", true],
      ]
      const [sheet] = yield* readWorkbook(yield* written({ rows: rowsOf(rows) }))
      assert.strictEqual(sheet?.name, "answers")
      assert.deepStrictEqual(sheet?.rows, [["text", "number"], ...rows])
    }),
  )

  it.effect("freezes its header, also where there is no row", () =>
    Effect.gen(function* () {
      const { readXlsx } = yield* Effect.promise(() => import("hucre/xlsx"))
      const bytes = yield* written({ rows: rowsOf([]) })
      const { sheets } = yield* Effect.promise(() => readXlsx(bytes))
      assert.strictEqual(sheets[0]?.freezePane?.rows, 1)
      assert.deepStrictEqual(sheets[0]?.rows, [["text", "number"]])
    }),
  )

  it("says in words what it cannot hold", async () => {
    const read = async (sheet: Omit<StreamedSheet, "name" | "columns">) => {
      await Effect.runPromise(written(sheet))
    }
    const two = () => rowsOf([["a"], ["b"]])
    await read({ rows: two(), rowsMax: 3 })
    const failures = [
      { sheet: { rows: two(), rowsMax: 2 }, says: /at most 2 rows; write CSV or Parquet/ },
      { sheet: { rows: rowsOf([["x".repeat(32_768)]]) }, says: /at most 32,767 characters/ },
    ]
    for (const { says, sheet } of failures) {
      const failed = await read(sheet).then(
        () => "",
        (cause: unknown) => String(cause),
      )
      assert.match(failed, says)
    }
  })
})
