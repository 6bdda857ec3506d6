import type { InLanguages } from "./language.ts"

/** What tables are for, in the order in which they are listed. */
export const tableTasks = [
  "tariffs",
  "covers",
  "cards",
  "arguments",
  "places",
  "texts",
  "documents",
  "reference",
  "corpus",
  "sandbox",
] as const

/** What a table is for. */
export type TableTask = (typeof tableTasks)[number]

/** What a table is called, and what it says in a sentence. */
export interface TableWords {
  readonly title: string
  readonly about: string
}

/** The words of a table in each language, and what it is for. */
export interface KnownTable extends InLanguages<TableWords> {
  readonly task: TableTask
}

/** What the tables of one's own are called together. */
export const ownTablesWords: InLanguages<string> = { en: "Your own", fr: "Les vôtres" }

/** What the cases of a table are called, and what they say. */
export const casesWords: InLanguages<{
  readonly title: (table: string) => string
  readonly about: string
}> = {
  en: {
    title: (table) => `Cases of ${table}`,
    about: "Facts, and what the table must answer to them.",
  },
  fr: {
    title: (table) => `Cas d’essai de ${table}`,
    about: "Des faits, et ce que la table doit y répondre.",
  },
}

/** What tasks are called. */
export const taskWords: InLanguages<Readonly<Record<TableTask, string>>> = {
  en: {
    tariffs: "Tariffs",
    covers: "Covers",
    cards: "Cards",
    arguments: "Arguments",
    places: "Places",
    texts: "Texts",
    documents: "Documents",
    reference: "Reference",
    corpus: "Situations to try with",
    sandbox: "Sandbox",
  },
  fr: {
    tariffs: "Tarifs",
    covers: "Garanties",
    cards: "Cartes",
    arguments: "Arguments",
    places: "Lieux",
    texts: "Textes",
    documents: "Documents",
    reference: "Référence",
    corpus: "Situations d’essai",
    sandbox: "Bac à sable",
  },
}

/** What is said of a table of one's own that no rule asks. */
export const notAskedWords: InLanguages<string> = {
  en: "Nothing asks it yet.",
  fr: "Rien ne l’interroge encore.",
}
