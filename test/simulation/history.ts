import type { Arrival } from "./browser.ts"
import type { Judged } from "./judges.ts"
import type { Step } from "./plan.ts"
import type { Got } from "./process.ts"
import type { Surroundings } from "./surroundings.ts"

/** Something that a client asked for once, in one try. */
export interface Asked {
  readonly what: Extract<Step, { readonly act: "report" | "read" | "mint" | "older" }>
  /** The client's own doing: it may have no answer, whatever the service does. */
  readonly isSpoilt?: boolean
  /** The hash of the tables that were in force where it was asked, where they change. */
  readonly tables?: string | undefined
  readonly beganMs: number
  readonly endedMs: number
  /** The order in which tries began and ended, over the whole run. */
  readonly began: number
  readonly ended: number
  readonly got: Got
}

/** A page that somebody who is signed in asked for, or a form that they sent. */
export interface Browsed {
  readonly name: string
  /** How the body of a form arrived; undefined for a page. */
  readonly arrival: Arrival | undefined
  readonly beganMs: number
  readonly endedMs: number
  readonly got: Got
}

/** What operators did, and whether they were told that it was done. */
export interface Operated {
  readonly act: "suspend" | "approve"
  readonly partner: string
  readonly isDone: boolean
}

/** An event that a receiver was sent. */
export interface Received {
  readonly partner: string
  readonly eventId: string
  readonly isTaken: boolean
}

/** What happened in a run, as those outside of the service saw it. */
export interface History {
  readonly asked: ReadonlyArray<Asked>
  readonly browsed: ReadonlyArray<Browsed>
  readonly operated: ReadonlyArray<Operated>
  readonly received: ReadonlyArray<Received>
  /** The events of each account as it lists them in the end, the newest first. */
  readonly listed: ReadonlyMap<string, ReadonlyArray<string>>
  /** Batches that ran within the last five seconds, in which nobody asked for anything. */
  readonly idleBatches: number
  readonly openSessions: number
  readonly underWay: number
  /** Processes that serve. */
  readonly serving: number
  /** Connections of clients that are open. */
  readonly connections: number
  readonly surroundings: Surroundings | undefined
}

/** How a run came out. */
export interface Outcome extends Judged {
  readonly trace: ReadonlyArray<string>
  readonly digest: string
  /** How often something rare was reached, and how many batches ran. */
  readonly reached: Readonly<Record<string, number>>
  readonly virtualMs: number
}
