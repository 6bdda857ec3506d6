import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { fileURLToPath } from "node:url"
import {
  type ReadCell,
  type ReadSheet,
  readWorkbook,
  type WorkbookFault,
} from "../../../../http/tables/forms/read-workbook.ts"
import { importTables } from "../../../../http/tables/forms/sheets/import-tables.ts"
import { runProcess } from "../../../support/run-process.ts"
import { type PartText, workbookParts, zipped } from "../../../support/small-archive.ts"

const root = fileURLToPath(new URL("../../../../", import.meta.url))

type Parts = Readonly<Record<string, PartText | Buffer>>

const read = (parts: Parts) =>
  Effect.runPromise(Effect.result(readWorkbook(zipped(workbookParts(parts)))))

const rowsOf = async (parts: Parts): Promise<ReadonlyArray<ReadonlyArray<ReadCell>>> =>
  Result.getOrThrow(await read(parts))[0]?.rows ?? []

const faultOf = async (parts: Parts): Promise<WorkbookFault | undefined> => {
  const result = await read(parts)
  return Result.isFailure(result) ? result.failure : undefined
}

const sheetXml = (rows: string) => `<worksheet><sheetData>${rows}</sheetData></worksheet>`
const sheet = (rows: string) => ({ "xl/sheet.xml": sheetXml(rows) })
const text = (name: string, value: string) =>
  `<c r="${name}" t="inlineStr"><is><t xml:space="preserve">${value}</t></is></c>`

const lastRow = 1_048_576
const twoRows = `<row r="1">${text("A1", "id")}${text("B1", "days")}</row><row r="2">${text("A2", "a")}<c r="B2"><v>8</v></c></row>`
const twoRowsRead = [
  ["id", "days"],
  ["a", 8],
]

