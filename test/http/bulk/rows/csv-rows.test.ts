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

  it.each([";", "\t"] as const)(
    "is read with %j between its cells, however it is cut",
    (separator) =>
      fc.assert(
        fc.asyncProperty(
          fc.array(
            fc.array(
              fc.constantFrom("", "a", "é€", 'say "so"', "a,b", "a;b\tc", "two\nlines", "5,46"),
              {
                minLength: 2,
                maxLength: 4,
              },
            ),
          ),
          fc.array(fc.integer({ min: 0, max: 9 })),
          fc.constantFrom("\n", "\r\n"),
          async (records, lengths, end) => {
            const quoted = (text: string) =>
              /[;\t"\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
            const lines = records.map((texts) => texts.map(quoted).join(separator))
            const text = ['# a, "comment; of all', "", `id${separator}b`, ...lines]
              .map((line) => `${line}${end}`)
              .join("")
            const rows = await readAll(Buffer.from(text), lengths)
            assert.deepStrictEqual(
              rows.map(({ cells }) => cells),
              [["id", "b"], ...records],
            )
          },
        ),
      ),
  )

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

describe("CSV as other programs write it", () => {
  const cellsOf = async (text: string, lengths: ReadonlyArray<number> = []) =>
    (await readAll(Buffer.from(text), lengths)).map(({ cells, line }) => [line, ...cells])

  it.each([
    ["sep=,\r\nid,residence\r\na,FR\r\n"],
    ["sep=;\nid;residence\na;FR\n"],
    ["SEP=\t\nid\tresidence\na\tFR"],
    ['"sep=;"\nid;residence\na;FR\n'],
  ])("may tell in its first line what stands between cells: %j", async (text) => {
    const meant = [
      [2, "id", "residence"],
      [3, "a", "FR"],
    ]
    assert.deepStrictEqual(await cellsOf(text), meant)
    for (let at = 1; at < text.length; at += 1) {
      assert.deepStrictEqual(await cellsOf(text, [at]), meant)
    }
  })

  it.each(["\u001a", "\n\u001a", "\r\n\u001a\r\n", "\n\u001a\u001a\n"])(
    "may end with Ctrl-Z: %j",
    async (end) => {
      const rows = end.startsWith("\u001a") ? "id,residence\na,FR\n" : "id,residence\na,FR"
      assert.deepStrictEqual(await cellsOf(rows + end), [
        [1, "id", "residence"],
        [2, "a", "FR"],
      ])
      // Within a row Ctrl-Z is a character like any other.
      assert.deepStrictEqual(await cellsOf("id\na\u001a\n\u001ab\n"), [
        [1, "id"],
        [2, "a\u001a"],
        [3, "\u001ab"],
      ])
    },
  )

  const alone =
    "lines end with a carriage return alone, as on old Macs; save it as CSV UTF-8, or as XLSX"
  const formula =
    'a text is written as a formula, ="…", which is for spreadsheets alone; write it without ='
  it.each([
    [
      "sep=|\nid|a\n",
      'line 1: cells are separated by "|"; save it as CSV separated by commas, or as XLSX',
    ],
    ["id,residence\ra,FR\r", `line 1: ${alone}`],
    ['id,residence\na,"FR"\rb,FR\r', `line 2: ${alone}`],
    ["id;residence\ra;FR\r", `line 1: ${alone}`],
    [`id\r${"a".repeat(20)}\r`.repeat(60), `line 1: ${alone}`],
    ['id,residence\n="007",FR\n', `line 2, character 1: ${formula}`],
    ['id,residence\na,="007"\n', `line 2, character 3: ${formula}`],
    ['id;residence\n="007";FR\n', `line 2, character 1: ${formula}`],
    [
      'id,residence\na"b,FR\n',
      "line 2, character 4: expected quotes only around a whole field, doubled inside it",
    ],
  ])("is named for what it is: %j", async (text, says) => {
    assert.strictEqual(await failure(text), says)
  })
})
