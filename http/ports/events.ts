import * as Context from "effect/Context"
import * as Data from "effect/Data"
import type * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import { cannotBeUsed } from "../platform/system-error.ts"
import type { PartnerNotFound } from "./account-errors.ts"
import type { KeyMode, PartnerCode } from "../../rules/accounts/partner.ts"
import { type EventType, examplesAMinute } from "../../rules/events/event-policy.ts"

/** The store of events did not answer, or holds what cannot be read. */
export class EventStoreUnavailable extends Data.TaggedError("EventStoreUnavailable")<{
  readonly cause: unknown
}> {
  override get message() {
    return cannotBeUsed("store of events", this.cause)
  }
}

/** The account has no endpoint of this id. */
export class EndpointNotFound extends Data.TaggedError("EndpointNotFound")<{
  readonly id: string
}> {
  override get message() {
    return `The account has no event endpoint ${JSON.stringify(this.id)}.`
  }
}

/** The account has no event of this id, or it went to no endpoint that is still there. */
export class EventNotFound extends Data.TaggedError("EventNotFound")<{
  readonly id: string
  /** Present where it is a ping or an example, and was to be sent again. */
  readonly isPing?: true
}> {
  override get message() {
    if (this.isPing)
      return "A ping or an example is sent once and cannot be sent again: send another."
    return `The account has no event ${JSON.stringify(this.id)} that one of its endpoints received.`
  }
}

/** An example of an event is not sent: its endpoint is a live one, or too many were sent in a minute. */
export class ExampleRefused extends Data.TaggedError("ExampleRefused")<{
  readonly reason: "live" | "often"
}> {
  override get message() {
    return exampleRefusals[this.reason]
  }
}

const exampleRefusals = {
  live: "Examples are sent to sandbox endpoints: a live one could take a sale for real.",
  often: `An account has at most ${examplesAMinute} examples sent in a minute: wait one.`,
} as const

/** Nothing may be sent to this address, or there are endpoints enough. */
export class EndpointRefused extends Data.TaggedError("EndpointRefused")<{
  readonly reason: "address" | "scheme" | "credentials" | "port" | "private" | "too_many"
}> {
  override get message() {
    return endpointRefusals[this.reason]
  }
}

const endpointRefusals = {
  address:
    "An event endpoint is an https:// address of at most 1,000 characters, without a fragment.",
  scheme: "An event endpoint has an https:// address.",
  credentials:
    "The address of an event endpoint holds no name or password: the signature proves it.",
  port: "An event endpoint is at port 443, at port 80, or at one above 1023.",
  private: "An event endpoint has a public address: this one is private, or this machine's own.",
  too_many: "An account has at most 5 event endpoints in a mode: remove one first.",
} as const

/** Whose events: those of an account, in one mode or, where that is null, in both. */
export interface EventOwner {
  readonly partnerCode: PartnerCode
  readonly mode: KeyMode | null
}

/** An endpoint that an account asks for; no types are all of them. */
export interface EndpointWish {
  readonly partnerCode: PartnerCode
  readonly mode: KeyMode
  readonly url: string
  readonly types: ReadonlyArray<EventType>
  /** One endpoint an address: where it is there it gets these types and a new secret. */
  readonly isOncePerAddress?: boolean
}

/** What changes of an endpoint; what is left out stays. */
export interface EndpointChange {
  readonly types?: ReadonlyArray<EventType> | undefined
  readonly paused?: boolean | undefined
}

/** An endpoint and how it does. Instants in ISO 8601, UTC. */
export interface EventEndpoint {
  readonly endpointId: string
  readonly mode: KeyMode
  readonly url: string
  /** Empty where it receives everything. */
  readonly types: ReadonlyArray<string>
  readonly createdAt: string
  /** Until when the secret before signs too; null where there is none. */
  readonly previousValidUntil: string | null
  readonly waiting: number
  /** Failures in a row, and since when it fails; null while it does not. */
  readonly failures: number
  readonly failingSince: string | null
  readonly retryAt: string | null
  /** Since when it is told nothing but pings, at its account's wish; null while it is told. */
  readonly pausedAt: string | null
  /** When it was last tried, pings included, and how that went; null before the first attempt. */
  readonly triedAt: string | null
  readonly lastOutcome: AttemptOutcome | null
}

/** An attempt to deliver. */
export interface EventAttempt {
  readonly at: string
  readonly durationMs: number
  readonly outcome: AttemptOutcome
  /** The HTTP status, where an answer came. */
  readonly status: number | null
  /** The beginning of an answer that was not 2xx. */
  readonly answer: string
}

/**
 * How an attempt went, and what each word means. Rows keep the word that they were written with, and
 * processes of other versions may write others: who shows one shows words that are not listed as they are.
 */
