import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import type { AttemptOutcome, EndpointRefused, EventStoreUnavailable } from "./events.ts"

/** Which addresses partners may receive events at. */
export class EventAddresses extends Context.Service<
  EventAddresses,
  {
    readonly check: (url: string) => Effect.Effect<void, EndpointRefused>
  }
>()("viatica/EventAddresses") {}

/** An endpoint that this process alone delivers to, as long as its lease holds. */
export interface ClaimedEndpoint {
  readonly endpointId: string
  readonly lease: string
  /** Whether its last attempt has failed. */
  readonly isFailing: boolean
}

/** How many endpoints a process takes up: those that answer, and those that have failed. */
export interface ClaimWish {
  readonly sound: number
  readonly failing: number
  /** Endpoints that the process is at already. */
  readonly except: ReadonlyArray<string>
}

/** What is to be sent to an endpoint next. */
export interface DueDelivery {
  readonly deliveryId: string
  readonly eventId: string
  readonly isPing: boolean
  readonly body: string
  readonly url: string
  /** The newest secret first, then the one before while it still signs. */
  readonly secrets: ReadonlyArray<Redacted.Redacted<string>>
  /** Failures of the endpoint in a row so far. */
  readonly failures: number
}

/** What came of an attempt. */
export interface SettledAttempt {
  readonly outcome: AttemptOutcome
  readonly status: number | null
  readonly answer: string
  readonly durationMs: number
  /** When to try again, from now; null where it was delivered. */
  readonly retryInMs: number | null
}

/** The queue of what partners are to be told, which processes share. */
export class EventDeliveries extends Context.Service<
  EventDeliveries,
  {
    readonly claim: (
      wish: ClaimWish,
    ) => Effect.Effect<ReadonlyArray<ClaimedEndpoint>, EventStoreUnavailable>
    /** What the endpoint is told next, its lease held on to; undefined where nothing is due. */
    readonly next: (
      claimed: ClaimedEndpoint,
    ) => Effect.Effect<DueDelivery | undefined, EventStoreUnavailable>
    /** Keeps what came of an attempt; false where the lease has been lost and nothing is kept. */
    readonly settle: (
      claimed: ClaimedEndpoint,
      due: DueDelivery,
      attempt: SettledAttempt,
    ) => Effect.Effect<boolean, EventStoreUnavailable>
    readonly release: (claimed: ClaimedEndpoint) => Effect.Effect<void, EventStoreUnavailable>
    /** Announces secrets that end soon and endpoints that fail for a day, and forgets what is old. */
    readonly upkeep: Effect.Effect<void, EventStoreUnavailable>
  }
>()("viatica/EventDeliveries") {}
