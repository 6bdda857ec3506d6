import { assert, describe, it } from "@effect/vitest"
import {
  columnFromValues,
  dictionary,
  tableFromArrays,
  tableFromColumns,
  tableFromIPC,
  tableToIPC,
  utf8,
} from "@uwdata/flechette"
import * as fc from "fast-check"
import { readArrow } from "../../../../../http/tables/forms/arrow/read-arrow.ts"
import { makeArrowWriter } from "../../../../../http/tables/forms/arrow/write-arrow.ts"

const columns = [
  { name: "id", kind: "text" },
  { name: "rank", kind: "whole" },
  { name: "price", kind: "number" },
  { name: "sold", kind: "flag" },
] as const

type Row = readonly [string | null, number | null, number | null, boolean | null]

const row = fc.tuple(
  fc.option(fc.string({ unit: "grapheme" })),
  fc.option(fc.integer()),
  fc.option(fc.double({ noNaN: true, noDefaultInfinity: true })),
  fc.option(fc.boolean()),
)

const written = async (batches: ReadonlyArray<ReadonlyArray<Row>>): Promise<Buffer> => {
  const { batch, begin, end } = await makeArrowWriter(columns)
  const bodies = batches.map((rows) =>
    batch(columns.map((_, index) => rows.map((each) => each[index]))),
  )
  return Buffer.concat([begin(), ...bodies, end()])
}

async function* cut(bytes: Uint8Array, lengths: ReadonlyArray<number>) {
  let at = 0
  for (const length of lengths) {
    yield bytes.subarray(at, at + length)
    at += length
  }
  yield bytes.subarray(at)
}

const readAll = async (bytes: Uint8Array, lengths: ReadonlyArray<number> = []) => {
  const { batches, names } = await readArrow(cut(bytes, lengths))
  const rows: Array<ReadonlyArray<unknown>> = []
  let batchCount = 0
  for await (const { columns: values, rowCount } of batches) {
    batchCount += 1
    for (let at = 0; at < rowCount; at += 1) rows.push(values.map((each) => each[at] ?? null))
  }
  return { names, rows, batchCount }
}

const failure = (bytes: Uint8Array): Promise<string> =>
  readAll(bytes).then(
    () => "",
    (cause: unknown) => (cause instanceof Error ? cause.message : String(cause)),
  )

describe("Arrow streams", () => {
  it("come back batch by batch, however they are cut", () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(row, { minLength: 1, maxLength: 5 }), { maxLength: 4 }),
        fc.array(fc.integer({ min: 0, max: 90 })),
        async (batches, lengths) => {
          const bytes = await written(batches)
          const read = await readAll(bytes, lengths)
          const expected = batches
            .flat()
            .map(([id, rank, price, sold]) => [
              id,
              rank === null ? null : BigInt(rank),
              price,
              sold,
            ])
          assert.deepStrictEqual(read.rows, expected)
          assert.strictEqual(read.batchCount, batches.length)
          assert.deepStrictEqual(
            read.names,
            columns.map(({ name }) => name),
          )
          assert.strictEqual(tableFromIPC(bytes).numRows, expected.length)
        },
      ),
      { numRuns: 60 },
    ))

  it("and files are read with dictionaries, structures, lists and days", async () => {
    const table = tableFromArrays({
      residence: ["FR", "FR", "US"],
      card: [{ network: "visa", tier: "mid" }, null, { network: "amex", tier: null }],
      destinations: [["US", "CA"], ["ES"], null],
      startDate: [new Date("2027-07-01"), null, new Date("2027-07-02")],
    })
    for (const format of ["stream", "file"] as const) {
      const { names, rows } = await readAll(
        tableToIPC(table, { format }) ?? new Uint8Array(),
        [3, 9],
      )
      assert.deepStrictEqual(names, [
        "residence",
        "card.network",
        "card.tier",
        "destinations",
        "startDate",
      ])
      assert.deepStrictEqual(rows[0], ["FR", "visa", "mid", ["US", "CA"], new Date("2027-07-01")])
      assert.deepStrictEqual(rows[1], ["FR", null, null, ["ES"], null])
      assert.deepStrictEqual(rows[2]?.slice(0, 4), ["US", "amex", null, null])
    }
  })

  it("give texts as they were, whatever they are made of and however many are missing", async () => {
    const texts = [
      ["a", "", "visa", " b ", ""],
      ["a", "é", "", "日本", "b"],
      ["a", null, "visa", "", null],
      ["", ""],
      [],
    ]
    for (const ids of texts) {
      const rows = ids.map((id): Row => [id, 1, null, null])
      const read = await readAll(await written([rows, [["last", 2, null, null]]]))
      assert.deepStrictEqual(
        read.rows.map(([id]) => id),
        [...ids, "last"],
      )
    }
  })

  it("keep what each dictionary adds from batch to batch", async () => {
    const words = ["visa", "amex", "visa", "diners", "amex", "jcb"]
    const column = columnFromValues(words, dictionary(utf8()), { maxBatchRows: 2 })
    const { batchCount, rows } = await readAll(
      tableToIPC(tableFromColumns({ network: column }), {}) ?? new Uint8Array(),
    )
    assert.deepStrictEqual(rows.flat(), words)
    assert.isAbove(batchCount, 1)
  })

  it("that are none, or break off, are told", async () => {
    const bytes = await written([[["a", 1, 2, true]]])
    assert.strictEqual(await failure(Buffer.from("no stream at all")), "it is no Arrow IPC stream")
    for (const length of [4, 40, bytes.length - 20]) {
      assert.match(
        await failure(bytes.subarray(0, length)),
        /it ends in the middle of a record batch/,
      )
    }
  })
})
