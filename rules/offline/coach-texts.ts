import { once } from "../../core/memory.ts"
import { type PackedText, type CsvOrPacked, withColumn } from "../../core/table/packed.ts"
import { binsFile, plainRanges, rangesColumn } from "../coach/tables/bin-ranges.ts"
import type { BilanTables, OwnTexts, PackedTables } from "./packed-tables.ts"
import { packedTexts, textsOver } from "./table-texts.ts"

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
  const ranges = texts.get(binsFile)
  if (ranges !== undefined) texts.set(binsFile, unstepped(ranges.text))
  return texts
}

/** The texts that the Coach's tables are read from. */
export const coachTexts = (
  packed: ReadonlyArray<PackedTables>,
  own: OwnTexts,
): ReadonlyMap<string, CsvOrPacked> => {
  const texts = new Map(textsOver(packed, own))
  const ranges = texts.get(binsFile)
  if (ranges !== undefined && typeof ranges !== "string") {
    texts.set(binsFile, unstepped(ranges.text))
  }
  return texts
}