describe("a sheet that goes further than what stands in it", () => {
  it.each([
    ["a format in its last row", `<row r="${lastRow}"><c r="A${lastRow}" s="1"/></row>`],
    ["a format in its last cell", `<row r="${lastRow}"><c r="XFD${lastRow}" s="1"/></row>`],
    ["the height of its last row", `<row r="${lastRow}" ht="20" customHeight="1"/>`],
    ["a blank far below", `<row r="${lastRow}">${text(`A${lastRow}`, " ")}</row>`],
    [
      "blanks with and without width far below",
      `<row r="900000">${text("C900000", "\u00a0\t")}</row>`,
    ],
    ["an empty text far below", `<row r="${lastRow}">${text(`B${lastRow}`, "")}</row>`],
    ["borders over a thousand rows", `<row><c s="1"/><c s="1"/><c s="1"/></row>`.repeat(1_000)],
  ])("by %s is read as if it did not", async (_, rows) => {
    assert.deepStrictEqual(await rowsOf(sheet(twoRows + rows)), twoRowsRead)
  })

  it("by borders beside its rows is as wide as they are", async () => {
    const borders = ["C1", "D1", "XFD1"].map((name) => `<c r="${name}" s="1"/>`).join("")
    const rows = twoRows.replace("</row>", `${borders}</row>`)
    assert.deepStrictEqual(await rowsOf(sheet(rows)), twoRowsRead)
  })

  it("holds a value of its last row at its place, and the rows between as one", async () => {
    const far = `<row r="${lastRow}">${text(`B${lastRow}`, "end")}</row>`
    const rows = await rowsOf(sheet(twoRows + far))
    assert.lengthOf(rows, lastRow)
    assert.deepStrictEqual(rows.at(-1), [null, "end"])
    assert.deepStrictEqual(rows[2], [null, null])
    assert.strictEqual(rows[2], rows[lastRow - 2])
  })

  it("is read in little memory, however many sheets of a workbook do so", async () => {
    const parts = workbookParts(
      sheet(`${twoRows}<row r="${lastRow}"><c r="A${lastRow}" s="1"/></row>`),
    )
    const names = Array.from({ length: 200 }, (_, at) => `<sheet name="S${at}" r:id="r0"/>`)
    const workbook = `<workbook><sheets>${names.join("")}</sheets></workbook>`
    const script = `
      import { readWorkbook } from "./http/tables/forms/read-workbook.ts"
      import * as Effect from "effect/Effect"
      const parts = []
      for await (const part of process.stdin) parts.push(part)
      const sheets = await Effect.runPromise(readWorkbook(Buffer.from(Buffer.concat(parts).toString(), "base64")))
      console.log(sheets.length, sheets.every(({ rows }) => rows.length === 2))`
    const ended = await runProcess(
      process.execPath,
      ["--max-old-space-size=32", "--input-type=module", "--eval", script],
      {
        cwd: root,
        environment: {},
        input: zipped({ ...parts, "xl/workbook.xml": workbook }).toString("base64"),
        timeoutMs: 60_000,
      },
    )
    assert.deepStrictEqual([ended.stdout, ended.status], ["200 true\n", 0], ended.stderr)
  })

  it.each([
    [
      "texts",
      `<row>${text("A1", "x".repeat(4_000))}</row>`.replaceAll(' r="A1"', ""),
      9_000,
      /more than 33,554,432 characters in all texts; /,
    ],
    ["rows", "<row><c><v>1</v></c></row>", 200_001, /more than 200,000 rows; /],
  ])("and holds too many %s is refused with the bound", async (_, row, count, says) => {
    const parts = {
      "xl/sheet.xml": ["<worksheet><sheetData>", row, count, "</sheetData></worksheet>"] as const,
    }
    assert.match((await faultOf(parts))?.message ?? "", says)
  })

  it.each(["before", "behind"])(
    "and holds many rows %s a wide one is refused with the bound",
    async (where) => {
      const wide = `<row>${"<c><v>1</v></c>".repeat(1_000)}</row>`
      const [before, behind] = where === "behind" ? [wide, ""] : ["", wide]
      const parts = {
        "xl/sheet.xml": [
          `<worksheet><sheetData>${before}`,
          "<row><c><v>1</v></c></row>",
          2_000,
          `${behind}</sheetData></worksheet>`,
        ] as const,
      }
      assert.match((await faultOf(parts))?.message ?? "", /more than 2,000,000 cells; /)
    },
  )

  it("in many sheets, each with a value at its end, is refused with the bound", async () => {
    const names = Array.from({ length: 5 }, (_, at) => `<sheet name="S${at}" r:id="r0"/>`)
    const fault = await faultOf({
      ...sheet(`<row r="${lastRow}">${text(`A${lastRow}`, "end")}</row>`),
      "xl/workbook.xml": `<workbook><sheets>${names.join("")}</sheets></workbook>`,
    })
    assert.match(fault?.message ?? "", /more than 4,194,304 empty rows between others; /)
  })
})

const relation = (at: number, type: string, target: string) =>
  `<Relationship Id="r${at}" Type="http://schemas.example/relationships/${type}" Target="${target}"/>`

/** A workbook of sheets, the first of cells with two rows unless it is said to be none. */
const bookOf = (...types: ReadonlyArray<string>) => ({
  ...sheet(twoRows),
  "xl/workbook.xml": `<workbook><sheets>${types
    .map((type, at) => `<sheet name="${type}${at}" r:id="r${at}"/>`)
    .join("")}</sheets></workbook>`,
  "xl/_rels/workbook.xml.rels": `<Relationships>${types
    .filter((type) => type !== "lost")
    .map((type) =>
      relation(types.indexOf(type), type, type === "worksheet" ? "sheet.xml" : `other/${type}.xml`),
    )
    .join("")}</Relationships>`,
  "xl/other/chartsheet.xml": "<chartsheet><sheetViews/></chartsheet>",
  "xl/other/dialogsheet.xml": "<dialogsheet/>",
  "xl/other/xlMacrosheet.xml": sheetXml(`<row>${text("A1", "=HALT()")}</row>`),
  "xl/other/xlIntlMacrosheet.xml": sheetXml(`<row>${text("A1", "=HALT()")}</row>`),
})

