import { settingsBounds } from "../../core/table/bounds.ts"
import * as Column from "../../core/table/column.ts"
import { defineTable } from "../../core/table/definition.ts"
import type { TablesOf } from "../../core/table/load.ts"
import { everyWord } from "../../core/table/requirement.ts"

/** The figures of a trip that are kept in bands. */
export const sampleQuantities = ["age", "days", "travellers"] as const

/** A figure of a trip that is kept in bands. */
export type SampleQuantity = (typeof sampleQuantities)[number]

/** The bands in which requests are kept for analysts. */
export const sampleBands = defineTable({
  file: "reference/sample_bands.csv",
  bounds: settingsBounds,
  about: "Bands in which a server keeps the ages, days and travellers of requests for analysts.",
  key: ["quantity", "from"],
  requires: [
    {
      every: [everyWord("quantity", sampleQuantities)],
      otherwise: "keptAsNone",
    },
  ],
  columns: {
    quantity: Column.enumeration(sampleQuantities, { about: "Figure of a trip." }),
    from: Column.integer({
      minimum: 0,
      about: "Least figure of the band, which ends before the next one; the first takes all below.",
    }),
    written: Column.integer({
      minimum: 0,
      about: "Figure that stands for the band in a line, one that a request may have.",
    }),
    unit: Column.text({ about: "What the figures count." }),
    source: Column.note(Column.text({ about: "Where the band is laid down." })),
  },
})

/** The table of bands. */
export type SampleBandTables = TablesOf<{ readonly sampleBands: typeof sampleBands }>

/**
 * Prepares what stands for figures of a quantity: that of the last band that begins at the figure or
 * below it.
 *
 * ```ts
 * import { prepareBands } from "../rules/reference/sample-bands.ts"
 *
 * const rows = [
 *   { quantity: "age" as const, from: 0, written: 9 },
 *   { quantity: "age" as const, from: 18, written: 40 },
 * ]
 * const ages = prepareBands({ sampleBands: { rows } }, "age")
 * ages(17) // => 9
 * ages(18) // => 40
 * ```
 */
export const prepareBands = (
  {
    sampleBands,
  }: {
    readonly sampleBands: {
      readonly rows: ReadonlyArray<
        Pick<SampleBandTables["sampleBands"]["rows"][number], "quantity" | "from" | "written">
      >
    }
  },
  quantity: SampleQuantity,
): ((figure: number) => number) => {
  const bands = sampleBands.rows
    .filter((row) => row.quantity === quantity)
    .sort((left, right) => left.from - right.from)
  return (figure) => (bands.findLast(({ from }) => from <= figure) ?? bands[0])?.written ?? 0
}
