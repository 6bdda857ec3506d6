import type { Call, Nothing } from "./call.ts"

/** A cell of a table that somebody is in. */
export interface PersonPlace {
  readonly file: string
  readonly line: number
  readonly column: string
}

/** A page of somebody who is at a desk for a team. */
export interface PresentPage {
  readonly page: string
  readonly mail: string
  /** Which of the people here it is, from 0: each is drawn in a colour and by letters of their own. */
  readonly nth: number
  readonly place: PersonPlace | null
}

/** Calls about where people are. */
export interface PresenceCalls {
  /** Says which cell a page is in; null for none. */
  readonly here: Call<{ readonly page: string; readonly place: PersonPlace | null }, Nothing>
}

/** Where people are. */
export interface PresenceViews {
  /** Who is at the desk; nobody at a workbench on one's own machine. */
  readonly present: Call<Nothing, ReadonlyArray<PresentPage>>
}
