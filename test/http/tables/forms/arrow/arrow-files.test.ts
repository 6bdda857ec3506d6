import { afterAll, assert, describe, it } from "@effect/vitest"
import { columnFromArray, dictionary, tableFromColumns, tableToIPC, utf8 } from "@uwdata/flechette"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { columnRows } from "../../../../../http/bulk/rows/row-lines.ts"
import type { ColumnSource } from "../../../../../http/tables/forms/column-source.ts"
import { readArrow, readArrowFile } from "../../../../../http/tables/forms/arrow/read-arrow.ts"

const folder = mkdtempSync(join(tmpdir(), "viatica-arrow-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function* chunk(bytes: Uint8Array) {
  yield bytes
}

const rowsOf = async (source: Promise<ColumnSource>) => {
  const rows: Array<ReadonlyArray<unknown>> = []
  for await (const some of columnRows(await source)) rows.push(...some.map(({ cells }) => cells))
  return rows
}

const fromFile = (bytes: Uint8Array) => {
  const file = join(folder, "table.arrow")
  writeFileSync(file, bytes)
  return rowsOf(readArrowFile(file))
}

const reason = (read: Promise<unknown>): Promise<string> =>
  read.then(
    () => "",
    (cause: unknown) => (cause instanceof Error ? cause.message : String(cause)),
  )

const ids = ["a1", "a2", "a3"]
const table = tableFromColumns({
  id: columnFromArray(ids, utf8()),
  residence: columnFromArray(["FR", "US", "FR"], dictionary(utf8())),
})
const whole = Buffer.from(tableToIPC(table, { format: "file" }) ?? new Uint8Array())
const meant = [
  ["id", "residence"],
  ["a1", "FR"],
  ["a2", "US"],
  ["a3", "FR"],
]

/** Where the second message of a file begins, which is of a dictionary. */
const secondAt = whole.indexOf(Buffer.from([255, 255, 255, 255]), 9)

/** What polars 2.1 writes by `write_ipc`: before the first record batch there is no message. */
const ofPolars = readFileSync(fileURLToPath(new URL("polars-2.1.arrow", import.meta.url)))

describe("an Arrow file", () => {
  it("is read by its index, whatever stands before its record batches", async () => {
    assert.deepStrictEqual(await fromFile(whole), meant)
    const other = Buffer.from(whole)
    other.fill(7, 8, secondAt)
    assert.deepStrictEqual(await fromFile(other), meant)
    assert.deepStrictEqual(await fromFile(ofPolars), [
      ["id", "residence", "destinations"],
      ["a1", "FR", "US"],
    ])
  })

  it("is read from a pipe where it holds a stream, and else is said to be a file", async () => {
    assert.deepStrictEqual(await rowsOf(readArrow(chunk(whole))), meant)
    assert.strictEqual(
      await reason(rowsOf(readArrow(chunk(ofPolars)))),
      "it is an Arrow file that is no stream within, so it is not read from a pipe; name the file, as @requests.arrow, or write a stream (write_ipc_stream)",
    )
  })

  it("of Feather's first version is said to be that", async () => {
    assert.strictEqual(
      await reason(rowsOf(readArrow(chunk(Buffer.from("FEA1\0\0\0\0 and more"))))),
      "it is Feather of version 1, which is not read; write version 2",
    )
  })

  it("with an index that leads elsewhere is damaged", async () => {
    const length = whole.readInt32LE(whole.length - 10)
    for (const at of [0, 4, 8, 12]) {
      const other = Buffer.from(whole)
      other.writeInt32LE(0x7f_ff_ff_f0, whole.length - 10 - length + at)
      assert.match(await reason(fromFile(other)), /damaged|^$/)
    }
    const other = Buffer.from(whole)
    other.writeInt32LE(whole.length, whole.length - 10)
    assert.include(await reason(fromFile(other)), "its index is damaged")
  })
})
