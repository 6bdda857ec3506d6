import { limitOf } from "../reference/limits.ts"
import type { ReferenceTables } from "../reference/reference-tables.ts"
import type { MetaVocabulary } from "./meta-words.ts"

/** The tables that it is read from. */
type VocabularyTables = Pick<
  ReferenceTables,
  | "guarantees"
  | "guaranteeStateMeanings"
  | "intents"
  | "languages"
  | "limits"
  | "tripNotes"
  | "usStates"
>

/** The vocabulary of a set of tables. */
export const metaVocabulary = (tables: VocabularyTables): MetaVocabulary => ({
  trip: {
    intents: tables.intents.rows.flatMap((row) => (row.aliasOf === null ? [row.intent] : [])),
    languages: tables.languages.rows.map((row) => row.language),
    usStates: tables.usStates.rows.map((row) => row.state),
    maxTravellers: limitOf(tables, "travellers_max"),
    maxDestinations: limitOf(tables, "destinations_max"),
    notes: tables.tripNotes.rows.map((row) => row.note),
  },
  guarantees: tables.guarantees.rows.map(({ group, label, slug }) => ({ slug, label, group })),
  states: tables.guaranteeStateMeanings.rows.map(({ meaning, state }) => ({ state, meaning })),
})
