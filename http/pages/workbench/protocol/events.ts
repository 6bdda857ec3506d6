import type { SuggestionsEvent } from "./cases.ts"
import type { SessionView } from "./session.ts"

/** What the server tells the page by itself. */
export type WorkbenchEvent =
  /** The tables have changed, by an edit or on disk. */
  { readonly type: "session"; readonly session: SessionView } | SuggestionsEvent
