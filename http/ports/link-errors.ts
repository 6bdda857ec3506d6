import * as Data from "effect/Data"
import type { SubscriptionStage } from "../../rules/links/link-step.ts"
import { cannotBeUsed } from "../platform/system-error.ts"

/** The store of links, sessions and subscriptions did not answer, or holds what cannot be read. */
export class LinkStoreUnavailable extends Data.TaggedError("LinkStoreUnavailable")<{
  readonly cause: unknown
}> {
  override get message() {
    return cannotBeUsed("store of links", this.cause)
  }
}

/** The account has no link of this code that is in use: unknown, archived, or another account's. */
export class LinkNotFound extends Data.TaggedError("LinkNotFound")<{ readonly code: string }> {
  override get message() {
    return `No tracked link of this account that is in use has the code ${JSON.stringify(this.code)}.`
  }
}

/** A code that no tracked link can have. */
export class BadLinkCode extends Data.TaggedError("BadLinkCode")<{ readonly code: string }> {
  override get message() {
    return `The code of a link is 4 to 32 letters and digits: ${JSON.stringify(this.code.slice(0, 80))} is not.`
  }
}

/** The code is taken, by this account or by another one. */
export class LinkExists extends Data.TaggedError("LinkExists")<{ readonly code: string }> {
  override get message() {
    return `The code ${this.code} is taken.`
  }
}

/** The keeper of subscriptions refused to open or to change one. */
export class SubscriptionRefused extends Data.TaggedError("SubscriptionRefused")<{
  readonly cause: unknown
}> {
  override get message() {
    return "The subscription was refused."
  }
}

/** The keeper of subscriptions did not answer in time. */
export class SubscriptionTimedOut extends Data.TaggedError("SubscriptionTimedOut")<{
  readonly cause: unknown
}> {
  override get message() {
    return "The subscription was not made in time."
  }
}

/** Why a subscription was not opened, held or changed. */
export type NotMade = SubscriptionRefused | SubscriptionTimedOut

/** The cause of a failure that the caller asked for, by a magic destination: nobody has to look into it. */
export class Rehearsed extends Data.TaggedError("Rehearsed") {
  override get message() {
    return "The trip names a destination that rehearses this failure."
  }
}

/** No subscription has this id. */
export class SubscriptionNotFound extends Data.TaggedError("SubscriptionNotFound")<{
  readonly id: string
}> {
  override get message() {
    return `No subscription has the id ${JSON.stringify(this.id.slice(0, 80))}.`
  }
}

/** A subscription cannot go back to an earlier stage. */
export class StageRefused extends Data.TaggedError("StageRefused")<{
  readonly id: string
  readonly from: SubscriptionStage
  readonly to: SubscriptionStage
}> {
  override get message() {
    return `The subscription ${this.id} is ${this.from} and cannot go back to ${this.to}.`
  }
}
