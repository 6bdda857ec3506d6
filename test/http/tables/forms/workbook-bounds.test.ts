import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { readWorkbook } from "../../../../http/tables/forms/read-workbook.ts"
import { indexLimits, textLengthMax } from "../../../../http/tables/forms/xlsx/workbook-index.ts"
import { sheetLimits } from "../../../../http/tables/forms/xlsx/sheet-rows.ts"
import { depthMax, gapCharactersMax } from "../../../../http/tables/forms/xlsx/xml-part.ts"
import { type PartText, workbookParts, zipped } from "../../../support/small-archive.ts"

const read = (parts: Readonly<Record<string, PartText | Buffer>>) =>
  Effect.runPromise(Effect.result(readWorkbook(zipped(workbookParts(parts)))))

const refusalOf = async (parts: Readonly<Record<string, PartText | Buffer>>) => {
  const result = await read(parts)
  return Result.isFailure(result) ? result.failure : undefined
}

const sheet = (before: string, again: string, count: number, after: string) => ({
  "xl/sheet.xml": [before, again, count, after] as const,
})
const data = "<worksheet><sheetData>"
const dataEnd = "</sheetData></worksheet>"
const cell = '<c t="inlineStr"><is>'

/** Parts that come to more than is read, and what there is too much of. */
const bombs: ReadonlyArray<readonly [string, Readonly<Record<string, PartText>>, string, number]> =
  [
    [
      "a comment",
      sheet("<worksheet><!--", "a", 4 * gapCharactersMax, "--></worksheet>"),
      "characters in a text, a comment or an element",
      gapCharactersMax,
    ],
    [
      "a text",
      sheet(`${data}<row>${cell}<t>`, "a", 4 * gapCharactersMax, `</t></is></c></row>${dataEnd}`),
      "characters in a text, a comment or an element",
      gapCharactersMax,
    ],
    [
      "an attribute",
      sheet('<worksheet a="', "a", 4 * gapCharactersMax, '"/>'),
      "characters in a text, a comment or an element",
      gapCharactersMax,
    ],
    [
      "a text of many pieces",
      sheet(`${data}<row>${cell}`, `<t>${"a".repeat(1024)}</t>`, 1025, `</is></c></row>${dataEnd}`),
      "characters in a text",
      textLengthMax,
    ],
    [
      "elements within each other",
      sheet("<worksheet>", "<a>", 2 * depthMax, ""),
      "elements within each other",
      depthMax,
    ],
    [
      "cells of one name in a row",
      sheet(`${data}<row>`, '<c r="A1"><v>1</v></c>', sheetLimits.rowCells + 1, `</row>${dataEnd}`),
      "cells in a row",
      sheetLimits.rowCells,
    ],
    [
      "columns",
      sheet(`${data}<row>`, "<c><v>1</v></c>", sheetLimits.columns + 1, `</row>${dataEnd}`),
      "columns",
      sheetLimits.columns,
    ],
    [
      "styles",
      {
        "xl/styles.xml": [
          "<styleSheet><cellXfs>",
          "<xf/>",
          indexLimits.styles + 1,
          "</cellXfs></styleSheet>",
        ],
      },
      "styles of cells",
      indexLimits.styles,
    ],
    [
      "sheets",
      {
        "xl/workbook.xml": [
          "<workbook><sheets>",
          '<sheet r:id="r0"/>',
          indexLimits.sheets + 1,
          "</sheets></workbook>",
        ],
      },
      "sheets",
      indexLimits.sheets,
    ],
    [
      "relations",
      {
        "xl/_rels/workbook.xml.rels": [
          "<Relationships>",
          "<Relationship/>",
          indexLimits.relations + 1,
          "</Relationships>",
        ],
      },
      "relations",
      indexLimits.relations,
    ],
  ]

describe("a workbook that comes to more than is read", () => {
  it.each(bombs)("by %s is refused with the bound", async (_, parts, what, max) => {
    const [part = ""] = Object.keys(parts)
    const fault = await refusalOf(parts)
    assert.deepInclude(fault, { _tag: "WorkbookTooLarge", part, max })
    const most = new Intl.NumberFormat("en").format(max)
    assert.include(fault?.message, `${part} has more than ${most} ${what}; `)
  })
})

describe("a workbook", () => {
  it("is read in UTF-16, and refused in no encoding at all", async () => {
    const utf16 = Buffer.from("\uFEFF<sst><si><t>é</t></si></sst>", "utf16le")
    const found = Result.getOrThrow(await read({ "xl/texts.xml": utf16 }))
    assert.deepStrictEqual(found[0]?.rows, [["é"]])
    const broken = await refusalOf({
      "xl/texts.xml": Buffer.from("<sst><si><t>\u00e9</t></si></sst>", "latin1"),
    })
    assert.include(broken?.message, "xl/texts.xml holds bytes that are not utf-8")
  })

  it("is told what is wrong with it where it is damaged", async () => {
    const bytes = zipped(workbookParts())
    for (const [at, reason] of [
      [bytes.indexOf("PK\u0001\u0002"), /the directory of the archive is damaged/],
      [bytes.indexOf("_rels/.rels") + 20, /_rels\/.rels is (?:damaged|no XML)/],
    ] as const) {
      const broken = Buffer.from(bytes)
      broken.writeUInt8(broken.readUInt8(at) ^ 0xff, at)
      const result = await Effect.runPromise(Effect.result(readWorkbook(broken)))
      assert.match(Result.isFailure(result) ? result.failure.message : "", reason)
    }
  })
})
