import * as Result from "effect/Result"
import type { DeclaredTextOf } from "../../core/editing/chosen-rows.ts"
import type { Copying } from "../../core/editing/copied-rows.ts"
import type { Sentence } from "../../core/sentence.ts"
import type { Reference } from "../../core/table/column.ts"
import { type MeantRow, writtenRows } from "../../core/check/meaning/table-cells.ts"
import { memo } from "../../core/memory.ts"
import type { AdditionKind } from "./kinds.ts"
import { findCopy } from "../tables/copyable.ts"
import { declaredTextOf, definitionsByFile } from "../tables/table-named.ts"

/** Answers by the name of what was asked; what is left out follows from others, and an empty one says nothing. */
export type Answers = Readonly<Record<string, string>>

/** Something that is being added: what it is like, and what is known of it so far. */
export interface Draft {
  readonly kind: AdditionKind
  /** What it begins from, by its name; empty for nothing. */
  readonly like: string
  readonly answers: Answers
}

/** Something that an analyst is asked for. */
export interface AskedFact {
  /** Its name in a file of answers. */
  readonly name: string
  readonly label: Sentence
  /** The column of a table that says what it may be; null for what no table holds as it is answered. */
  readonly takes: Reference | null
  /** What it may be, where that is narrower than the column. */
  readonly words?: ReadonlyArray<string>
  /** Which of two texts in two languages it is. */
  readonly language?: "en" | "fr"
  /** Whether it is a sentence or more. */
  readonly isLong?: true
  /** What helps to answer it. */
  readonly help?: Sentence
}

/** Facts that are asked together, under a heading. */
export interface AskedPart {
  readonly title: Sentence
  readonly facts: ReadonlyArray<AskedFact>
  /** What one more of them is called, where most of them stay empty. */
  readonly oneMore?: Sentence
}

/** A row that is added: cells are templates, in which `{id}` is the fact `id`; a column that is left out is empty. */
export interface RecipeRow {
  readonly file: string
  readonly cells: Readonly<Record<string, string>>
  /** It is not added where there is one with its key: others need it too. */
  readonly isShared?: true
}

/** Cells that are written into rows which have some cells, once others are copied. */
export interface RecipeChange {
  readonly file: string
  readonly where: Readonly<Record<string, string>>
  readonly cells: Readonly<Record<string, string>>
}

/** What a recipe makes of a draft. */
export interface Recipe {
  readonly kind: AdditionKind
  /** The table in which people look for it. */
  readonly file: string
  /** What is added, with its article. */
  readonly name: Sentence
  /** What a draft may begin from: what it is called, and how it is named. */
  readonly model: {
    readonly label: Sentence
    readonly names: (tables: DraftTables) => ReadonlyArray<string>
    /** What is taken over from it; undefined where nothing has the name. */
    readonly answers: (name: string, tables: DraftTables) => Answers | undefined
  }
  readonly parts: (draft: Draft, tables: DraftTables) => ReadonlyArray<AskedPart>
  /** What follows from the answers: facts that are left out, and what is never asked. */
  readonly follows: (answers: Answers, tables: DraftTables) => Answers
  /** What is copied from the model, under other names. */
  readonly copying?: (draft: Draft, tables: DraftTables) => Copying | undefined
  readonly rows: (draft: Draft, tables: DraftTables) => ReadonlyArray<RecipeRow>
  readonly changes?: (draft: Draft, tables: DraftTables) => ReadonlyArray<RecipeChange>
  /** What is wrong with answers that no table would show. */
  readonly wrong?: (draft: Draft, tables: DraftTables) => ReadonlyArray<WrongAnswer>
}

/** An answer that cannot stand, whatever the tables say. */
export interface WrongAnswer {
  readonly fact: string
  readonly title: Sentence
  readonly detail: Sentence
}

/** The tables that something is added to, as they are written. */
export interface DraftTables {
  readonly sources: ReadonlyMap<string, string>
  /** The rows of a table; none where there is no such table. */
  readonly rowsOf: (file: string) => ReadonlyArray<MeantRow>
  /** The different cells of a column but the empty one, in the order of the file. */
  readonly wordsIn: (file: string, column: string) => ReadonlyArray<string>
  readonly tableOf: DeclaredTextOf
}

/** Reads tables for drafts; the same texts once. */
export const draftTables = memo((sources: ReadonlyMap<string, string>): DraftTables => {
  const rowsOf = memo((file: string): ReadonlyArray<MeantRow> => {
    const definition = definitionsByFile(sources).get(file)
    return definition === undefined ? [] : writtenRows(definition, sources.get(file) ?? "")
  })
  return {
    sources,
    rowsOf,
    wordsIn: (file, column) => [...new Set(rowsOf(file).flatMap((row) => row.cell(column) || []))],
    tableOf: declaredTextOf(sources),
  }
})

const placeholder = /\{([a-z][A-Za-z0-9_.]*)\}/g

/**
 * A template with facts in it.
 *
 * ```ts
 * import { filledIn } from "../rules/additions/recipe.ts"
 *
 * filledIn("coach.argument.{id}.hook", { id: "pets" }) // => "coach.argument.pets.hook"
 * filledIn("{id}", {}) // => ""
 * ```
 */
export const filledIn = (template: string, facts: Answers): string =>
  template.replaceAll(placeholder, (_, name: string) => facts[name] ?? "")

/**
 * The facts that a template names.
 *
 * ```ts
 * import { factsNamed } from "../rules/additions/recipe.ts"
 *
 * factsNamed("coach.argument.{id}.hook") // => ["id"]
 * ```
 */
export const factsNamed = (template: string): ReadonlyArray<string> =>
  [...template.matchAll(placeholder)].map(([, name = ""]) => name)

/** A fact under the name of the column that holds it. */
export const asked = (
  file: string,
  column: string,
  en: string,
  fr: string,
  more: Partial<AskedFact> = {},
): AskedFact => ({ name: column, label: { en, fr }, takes: { file, column }, ...more })

/** Cells that are facts of the names of their columns. */
export const named = (columns: ReadonlyArray<string>): RecipeRow["cells"] =>
  Object.fromEntries(columns.map((column) => [column, `{${column}}`]))

/** What is copied from the model of a draft under a new name; nothing while either is missing. */
export const copyOfModel = (
  { like }: Draft,
  to: string,
  { tableOf }: DraftTables,
): Copying | undefined => {
  if (like === "" || to === "") return undefined
  const found = findCopy(like, to, tableOf)
  return Result.isSuccess(found) ? found.success.copying : undefined
}
