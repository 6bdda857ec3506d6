import * as Column from "../../../core/table/column.ts"
import { defineTable } from "../../../core/table/definition.ts"
import { everyValueOf, everyWord } from "../../../core/table/requirement.ts"
import { listedTerms, wordKeys } from "../coach-vocabulary.ts"
import { frenchText, languages, someFrenchText, someText } from "./text-columns.ts"

/** What guarantees are called. */
export const messageGuarantees = defineTable({
  file: "messages/guarantees.csv",
  about:
    "What guarantees are called: as a title beside a gap, and in lists inside of sentences; texts show no values.",
  key: ["key"],
  requires: [
    {
      every: [everyValueOf("reference/guarantees.csv", ["key"], ["slug"])],
      otherwise: "gapUntold",
    },
  ],
  columns: {
    key: Column.reference("reference/guarantees.csv", "slug", { about: "The guarantee." }),
    fr: frenchText("French title."),
    en: Column.text({ about: "English title." }),
    us: someText("English title where the market is us or ca; empty: as en."),
    list_fr: someFrenchText("French name in lists, without article or capital; empty: the title."),
    list_en: someText("English name in lists; empty: the title."),
    list_us: someText("English name in lists where the market is us or ca; empty: as list_en."),
    gender: Column.note(
      Column.optional(
        Column.enumeration(["m", "f"], { about: "Gender of list_fr, for texts that agree." }),
      ),
    ),
    number: Column.note(
      Column.optional(
        Column.enumeration(["s", "p"], { about: "Number of list_fr, for texts that agree." }),
      ),
    ),
    look_fr: someFrenchText("Words to look for in a French notice; empty: list_fr."),
    look_en: someText("Words to look for in an English notice; empty: list_en."),
  },
})

/** What the terms of covers are called. */
export const messageTerms = defineTable({
  file: "messages/terms.csv",
  about:
    "What the terms of covers are called, short in openings and long in facts; a text may show limit, whether it is known, and age.",
  key: ["term"],
  requires: [{ every: [everyWord("term", listedTerms)], otherwise: "leftOutOfTerms" }],
  columns: {
    term: Column.enumeration(listedTerms, { about: "What the cover depends on or leaves out." }),
    short_fr: frenchText("French, in the opening of an argument."),
    long_fr: frenchText("French, in the list of a fact."),
    short_en: Column.text({ about: "English, in the opening of an argument." }),
    long_en: Column.text({ about: "English, in the list of a fact." }),
    short_us: someText("As short_en, where the market is us or ca; empty: the same."),
    long_us: someText("As long_en, where the market is us or ca; empty: the same."),
  },
})

/** Words that sentences are joined with. */
export const messageWords = defineTable({
  file: "messages/words.csv",
  about: "Words that sentences are put together with, and what badges are called.",
  key: ["key"],
  requires: [{ every: [everyWord("key", wordKeys)], otherwise: "nothingInPlace" }],
  columns: {
    key: Column.enumeration(wordKeys, { about: "The word, by what it is for." }),
    ...languages,
  },
})

/** How each market’s amounts and dates are printed in each language. */
export const messageLocales = defineTable({
  file: "messages/locales.csv",
  about: "The locale in which amounts, measures and dates of a market are printed, by language.",
  key: ["market"],
  requires: [
    {
      every: [everyValueOf("coach/markets.csv", ["market"])],
      otherwise: "printedForLanguage",
    },
  ],
  columns: {
    market: Column.reference("coach/markets.csv", "market", { about: "Market of the bilan." }),
    locale_fr: Column.text({ pattern: /^fr-[A-Z]{2}$/, about: "Locale of French sentences." }),
    locale_en: Column.text({ pattern: /^en-[A-Z]{2}$/, about: "Locale of English sentences." }),
    english: Column.enumeration(["en", "us"], {
      about:
        "Which texts its English sentences take: `us` those of North America where they differ.",
    }),
  },
})

/** What those who give official advice are called. */
export const messageIssuers = defineTable({
  file: "messages/issuers.csv",
  about: "What those who give official travel advice are called; others keep their own name.",
  key: ["issuer"],
  columns: {
    issuer: Column.text({ about: "Name in coach/travel_warnings.csv." }),
    country: Column.note(
      Column.text({
        pattern: /^[A-Z]{2}$/,
        about: "Whose government it is; messages/coach/ name it by this.",
      }),
    ),
    fr: frenchText("French name."),
    en: Column.text({ about: "English name." }),
  },
})
