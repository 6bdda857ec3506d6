import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { type ReadCell, readWorkbook } from "../../../../http/tables/forms/read-workbook.ts"
import { type WrittenCell, writeWorkbook } from "../../../../http/tables/forms/write-workbook.ts"

const values: ReadonlyArray<ReadonlyArray<string | number | boolean | null>> = [
  ["plain", "=1+2", "_x000D_ an escape", " spaces ", "a\nb", "tab\there", "<&>\"'", "é€😀"],
  [5.46, 0.1, -3, 123456789012345, true, false, null, "0012"],
  ["1E5", "2026-12-31", "#hash", "@at", "x".repeat(32_000), "", "-", "end"],
]

const roundTrip = (rows: Parameters<typeof writeWorkbook>[0][number]["rows"]) =>
  writeWorkbook([{ name: "One", rows }]).pipe(Effect.flatMap(readWorkbook))

describe("workbooks", () => {
  it.effect("bring every value back as it was written", () =>
    Effect.gen(function* () {
      const [sheet] = yield* roundTrip(values)
      assert.deepStrictEqual(sheet?.rows, values)
    }),
  )

  it.effect("bring values back under looks and notes", () =>
    Effect.gen(function* () {
      const looked = values.map((row) =>
        row.map((value): WrittenCell => {
          const look = {
            bold: true,
            editable: true,
            ...(typeof value === "string" ? { format: "@" } : {}),
          }
          return { value, look, note: "What it means." }
        }),
      )
      const [sheet] = yield* roundTrip(looked)
      assert.deepStrictEqual(sheet?.rows, values)
    }),
  )

  it.effect("tell hidden sheets and keep the order of sheets", () =>
    Effect.gen(function* () {
      const bytes = yield* writeWorkbook(
        [
          {
            name: "Été",
            rows: [["a"], ["b"]],
            dropDowns: [
              { column: 0, rows: [1, 9], from: "words", strict: true, message: "Pick one." },
            ],
          },
          { name: "it's", hidden: true, rows: [["b"], ["c"]] },
        ],
        [{ name: "words", sheet: "it's", column: 0, rows: [0, 1] }],
      )
      const sheets = yield* readWorkbook(bytes)
      assert.deepStrictEqual(
        sheets.map(({ hidden, name }) => [name, hidden]),
        [
          ["Été", false],
          ["it's", true],
        ],
      )
    }),
  )

  it.effect("refuse what is no workbook, saying so", () =>
    Effect.gen(function* () {
      for (const text of ["", "a,b\n1,2\n", `PK\u0003\u0004${"x".repeat(100)}`]) {
        const read = yield* Effect.result(readWorkbook(new TextEncoder().encode(text)))
        assert.isTrue(Result.isFailure(read))
        if (Result.isFailure(read)) assert.match(read.failure.message, /^This is no XLSX workbook/)
      }
    }),
  )

  it.effect("read dates as text and name errors and formulas without a result", () =>
    Effect.gen(function* () {
      const { writeXlsx } = yield* Effect.promise(() => import("hucre/xlsx"))
      const bytes = yield* Effect.promise(() =>
        writeXlsx({
          sheets: [
            {
              name: "One",
              rows: [[new Date("2026-12-31"), new Date("2026-12-31T10:30:00Z"), null, null, null]],
              cells: new Map([
                ["0,2", { value: "#REF!", type: "error" }],
                ["0,3", { value: null, type: "formula", formula: "A1*2" }],
                ["0,4", { value: 6, type: "formula", formula: "A1*2", formulaResult: 6 }],
              ]),
            },
          ],
        }),
      )
      const [sheet] = yield* readWorkbook(bytes)
      const expected: ReadonlyArray<ReadCell> = [
        "2026-12-31",
        "2026-12-31T10:30:00",
        { fault: "the error #REF!" },
        { fault: "a formula without a result" },
        6,
      ]
      assert.deepStrictEqual(sheet?.rows, [expected])
    }),
  )
})