describe("a workbook with sheets that are no cells", () => {
  it.each([
    ["chartsheet", "chart"],
    ["dialogsheet", "dialog"],
    ["xlMacrosheet", "macros"],
    ["xlIntlMacrosheet", "macros"],
    ["lost", "lost"],
  ])("as a %s is read without them, and they are named", async (type, kind) => {
    for (const types of [
      [type, "worksheet"],
      ["worksheet", type],
    ]) {
      const sheets = Result.getOrThrow(await read(bookOf(...types)))
      assert.deepStrictEqual(
        sheets.map((each) => [each.name, each.kind, each.rows.length]),
        types.map((each, at) =>
          each === type ? [`${each}${at}`, kind, 0] : [`${each}${at}`, "cells", 2],
        ),
      )
    }
  })

  it("is imported with a note on each of them", async () => {
    const sheets = Result.getOrThrow(await read(bookOf("chartsheet", "xlMacrosheet")))
    const record: ReadSheet = {
      name: "_viatica",
      hidden: true,
      kind: "cells",
      names: [],
      days: "from1900",
      rows: [["viatica tables", 1]],
    }
    assert.deepStrictEqual(importTables([...sheets, record], new Map()).notes, [
      "sheet chartsheet0 is a chart; it is left aside",
      "sheet xlMacrosheet1 holds macros; it is left aside",
    ])
  })
})

describe("names of a workbook", () => {
  it("stand at the sheets that they lead to, but for those of a sheet alone", async () => {
    const named = (name: string, range: string, more = "") =>
      `<definedName name="${name}"${more}>${range}</definedName>`
    const names = [
      named("one", "S!$A$1:$A$1048576"),
      named("two", "&apos;it&apos;&apos;s &amp; on&apos;!$A$1"),
      named("copied", "S!$A$1", ' localSheetId="0"'),
      named("lost", "#REF!$A$1"),
      named("sum", "SUM(S!$A$1)"),
      named("three", "S!$B$2"),
    ]
    const sheets = `<sheet name="S" r:id="r0"/><sheet name="it's &amp; on" r:id="r0"/>`
    const found = await read({
      "xl/workbook.xml": `<workbook><sheets>${sheets}</sheets><definedNames>${names.join("")}</definedNames></workbook>`,
    })
    assert.deepStrictEqual(
      Result.getOrThrow(found).map((each) => each.names),
      [["one", "three"], ["two"]],
    )
  })
})

const shared = (...items: ReadonlyArray<string>) => ({
  "xl/texts.xml": `<sst>${items.map((item) => `<si>${item}</si>`).join("")}</sst>`,
})

describe("how a text is pronounced", () => {
  const spoken = '<rPh sb="0" eb="2"><t>XX</t></rPh><phoneticPr fontId="1"/>'
  it.each([
    ["a text", `<t>US</t>${spoken}`],
    ["runs of a text", `<r><rPr><b/></rPr><t>U</t></r><r><t>S</t></r>${spoken}`],
    ["a text behind it", `${spoken}<t>US</t>`],
    ["two of them", `<t>U</t>${spoken}<r><t>S</t></r>${spoken}`],
    ["names with a prefix", `<x:t>US</x:t><x:rPh><x:t>XX</x:t></x:rPh>`],
  ])("never counts, by %s, in a cell and in shared texts", async (_, item) => {
    const inCell = `<row><c t="inlineStr"><is>${item}</is></c></row>`
    assert.deepStrictEqual(await rowsOf(sheet(inCell)), [["US"]])
    assert.deepStrictEqual(await rowsOf(shared(item)), [["US"]])
  })
})

describe("a shared text that is not there", () => {
  it.each(["9999", "1", "-1", "0.5", "a", "1e9"])("is a fault: %s", async (index) => {
    const cell = `<row><c t="s"><v>${index}</v></c></row>`
    const absent = [[{ fault: "a text that is not in the workbook" }]]
    assert.deepStrictEqual(await rowsOf(sheet(cell)), absent)
  })

  it("is a fault where the workbook has none at all, and nothing where none is asked for", async () => {
    const without = {
      "xl/_rels/workbook.xml.rels": `<Relationships>${relation(0, "worksheet", "sheet.xml")}</Relationships>`,
    }
    assert.deepStrictEqual(await rowsOf(without), [
      [{ fault: "a text that is not in the workbook" }],
    ])
    const empty = sheet(`<row><c t="s"/><c t="s"><v/></c><c><v>1</v></c></row>`)
    assert.deepStrictEqual(await rowsOf({ ...without, ...empty }), [[null, null, 1]])
  })
})

