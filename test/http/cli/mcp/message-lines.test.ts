import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import {
  depthMax,
  makeMessageReader,
  messageBytesMax,
} from "../../../../http/cli/mcp/message-lines.ts"

/** What a reader makes of bytes that come in pieces: messages that are handed on, and codes of answers. */
const readingsOf = (bytes: Uint8Array, lengths: ReadonlyArray<number> = []) => {
  const { add, end } = makeMessageReader()
  const readings = []
  let at = 0
  for (const length of [...lengths, bytes.length]) {
    readings.push(...add(bytes.subarray(at, at + length)))
    at += length
  }
  return [...readings, ...end()].map((reading) =>
    reading._tag === "Message"
      ? JSON.parse(reading.text)
      : (JSON.parse(reading.answer) as { readonly id: unknown; readonly error: { code: number } }),
  )
}

const request = (id: number) => ({ jsonrpc: "2.0", id, method: "ping" })
const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth)

/** Lines that are no message, and the codes of their answers. */
const bad: ReadonlyArray<readonly [string, string, number]> = [
  ["no JSON", "not json", -32_700],
  ["half a message", '{"jsonrpc":"2.0","id":1', -32_700],
  ["one byte more than a message has", "x".repeat(messageBytesMax + 1), -32_700],
  ["lists too deep", `{"jsonrpc":"2.0","id":7,"method":${nested(depthMax)}}`, -32_700],
  ["lists far too deep", nested(100_000), -32_700],
  ["a number", "7", -32_600],
  ["an empty list", "[]", -32_600],
  ["null", "null", -32_600],
  ["no method", '{"jsonrpc":"2.0","id":7}', -32_600],
  ["a method that is none", '{"jsonrpc":"2.0","id":7,"method":1}', -32_600],
  ["an id that is none", '{"jsonrpc":"2.0","id":{},"method":"ping"}', -32_600],
]

describe("lines of messages", () => {
  it.each(bad)("answers %s, and goes on with the next line", (_, line, code) => {
    const text = `${line}\n${JSON.stringify(request(1))}\n`
    const [answer, next, ...others] = readingsOf(Buffer.from(text))
    assert.strictEqual(answer.error.code, code)
    assert.deepStrictEqual(next, request(1))
    assert.isEmpty(others)
  })

  it("answers bytes that are no UTF-8", () => {
    const bytes = Buffer.concat([Buffer.from([0x22, 0xff, 0x22, 10]), Buffer.from("\n\n")])
    assert.deepStrictEqual(
      readingsOf(bytes).map(({ error }) => error.code),
      [-32_700],
    )
  })

  it("hands on every message between any lines, however they are cut", () =>
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.nat(99).map((id) => JSON.stringify(request(id))),
            fc.string({ unit: "binary" }).map((text) => text.replaceAll("\n", " ")),
            fc.json().map((text) => text.replaceAll("\n", " ")),
          ),
        ),
        fc.array(fc.nat(40)),
        (lines, lengths) => {
          const bytes = Buffer.from(`${lines.join("\n")}\n`)
          const expected = lines.flatMap((line) => readingsOf(Buffer.from(`${line}\n`)))
          assert.deepStrictEqual(readingsOf(bytes, lengths), expected)
          const asked = lines.filter((line) => line.startsWith('{"jsonrpc":"2.0","id"'))
          const handedOn = expected.filter((each) => each?.method === "ping")
          assert.deepStrictEqual(
            handedOn.map((each) => JSON.stringify(each)),
            asked,
          )
        },
      ),
      { numRuns: 12 },
    ))

  it("keeps no more of a line than a message has", () => {
    const { add, end } = makeMessageReader()
    const piece = new Uint8Array(messageBytesMax / 4).fill(0x61)
    const readings = Array.from({ length: 80 }, () => add(piece)).flat()
    assert.lengthOf(readings, 1)
    assert.isEmpty(end())
  })
})
