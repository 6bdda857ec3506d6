import type { SuggestionsEvent } from "./cases.ts"
import type { ReviewProgress } from "./review.ts"
import type { StreamOpened, ViewEvent } from "./views.ts"

/** How far long work is that some page has asked for. */
export type ProgressEvent =
  | SuggestionsEvent
  /** How far the situations of the review are. */
  | { readonly type: "review-progress"; readonly progress: ReviewProgress }

/** What the server tells a page by itself, in one stream. */
export type WorkbenchEvent = StreamOpened | ViewEvent | ProgressEvent
