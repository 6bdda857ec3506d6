import { settingsBounds } from "../../core/table/bounds.ts"
import * as Column from "../../core/table/column.ts"
import { defineTable } from "../../core/table/definition.ts"
import { everyWord } from "../../core/table/requirement.ts"
import type { TablesOf } from "../../core/table/load.ts"

/** What prices are held to beside each other. */
export const priceBoundNames = [
  "adult_age",
  "group_share_min_bps",
  "head_trip_price_max_bps",
  "head_ceiling_day_max_ppm",
  "head_flat_max",
  "older_age",
  "older_times_max",
  "boundless_ceiling",
] as const

/** The name of a bound of prices. */
export type PriceBoundName = (typeof priceBoundNames)[number]

/** What composed prices are held to. */
export const priceBounds = defineTable({
  file: "reference/price_bounds.csv",
  bounds: settingsBounds,
  about: "What composed prices are held to by `tables check`, each with its unit and reason.",
  key: ["name"],
  requires: [{ every: [everyWord("name", priceBoundNames)], otherwise: "nothing is held to it" }],
  columns: {
    name: Column.enumeration(priceBoundNames, { about: "Name of the bound." }),
    value: Column.integer({ minimum: 0, about: "The bound itself; it still passes." }),
    unit: Column.text({ about: "What the value counts." }),
    reason: Column.note(Column.text({ about: "Why the bound lies there." })),
  },
})

/** The tables that prices are held to. */
export type PriceBoundTables = TablesOf<{ readonly priceBounds: typeof priceBounds }>
