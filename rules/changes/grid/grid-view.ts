import type { NumberInput } from "../../../core/editing/bands.ts"
import type { Expectation } from "../../../core/table/expectation.ts"

/** An interval of numbers as people write them; an end that is null is open. */
export interface ShownInterval {
  readonly low: string | null
  readonly lowClosed: boolean
  readonly high: string | null
  readonly highClosed: boolean
}

/** A condition as the page shows it and asks for it. */
export type ShownTest =
  | { readonly _tag: "Any" }
  | { readonly _tag: "AnyOf" | "NoneOf"; readonly words: ReadonlyArray<string> }
  | { readonly _tag: "Within" | "Outside"; readonly intervals: ReadonlyArray<ShownInterval> }
  | { readonly _tag: "Is"; readonly value: boolean }

/** What a cell is to say, before it is written: a condition, or a list of words. */
export type CellValue = ShownTest | { readonly _tag: "List"; readonly words: ReadonlyArray<string> }

/** Why a cell is refused, in the engine's own words, and what was probably meant. */
export interface RefusedCell {
  /** What should stand there. */
  readonly expected: Expectation
  /** The part that is wrong, where it is not all of the cell. */
  readonly part: string | null
  /** What to write instead: one text, or several that it could mean; none where nothing is likely. */
  readonly write: ReadonlyArray<string>
}

/** A word that a column takes, and what people call it. */
export interface NamedWord {
  readonly word: string
  readonly en: string | null
  readonly fr: string | null
}

/** A column of a grid. */
export interface GridColumn {
  readonly name: string
  readonly role: "condition" | "value"
  /** How its cells are edited. */
  readonly type: "words" | "number" | "truth" | "text" | "day" | "amount"
  /** What it takes, in the engine's own words. */
  readonly kind: string
  readonly unit: string | null
  /** What it means, in a sentence. */
  readonly about: string
  /** The words that it takes, where they are known; the page picks among them. */
  readonly words: ReadonlyArray<NamedWord> | null
  /** Where its words come from; null where it has a list of its own. */
  readonly reference: { readonly file: string; readonly column: string } | null
  readonly isList: boolean
  /** What its bands are made of; null where it is no condition over numbers. */
  readonly numbers: NumberInput | null
  readonly mayBeEmpty: boolean
  /** Whether it explains its row and decides nothing. */
  readonly isNote: boolean
  /** Whether it belongs to what names a row. */
  readonly isKey: boolean
  /** Each different condition cell as it was read. */
  readonly tests: Readonly<Record<string, ShownTest>>
  /** Each different cell that is refused. */
  readonly faults: Readonly<Record<string, RefusedCell>>
}

/** A row of a grid. */
export interface GridRow {
  readonly line: number
  readonly texts: ReadonlyArray<string>
  /** Its texts in the version before, left out where they are the same. */
  readonly before?: ReadonlyArray<string> | "none"
}

/** What stands between the rows: a comment, or a row that the version before had here. */
export interface GridAside {
  readonly afterLine: number
  readonly line: number | null
  readonly comment: string | null
  readonly gone: ReadonlyArray<string> | null
}

/** A table as its grid shows it. */
export interface TableGrid {
  readonly file: string
  readonly about: string
  readonly kind: "plain" | "decision"
  readonly revision: number
  readonly headerLine: number
  readonly columns: ReadonlyArray<GridColumn>
  readonly rows: ReadonlyArray<GridRow>
  readonly asides: ReadonlyArray<GridAside>
  /** What its rows name that can be copied with all that belongs to it; null where that is nothing. */
  readonly copies: string | null
  /** Why its text cannot be cut into rows; null where it can. */
  readonly unreadable: { readonly line: number; readonly expected: Expectation } | null
}

/** What a text would be as a cell. */
export interface CellRead {
  /** The text as the house writes it. */
  readonly text: string
  /** The condition that it is; null in a column of values, or where it is refused. */
  readonly test: ShownTest | null
  readonly fault: RefusedCell | null
}
