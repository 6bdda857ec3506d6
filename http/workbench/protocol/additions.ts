import type { Sentence } from "../../../core/sentence.ts"
import type { GridColumn, NamedWord } from "../../../rules/changes/grid/grid-view.ts"
import type { ArgumentReading, DraftImpact } from "../../../rules/additions/draft-impact.ts"
import type { MissingFact } from "../../../rules/additions/missing-facts.ts"
import type { Draft } from "../../../rules/additions/recipe.ts"
import type { Call } from "./call.ts"
import type { StepMade } from "./session.ts"

/** A fact as a form asks for it. */
export interface ShownFact {
  readonly name: string
  readonly label: Sentence
  readonly help: Sentence | null
  /** What the column means that holds it, in English; empty where none does. */
  readonly about: string
  readonly type: GridColumn["type"]
  readonly unit: string | null
  /** Whether it may be several words with bars between them. */
  readonly isList: boolean
  /** Whether it says when something holds, so that an empty one holds always. */
  readonly isCondition: boolean
  /** The words that it may be, or that are usual; null for any text. */
  readonly words: ReadonlyArray<NamedWord> | null
  readonly language: "en" | "fr" | null
  /** Whether it is a sentence or more. */
  readonly isLong: boolean
  /** What it comes to: as it was answered, in the house's form, or as it follows. */
  readonly value: string
}

/** Facts that are asked together. */
export interface ShownPart {
  readonly title: Sentence
  readonly facts: ReadonlyArray<ShownFact>
  /** What one more of them is called, where most of them stay empty; null where all are shown. */
  readonly oneMore: Sentence | null
}

/** Rows that a draft adds to a table. */
export interface ShownAddition {
  readonly file: string
  /** How many rows come, those among them that are copied as they are. */
  readonly added: number
  /** The cells that it writes of the first rows, by column. */
  readonly rows: ReadonlyArray<Readonly<Record<string, string>>>
}

/** What a form shows of a draft. */
export interface AdditionView {
  readonly model: { readonly label: Sentence; readonly names: ReadonlyArray<string> }
  readonly parts: ReadonlyArray<ShownPart>
  readonly tables: ReadonlyArray<ShownAddition>
  /** How an argument reads, with marks for values; none of other kinds, and none where nothing is written. */
  readonly readings: ReadonlyArray<ArgumentReading>
}

/** What was added. */
export interface AdditionDone extends StepMade {
  readonly rows: number
  readonly tables: number
  /** The table that it is added to first, and the line of its row there. */
  readonly file: string
  readonly line: number
}

/** Calls about what is added by a form. */
export interface AdditionCalls {
  readonly draft: Call<Draft, AdditionView>
  /** What a draft lacks: all checks run over the tables with it, which takes a moment. */
  readonly draftMissing: Call<Draft, ReadonlyArray<MissingFact>>
  /** What a draft would change; null where tables could not be read with it, or cannot without it. */
  readonly draftImpact: Call<Draft, DraftImpact | null>
  /** Adds what a draft says, as one step; refused where anything is missing. */
  readonly addDraft: Call<Draft, AdditionDone>
}
