import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import * as Result from "effect/Result"
import { readCsv } from "../../../core/table/csv.ts"
import { editField, printCsv, readCsvDocument } from "../../../core/table/csv-document.ts"

const runs = 2_000

const documentOf = (source: string) => Result.getOrThrow(readCsvDocument(source))

const edited = (source: string, line: number, character: number, text: string) => {
  const changed = editField(documentOf(source), { line, character }, text)
  return changed === undefined ? undefined : printCsv(changed)
}

const fieldText = fc.string({ unit: fc.constantFrom("a", "7", " ", "é", "|", "#", "\u{feff}") })
const quotedText = fc
  .string({ unit: fc.constantFrom("a", ",", '""', "\n", "\r", "\r\n", "#", " ") })
  .map((text) => `"${text}"`)
const written = fc.oneof(fieldText, quotedText)
const lineEnd = fc.constantFrom("\n", "\r\n")
const record = fc
  .array(written, { minLength: 1, maxLength: 5 })
  .map((fields) => fields.join(","))
  .filter((line) => !line.startsWith("#"))
const comment = fc
  .string({ unit: fc.constantFrom("a", ",", '"', " ", "\r") })
  .map((text) => `#${text}`)
const lines = fc.array(fc.tuple(fc.oneof(record, comment, fc.constant("")), lineEnd))
const spreadsheet = fc
  .tuple(lines, fc.oneof(record, comment, fc.constant("")))
  .map(([ended, last]) => ended.map((parts) => parts.join("")).join("") + last)

const anything = fc.string({ unit: fc.constantFrom('"', '""', ",", "\n", "\r\n", "\r", "#", "a") })

/** Texts that the reader accepts, of every form that it accepts. */
const accepted = fc
  .oneof(spreadsheet, anything)
  .filter((source) => Result.isSuccess(readCsvDocument(source)))

const textsIn = (source: string) =>
  Result.getOrThrow(readCsv(source)).map(({ fields }) => fields.map(({ text }) => text))

describe("printCsv()", () => {
  it("prints every text that was read to the same characters", () => {
    let records = 0
    fc.assert(
      fc.property(accepted, (source) => {
        const document = documentOf(source)
        records += document.pieces.filter(({ _tag }) => _tag === "Record").length
        assert.strictEqual(printCsv(document), source)
      }),
      { numRuns: runs },
    )
    assert.isAbove(records, runs)
  })

  it.each([
    [""],
    ["a"],
    ["a,\r"],
    ["\r\n\n#x\r\n"],
    ['"a","b ""c"""\r\n,\n"x\ny",z'],
    ["# only a comment"],
  ])("prints %j as it is", (source) => {
    assert.strictEqual(printCsv(documentOf(source)), source)
  })
})

describe("editField()", () => {
  it("changes the one field and leaves all other characters alone", () => {
    const source = '# who\r\ncode,"name"\r\n\r\nEUR,Euro,"old"\n'
    assert.strictEqual(edited(source, 4, 5, "Taler"), source.replace("Euro", "Taler"))
    assert.strictEqual(edited(source, 4, 10, "new"), source.replace('"old"', "new"))
    assert.strictEqual(edited(source, 2, 6, "name"), source, "the same text keeps its quotes")
  })

  it.each([
    ["a,b\n", 3, 'x"y', 'a,"x""y"\n'],
    ["a,b\n", 3, "x,y", 'a,"x,y"\n'],
    ["a,b\n", 3, "x\ny", 'a,"x\ny"\n'],
    ["a,b\n", 3, "#x", "a,#x\n"],
    ["a,b\n", 1, "#x", '"#x",b\n'],
    ["a,b\n", 1, "", ",b\n"],
    ["a\n", 1, "", '""\n'],
  ])("quotes in %j at %i what needs it: %j", (source, character, text, expected) => {
    assert.strictEqual(edited(source, 1, character, text), expected)
  })

  it("finds no field where none starts", () => {
    for (const [line, character] of [
      [1, 2],
      [2, 1],
      [3, 9],
    ] as const) {
      assert.isUndefined(edited("a,b\n# c\nd,e\n", line, character, "x"))
    }
  })

  it("takes places of the text that was read, also after other edits", () => {
    const first = editField(documentOf("a,b,c\nd,e,f\n"), { line: 1, character: 1 }, "long\ntext")
    const second = first && editField(first, { line: 1, character: 5 }, "x")
    const third = second && editField(second, { line: 2, character: 3 }, "y")
    assert.strictEqual(third && printCsv(third), '"long\ntext",b,x\nd,y,f\n')
  })

  it("gives a text in which that field alone reads differently, whatever is written there", () => {
    let edits = 0
    const chosen = fc.tuple(accepted, fc.nat(), fc.oneof(anything, fieldText, fc.string()))
    fc.assert(
      fc.property(chosen, ([source, choice, text]) => {
        const records = Result.getOrThrow(readCsv(source))
        const places = records.flatMap(({ fields }, row) =>
          fields.map((field, column) => ({ field, row, column })),
        )
        const place = places[choice % Math.max(1, places.length)]
        if (place === undefined) return
        edits += 1
        const { character, line } = place.field
        const result = edited(source, line, character, text) ?? assert.fail("no field there")
        const expected = textsIn(source)
        expected[place.row] = (expected[place.row] ?? []).with(place.column, text)
        assert.deepStrictEqual(textsIn(result), expected)
      }),
      { numRuns: runs },
    )
    assert.isAbove(edits, runs * 0.5)
  })
})
