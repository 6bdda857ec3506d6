import { describe, expect, it } from "vitest"
import { describeTableError } from "../../../core/table/error.ts"
import { readSource } from "../../../core/table/source.ts"

const columns = ["code", "name", "note"]

const read = (source: string) => {
  const { errors, records } = readSource("a.csv", source, columns)
  return { rows: records.map(({ texts }) => texts), errors: errors.map(describeTableError) }
}

const sound = (source: string) => {
  const { errors, rows } = read(source)
  expect(errors).toEqual([])
  return rows
}

const rows = [
  ["FR", "France", "x"],
  ["IT", "Italy", ""],
]

describe("readSource() of what spreadsheets write", () => {
  it("skips comments that were quoted or cut at their commas, and empty rows", () => {
    const text =
      'code,name,note\n"# a, b",,\n# c, d,\n"# said ""no""", twice,\n,,\nFR,France,x\n,,\nIT,Italy,\n,,\n'
    expect(sound(text)).toEqual(rows)
  })

  it("takes a value that begins with a hash for a value", () => {
    expect(sound('code,name,note\n"#1",France,x\n')).toEqual([["#1", "France", "x"]])
  })

  it("leaves empty columns behind the last one away, and refuses a cell in them", () => {
    expect(sound("code,name,note,,\nFR,France,x,,\nIT,Italy,,,\n")).toEqual(rows)
    expect(read("code,name,note,,\nFR,France,x,,here\n").errors).toEqual([
      'a.csv:2:14 "here" should be empty, as no column of the header stands above it',
    ])
  })

  it("fills rows up where a block of sixteen has lost its last separators, and no other row", () => {
    const full = Array.from({ length: 15 }, (_, at) => `A${at},a,x`).join("\n")
    const cut = read(`code,name,note\n${full}\nFR,France\nIT,Italy\n`)
    expect(cut.errors).toEqual([])
    expect(cut.rows.slice(-2)).toEqual([
      ["FR", "France", ""],
      ["IT", "Italy", ""],
    ])
    for (const text of [
      `code,name,note\n${full}\nFR,France\n`,
      "code,name,note\nFR,France\nIT,Italy,\n",
    ]) {
      expect(read(text).errors.join()).toContain("should be 3 fields, as in the header, not 2")
    }
  })

  it("reads a row that stands in one cell as a whole", () => {
    expect(sound('code,name,note\n"FR,""France"",x"\nIT,Italy,\n')).toEqual(rows)
  })

  it("says where a comma in a number was no separator", () => {
    expect(read("code,name,note\nFR,5,46,x\n").errors).toEqual([
      'a.csv:2:1 "FR,5,46,x" should be 3 fields, as in the header, not 4; decimals take a point, and a cell with a comma takes quotes around it',
    ])
  })

  it.each([
    [
      "code;name;note\nFR;5,46;x\nIT;1,5;y\n",
      "1:1 expected columns separated by commas, not by semicolons; viatica tables tidy rewrites them",
    ],
    [
      "code\tname\tnote\nFR\t5,46\tx\n",
      "1:1 expected columns separated by commas, not by tabs; viatica tables tidy rewrites them",
    ],
    ["FR,France,x\nIT,Italy,\n", '1:1 "FR,France,x" should be the header row, code,name,note'],
    [
      "code,Names,note\nFR,France,x\n",
      '1:6 "Names" should be one of the columns code, name, note; did you mean "name"?',
    ],
    [
      "code,label,note\nFR,France,x\n",
      '1:6 "label" should be one of the columns code, name, note; did you mean "name"?',
    ],
  ])("tells one cause once in %j", (text, expected) => {
    expect(read(text).errors).toEqual([`a.csv:${expected}`])
  })
})
