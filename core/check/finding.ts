import type { HitPolicy } from "../table/decision.ts"
import type { TableError } from "../table/error.ts"
import type { NamedFacts } from "../analysis/region.ts"

/** Where a finding shows: file under data/, line and character from 1. */
export interface TablePlace {
  readonly file: string
  readonly line: number
  readonly character: number
}

/** Cells by column; columns that take anything are left out. */
export type NamedCells = Readonly<Record<string, string>>

/** What can be asked of tables; each can be cut short on its own. */
export const questions = [
  "gaps",
  "overlaps",
  "unreachable rows",
  "redundant columns",
  "redundant rows",
  "required rows",
  "named rows",
] as const

/** One of {@link questions}. */
export type CheckQuestion = (typeof questions)[number]

/** A result in which two rows disagree: the cell of the row, and that of the row above it. */
export interface Difference {
  readonly column: string
  readonly here: string
  readonly there: string
}

/** What a row shares with one above it. */
interface SharedFacts {
  /** The line of the row above. */
  readonly otherLine: number
  readonly region: NamedCells
  readonly witness: NamedFacts
}

/** What was found, without its place. */
export type FindingFacts =
  /** A directive that cannot be read. */
  | { readonly _tag: "BadDirective"; readonly error: TableError }
  /** Facts that no row applies to. */
  | {
      readonly _tag: "Gap"
      /** What the facts have in common, for people. */
      readonly region: NamedCells
      readonly witness: NamedFacts
      /** The row that would close it, as CSV in the file's order of columns; null where no row does exactly. */
      readonly row: string | null
      /** The comment that would declare it as intended, up to the reason. */
      readonly directive: string | null
    }
  /** A declared gap that is none. */
  | { readonly _tag: "StaleGap"; readonly why: string }
  /** Rows of a unique table that apply to the same facts and say different things. */
  | ({
      readonly _tag: "Conflict"
      /** The results in which they disagree. */
      readonly differences: ReadonlyArray<Difference>
    } & SharedFacts)
  /** Rows of a unique table that apply to the same facts and say the same. */
  | ({ readonly _tag: "Overlap" } & SharedFacts)
  /** A row with a condition that nothing meets. */
  | {
      readonly _tag: "ImpossibleRow"
      readonly conditions: ReadonlyArray<{
        readonly column: string
        readonly cell: string
        readonly allowed: string
      }>
    }
  /** A row whose cases earlier rows have taken, all of them. */
  | { readonly _tag: "ShadowedRow"; readonly lines: ReadonlyArray<number> }
  /** A row of a collecting table that is there already. */
  | { readonly _tag: "RepeatedRow"; readonly otherLine: number }
  /** A condition column whose fact never changes what the table says. */
  | { readonly _tag: "RedundantColumn"; readonly column: string; readonly empty: boolean }
  /** A row without which the table would say the same. */
  | { readonly _tag: "RedundantRow" }
  /** A row that the rules need and that is not there. */
  | {
      readonly _tag: "MissingRow"
      readonly values: NamedCells
      readonly otherwise: string
      readonly row: string
      readonly directive: string
    }
  /** A row that no other table names. */
  | {
      readonly _tag: "UnnamedRow"
      readonly values: NamedCells
      readonly by: ReadonlyArray<string>
      readonly otherwise: string
    }
  /** A text of one row that shows a value in one language and not in another. */
  | {
      readonly _tag: "UnevenTexts"
      /** The columns of texts that leave out values which others of the row show. */
      readonly lacking: ReadonlyArray<{
        readonly column: string
        readonly values: ReadonlyArray<string>
      }>
    }
  /** A line whose reading is not the one that the tables say it has; both in words. */
  | {
      readonly _tag: "MisreadLine"
      readonly printed: string
      readonly expected: string
      readonly read: string
    }
  /** A printed line that is not read. */
  | {
      readonly _tag: "UnmappedLine"
      readonly printed: string
      readonly language: string
      readonly currency: string
    }
  /** A card that stands for others of its kind and is known to hold more covers than one of them. */
  | {
      readonly _tag: "RicherChoice"
      readonly chosen: string
      readonly held: number
      readonly other: string
      readonly otherHeld: number
    }
  /** A plan that covers less than one below it; both as they are written. */
  | {
      readonly _tag: "LowerCover"
      readonly guarantee: string
      readonly insurer: string
      readonly offer: string
      readonly covers: string
      readonly lower: string
      readonly lowerCovers: string
      /** The options under which it does, in words; empty where they change nothing. */
      readonly when: string
      readonly otherLine: number
    }
  /** A price that cannot be right beside another one, or at all. */
  | {
      readonly _tag: "ImplausiblePrice"
      /** The law that it breaks, as a word. */
      readonly law: string
      readonly insurer: string
      readonly offers: ReadonlyArray<string>
      /** What is wrong with it, prices included. */
      readonly says: string
      /** Which part of the price does it. */
      readonly cause: string
      readonly trip: string
      /** The rows that the prices are made of, `file:line` and what each says. */
      readonly because: ReadonlyArray<string>
      /** Other trips that were tried and break the same law for the same cause. */
      readonly others: number
    }
  /** Findings of one kind that are not listed; their number where it is known. */
  | { readonly _tag: "More"; readonly of: FindingKind; readonly others: number | null }
  /** A question that was not answered in full. */
  | {
      readonly _tag: "Unknown"
      readonly question: CheckQuestion
      readonly reason:
        | { readonly _tag: "CutShort"; readonly subject: string | null }
        | { readonly _tag: "Mistakes"; readonly files: ReadonlyArray<string> }
    }

/** The kinds of findings that are about the tables themselves. */
export type FindingKind = Exclude<FindingFacts["_tag"], "More" | "Unknown">

/** Something that the analysis of a table found, with its place and what the table is. */
export type Finding = FindingFacts & TablePlace & { readonly hitPolicy: HitPolicy | null }
