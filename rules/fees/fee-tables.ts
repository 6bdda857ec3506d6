import { settingsBounds } from "../../core/table/bounds.ts"
import * as Column from "../../core/table/column.ts"
import { defineTable } from "../../core/table/definition.ts"
import type { TablesOf } from "../../core/table/load.ts"
import { everyWord } from "../../core/table/requirement.ts"

const feeNames = ["standard_handling_fee_bps", "base_commission_bps", "max_commission_bps"] as const

/** The fee and commission figures of the house. */
export const fees = defineTable({
  file: "fees.csv",
  bounds: settingsBounds,
  about: "The handling fee on an insurer's premium and the bounds of a partner's commission.",
  key: ["name"],
  requires: [{ every: [everyWord("name", feeNames)], otherwise: "it counts as 0" }],
  columns: {
    name: Column.enumeration(feeNames, { about: "The figure." }),
    value: Column.integer({
      minimum: 0,
      maximum: 10_000,
      unit: "basis points",
      about: "The figure's value.",
    }),
    unit: Column.text({ about: "What the value is a part of." }),
    source: Column.note(Column.text({ about: "Where the figures come from." })),
  },
})

/** The table of fees, by the name under which rules read it. */
export type FeeTables = TablesOf<{ readonly fees: typeof fees }>
