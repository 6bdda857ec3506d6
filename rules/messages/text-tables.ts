import * as Column from "../../core/table/column.ts"
import { defineTable } from "../../core/table/definition.ts"
import { everyValueOf, everyWord } from "../../core/table/requirement.ts"
import { disclosureKeys, gapKeys } from "../coach/coach-vocabulary.ts"
import { medicalKeys, sourceKeys } from "./message-keys.ts"
import { key, languages } from "../coach/tables/text-columns.ts"

/** Where the texts of arguments are named: usually, and where facts alone are shown. */
const tellingColumns = ["coach/arguments.csv", "coach/argument_facts.csv"].flatMap((file) =>
  ["hook", "fact", "pitch"].map((part) => ({ file, columns: [part] })),
)

/** The texts of arguments. */
export const messageArguments = defineTable({
  file: "messages/arguments.csv",
  about:
    "Openings, facts and offers of arguments; a text may show the vars of its argument, and quote.",
  key: ["key"],
  requires: tellingColumns.map(({ columns, file }) => ({
    every: [everyValueOf(file, ["key"], columns)],
    otherwise: "argumentUntold",
  })),
  named: { columns: ["key"], by: tellingColumns, otherwise: "noArgumentShows" },
  columns: { key, ...languages },
})

/** Where the texts of headlines are named, the same way. */
const headlineColumns = ["key", "facts_key"].map((column) => ({
  file: "coach/headlines.csv",
  columns: [column],
}))

/** The texts of headlines. */
export const messageHeadlines = defineTable({
  file: "messages/headlines.csv",
  about:
    "Headlines of bilans; a text may show the vars of its headline. One that gets longer than 70 characters says « sur place » for inPlace.",
  key: ["key"],
  requires: headlineColumns.map(({ columns, file }) => ({
    every: [everyValueOf(file, ["key"], columns)],
    otherwise: "leftOut",
  })),
  named: { columns: ["key"], by: headlineColumns, otherwise: "noBilanShows" },
  columns: { key, ...languages },
})

/** The texts of social proof. */
export const messageSocial = defineTable({
  file: "messages/social.csv",
  about:
    "What share of a market’s cards falls short; a text may show pct, how many cards were counted, and the market.",
  key: ["key"],
  requires: [
    { every: [everyValueOf("coach/social.csv", ["key"], ["subject_key"])], otherwise: "leftOut" },
  ],
  columns: { key, ...languages },
})

/** The sentences on gaps. */
export const messageBadges = defineTable({
  file: "messages/badges.csv",
  about:
    "Sentences on a gap, by its badge and ceiling; a text may show cardValue, recommended, the period (stay, day) that cardValue is for, and what to look for in the card’s notice.",
  key: ["key"],
  requires: [{ every: [everyWord("key", gapKeys)], otherwise: "suchGapUntold" }],
  columns: {
    key: Column.enumeration(gapKeys, { about: "Badge, then ceiling or benchmark." }),
    ...languages,
  },
})

/** The sentences on the medical ceiling. */
export const messageMedical = defineTable({
  file: "messages/medical.csv",
  about: "The line under the headline, on the medical ceiling.",
  key: ["key"],
  requires: [{ every: [everyWord("key", medicalKeys)], otherwise: "leftOut" }],
  columns: {
    key: Column.enumeration(medicalKeys, { about: "How the card stands to the benchmark." }),
    ...languages,
  },
})

/** What has to be told beside a bilan. */
export const messageDisclosures = defineTable({
  file: "messages/disclosures.csv",
  about: "What a traveller has to be told beside every bilan, in the order of the answer.",
  key: ["key"],
  requires: [{ every: [everyWord("key", disclosureKeys)], otherwise: "leftOut" }],
  columns: {
    key: Column.enumeration(disclosureKeys, { about: "What it is about." }),
    ...languages,
  },
})

/** The lines on where a figure comes from. */
export const messageSources = defineTable({
  file: "messages/sources.csv",
  about:
    "Lines on where a figure comes from, and how sure that is; `page` is a host, `asOf` a year, month or day.",
  key: ["key"],
  requires: [{ every: [everyWord("key", sourceKeys)], otherwise: "lineUnsaid" }],
  columns: {
    key: Column.enumeration(sourceKeys, { about: "What the figure rests on, or how sure it is." }),
    ...languages,
  },
})
