import type { CellsChange } from "./fold-rows.ts"
import type { RowPlace } from "../../core/table/row-place.ts"
import type { Sentence } from "../../core/sentence.ts"

/** A person as git knows people. */
export interface Person {
  readonly name: string
  readonly mail: string
}

/** Why nothing can be committed, commented or approved here; the page has words for each. */
const repositoryProblems = [
  "no-git",
  "no-repository",
  "merge",
  "rebase",
  "cherry-pick",
  "revert",
] as const

/** One of {@link repositoryProblems}. */
export type RepositoryProblem = (typeof repositoryProblems)[number]

/** What was said of a comment, below it. */
export interface CommentAnswer {
  readonly by: Person
  readonly at: string
  readonly text: string
}

/** A comment on a row, or on the change as a whole. */
export interface ReviewComment extends CommentAnswer {
  readonly id: string
  /** Where its row lies now; null where it is on the whole change. */
  readonly place: RowPlace | null
  /** Whether the row reads otherwise than when it was commented. */
  readonly isRowChanged: boolean
  readonly answers: ReadonlyArray<CommentAnswer>
  /** Who said that it is settled; null while it is open. */
  readonly resolvedBy: Person | null
  /** Whether it waits for an answer from the person who reads it here. */
  readonly waitsForYou: boolean
}

/** How a second person stands to the change. */
export type ApprovalView =
  | { readonly state: "none" }
  | { readonly state: "approved"; readonly by: Person; readonly from: string; readonly at: string }
  /** The tables are no longer those that were approved. */
  | { readonly state: "withdrawn"; readonly by: Person; readonly from: string }
  /** The person who approved had changed the tables, too. */
  | { readonly state: "own"; readonly by: Person; readonly from: string }

/** How the change stands in the repository. */
export interface ReviewView {
  readonly problem: RepositoryProblem | null
  /** The branch; null where there is none. */
  readonly branch: string | null
  /** Whether a branch must be made first: this one is what changes are merged into, or there is none. */
  readonly needsBranch: boolean
  /** Who commits, by git's settings; null where they name nobody. */
  readonly you: Person | null
  readonly authors: ReadonlyArray<Person>
  /** When the newest commit of the change was made; null before the first. */
  readonly committedAt: string | null
  readonly commits: number
  /** What the change is for, as its newest commit says. */
  readonly reason: string | null
  /** Files of the folder that differ from the newest commit. */
  readonly uncommitted: ReadonlyArray<string>
  /** Tables that differ from the version before. */
  readonly changedTables: ReadonlyArray<string>
  /** The hash of the tables as the change leaves them, its releases included. */
  readonly hash: string
  readonly keptWarnings: ReadonlyArray<KeptWarning>
  readonly comments: ReadonlyArray<ReviewComment>
  readonly approval: ApprovalView
}

/** A warning with why the author keeps it. */
export interface KeptWarning {
  readonly id: string
  readonly reason: string
}

/** An error or a warning of the check that the version before did not have. */
export interface ReviewFinding extends RowPlace {
  /** The same for the same finding when lines move. */
  readonly id: string
  /** In English, as the command line says it. */
  readonly sentence: string
  readonly title: Sentence
  readonly detail: Sentence
}

/** What was checked, and what came of it. */
export interface ReviewCheck {
  readonly revision: number
  readonly tables: number
  readonly rows: number
  readonly rules: number
  /** Lines of printed guarantees that were read, and those that were not as expected; null where not read. */
  readonly printed: { readonly lines: number; readonly misread: number } | null
  readonly errors: ReadonlyArray<ReviewFinding>
  readonly warnings: ReadonlyArray<ReviewFinding>
  /** Warnings that the version before had as well. */
  readonly oldWarnings: number
}

/** A bar of the histogram of price changes. */
export interface ReviewBar {
  readonly permille: number
  readonly count: number
  readonly beyond: "below" | "above" | null
}

/** What becomes of one offer. */
export interface ReviewOffer {
  readonly offerId: number
  readonly title: string
  /** The file of its pictogram; null where the tables name none any more. */
  readonly icon: string | null
  readonly dearer: number
  readonly cheaper: number
  readonly come: number
  readonly gone: number
  /** Changes in tenths of a per cent; null where no price moves. */
  readonly moves: { readonly median: number; readonly least: number; readonly most: number } | null
}

/** Rows of a table that changed in one way. */
export interface ReviewFold {
  readonly what: "changed" | "added" | "removed"
  readonly count: number
  readonly where: Readonly<Record<string, string>>
  readonly changes: ReadonlyArray<{
    readonly columns: ReadonlyArray<string>
    readonly change: CellsChange
  }>
  /** The first of the rows. */
  readonly rows: ReadonlyArray<ReviewRow>
}

/** A row with its cells before and after. */
export interface ReviewRow {
  readonly where: Readonly<Record<string, string>>
  readonly before: number | null
  readonly after: number | null
  readonly cells: ReadonlyArray<{
    readonly column: string
    readonly before: string
    readonly after: string
  }>
}

/** What became of one table. */
export interface ReviewTable {
  readonly file: string
  readonly verdict: string
  readonly folds: ReadonlyArray<ReviewFold>
  /** Regions of facts that are answered differently, each proven. */
  readonly regions: number
}

/** The change in figures, as the review page tells it. */
export interface ReviewReport {
  /** The revision that it is of: the newest whose tables hold no mistakes. */
  readonly revision: number
  /** Whether the tables of today hold mistakes, so that an older revision is told. */
  readonly isOlder: boolean
  /** Releases in which the changed tables wait: the figures are those of their day. */
  readonly releases: ReadonlyArray<string>
  /** Why situations could not be tried; null where they were. */
  readonly unavailable: string | null
  readonly situations: number
  readonly changed: number
  /** The analysts' own cases among those. */
  readonly changedCases: number
  readonly dearer: number
  readonly cheaper: number
  /** Changes in tenths of a per cent over all offers; null where no price moves. */
  readonly moves: ReviewOffer["moves"]
  readonly bars: ReadonlyArray<ReviewBar>
  readonly offers: ReadonlyArray<ReviewOffer>
  readonly offersOfAll: number
  readonly standings: ReadonlyArray<{
    readonly title: string
    readonly gained: number
    readonly lost: number
  }>
  readonly firstPlaces: ReadonlyArray<{
    readonly from: string | null
    readonly to: string | null
    readonly quotes: number
  }>
  readonly arguments: ReadonlyArray<{
    readonly id: string
    readonly title: string
    readonly change: "gained" | "lost"
    readonly bilans: number
    readonly cards: ReadonlyArray<string>
  }>
  readonly texts: ReadonlyArray<{
    readonly key: string
    readonly language: string
    readonly before: string
    readonly after: string
  }>
  readonly tables: ReadonlyArray<ReviewTable>
  readonly unchangedTables: number
}
