import * as Column from "../../core/table/column.ts"
import { defineTable } from "../../core/table/definition.ts"
import { everyValueOf } from "../../core/table/requirement.ts"
import type { CountryCode } from "../../core/vocabulary/codes.ts"

/** Short enough for the headlines and openings that name a place. */
const short = /^[^'",]{1,20}$/

/** What places are called in sentences, alone and with their preposition. */
export const places = defineTable({
  file: "reference/places.csv",
  about:
    "What places are called in sentences, alone and with their preposition; at most 20 characters each.",
  key: ["code"],
  requires: [
    {
      every: [everyValueOf("countries.csv", ["code"])],
      otherwise: "saidAsThere",
    },
  ],
  columns: {
    code: Column.reference<CountryCode>("countries.csv", "code", {
      about: "Country or territory.",
    }),
    in_fr: Column.text({ pattern: short, about: "French, with en, au, aux or à before it." }),
    in_en: Column.text({ pattern: short, about: "English, with in or on before it." }),
    name_fr: Column.text({ pattern: short, about: "French, alone." }),
    name_en: Column.text({ pattern: short, about: "English, alone, without an article." }),
  },
})
