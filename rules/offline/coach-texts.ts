import { once } from "../../core/once.ts"
import { type PackedText, type CsvOrPacked, withColumn } from "../../core/table/packed.ts"
import { plainRanges } from "../coach/tables/bin-ranges.ts"
import { coachBins } from "../coach/tables/index.ts"
import type { BilanTables, OwnTexts, PackedTables } from "./packed-tables.ts"
import { packedTexts, textsOver } from "./table-texts.ts"

/** Where the ranges stand among the columns of their table. */
export const rangesColumn = Object.keys(coachBins.columns).indexOf("ranges")

/** The ranges of card numbers are packed as steps, which are counted up when they are first asked for. */
const unstepped = (text: string): PackedText => {
  const cells = once(() => withColumn(text, rangesColumn, plainRanges))
  return {
    _tag: "PackedText",
    get text() {
      return cells()
    },
  }
}

/** The packed texts that bilans are made from. */
export const packedCoachTexts = (
  packed: ReadonlyArray<PackedTables | BilanTables>,
): ReadonlyMap<string, PackedText> => {
  const texts = packedTexts(packed)
  const ranges = texts.get(coachBins.file)
  if (ranges !== undefined) texts.set(coachBins.file, unstepped(ranges.text))
  return texts
}

/** The texts that the Coach's tables are read from. */
export const coachTexts = (
  packed: ReadonlyArray<PackedTables>,
  own: OwnTexts,
): ReadonlyMap<string, CsvOrPacked> => {
  const texts = new Map(textsOver(packed, own))
  const ranges = texts.get(coachBins.file)
  if (ranges !== undefined && typeof ranges !== "string") {
    texts.set(coachBins.file, unstepped(ranges.text))
  }
  return texts
}
