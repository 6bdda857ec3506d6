import type { ReleasesCalls } from "./releases.ts"
import type { ReviewCalls } from "./review.ts"
import type { SessionCalls } from "./session.ts"
import type { TableCalls } from "./table.ts"

/** Every call that the page can make, by its name. */
export interface Calls extends SessionCalls, TableCalls, ReviewCalls, ReleasesCalls {}

/** The name of a call. */
export type CallName = keyof Calls
