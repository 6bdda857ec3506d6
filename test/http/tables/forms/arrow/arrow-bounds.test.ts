import { assert, describe, it } from "@effect/vitest"
import { zstdCompressSync } from "node:zlib"
import {
  CompressionType,
  setCompressionCodec,
  tableFromColumns,
  columnFromValues,
  dictionary,
  list,
  int8,
  tableToIPC,
  utf8,
} from "@uwdata/flechette"
import * as fc from "fast-check"
import { batchBytesMax } from "../../../../../http/tables/forms/arrow/open-arrow.ts"
import { arrowTextLines, readArrow } from "../../../../../http/tables/forms/arrow/read-arrow.ts"
import { valuesBytesMax } from "../../../../../http/tables/forms/arrow/sound-values.ts"

async function* chunk(bytes: Uint8Array) {
  yield bytes
}

const readAll = async (bytes: Uint8Array) => {
  const { batches } = await readArrow(chunk(bytes))
  const rows: Array<ReadonlyArray<unknown>> = []
  for await (const { columns, rowCount } of batches) {
    for (let row = 0; row < rowCount; row += 1)
      rows.push(columns.map((values) => values[row] ?? null))
  }
  return rows
}

const refusal = async (read: Promise<unknown>): Promise<Error | undefined> => {
  try {
    await read
    return undefined
  } catch (cause) {
    return cause instanceof Error ? cause : new Error(String(cause))
  }
}

const linesOf = async (bytes: Uint8Array) => {
  const lines = await arrowTextLines(chunk(bytes), (name) => name === "id")
  for await (const _ of lines ?? []);
}

type Columns = Parameters<typeof tableFromColumns>[0]
const streamOf = (columns: Columns): Buffer =>
  Buffer.from(tableToIPC(tableFromColumns(columns), {}) ?? new Uint8Array())

/** A stream in which some numbers of 32 bits that stand beside each other are others. */
const changed = (bytes: Buffer, from: ReadonlyArray<number>, to: ReadonlyArray<number>): Buffer => {
  const at = bytes.lastIndexOf(Buffer.from(Int32Array.from(from).buffer))
  assert.isAtLeast(at, 0)
  Buffer.from(Int32Array.from(to).buffer).copy(bytes, at)
  return bytes
}

const length = 1024 * 1024
const rows = 200
/** One long text and many that are empty, whose offsets are made to name the long one again and again. */
const texts = ["a".repeat(length), ...Array.from({ length: rows }, () => "")]
const inOrder = [0, ...texts.map(() => length)]
const overAndOver = inOrder.map((_, at) => (at % 2) * length)

describe("values of an Arrow stream", () => {
  it.each([
    ["texts", { id: columnFromValues(texts, utf8()) }],
    [
      "lists",
      {
        id: columnFromValues(
          texts.map((text) => [...text].map(() => 1)),
          list(int8()),
        ),
      },
    ],
  ] as const)("that come again and again in %s are counted each time", async (_, columns) => {
    const bytes = streamOf(columns)
    assert.lengthOf(await readAll(bytes), rows + 1)
    const bomb = changed(bytes, inOrder, overAndOver)
    // Lists that go back are damage by themselves.
    const words = new RegExp(`hold more than ${valuesBytesMax} bytes|a message of it is damaged`)
    assert.match((await refusal(readAll(bomb)))?.message ?? "", words)
    assert.match((await refusal(linesOf(bomb)))?.message ?? "", words)
  })

  it("of a dictionary are counted before they are read", async () => {
    const words = Array.from({ length: rows + 1 }, (_, at) =>
      at === 0 ? "a".repeat(length) : `${at}`.padStart(3),
    )
    const offsets = words.map((_, at) => (at === 0 ? 0 : length + 3 * (at - 1)))
    const bytes = streamOf({ id: columnFromValues(words, dictionary(utf8())) })
    const bomb = changed(
      bytes,
      offsets,
      offsets.map((_, at) => (at % 2) * length),
    )
    assert.include(
      (await refusal(readAll(bomb)))?.message,
      `hold more than ${valuesBytesMax} bytes`,
    )
  })

  it("that are not in UTF-8 are refused, in columns, dictionaries, lists and lines", async () => {
    const words = ["visa", "amez", "x"]
    for (const column of [
      columnFromValues(words, utf8()),
      columnFromValues(words, dictionary(utf8())),
      columnFromValues(
        words.map((word) => [word]),
        list(utf8()),
      ),
    ]) {
      const bytes = streamOf({ id: column })
      assert.lengthOf(await readAll(bytes), 3)
      bytes.writeUInt8(0xff, bytes.indexOf("visaamez") + 2)
      assert.include((await refusal(readAll(bytes)))?.message, "a text is not in UTF-8")
      assert.include((await refusal(linesOf(bytes)))?.message, "a text is not in UTF-8")
    }
  })

  it("cut within a character are refused, though all of them together are UTF-8", async () => {
    const bytes = streamOf({ id: columnFromValues(["é", "é"], utf8()) })
    const cut = changed(bytes, [0, 2, 4], [0, 1, 4])
    assert.include((await refusal(readAll(cut)))?.message, "column id: a text is not in UTF-8")
  })
})

describe("a compressed Arrow stream", () => {
  it("is uncompressed to no more than a record batch has, and than it says", async () => {
    setCompressionCodec(CompressionType.ZSTD, {
      encode: (bytes) => zstdCompressSync(bytes),
      decode: (bytes) => bytes,
    })
    const table = tableFromColumns({ id: columnFromValues(["a".repeat(length)], utf8()) })
    const bytes = Buffer.from(
      tableToIPC(table, { codec: CompressionType.ZSTD }) ?? new Uint8Array(),
    )
    assert.isBelow(bytes.length, length)
    // How long the texts are stands right before what they are compressed to.
    const lengthAt = bytes.indexOf(Buffer.from([0x28, 0xb5, 0x2f, 0xfd])) - 8
    const claiming = (claimed: number) => {
      const changedBytes = Buffer.from(bytes)
      changedBytes.writeBigInt64LE(BigInt(claimed), lengthAt)
      return changedBytes
    }
    assert.isAtLeast(Number(bytes.readBigInt64LE(lengthAt)), length)
    const words = `at most ${batchBytesMax} bytes once they are uncompressed`
    assert.include((await refusal(readAll(claiming(batchBytesMax))))?.message, words)
    assert.match((await refusal(readAll(claiming(1024))))?.message ?? "", /is damaged/)
    assert.lengthOf(await readAll(bytes), 1)
  })
})

describe("an Arrow stream", () => {
  it("is read or refused in words, whatever is written over it", () => {
    const stream = streamOf({
      id: columnFromValues(["a", null, "é"], utf8()),
      network: columnFromValues(["visa", "amex", "visa"], dictionary(utf8())),
      destinations: columnFromValues([["US"], [], null], list(utf8())),
    })
    return fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(stream.length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 }),
        async (changes) => {
          const bytes = Buffer.from(stream)
          for (const [at, byte] of changes) bytes.writeUInt8(byte, at)
          const fault = await refusal(readAll(bytes))
          assert.notInstanceOf(fault, TypeError)
          assert.notInstanceOf(fault, RangeError)
        },
      ),
      { numRuns: 40 },
    )
  })
})
