import type {
  KeptWarning,
  Person,
  ReviewCheck,
  ReviewReport,
  ReviewView,
} from "../../../rules/changes/reviewed-change.ts"
import type { Call, Nothing } from "./call.ts"

/** A commit that the author asks for. */
export interface CommitAsked {
  /** The change by name; becomes its branch where one must be made. */
  readonly name: string
  readonly reason: string
  readonly warnings: ReadonlyArray<KeptWarning>
  /** Who commits, where git's settings name nobody. */
  readonly you: Person | null
}

/** A comment that somebody makes; on the whole change where it has no place. */
export interface CommentAsked {
  readonly text: string
  readonly place: { readonly file: string; readonly line: number } | null
  readonly you: Person | null
}

/** Calls about the change, its comments and its approval. */
export interface ReviewCalls {
  readonly reviewCheck: Call<Nothing, ReviewCheck>
  readonly reviewReport: Call<Nothing, ReviewReport>
  readonly reviewCommit: Call<CommitAsked, ReviewView>
  readonly reviewComment: Call<CommentAsked, ReviewView>
  readonly reviewAnswer: Call<
    { readonly id: string; readonly text: string; readonly you: Person | null },
    ReviewView
  >
  readonly reviewResolve: Call<{ readonly id: string; readonly you: Person | null }, ReviewView>
  readonly reviewApprove: Call<{ readonly from: string; readonly you: Person | null }, ReviewView>
}

/** How far the situations of a report are. */
export interface ReviewProgress {
  readonly done: number
  readonly all: number
}

/** How the change stands. */
export interface ReviewViews {
  readonly review: Call<Nothing, ReviewView>
}
