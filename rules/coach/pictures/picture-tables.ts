import * as Column from "../../../core/table/column.ts"
import { defineTable, type RowOf } from "../../../core/table/definition.ts"
import { everyWord } from "../../../core/table/requirement.ts"
import { networks } from "../coach-vocabulary.ts"
import { source } from "../tables/columns.ts"

const colour = (about: string) => Column.text({ pattern: /^#[0-9a-f]{6}$/, about })

/** What the pictures of cards are painted with. */
export const networkColours = defineTable({
  file: "coach/network_colours.csv",
  about:
    "Colours of the pictures of cards by network; `any` paints those of a network without a row.",
  key: ["network"],
  requires: [
    {
      every: [everyWord("network", ["any"])],
      otherwise: "noPicture",
    },
  ],
  columns: {
    network: Column.enumeration([...networks, "any"], { about: "Card network, or any." }),
    label: Column.optional(Column.text({ about: "Name of the network, in plain type." })),
    ground: colour("Ground, top left; white text is read on it."),
    shade: colour("Ground, bottom right; white text is read on it."),
    accent: colour("Marks of the range, and the chip."),
    source,
  },
})

/** A row of {@link networkColours}. */
export type NetworkColours = RowOf<typeof networkColours>

/** What the monograms of banks are painted with. */
export const monogramColours = defineTable({
  file: "coach/monogram_colours.csv",
  about: "Grounds of the monograms of banks; each bank has one of them by its name.",
  key: ["name"],
  columns: {
    name: Column.text({ pattern: /^[a-z]+$/, about: "What the colour is called here." }),
    ground: colour("Ground; white text is read on it."),
    source,
  },
})
