import { assert, describe, it } from "@effect/vitest"
import { tableFromArrays, tableToIPC } from "@uwdata/flechette"
import * as Schema from "effect/Schema"
import * as fc from "fast-check"
import { requestColumns } from "../../../../http/bulk/rows/row-request.ts"
import { frameRequests } from "../../../../http/bulk/worker/answer-frames.ts"

const fields = requestColumns(
  Schema.Struct({ residence: Schema.String, destinations: Schema.Array(Schema.String) }),
)

const linesOf = async (payload: Uint8Array) => {
  const sizes = { batchBytes: 64, lineBytesMax: 1_000, lingerMs: 5 }
  const batches = await frameRequests(payload, () => Promise.resolve(fields), sizes)
  let [text, isTable] = ["", false]
  for await (const { bytes, rows } of batches) {
    text += Buffer.from(bytes).toString()
    isTable ||= rows !== undefined
  }
  return { lines: text.split("\n"), isTable }
}

const stream = (columns: Record<string, Array<unknown>>): Uint8Array =>
  tableToIPC(tableFromArrays(columns), { format: "stream" }) ?? new Uint8Array()

describe("the requests of a frame", () => {
  it("are its lines where it is text, each ended", async () => {
    const lines = ['{"id":1}', "", "{}"]
    const found = await linesOf(Buffer.from(lines.join("\n")))
    assert.deepStrictEqual(found, { lines: [...lines, ""], isTable: false })
    assert.deepStrictEqual(await linesOf(new Uint8Array()), { lines: [""], isTable: false })
  })

  it("are the texts of a column of JSON, each on a line of its own, whatever is in it", async () => {
    const value = fc.oneof(fc.constant(null), fc.string({ unit: "binary" }), fc.constant("{\n}"))
    await fc.assert(
      fc.asyncProperty(fc.array(value, { maxLength: 8 }), async (values) => {
        // A column of nothing has no type of its own.
        const { isTable, lines } = await linesOf(stream({ value: ["é", ...values] }))
        assert.isFalse(isTable)
        const expected = values.map((one) => (one ?? "").replaceAll("\n", " "))
        assert.deepStrictEqual(lines, ["é", ...expected, ""])
      }),
    )
  })

  it("are the rows of columns that are fields, also of those that hold nothing", async () => {
    const columns = { id: ["a", null], destinations: [["US", "CA"], null], residence: ["FR", null] }
    assert.deepStrictEqual(await linesOf(stream(columns)), {
      lines: ['{"id":"a","destinations":["US","CA"],"residence":"FR"}', "{}", ""],
      isTable: true,
    })
  })

  it("are refused whole where a column is no field", async () => {
    const failed = await linesOf(stream({ residense: ["FR"] })).catch((cause: unknown) => cause)
    assert.instanceOf(failed, Error)
    assert.match(failed.message, /no column is called "residense"; did you mean "residence"\?/)
  })
})
