import type { CheckCalls } from "./check.ts"
import type { SearchCalls } from "./search.ts"
import type { ReleasesCalls } from "./releases.ts"
import type { SessionCalls } from "./session.ts"
import type { ImpactCalls } from "./impact.ts"
import type { ReviewCalls } from "./review.ts"
import type { ShapeCalls } from "./shape.ts"
import type { TravellerCalls } from "./traveller.ts"
import type { SourceCalls } from "./sources.ts"
import type { TableCalls } from "./table.ts"
import type { CasesCalls } from "./cases.ts"

/** Every call that the page can make, by its name. */
export interface Calls
  extends
    CasesCalls,
    CheckCalls,
    ImpactCalls,
    SearchCalls,
    SessionCalls,
    ShapeCalls,
    SourceCalls,
    TableCalls,
    TravellerCalls {}
export interface Calls extends ReleasesCalls, ReviewCalls, SessionCalls, TableCalls {}

/** The name of a call. */
export type CallName = keyof Calls
