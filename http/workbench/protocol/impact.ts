import type { UnansweredCode } from "../../../rules/changes/loaded-versions.ts"
import type { ImpactView } from "../../../rules/changes/impact-view.ts"
import type { Call, Nothing } from "./call.ts"

/** How far the re-run of the corpus is. */
export interface ImpactProgress {
  readonly state: "waiting" | "running" | "done" | "stopped" | "failed"
  /** The revision that it runs over. */
  readonly revision: number
  readonly done: number
  readonly of: number
  /** Why it failed; null otherwise. */
  readonly failure: {
    readonly code: UnansweredCode | "ThreadStopped"
    /** Why a thread stopped, in the words of the system; null where that is not known. */
    readonly reason: string | null
  } | null
}

/** What a page that opens is told: the last result, and how far the next one is. */
export interface ImpactState {
  readonly view: ImpactView | null
  readonly progress: ImpactProgress
}

/** Calls about what the change does. */
export interface ImpactCalls {
  /** Has the corpus re-run from now on whenever tables change, and goes on after a stop. */
  readonly impactBegin: Call<Nothing, ImpactState>
  /** Stops the re-run until the next change, or until it is asked for. */
  readonly impactStop: Call<Nothing, ImpactState>
}

/** What the change does. */
export interface ImpactViews {
  /** The last result; null before the first. */
  readonly impact: Call<Nothing, ImpactView | null>
  readonly impactProgress: Call<Nothing, ImpactProgress>
}
