import * as Column from "../../core/table/column.ts"
import { defineTable } from "../../core/table/definition.ts"
import { everyValueOf, everyWord } from "../../core/table/requirement.ts"
import { gapKeys, medicalKeys } from "./vars.ts"

const languages = {
  fr: Column.text({ about: "French text, in ICU MessageFormat; apostrophes are ’ (U+2019)." }),
  en: Column.text({ about: "English text, in ICU MessageFormat; apostrophes are ’ (U+2019)." }),
}

const key = Column.text({ pattern: /^[a-z0-9_.]+$/, about: "Message key, as answers carry it." })

const leftOut = "it is left out of the sentences"

/** The texts of arguments. */
export const messageArguments = defineTable({
  file: "messages/arguments.csv",
  about:
    "Openings, facts and offers of arguments; a text may show the vars of its argument, and quote.",
  key: ["key"],
  requires: (["hook", "fact", "pitch"] as const).map((part) => ({
    every: [everyValueOf("coach/arguments.csv", ["key"], [part])],
    otherwise: "the argument is left out of the sentences",
  })),
  named: {
    columns: ["key"],
    by: (["hook", "fact", "pitch"] as const).map((part) => ({
      file: "coach/arguments.csv",
      columns: [part],
    })),
    otherwise: "no argument shows it",
  },
  columns: { key, ...languages },
})

/** The texts of headlines. */
export const messageHeadlines = defineTable({
  file: "messages/headlines.csv",
  about: "Headlines of bilans; a text may show the vars of its headline.",
  key: ["key"],
  requires: [{ every: [everyValueOf("coach/headlines.csv", ["key"])], otherwise: leftOut }],
  named: {
    columns: ["key"],
    by: [{ file: "coach/headlines.csv", columns: ["key"] }],
    otherwise: "no bilan shows it",
  },
  columns: { key, ...languages },
})

/** The texts of social proof. */
export const messageSocial = defineTable({
  file: "messages/social.csv",
  about:
    "What other travellers did; a text may show pct. It says that a figure illustrates while it has no source.",
  key: ["key"],
  requires: [
    { every: [everyValueOf("coach/social.csv", ["key"], ["subject_key"])], otherwise: leftOut },
  ],
  named: {
    columns: ["key"],
    by: [{ file: "coach/social.csv", columns: ["subject_key"] }],
    otherwise: "no bilan shows it",
  },
  columns: { key, ...languages },
})

/** What guarantees are called. */
export const messageGuarantees = defineTable({
  file: "messages/guarantees.csv",
  about: "What guarantees are called beside a gap; a text shows no values.",
  key: ["key"],
  requires: [
    {
      every: [everyValueOf("reference/guarantees.csv", ["key"], ["slug"])],
      otherwise: "a gap in it is left out of the sentences",
    },
  ],
  columns: {
    key: Column.reference("reference/guarantees.csv", "slug", { about: "The guarantee." }),
    ...languages,
  },
})

/** The sentences on gaps. */
export const messageBadges = defineTable({
  file: "messages/badges.csv",
  about:
    "Sentences on a gap, by its badge and ceiling; a text may show cardValue, recommended and the period (stay, day) that cardValue is for.",
  key: ["key"],
  requires: [
    { every: [everyWord("key", gapKeys)], otherwise: "such a gap is left out of the sentences" },
  ],
  columns: {
    key: Column.enumeration(gapKeys, { about: "Badge, then ceiling or advice." }),
    ...languages,
  },
})

/** The sentences on the medical ceiling. */
export const messageMedical = defineTable({
  file: "messages/medical.csv",
  about: "The sentence on the medical ceiling; a text may show the target.",
  key: ["key"],
  requires: [{ every: [everyWord("key", medicalKeys)], otherwise: leftOut }],
  columns: {
    key: Column.enumeration(medicalKeys, { about: "Whether the target is met." }),
    ...languages,
  },
})
