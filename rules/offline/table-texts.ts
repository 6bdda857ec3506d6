import { once } from "../../core/memory.ts"
import { type CsvOrPacked, type PackedText, withColumn } from "../../core/table/packed.ts"
import { binsFile, plainRanges, rangesColumn } from "../coach/tables/bin-ranges.ts"
import type { BilanTables, OwnTexts, PackedTables } from "./packed-tables.ts"

/** The packed texts of some tables by their files. */
export const packedTexts = (
  packed: ReadonlyArray<Pick<PackedTables, "texts">>,
): Map<string, PackedText> =>
  new Map(
    packed.flatMap(({ texts }) =>
      Object.entries(texts).map(([file, text]) => [file, { _tag: "PackedText", text }] as const),
    ),
  )

/**
 * The texts of some packed tables, with one's own in place of theirs.
 *
 * ```ts
 * import { textsOver } from "../rules/offline/table-texts.ts"
 *
 * const fees = { _tag: "PackedTables", engineVersion: "2.3.2+a", texts: { "fees.csv": "packed" } } as const
 * textsOver([fees], {}).get("fees.csv") // => { _tag: "PackedText", text: "packed" }
 * textsOver([fees], { "fees.csv": "fee,value" }).get("fees.csv") // => "fee,value"
 * ```
 */
export const textsOver = (
  packed: ReadonlyArray<PackedTables>,
  own: OwnTexts,
): ReadonlyMap<string, CsvOrPacked> => {
  const texts = new Map<string, CsvOrPacked>(packedTexts(packed))
  for (const [file, text] of Object.entries(own)) texts.set(file, text)
  return texts
}

/** The one version of some packed tables; those of two versions of the package do not go together. */
export const versionOf = (packed: ReadonlyArray<PackedTables | BilanTables>): string => {
  const [version, ...others] = new Set(packed.map(({ engineVersion }) => engineVersion))
  if (version === undefined || others.length > 0) {
    throw new TypeError(`tables of one version, not ${[version, ...others].join(", ")}`)
  }
  return version
}

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
