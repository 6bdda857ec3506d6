import type { CheckView } from "./check.ts"
import type { ImpactView } from "../../../rules/changes/impact-view.ts"
import type { SessionView } from "./session.ts"
import type { ImpactProgress } from "./impact.ts"
import type { ReviewProgress } from "./review.ts"
import type { SuggestionsEvent } from "./cases.ts"

/** What the server tells the page by itself. */
export type WorkbenchEvent =
  /** The tables have changed, by an edit or on disk. */
  | { readonly type: "session"; readonly session: SessionView }
  /** The tables have been checked, or a part of them. */
  | { readonly type: "checked"; readonly check: CheckView }
  /** What the change does, newly told; and how far the re-run is. */
  | { readonly type: "impact"; readonly view: ImpactView }
  | { readonly type: "impact-progress"; readonly progress: ImpactProgress }
  | SuggestionsEvent
  /** How far the situations of the review are. */
  | { readonly type: "review-progress"; readonly progress: ReviewProgress }