export const attemptOutcomes = {
  delivered: "answered 2xx",
  refused: "any other status",
  timed_out: "no answer within 15 seconds",
  unknown_host: "DNS has no address for the name",
  connection_refused: "nothing listens at the port",
  connection_reset: "the connection was lost before an answer",
  unreachable: "no way leads there",
  tls_untrusted: "the certificate is self-signed, or its chain is incomplete or unknown",
  tls_expired: "the certificate has expired, or is not valid yet",
  tls_wrong_name: "the certificate is for another name",
  tls_failed: "no TLS could be agreed on",
  not_public: "the name leads to a private address",
  port_not_allowed: "the port is neither 443 nor 80 nor above 1023",
  no_http: "the answer is no HTTP",
} as const

/** How an attempt went. */
export type AttemptOutcome = keyof typeof attemptOutcomes

/** An event on its way to one endpoint. */
export interface EventDelivery {
  readonly endpointId: string
  readonly state: "waiting" | "delivered" | "given_up"
  readonly settledAt: string | null
  readonly attempts: ReadonlyArray<EventAttempt>
}

/** A sandbox event on its way to one listener. */
export interface EventListening {
  readonly listenerId: string
  /** When its program had taken the event; null while it waits. */
  readonly settledAt: string | null
}

/** A listener that is heard of: `viatica listen` on a developer's machine. */
export interface HeardListener {
  readonly listenerId: string
  /** When it last asked. */
  readonly heardAt: string
  readonly waiting: number
}

/** An event, as it is sent, with what became of it. */
export interface ToldEvent {
  readonly id: string
  readonly type: string
  readonly mode: KeyMode
  readonly at: string
  /** The body that is signed and sent. */
  readonly body: string
  readonly deliveries: ReadonlyArray<EventDelivery>
  /** Listeners that it waits for or that took it; one that has ended takes what waited for it with it. */
  readonly listened: ReadonlyArray<EventListening>
}

/** A page of events, the newest first; `before` of the next page, or null where none follow. */
export interface EventsPage {
  readonly events: ReadonlyArray<ToldEvent>
  readonly next: string | null
}

/** Which events of an account are asked for. */
export interface EventsQuery extends EventOwner {
  readonly limit: number
  /** The number that a page before ended with. */
  readonly before?: string | undefined
  /** One event alone. */
  readonly id?: string | undefined
}

type Unknown = PartnerNotFound | EventStoreUnavailable

/** Where partners receive what changes without them, and what they received. */
export class Events extends Context.Service<
  Events,
  {
    /** Makes an endpoint; its secret is shown this once. */
    readonly create: (wish: EndpointWish) => Effect.Effect<
      {
        readonly endpointId: string
        readonly secret: Redacted.Redacted<string>
        /** Until when a secret before signs too; null where it has none. */
        readonly previousValidUntil: string | null
        /** Whether it was not there before. */
        readonly created: boolean
      },
      Unknown | EndpointRefused
    >
    /** Changes what an endpoint is told, or has it rest: what happens meanwhile waits. */
    readonly update: (
      owner: EventOwner,
      endpointId: string,
      change: EndpointChange,
    ) => Effect.Effect<EventEndpoint, Unknown | EndpointNotFound>
    /**
     * Gives an endpoint a new secret; the one before signs beside it for a day. Asked for `again`
     * within that day, it replaces the new one alone, so that a call may be repeated.
     */
    readonly rotate: (
      owner: EventOwner,
      endpointId: string,
      again?: "again",
    ) => Effect.Effect<
      {
        readonly endpointId: string
        readonly secret: Redacted.Redacted<string>
        readonly previousValidUntil: string
      },
      Unknown | EndpointNotFound
    >
    /** Takes an endpoint away; what waits for it is given up. */
    readonly remove: (
      owner: EventOwner,
      endpointId: string,
    ) => Effect.Effect<void, Unknown | EndpointNotFound>
    readonly endpoints: (owner: EventOwner) => Effect.Effect<ReadonlyArray<EventEndpoint>, Unknown>
    /** Listeners to the sandbox events of an account; none in live mode. */
    readonly listeners: (owner: EventOwner) => Effect.Effect<ReadonlyArray<HeardListener>, Unknown>
    readonly list: (query: EventsQuery) => Effect.Effect<EventsPage, Unknown>
    /** Sends an event `ping` to an endpoint, before all that waits; the id of the event. */
    readonly ping: (
      owner: EventOwner,
      endpointId: string,
    ) => Effect.Effect<string, Unknown | EndpointNotFound>
    /** Sends an example of an event, marked as one, to a sandbox endpoint, as a ping is sent, or to a listener; its id. */
    readonly sendExample: (
      owner: EventOwner,
      receiverId: string,
      type: EventType,
    ) => Effect.Effect<string, Unknown | EndpointNotFound | ExampleRefused>
    /**
     * Sends an event again to the endpoints that received it, behind all that waits; where it still
     * waits itself, it is tried at once. How many endpoints.
     */
    readonly resend: (
      owner: EventOwner,
      eventId: string,
    ) => Effect.Effect<number, Unknown | EventNotFound>
  }
>()("viatica/Events") {}
