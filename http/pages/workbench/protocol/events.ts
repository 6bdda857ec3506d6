import type { ReviewProgress } from "./review.ts"
import type { SessionView } from "./session.ts"

/** What the server tells the page by itself. */
export type WorkbenchEvent =
  /** The tables have changed, by an edit or on disk. */
  | { readonly type: "session"; readonly session: SessionView }
  /** How far the situations of the review are. */
  | { readonly type: "review-progress"; readonly progress: ReviewProgress }
