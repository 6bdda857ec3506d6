import { afterAll, assert, describe, it } from "@effect/vitest"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import * as fc from "fast-check"
import { parquetWriteBuffer } from "hyparquet-writer"
import { footerLimits } from "../../../../../http/tables/forms/parquet/footer.ts"
import { pageLimits } from "../../../../../http/tables/forms/parquet/decode-page.ts"
import { heldBytesMax } from "../../../../../http/tables/forms/parquet/read-column.ts"
import { readParquet } from "../../../../../http/tables/forms/parquet/read-parquet.ts"
import {
  parquetOf,
  plainTexts,
  type TestPage,
  thrift,
  withFooter,
} from "../../../../support/parquet-file.ts"

const folder = mkdtempSync(join(tmpdir(), "viatica-parquet-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const readAll = async (bytes: Uint8Array) => {
  const file = join(folder, "read.parquet")
  writeFileSync(file, bytes)
  const { batches, names } = await readParquet(file)
  const rows: Array<ReadonlyArray<unknown>> = []
  for await (const { columns, rowCount } of batches) {
    for (let row = 0; row < rowCount; row += 1)
      rows.push(columns.map((values) => values[row] ?? null))
  }
  return { names, rows }
}

const refusalOf = (bytes: Uint8Array): Promise<Error | undefined> =>
  readAll(bytes).then(
    () => undefined,
    (cause: unknown) => (cause instanceof Error ? cause : new Error(String(cause))),
  )

const plain = (texts: ReadonlyArray<string | Buffer>): TestPage => ({
  values: texts.length,
  encoding: "PLAIN",
  bytes: plainTexts(texts),
})
const a: TestPage = { ...plain(["a"]), isDictionary: true }
const varint = (value: number): ReadonlyArray<number> =>
  value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))]
/** Runs of one number, which a page says come again and again. */
const runs = (count: number): Buffer => Buffer.from([1, ...varint(2 * count), 0])
/** Texts that each share so much with the one before: blocks whose numbers are all the same take no bits. */
const shared = (count: number, prefix: number): Buffer => {
  const block = (first: number, delta: number) => {
    const blocks = Array.from({ length: Math.ceil((count - 1) / 128) }, () => [
      ...varint(2 * delta),
      0,
      0,
      0,
      0,
    ])
    return [...varint(128), 4, ...varint(count), ...varint(2 * first), ...blocks.flat()]
  }
  const [prefixes, suffixes] = [block(prefix, 0), block(0, 0)]
  return Buffer.from([...prefixes, ...suffixes])
}

describe("a Parquet file", () => {
  it("is read page by page, texts as they were", async () => {
    const pages = [plain(["a", "é"]), plain(["日本", ""]), plain(["b"])]
    const read = await readAll(parquetOf(pages, { rows: 5 }))
    assert.deepStrictEqual(read, { names: ["id"], rows: [["a"], ["é"], ["日本"], [""], ["b"]] })
    const dictionary = [
      a,
      { values: 70_000, encoding: "RLE_DICTIONARY", bytes: runs(70_000) } as const,
    ]
    const { rows } = await readAll(parquetOf(dictionary, { rows: 70_000 }))
    assert.lengthOf(rows, 70_000)
    assert.deepStrictEqual(rows.at(-1), ["a"])
  })

  const zeros = gzipSync(Buffer.alloc(8 * 1024 * 1024))
  const many = pageLimits.values + 1
  const footer = (claimed: number) =>
    withFooter(Buffer.alloc(0), thrift({ fields: { 2: { list: [{ i32: 1 }], claimed } } }))
  const records = thrift({
    fields: { 2: { list: Array.from({ length: footerLimits.records }, () => ({ fields: {} })) } },
  })
  const cases: ReadonlyArray<readonly [string, Buffer, string]> = [
    [
      "a text that is not in UTF-8",
      parquetOf([plain(["a", Buffer.from([0xff])])], { rows: 2 }),
      "column id: a text is not in UTF-8",
    ],
    [
      "more values than a page has",
      parquetOf([{ ...plain(["a"]), values: many }], { rows: many }),
      `at most ${pageLimits.values} values`,
    ],
    [
      "more bytes than a page has",
      parquetOf([{ ...plain(["a"]), uncompressed: pageLimits.bytes + 1 }], { rows: 1 }),
      `at most ${pageLimits.bytes} bytes`,
    ],
    [
      "more bytes than its header says",
      parquetOf([{ ...plain([]), values: 1, bytes: zeros, uncompressed: 100 }], {
        rows: 1,
        codec: "gzip",
      }),
      "column id: a page is damaged",
    ],
    [
      "runs that never end",
      parquetOf([a, { values: 2, encoding: "RLE_DICTIONARY", bytes: runs(2 ** 30) }], { rows: 2 }),
      "column id: a page is damaged",
    ],
    [
      "texts that share without end",
      parquetOf([{ values: 60_000, encoding: "DELTA_BYTE_ARRAY", bytes: shared(60_000, 10_000) }], {
        rows: 60_000,
      }),
      `at most ${pageLimits.bytes} bytes`,
    ],
    ["a list that is longer than its bytes", footer(2 ** 31), "its footer is damaged"],
    [
      "more records than a footer has",
      withFooter(Buffer.alloc(0), records),
      `more than ${footerLimits.records} records`,
    ],
    [
      "too few rows",
      parquetOf([plain(["a"])], { rows: 2 }),
      "column id: a column of it is cut short",
    ],
    [
      "no end",
      parquetOf([plain(["a"])], { rows: 1 }).subarray(0, 40),
      "it is no Parquet file, or one that is cut short",
    ],
    [
      "an encrypted footer",
      Buffer.concat([Buffer.from("PARE"), Buffer.alloc(40), Buffer.from("PARE")]),
      "it is encrypted; write it without encryption",
    ],
  ]
  it.each(cases)("with %s is refused in words", async (_, bytes, words) => {
    assert.include((await refusalOf(bytes))?.message, words)
  })

  it("whose pages side by side come to too much is refused", async () => {
    const size = { rows: pageLimits.values }
    const large: TestPage = {
      values: pageLimits.values,
      encoding: "PLAIN",
      bytes: Buffer.alloc(4 * pageLimits.values),
    }
    assert.include(
      (await refusalOf(parquetOf([large], size)))?.message,
      `more than ${heldBytesMax} bytes side by side`,
    )
  })

  it("is read or refused in words, whatever is written over it", () => {
    const file = parquetWriteBuffer({
      columnData: [
        { name: "id", data: ["a", "b", null, "é"], type: "STRING" },
        { name: "friends", data: [true, null, false, true], type: "BOOLEAN" },
        { name: "price", data: [1.5, 2, 3, 4], type: "DOUBLE" },
      ],
    })
    return fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(file.byteLength - 1), fc.nat(255)), {
          minLength: 1,
          maxLength: 4,
        }),
        async (changes) => {
          const bytes = Buffer.from(file.slice(0))
          for (const [at, byte] of changes) bytes.writeUInt8(byte, at)
          const refusal = await refusalOf(bytes)
          assert.notInstanceOf(refusal, TypeError)
          assert.notInstanceOf(refusal, RangeError)
        },
      ),
      { numRuns: 60 },
    )
  })
})
