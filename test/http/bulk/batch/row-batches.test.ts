import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { answerBatch, answerRows } from "../../../../http/bulk/batch/answer-batch.ts"
import { prepareAnswers } from "../../../../http/bulk/batch/answering.ts"
import { rowBatches } from "../../../../http/bulk/batch/line-batches.ts"
import {
  answerColumns,
  type AnswerForm,
  plainForm,
} from "../../../../http/bulk/rows/answer-columns.ts"
import { bilanShape } from "../../../../http/bulk/rows/bilan-shape.ts"
import { requestColumns, type RequestRow } from "../../../../http/bulk/rows/row-request.ts"
import { askedRows } from "../../../../http/bulk/rows/row-lines.ts"
import { limitOf } from "../../../../rules/reference/limits.ts"
import { shippedTables } from "../../../support/tables.ts"

const shape = bilanShape((name) => limitOf(shippedTables, name))

const header = ["id", "residence", "destinations", "network", "bank", "friends"]

/** Cells of rows: plain ones, refused ones, odd ids, texts to escape, one that is longer than is kept. */
const cells: ReadonlyArray<RequestRow["cells"]> = [
  [1, "FR", "US", "visa", "", "TRUE"],
  ["-7", "FR", "US", "visa", 'a\n"b"\\', ""],
  ["007", "FR", "US;ES", "", "é", "FALSE"],
  ["", "FR", "US", "visa", "", "TRUE"],
  ['q"\u0007', "FR", "ES", "amex", "日本", ""],
  ["refused", "FRA", "US", "", "", ""],
  ["cell", "FR", "US,CA", "", "", "oui"],
  [{ fault: "the error #REF!" }, "FR", "US", "", "", "oui"],
  ["", "FR", "US", "", "", { fault: "the error #N/A" }],
  ["long", "FR", "US", "visa", "z".repeat(2_000), ""],
  ["over the limit", "FR", "US", "visa", "z".repeat(70_000), ""],
  ["nothing", "", "", "", "", ""],
]

// A table in two batches, with lines between rows that stand for none, the same rows again.
async function* table(): AsyncGenerator<ReadonlyArray<RequestRow>> {
  yield [{ line: 2, cells: header }]
  yield cells.map((each, index) => ({ line: 3 + 2 * index, cells: each }))
  yield cells.map((each, index) => ({ line: 40 + index, cells: each }))
}

const columns = Result.getOrThrow(
  answerColumns(["row", "id", "headline", "request.residence", "unread"], shape),
)

const forms: ReadonlyArray<readonly [string, Partial<AnswerForm>]> = [
  ["whole", {}],
  ["CSV", { format: "csv", columns }],
  ["Arrow, refusals inline", { format: "arrow", columns, refusalsInline: true }],
  ["JSON, refusals inline", { format: "ndjson", columns, refusalsInline: true }],
]

describe("rows of a table", () => {
  it.each(forms)(
    "are answered as the lines that other threads get for them: %s",
    async (_, asked) => {
      const form: AnswerForm = { ...plainForm, isTable: true, items: shape.items, ...asked }
      const answering = {
        _tag: "Bilan",
        engineVersion: "any",
        explain: false,
        today: "2027-01-01",
      } as const
      const { row, telling, write } = await prepareAnswers(answering, shippedTables, form)
      const rows = await askedRows(table(), requestColumns(shape.request))
      assert.isDefined(rows)
      let [read, answered, refused] = [0, 0, 0]
      for await (const batch of rowBatches(rows, () => (read += 10))) {
        assert.strictEqual(batch.inputBytes, 10)
        const byRows = answerRows(batch.rows ?? [], row, telling)
        const byLines = answerBatch(batch, write, telling)
        for (const texts of ["answers", "reports"] as const) {
          const [some, same] = [byRows, byLines].map((found) =>
            Buffer.from(found[texts]).toString(),
          )
          assert.strictEqual(some, same)
        }
        assert.deepStrictEqual(
          { ...byRows, answers: 0, reports: 0 },
          { ...byLines, answers: 0, reports: 0 },
        )
        answered += byRows.answered
        refused += byRows.refused
      }
      assert.strictEqual(answered, 12)
      assert.strictEqual(refused, 12)
    },
  )
})
