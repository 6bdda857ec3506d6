import * as Data from "effect/Data"
import { cannotBeUsed } from "../platform/system-error.ts"

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
  /** Present where it is a ping, and was to be sent again. */
  readonly isPing?: true
}> {
  override get message() {
    if (this.isPing) return "A ping is sent once and cannot be sent again: send another."
    return `The account has no event ${JSON.stringify(this.id)} that one of its endpoints received.`
  }
}

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
