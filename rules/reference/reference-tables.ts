import { settingsBounds } from "../../core/table/bounds.ts"
import * as Column from "../../core/table/column.ts"
import { defineTable } from "../../core/table/definition.ts"
import { everyWord } from "../../core/table/requirement.ts"
import type { CountryCode } from "../../core/vocabulary/codes.ts"
import { guaranteeStates } from "../../core/vocabulary/guarantee.ts"
import { limitNames } from "./limit-names.ts"
import type { TablesOf } from "../../core/table/load.ts"
import type { countries } from "./countries.ts"
import type { places } from "./places.ts"

/** The trip types that a request may name, aliases included. */
export const intents = defineTable({
  file: "reference/intents.csv",
  about: "Trip types that a request may name; an alias is read as the type it stands for.",
  key: ["intent"],
  columns: {
    intent: Column.text({ pattern: /^[a-zA-Z]+$/, about: "Trip type as sent by a partner." }),
    alias_of: Column.optional(
      Column.reference("reference/intents.csv", "intent", {
        about: "The type it stands for; empty for a type of its own.",
      }),
    ),
    forces_annual: Column.boolean({ about: "Whether the type makes every trip annual." }),
    about: Column.text({ about: "What travellers of this type do." }),
    source: Column.note(Column.text({ about: "Where the type is laid down." })),
  },
})

/** The languages of the traveller's funnel. */
export const languages = defineTable({
  file: "reference/languages.csv",
  about: "Languages that the traveller's funnel speaks.",
  key: ["language"],
  requires: [{ every: [everyWord("language", ["en"])], otherwise: "requestRefused" }],
  columns: {
    language: Column.text({ pattern: /^[a-z]{2}$/, about: "ISO 639-1 code." }),
    name: Column.text({ about: "English name." }),
  },
})

/** The US states that a US resident may name. */
export const usStates = defineTable({
  file: "reference/us_states.csv",
  about: "The 50 states and the District of Columbia; the five territories are countries.",
  key: ["state"],
  columns: {
    state: Column.text({ pattern: /^[A-Z]{2}$/, about: "USPS code." }),
    name: Column.text({ about: "English name." }),
  },
})

/** The countries that border on each other by land. */
export const neighbours = defineTable({
  file: "reference/neighbours.csv",
  about: "Countries that border on each other by land: pages offer them before others.",
  key: ["code"],
  columns: {
    code: Column.reference<CountryCode>("countries.csv", "code", { about: "The country." }),
    neighbours: Column.list(
      Column.reference<CountryCode>("countries.csv", "code", {
        about: "Countries that border on it.",
      }),
    ),
  },
})

/** What people call countries beside the names that they have in each language. */
export const countryNames = defineTable({
  file: "reference/country_names.csv",
  about: "What people call countries beside the names that they have in each language.",
  key: ["name"],
  columns: {
    name: Column.text({ about: "The name, in any language; case and accents do not count." }),
    code: Column.reference<CountryCode>("countries.csv", "code", {
      about: "The country that is meant.",
    }),
  },
})

/** The guarantees that offers and cards are compared by. */
export const guarantees = defineTable({
  file: "reference/guarantees.csv",
  about: "Guarantees that offers and cards are compared by.",
  key: ["slug"],
  named: {
    columns: ["slug"],
    by: [
      { file: "sandbox/guarantees.csv", columns: ["slug"] },
      { file: "coach/benefits.csv", columns: ["slug"] },
    ],
    otherwise: "noneComparedBy",
  },
  columns: {
    slug: Column.text({ pattern: /^[a-zA-Z]+$/, about: "Key of the guarantee in answers." }),
    group: Column.text({ pattern: /^[a-z]+$/, about: "Group that it is shown under." }),
    label: Column.text({ about: "English label." }),
    at_home: Column.boolean({
      about: "Whether an offer also holds it on a trip within the country of residence.",
    }),
    same_on_cards: Column.boolean({
      about:
        "Whether cards hold the same cover under this slug; where they hold another, the two are never set beside each other.",
    }),
  },
})

/** What each state of a guarantee means. */
export const guaranteeStateMeanings = defineTable({
  file: "reference/guarantee_states.csv",
  about: "What each state of a guarantee means.",
  key: ["state"],
  requires: [{ every: [everyWord("state", guaranteeStates)], otherwise: "bareName" }],
  columns: {
    state: Column.enumeration(guaranteeStates, { about: "State in answers." }),
    meaning: Column.text({ about: "One sentence for a partner's developer." }),
  },
})

/** Notes that the reference endpoint gives to a partner's developer. */
export const tripNotes = defineTable({
  file: "reference/trip_notes.csv",
  about: "Notes on trips that the reference endpoint gives to a partner's developer.",
  key: ["position"],
  columns: {
    position: Column.integer({ minimum: 1, about: "Order in the answer." }),
    note: Column.text({ about: "One sentence." }),
  },
})

/** The ceilings of requests, quotas and times. */
export const limits = defineTable({
  file: "reference/limits.csv",
  bounds: settingsBounds,
  about: "Ceilings of requests, quotas and times, each with its unit and source.",
  key: ["name"],
  requires: [{ every: [everyWord("name", limitNames)], otherwise: "refusesAll" }],
  columns: {
    name: Column.text({ pattern: /^[a-z_]+$/, about: "Name of the limit." }),
    value: Column.integer({ minimum: 0, about: "The limit itself; it still passes." }),
    unit: Column.text({ about: "What the value counts." }),
    source: Column.note(Column.text({ about: "Where the limit is laid down." })),
  },
})

/** The tables that every domain may read, by the names under which rules read them. */
export type ReferenceTables = TablesOf<{
  readonly countries: typeof countries
  readonly guarantees: typeof guarantees
  readonly guaranteeStateMeanings: typeof guaranteeStateMeanings
  readonly intents: typeof intents
  readonly languages: typeof languages
  readonly limits: typeof limits
  readonly places: typeof places
  readonly tripNotes: typeof tripNotes
  readonly usStates: typeof usStates
}>
