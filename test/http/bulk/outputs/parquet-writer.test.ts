import { assert, describe, it } from "@effect/vitest"
import { parquetMetadata, parquetReadObjects } from "hyparquet"
import { parquetWriter } from "../../../../http/bulk/outputs/parquet-writer.ts"
import type { AnswerColumn } from "../../../../http/bulk/rows/answer-columns.ts"

const column = (name: string, kind: AnswerColumn["kind"]): AnswerColumn => ({
  name,
  kind,
  from: "answer",
  path: [name],
})

const columns = [
  column("id", "id"),
  column("rank", "whole"),
  column("price", "number"),
  column("sold", "flag"),
  column("day", "day"),
]

const written = async (batches: ReadonlyArray<ReadonlyArray<ReadonlyArray<never>>>) => {
  const parts: Array<Buffer> = []
  const seen = { writes: 0, finished: false }
  const writer = await parquetWriter(columns, {
    write: async (bytes) => {
      seen.writes += 1
      parts.push(Buffer.from(bytes))
    },
    finish: async () => {
      seen.finished = true
    },
  })
  for (const rows of batches) await writer.put(rows)
  await writer.end()
  const bytes = Buffer.concat(parts)
  const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer
  return { ...seen, file }
}

describe("answers as Parquet", () => {
  it("come back typed, with nothing where there was nothing", async () => {
    const rows = [
      [7, 1, 12.5, true, "2027-07-01"],
      ["a", 2, 13, false, null],
      [null, null, null, null, null],
    ] as unknown as ReadonlyArray<ReadonlyArray<never>>
    const { file, finished } = await written([rows.slice(0, 1), [], rows.slice(1)])
    assert.isTrue(finished)
    assert.deepStrictEqual(await parquetReadObjects({ file }), [
      { id: "7", rank: 1n, price: 12.5, sold: true, day: "2027-07-01" },
      { id: "a", rank: 2n, price: 13, sold: false, day: null },
      { id: null, rank: null, price: null, sold: null, day: null },
    ])
    assert.deepStrictEqual(
      parquetMetadata(file).schema.map(({ name, type }) => `${name} ${type ?? "-"}`),
      ["root -", "id BYTE_ARRAY", "rank INT64", "price DOUBLE", "sold BOOLEAN", "day BYTE_ARRAY"],
    )
  })

  it("are a file also without a row", async () => {
    const { file } = await written([])
    assert.deepStrictEqual(await parquetReadObjects({ file }), [])
    assert.lengthOf(parquetMetadata(file).schema, columns.length + 1)
  })

  it("leave in groups while more come", async () => {
    const batch = Array.from({ length: 9_000 }, (_, index) => [index, index, 0.5, true, "d"])
    const rows = batch as unknown as ReadonlyArray<ReadonlyArray<never>>
    const { file, writes } = await written(Array.from({ length: 7 }, () => rows))
    const { num_rows: count, row_groups: groups } = parquetMetadata(file)
    assert.strictEqual(count, 63_000n)
    assert.deepStrictEqual(
      groups.map(({ num_rows: size }) => size),
      [27_000n, 27_000n, 9_000n],
    )
    assert.strictEqual(writes, groups.length + 1)
  })
})
