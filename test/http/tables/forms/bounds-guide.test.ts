import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { cellLengthMax } from "../../../../http/bulk/rows/row-lines.ts"
import { messageLimits } from "../../../../http/tables/forms/arrow/arrow-messages.ts"
import { batchBytesMax, batchRowsMax } from "../../../../http/tables/forms/arrow/open-arrow.ts"
import { schemaLimits, valuesBytesMax } from "../../../../http/tables/forms/arrow/sound-values.ts"
import { textBytesMax } from "../../../../http/tables/forms/column-source.ts"
import { heldBytesMax } from "../../../../http/tables/forms/parquet/read-column.ts"
import { pageLimits } from "../../../../http/tables/forms/parquet/decode-page.ts"
import { footerLimits } from "../../../../http/tables/forms/parquet/footer.ts"
import { columnsMax } from "../../../../http/tables/forms/parquet/read-parquet.ts"
import { workbookBytesMax } from "../../../../http/tables/forms/read-workbook.ts"
import { partsMax } from "../../../../http/tables/forms/xlsx/archive.ts"
import {
  indexLimits,
  sharedTextLimits,
  textLengthMax,
} from "../../../../http/tables/forms/xlsx/workbook-index.ts"
import { cellsMax, sheetLimits } from "../../../../http/tables/forms/xlsx/sheet-rows.ts"
import { depthMax } from "../../../../http/tables/forms/xlsx/xml-part.ts"

/** The bounds of each row of the guide's table, in its order. */
const bounds: ReadonlyArray<ReadonlyArray<number>> = [
  [footerLimits.bytes, footerLimits.records, columnsMax],
  [pageLimits.bytes, pageLimits.values],
  [heldBytesMax],
  [schemaLimits.fields, schemaLimits.textBytes],
  [messageLimits.message, batchBytesMax, batchRowsMax],
  [valuesBytesMax],
  [workbookBytesMax, partsMax],
  [sheetLimits.bytes, sheetLimits.rows, sheetLimits.columns, sheetLimits.rowCells, cellsMax],
  [sharedTextLimits.bytes, sharedTextLimits.texts],
  [indexLimits.bytes, indexLimits.sheets, indexLimits.relations, indexLimits.styles],
  [textLengthMax, depthMax],
  [textBytesMax, cellLengthMax],
]

describe("the guide's table of bounds", () => {
  it("has the bounds that readers hold to, and no others", () => {
    const guide = readFileSync("docs/columns.md", "utf8")
    const [, section = ""] = guide.split("## How much is read\n")
    const rows = (section.split("\n## ", 1)[0] ?? "")
      .split("\n")
      .filter((line) => line.startsWith("| ") && !/^\| (?:format|---)/.test(line))
    assert.lengthOf(rows, bounds.length)
    for (const [at, numbers] of bounds.entries()) {
      for (const number of numbers) {
        assert.include(rows[at], new Intl.NumberFormat("en").format(number))
      }
    }
  })
})
