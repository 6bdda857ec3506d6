import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"

/** How processes that serve one port together stand. */
export interface GroupStatus {
  /** How many there are to be. */
  readonly wanted: number
  /** How many serve. */
  readonly serving: number
  /** Why the last reload put nothing new in place; undefined where it did, or where there was none. */
  readonly refused?: { readonly atMs: number; readonly reason: string } | undefined
}

/** What a process knows of the others that serve the same port, and how it leaves them. */
export interface GroupPlace {
  /** Undefined in a process that serves alone. */
  readonly status: () => GroupStatus | undefined
  /** Whether another process has taken its place, so that it ends while the service goes on. */
  readonly isRetiring: () => boolean
  /**
   * Says how the process takes its leave: it takes no new connections, and calls `done` when those
   * that it has are finished.
   */
  readonly onRetire: (leave: (done: () => void) => void) => void
  /** Gives its figures to the process that serves those of all; undefined where it serves its own. */
  readonly offerFigures:
    | ((text: Effect.Effect<string>) => Effect.Effect<void, never, Scope.Scope>)
    | undefined
}

const alone: GroupPlace = {
  status: () => undefined,
  isRetiring: () => false,
  onRetire: () => {},
  offerFigures: undefined,
}

/** The place of this process among others: it serves alone, unless a layer says otherwise. */
export class ProcessGroup extends Context.Reference<GroupPlace>("viatica/ProcessGroup", {
  defaultValue: () => alone,
}) {}
