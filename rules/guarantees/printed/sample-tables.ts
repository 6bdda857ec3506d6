import * as Column from "../../../core/table/column.ts"
import { defineTable } from "../../../core/table/definition.ts"
import type { CurrencyCode } from "../../../core/vocabulary/codes.ts"
import { guaranteeStates } from "../../../core/vocabulary/guarantee.ts"
import { printedLanguages } from "./printed-vocabulary.ts"

/** Printed guarantees with what they should read as. */
export const corpusPrintedGuarantees = defineTable({
  file: "corpus/printed_guarantees.csv",
  about:
    "Lines as insurers print them, with what they should read as; `tables check` holds the reading to it.",
  key: ["language", "currency", "printed"],
  columns: {
    language: Column.enumeration(printedLanguages, { about: "Language of the insurer." }),
    currency: Column.reference<CurrencyCode>("currencies.csv", "code", {
      about: "Guarantee currency.",
    }),
    printed: Column.text({ about: "The line as printed." }),
    state: Column.enumeration(guaranteeStates, {
      about: "State that it reads as; not_available where it is not mapped.",
    }),
    value: Column.optional(
      Column.decimal({
        minimum: "0",
        unit: "guarantee currency",
        about: "Amount of the states value and per_day; empty for all others.",
      }),
    ),
    mapped: Column.boolean({ about: "Whether the line says it; false for what is not guessed." }),
    note: Column.note(Column.optional(Column.text({ about: "What the line is there for." }))),
  },
})