describe("texts that cells share", () => {
  it.each([
    ["few and long", `<si><t>${"a text of many words; ".repeat(1_500)}</t></si>`, 1_210],
    ["many and short", "<si><t>a text of a cell</t></si>", 990_000],
    ["of other scripts", "<si><t>テキストはここにあります</t></si>", 700_000],
  ])("take little memory where they are %s, 30 to 40 MB of them", async (_, item, count) => {
    const parts = workbookParts({
      "xl/texts.xml": ["<sst>", item, count, "</sst>"],
      ...sheet(
        `<row><c t="s"><v>0</v></c><c t="s"><v>${count - 1}</v></c><c t="s"><v>${count}</v></c></row>`,
      ),
    })
    const script = `
      import { readWorkbook } from "./http/tables/forms/read-workbook.ts"
      import * as Effect from "effect/Effect"
      const parts = []
      for await (const part of process.stdin) parts.push(part)
      const [sheet] = await Effect.runPromise(readWorkbook(Buffer.from(Buffer.concat(parts).toString(), "base64")))
      const [[first, last, absent]] = sheet.rows
      console.log(first === last, first.length, absent.fault)`
    const ended = await runProcess(
      process.execPath,
      ["--max-old-space-size=32", "--input-type=module", "--eval", script],
      { cwd: root, environment: {}, input: zipped(parts).toString("base64"), timeoutMs: 120_000 },
    )
    const { length } = item.slice("<si><t>".length, -"</t></si>".length)
    assert.deepStrictEqual(
      [ended.stdout, ended.status],
      [`true ${length} a text that is not in the workbook\n`, 0],
      ended.stderr,
    )
  })
})

describe("days of other programs", () => {
  it.each([
    ["2027-07-01", "2027-07-01"],
    ["2027-07-01T00:00:00", "2027-07-01"],
    ["2027-07-01T00:00:00Z", "2027-07-01"],
    ["2027-07-01T00:00:00.000Z", "2027-07-01"],
    ["2027-07-01T00:00", "2027-07-01"],
    ["2027-07-01T00:00:00+02:00", "2027-07-01"],
    ["2027-07-01T00:00:00.000-0500", "2027-07-01"],
    ["2027-06-30T22:00:00Z", "2027-06-30T22:00:00Z"],
    ["2027-07-01T00:00:01Z", "2027-07-01T00:00:01Z"],
  ])("are days where it is midnight: %s", async (written, meant) => {
    const cell = `<row><c t="d"><v>${written}</v></c></row>`
    assert.deepStrictEqual(await rowsOf(sheet(cell)), [[meant]])
  })

  const styles = {
    "xl/styles.xml":
      '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>',
  }
  const in1904 = {
    "xl/workbook.xml":
      '<workbook><workbookPr date1904="1"/><sheets><sheet name="S" r:id="r0"/></sheets></workbook>',
  }
  it.each([
    ["46569", {}, "2027-07-01"],
    ["46569.00000000001", {}, "2027-07-01"],
    ["46568.99999999999", {}, "2027-07-01"],
    ["46569.4375", {}, "2027-07-01T10:30:00"],
    ["45107", in1904, "2027-07-01"],
    ["45106.99999999999", in1904, "2027-07-01"],
  ])("are numbers with a format, to the second: %s", async (value, parts, meant) => {
    const cell = `<row><c s="1"><v>${value}</v></c></row>`
    assert.deepStrictEqual(await rowsOf({ ...styles, ...parts, ...sheet(cell) }), [[meant]])
  })
})

