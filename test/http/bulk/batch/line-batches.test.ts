import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { type LineBatch, lineBatches } from "../../../../http/bulk/batch/line-batches.ts"

/**
 * Chunks as streams give them, each in memory of its own.
 *
 * @yields one chunk for each piece
 */
async function* chunksOf(
  pieces: Iterable<string>,
  given: Array<Uint8Array> = [],
): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) {
    const chunk = Buffer.allocUnsafeSlow(piece.length)
    chunk.write(piece, "latin1")
    given.push(chunk)
    yield chunk
  }
}

const textOf = ({ bytes }: LineBatch): string => Buffer.from(bytes).toString("latin1")

/** The lines of a text, of each at most one character more than the limit. */
const shortened = (text: string, limit: number): ReadonlyArray<string> =>
  text.split("\n").map((line) => line.slice(0, limit + 1))

const pieces = fc.array(
  fc.constantFrom("a", "bc", "\n", "\n\n", " ", "\r\n", "x\ny\nz\n", "long".repeat(5), "\u00ff"),
)

describe("batches of lines", () => {
  it("hold every line once and in order, however the input lies in chunks", async () => {
    const bytes = fc.integer({ min: 1, max: 40 })
    await fc.assert(
      fc.asyncProperty(pieces, bytes, bytes, async (parts, batchBytes, lineBytesMax) => {
        const sizes = { batchBytes, lineBytesMax, lingerMs: 60_000 }
        const input = parts.join("")
        let text = ""
        let lines = 0
        let inputBytes = 0
        for await (const batch of lineBatches(chunksOf(parts), sizes)) {
          assert.strictEqual(batch.firstLine, lines + 1)
          assert.strictEqual(batch.lines, textOf(batch).split("\n").length - 1)
          assert.strictEqual(batch.bytes.at(-1), 10)
          assert.isBelow(batch.bytes.length, 2 * batchBytes + lineBytesMax + 1)
          text += textOf(batch)
          lines += batch.lines
          inputBytes += batch.inputBytes
        }
        const whole = input === "" || input.endsWith("\n") ? input : `${input}\n`
        assert.deepStrictEqual(shortened(text, lineBytesMax), shortened(whole, lineBytesMax))
        assert.strictEqual(inputBytes, input.length)
      }),
    )
  })

  it("give the memory of chunks back, and leave alone what others may share", async () => {
    const given: Array<Uint8Array> = []
    const shared = Buffer.from("three\nfo")
    const input = async function* () {
      yield* chunksOf(["one\ntw", "o\n"], given)
      yield shared
      yield* chunksOf(["ur\n"], given)
    }
    const sizes = { batchBytes: 6, lineBytesMax: 10, lingerMs: 60_000 }
    const batches: Array<LineBatch> = []
    for await (const batch of lineBatches(input(), sizes)) batches.push(batch)
    assert.strictEqual(batches.map(textOf).join(""), "one\ntwo\nthree\nfour\n")
    assert.deepStrictEqual(
      given.map(({ length }) => length),
      [0, 0, 0],
    )
    assert.strictEqual(shared.toString(), "three\nfo")
  })

  it("keep of an endless line no more than shows that it is too long", async () => {
    const parts = [...Array.from({ length: 1000 }, () => "x".repeat(100)), "\nend"]
    const sizes = { batchBytes: 64, lineBytesMax: 10, lingerMs: 60_000 }
    const batches: Array<string> = []
    for await (const batch of lineBatches(chunksOf(parts), sizes)) batches.push(textOf(batch))
    assert.strictEqual(batches.join(""), `${"x".repeat(11)}\nend\n`)
  })

  it("are handed on when nothing more arrives, without the line that is not whole yet", async () => {
    let goOn = (): void => {}
    const wait = new Promise<void>((resolve) => {
      goOn = resolve
    })
    const slow = async function* () {
      yield Buffer.from("one\ntw")
      await wait
      yield Buffer.from("o\n")
    }
    const sizes = { batchBytes: 64, lineBytesMax: 10, lingerMs: 1 }
    const batches: Array<string> = []
    for await (const batch of lineBatches(slow(), sizes)) {
      batches.push(textOf(batch))
      goOn()
    }
    assert.deepStrictEqual(batches, ["one\n", "two\n"])
  })

  it("are read no further than they are asked for", async () => {
    let read = 0
    let taken = 0
    const counted = async function* () {
      for (; read < 50; read += 1) {
        assert.isAtMost(read - taken, 1)
        yield Buffer.from("a line of text\n")
      }
    }
    const sizes = { batchBytes: 8, lineBytesMax: 20, lingerMs: 60_000 }
    for await (const batch of lineBatches(counted(), sizes)) taken += batch.lines > 0 ? 2 : 0
    assert.strictEqual(read, 50)
    assert.strictEqual(taken, 100)
  })

  it("pass on why the input cannot be read", async () => {
    const broken = async function* () {
      yield Buffer.from("one\n")
      throw new Error("unplugged")
    }
    const sizes = { batchBytes: 64, lineBytesMax: 10, lingerMs: 60_000 }
    const batches = lineBatches(broken(), sizes)
    const failed = await batches.next().then(
      () => "read",
      (cause: unknown) => String(cause),
    )
    assert.strictEqual(failed, "Error: unplugged")
  })
})
