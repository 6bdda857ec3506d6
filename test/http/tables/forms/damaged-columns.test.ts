import { afterAll, assert, describe, it } from "@effect/vitest"
import {
  columnFromArray,
  tableFromColumns,
  tableToIPC,
  utf8,
  dictionary,
  list,
} from "@uwdata/flechette"
import * as fc from "fast-check"
import { parquetWriteBuffer } from "hyparquet-writer"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { columnRows } from "../../../../http/bulk/rows/row-lines.ts"
import { readArrow, readArrowFile } from "../../../../http/tables/forms/arrow/read-arrow.ts"
import { ColumnsFault, type ColumnSource } from "../../../../http/tables/forms/column-source.ts"
import { readParquet } from "../../../../http/tables/forms/parquet/read-parquet.ts"
import { times } from "../../../support/long.ts"

const folder = mkdtempSync(join(tmpdir(), "viatica-damaged-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const file = join(folder, "table")

async function* chunk(bytes: Uint8Array) {
  yield bytes
}

const rows = 60
const ids = Array.from({ length: rows }, (_, at) => `a${at}`)
const places = ids.map((_, at) => (at % 2 === 0 ? ["US", "CA"] : ["ES"]))
const table = tableFromColumns({
  id: columnFromArray(ids, utf8()),
  residence: columnFromArray(
    ids.map(() => "FR"),
    dictionary(utf8()),
  ),
  destinations: columnFromArray(places, list(utf8())),
})
const arrow = (format: "stream" | "file") =>
  Buffer.from(tableToIPC(table, { format }) ?? new Uint8Array())
const parquet = (codec: "SNAPPY" | "UNCOMPRESSED") =>
  Buffer.from(
    parquetWriteBuffer({
      codec,
      rowGroupSize: 25,
      columnData: [
        { name: "id", data: ids, type: "STRING" },
        { name: "residence", data: ids.map(() => "FR"), type: "STRING" },
      ],
    }),
  )

const inFile = (read: (path: string) => Promise<ColumnSource>) => (bytes: Buffer) => {
  writeFileSync(file, bytes)
  return read(file)
}

const forms = [
  ["an Arrow stream", arrow("stream"), (bytes: Buffer) => readArrow(chunk(bytes))],
  ["an Arrow file", arrow("file"), inFile(readArrowFile)],
  ["a Parquet file", parquet("SNAPPY"), inFile(readParquet)],
  ["a plain Parquet file", parquet("UNCOMPRESSED"), inFile(readParquet)],
] as const

const readAll = async (source: Promise<ColumnSource>): Promise<number> => {
  let count = 0
  for await (const some of columnRows(await source)) count += some.length
  return count - 1
}

/** Messages about damage: the table is damaged or cut short at a place, or it exceeds a bound. */
const told =
  /damaged|cut short|in the middle|it is no |not in UTF-8|has at most|hold more than|has no columns|encrypted|not read|dictionary in a dictionary/

describe("damage of a table that is stored by columns", () => {
  it.each(forms)("in %s is told in our words, wherever it is", async (_, whole, read) => {
    assert.strictEqual(await readAll(read(whole)), rows)
    const place = fc.oneof(
      fc.nat(whole.length - 1),
      fc.nat(Math.min(300, whole.length - 1)),
      fc.nat(300).map((back) => Math.max(0, whole.length - 1 - back)),
    )
    const changes = fc.array(fc.tuple(place, fc.nat(255)), { minLength: 1, maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(changes, fc.boolean(), async (spoilt, isCut) => {
        const bytes = Buffer.from(isCut ? whole.subarray(0, spoilt[0]?.[0]) : whole)
        if (!isCut) for (const [at, byte] of spoilt) bytes.writeUInt8(byte, at)
        try {
          await readAll(read(bytes))
        } catch (cause) {
          assert.instanceOf(cause, ColumnsFault)
          assert.match(cause instanceof Error ? cause.message : "", told)
        }
      }),
      { numRuns: times(150, 3_000) },
    )
  })

  const spoilt = (bytes: Buffer, from: string, to: string): Buffer => {
    const at = bytes.indexOf(from)
    assert.isAtLeast(at, 0)
    bytes.write(to, at, "latin1")
    return bytes
  }
  it.each([
    [
      "the row group and column",
      () => inFile(readParquet)(spoilt(parquet("UNCOMPRESSED"), "a30", "\u00ff30")),
      "column id: a text is not in UTF-8; write the texts of the column in UTF-8 (row group 2)",
    ],
    [
      "the record batch and column",
      () => readArrow(chunk(spoilt(arrow("stream"), "a30", "\u00ff30"))),
      "column id: a text is not in UTF-8; write the texts of the column in UTF-8 (record batch 1)",
    ],
    [
      "the byte of a message",
      () => readArrow(chunk(arrow("stream").subarray(0, -40))),
      /^it ends in the middle of a record batch, which begins at byte \d+$/,
    ],
    [
      "the index of a file",
      () => inFile(readArrowFile)(arrow("file").subarray(0, -1)),
      "it is an Arrow file that is cut short: its index is missing",
    ],
  ] as const)("is told by %s", async (_, read, says) => {
    const fault = await readAll(read()).then(
      () => undefined,
      (cause: unknown) => cause,
    )
    const message = fault instanceof Error ? fault.message : ""
    if (typeof says === "string") assert.strictEqual(message, says)
    else assert.match(message, says)
  })
})