describe("an archive of another program", () => {
  const meant = [["a"]]

  it("may name its parts with backslashes, in another case, or from its root", async () => {
    const parts = Object.entries(workbookParts())
    for (const spelled of [
      (name: string) => name.replaceAll("/", "\\"),
      (name: string) => name.toUpperCase(),
      (name: string) => `/${name}`,
    ]) {
      const bytes = zipped(Object.fromEntries(parts.map(([name, part]) => [spelled(name), part])))
      const [found] = await Effect.runPromise(readWorkbook(bytes))
      assert.deepStrictEqual(found?.rows, meant)
    }
  })

  it.each([
    ["backslashes", "sheets\\one.xml", "xl/sheets/one.xml"],
    ["escapes", "sheets/sheet%201.xml", "xl/sheets/sheet 1.xml"],
    ["a percent sign that escapes nothing", "100%.xml", "xl/100%.xml"],
    ["steps", "./a/../sheets/one.xml", "xl/sheets/one.xml"],
    ["a path from the root", "/xl/sheets/one.xml", "xl/sheets/one.xml"],
  ])("may lead to a part by %s", async (_, target, part) => {
    const { "xl/sheet.xml": cells, ...others } = workbookParts()
    const relations = [relation(0, "worksheet", target), relation(1, "sharedStrings", "texts.xml")]
    const bytes = zipped({
      ...others,
      "xl/_rels/workbook.xml.rels": `<Relationships>${relations.join("")}</Relationships>`,
      [part]: cells,
    })
    const [found] = await Effect.runPromise(readWorkbook(bytes))
    assert.deepStrictEqual(found?.rows, meant)
  })

  it("may tell lengths and checksums behind its parts alone", async () => {
    for (const isSigned of [true, false]) {
      const bytes = withDescriptors(zipped(workbookParts()), isSigned)
      const [found] = await Effect.runPromise(readWorkbook(bytes))
      assert.deepStrictEqual(found?.rows, meant)
    }
  })

  it("is said to be damaged where a checksum does not fit, by the name of the sheet", async () => {
    const bytes = zipped(workbookParts())
    const entry = bytes.lastIndexOf("xl/sheet.xml") - 46
    bytes.writeUInt8(bytes.readUInt8(entry + 16) ^ 1, entry + 16)
    const result = await Effect.runPromise(Effect.result(readWorkbook(bytes)))
    assert.strictEqual(
      Result.isFailure(result) ? result.failure.message : "",
      "This is no XLSX workbook that can be read: sheet S: xl/sheet.xml is damaged; copy or download the file again",
    )
  })

  it.each([
    ["is missing", "", /sheet S: it has no xl\/sheet\.xml; /],
    [
      "is no XML",
      "<worksheet><row",
      /sheet S: xl\/sheet\.xml is damaged, as it is no XML \(.*\); copy/,
    ],
  ])("is refused by the name of the sheet whose part %s", async (_, part, says) => {
    const { "xl/sheet.xml": _cells, ...others } = workbookParts()
    const bytes = zipped(part === "" ? others : { ...others, "xl/sheet.xml": part })
    const result = await Effect.runPromise(Effect.result(readWorkbook(bytes)))
    assert.match(Result.isFailure(result) ? result.failure.message : "", says)
  })

  it("is refused by the name of the sheet, and what to clear, where a value stands too far beside", async () => {
    const fault = await faultOf(sheet(`<row><c r="XFD1"><v>1</v></c></row>`))
    assert.strictEqual(
      fault?.message,
      "sheet S: xl/sheet.xml has more than 1,024 columns; delete what stands far beside the table, or save the sheet as CSV",
    )
  })
})

/** An archive as programs write it that stream: what lies before a part does not tell how long it is. */
const withDescriptors = (bytes: Buffer, isSigned: boolean): Buffer => {
  const end = bytes.length - 22
  const pieces: Array<Buffer> = []
  const entries: Array<Buffer> = []
  let length = 0
  let at = bytes.readUInt32LE(end + 16)
  while (at < end) {
    const nameLength = bytes.readUInt16LE(at + 28)
    const entry = Buffer.from(bytes.subarray(at, at + 46 + nameLength))
    const from = entry.readUInt32LE(42)
    const local = Buffer.from(bytes.subarray(from, from + 30 + nameLength + entry.readUInt32LE(20)))
    for (const [record, flags] of [
      [entry, 8],
      [local, 6],
    ] as const) {
      record.writeUInt16LE(8, flags)
    }
    local.fill(0, 14, 26)
    entry.writeUInt32LE(length, 42)
    const numbers = entry.subarray(16, 28)
    const descriptor = isSigned ? [Buffer.from("PK\u0007\u0008"), numbers] : [numbers]
    pieces.push(local, ...descriptor)
    entries.push(entry)
    length += local.length + Buffer.concat(descriptor).length
    at += 46 + nameLength
  }
  const last = Buffer.from(bytes.subarray(end))
  last.writeUInt32LE(length, 16)
  return Buffer.concat([...pieces, ...entries, last])
}
