import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import * as Result from "effect/Result"
import { readCsv } from "../../../core/table/csv.ts"
import { describeExpectation } from "../../../core/table/expectation.ts"

const placed = (source: string) =>
  Result.getOrThrow(readCsv(source)).map(({ fields, line }) => [
    line,
    ...fields.map((field) => `${field.text}@${field.line}:${field.character}`),
  ])

const problem = (source: string) => {
  const read = readCsv(source)
  return Result.isFailure(read)
    ? `${read.failure.line}:${read.failure.character} ${describeExpectation(read.failure.expected)}`
    : "read"
}

const quoted = (text: string) =>
  /[",\r\n#]/.test(text) || text === "" ? `"${text.replaceAll('"', '""')}"` : text

describe("readCsv()", () => {
  it("gives every field the line and character where it starts", () => {
    assert.deepStrictEqual(placed("a,bc,d\n1,,3\n"), [
      [1, "a@1:1", "bc@1:3", "d@1:6"],
      [2, "1@2:1", "@2:3", "3@2:4"],
    ])
  })

  it("counts lines and characters on behind quotes and line feeds inside of them", () => {
    assert.deepStrictEqual(placed('"a\nb",c\n"d""e",f'), [
      [1, "a\nb@1:1", "c@2:4"],
      [3, 'd"e@3:1', "f@3:8"],
    ])
  })

  it("skips comments and blank lines, and counts them", () => {
    assert.deepStrictEqual(placed('a\n# x,"y\n\n\r\nb\n#'), [
      [1, "a@1:1"],
      [5, "b@5:1"],
    ])
  })

  it("takes a hash inside of a record or in quotes as text", () => {
    assert.deepStrictEqual(placed('a,#b\n"#c",d\n'), [
      [1, "a@1:1", "#b@1:3"],
      [2, "#c@2:1", "d@2:6"],
    ])
  })

  it("reads an empty text as no record, and the last line without its end", () => {
    assert.deepStrictEqual(placed(""), [])
    assert.deepStrictEqual(placed("a,"), [[1, "a@1:1", "@1:3"]])
  })

  it.each([
    ['a\n"b', "2:1 a closing quote"],
    ['a,"b""\nc', "1:3 a closing quote"],
    ['a"b', "1:4 quotes only around a whole field, doubled inside it"],
    ['"a"b', "1:4 a comma or the end of the line after a field"],
  ])("refuses %j with its place", (source, expected) => {
    assert.strictEqual(problem(source), expected)
  })

  it("reads back what was written, whatever the fields hold", () => {
    const records = fc.array(fc.array(fc.string({ unit: "binary" }), { minLength: 1 }))
    fc.assert(
      fc.property(records, (rows) => {
        const source = rows.map((row) => row.map(quoted).join(",")).join("\n")
        const read = Result.getOrThrow(readCsv(source))
        assert.deepStrictEqual(
          read.map(({ fields }) => fields.map(({ text }) => text)),
          rows,
        )
      }),
      { numRuns: 300 },
    )
  })

  it("never throws, whatever the text is", () => {
    const text = fc.string({ unit: fc.constantFrom('"', ",", "\n", "\r", "#", "a", " ") })
    fc.assert(
      fc.property(text, (source) => {
        const read = readCsv(source)
        if (Result.isFailure(read)) assert.isAtLeast(read.failure.line, 1)
      }),
      { numRuns: 1_000 },
    )
  })
})
