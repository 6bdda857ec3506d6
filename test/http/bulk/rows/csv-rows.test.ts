import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import * as Result from "effect/Result"
import { csvText, readCsv } from "../../../../core/table/csv.ts"
import { csvRows } from "../../../../http/bulk/table-requests.ts"

async function* cut(bytes: Uint8Array, lengths: ReadonlyArray<number>) {
  let at = 0
  for (const length of lengths) {
    yield bytes.subarray(at, at + length)
    at += length
  }
  yield bytes.subarray(at)
}

const readAll = async (bytes: Uint8Array, lengths: ReadonlyArray<number>, lengthMax = 1000) => {
  const rows: Array<{ readonly line: number; readonly cells: ReadonlyArray<unknown> }> = []
  for await (const some of csvRows(cut(bytes, lengths), lengthMax)) rows.push(...some)
  return rows
}

const failure = (text: string | Uint8Array, lengthMax?: number): Promise<string> =>
  readAll(typeof text === "string" ? Buffer.from(text) : text, [], lengthMax).then(
    () => "",
    (cause: unknown) => (cause instanceof Error ? cause.message : String(cause)),
  )

const cells = fc.array(fc.constantFrom("", "a", "é€", 'say "so"', "a,b", "two\nlines", "#", "1"), {
  minLength: 2,
  maxLength: 4,
})

const record = cells.map((texts) => texts.map(csvText).join(","))

describe("CSV as it comes", () => {
  it("is what it is at once, however it is cut", () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(record, fc.constantFrom("", '# a "comment', "#"))),
        fc.array(fc.integer({ min: 0, max: 9 })),
        fc.constantFrom("\n", "\r\n"),
        async (lines, lengths, end) => {
          const text = lines.map((line) => `${line}${end}`).join("")
          const whole = Result.getOrThrow(readCsv(text))
          const rows = await readAll(Buffer.from(text), lengths)
          assert.deepStrictEqual(
            rows.map(({ cells, line }) => ({ line, texts: cells })),
            whole.map(({ line, texts }) => ({ line, texts })),
          )
        },
      ),
    ))

  it("says where it breaks, and what it is not", async () => {
    assert.strictEqual(
      await failure('a,b\n1,"2\n3,4\n'),
      "line 2, character 3: expected a closing quote",
    )
    assert.match(await failure('a,b\n1,2\n3,"4', 10), /^line 3/)
    const open = `a,b\n1,"2\n${"3,4\n".repeat(20)}`
    assert.strictEqual(
      await failure(open, 50),
      "line 2: a row has at most 50 characters; is a quote left open?",
    )
    assert.match(await failure(Buffer.from([0x61, 0xe9, 0x0a])), /^it is not in UTF-8: save it as/)
  })
})
