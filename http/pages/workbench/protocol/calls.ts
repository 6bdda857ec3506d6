import type { CasesCalls } from "./cases.ts"
import type { SessionCalls } from "./session.ts"
import type { TableCalls } from "./table.ts"
import type { TravellerCalls } from "./traveller.ts"

/** Every call that the page can make, by its name. */
export interface Calls extends SessionCalls, TableCalls, TravellerCalls, CasesCalls {}

/** The name of a call. */
export type CallName = keyof Calls
