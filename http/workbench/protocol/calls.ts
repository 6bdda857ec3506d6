import type { CasesCalls } from "./cases.ts"
import type { CheckCalls } from "./check.ts"
import type { ImpactCalls } from "./impact.ts"
import type { ReleasesCalls } from "./releases.ts"
import type { ReviewCalls } from "./review.ts"
import type { SearchCalls } from "./search.ts"
import type { SessionCalls } from "./session.ts"
import type { SourceCalls } from "./sources.ts"
import type { TableCalls } from "./table.ts"

/** Every call that the page can make, by its name. What only follows the tables is a view. */
export interface Calls
  extends
    CasesCalls,
    CheckCalls,
    ImpactCalls,
    ReleasesCalls,
    ReviewCalls,
    SearchCalls,
    SessionCalls,
    SourceCalls,
    TableCalls {}

/** The name of a call. */
export type CallName = keyof Calls
