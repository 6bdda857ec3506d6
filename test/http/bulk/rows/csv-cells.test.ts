import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import * as Result from "effect/Result"
import { readCsv } from "../../../../core/table/csv.ts"
import { csvCell } from "../../../../http/bulk/rows/answer-rows.ts"
import { csvLine } from "../../../../http/pages/console/exports.ts"
import { testSeed } from "../../../support/random.ts"

/** A field as those write it who make files for people: bulk answers, and exports of the console. */
const writers = {
  bulk: (text: string) => csvCell(text, true),
  console: (text: string) => csvLine([text]).slice(0, -"\r\n".length),
}

/** What a spreadsheet shows of a field. */
const readBack = (field: string): string => {
  const [record] = Result.getOrThrow(readCsv(`${field},end\n`))
  return record?.texts[0] ?? ""
}

const formula = /(?:^|;)\s*[=+\-@＝＋－＠]/u

/** Pieces that make a spreadsheet run a text, or a reader of CSV leave it out. */
const treacherous = fc
  .array(
    fc.constantFrom(
      "=1+1",
      "=",
      "+",
      "-",
      "@",
      "＝",
      "＋",
      " ",
      "\t",
      "\n",
      "\r",
      ";",
      "#x",
      '"',
      ",",
      "a",
    ),
    { maxLength: 6 },
  )
  .map((pieces) => pieces.join(""))

describe("cells of CSV for people", () => {
  it("are guarded alike by all who write them", () => {
    const guarded = {
      "=1+1": "'=1+1",
      " =1+1": "' =1+1",
      "\n=1+1": `"'\n=1+1"`,
      "\t=1+1": "'\t=1+1",
      "＝1+1": "'＝1+1",
      "#x": '"#x"',
      "-0.05": "'-0.05",
      "AC;@x": "AC;'@x",
      "a,b": '"a,b"',
      "AC-2291": "AC-2291",
    }
    for (const [text, field] of Object.entries(guarded)) {
      for (const [name, write] of Object.entries(writers)) {
        assert.strictEqual(write(text), field, `${name}: ${JSON.stringify(text)}`)
      }
    }
  })

  it("begin no formula, whatever their text, and lose nothing of it but for the apostrophe", () => {
    fc.assert(
      fc.property(fc.oneof(treacherous, fc.string({ unit: "grapheme" })), (text) => {
        const [first, ...others] = Object.values(writers).map((write) => write(text))
        assert.isTrue(others.every((field) => field === first))
        const shown = readBack(first ?? "")
        assert.notMatch(shown, formula)
        assert.strictEqual(shown.replaceAll("'", ""), text.replaceAll("'", ""))
      }),
      { seed: testSeed("csv cells"), numRuns: 500 },
    )
  })
})
