import * as Context from "effect/Context"
import * as Data from "effect/Data"
import type * as Effect from "effect/Effect"
import { listenersMax } from "../../rules/events/event-policy.ts"
import type { EventStoreUnavailable } from "./events.ts"

/** The account has no listener of this id: it has ended, or was never there. */
export class ListenerNotFound extends Data.TaggedError("ListenerNotFound")<{
  readonly id: string
}> {
  override get message() {
    return `The account has no listener ${JSON.stringify(this.id)}: one ends five minutes after its last call.`
  }
}

/** The account has as many listeners as it may. */
export class TooManyListeners extends Data.TaggedError("TooManyListeners") {
  override get message() {
    return `An account has at most ${listenersMax} listeners at once: end one, or wait five minutes after its last call.`
  }
}

/** A poll of a listener. */
export interface ListenerPoll {
  readonly partnerId: string
  /** Undefined makes a new listener. */
  readonly listenerId?: string | undefined
  /** Ids of the events that it need not be told again. */
  readonly settled: ReadonlyArray<string>
  /** Whether the listener ends with this poll. */
  readonly ends: boolean
}

/** An event as it is sent to endpoints. */
export interface ListenedEvent {
  readonly id: string
  readonly type: string
  /** When it happened: ISO 8601, UTC. */
  readonly at: string
  readonly body: string
}

/** What a poll brings. */
export interface Listened {
  readonly listenerId: string
  /** What is not settled, the oldest first, as much as one answer takes. */
  readonly events: ReadonlyArray<ListenedEvent>
  /** Whether as many events waited as are kept, so that later ones may be missing. */
  readonly isFull: boolean
}

/** Who listens to the sandbox events of an account from a machine that no endpoint reaches. */
export class EventListeners extends Context.Service<
  EventListeners,
  {
    /**
     * Settles what was told before and tells what has happened since: at once where there is something or
     * the listener is new, and else as soon as there is, or after a while with nothing. Of two polls of a listener
     * the later one is told; the other ends with nothing.
     */
    readonly poll: (
      poll: ListenerPoll,
    ) => Effect.Effect<Listened, EventStoreUnavailable | ListenerNotFound | TooManyListeners>
    /** Has all polls end that wait, and none wait any more: the process takes its leave. */
    readonly takeLeave: () => void
  }
>()("viatica/EventListeners") {}
