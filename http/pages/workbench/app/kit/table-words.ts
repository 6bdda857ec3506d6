import type { InLanguages } from "./language.ts"

/** What a table is called, and what it says in a sentence. */
export interface TableWords {
  readonly title: string
  readonly about: string
}

/** The words of each table, by its file. */
export const tableWords: Readonly<Record<string, InLanguages<TableWords>>> = {}
