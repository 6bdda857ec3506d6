import * as Data from "effect/Data"
import { cannotBeUsed } from "../platform/system-error.ts"

/** The store of people did not answer. */
export class PeopleUnavailable extends Data.TaggedError("PeopleUnavailable")<{
  readonly cause: unknown
}> {
  override get message() {
    return cannotBeUsed("store of people", this.cause)
  }
}

/** A text that is no email address. */
export class BadEmail extends Data.TaggedError("BadEmail")<{ readonly email: string }> {
  override get message() {
    return `${JSON.stringify(this.email.slice(0, 80))} is no email address of letters without accents.`
  }
}

/** As many links were asked for as may be: for the mailbox, from the network, or by all together. */
export class TooManyLinks extends Data.TaggedError("TooManyLinks")<{
  readonly by: "mailbox" | "network" | "all"
}> {
  override get message() {
    return `Too many links were asked for (${this.by}).`
  }
}

/** A link that is not there, was used, or is too old; nothing tells which of them. */
export class LinkEnded extends Data.TaggedError("LinkEnded")<{}> {
  override get message() {
    return "This link does not work: it was used, or it is too old."
  }
}

/** Somebody without the role that a change needs. */
export class RoleRefused extends Data.TaggedError("RoleRefused")<{}> {
  override get message() {
    return "Only an owner of the account may change who works with it."
  }
}

/** A change that would leave an account without an owner. */
export class LastOwner extends Data.TaggedError("LastOwner")<{}> {
  override get message() {
    return "An account keeps one owner at least."
  }
}

/** Nobody of this id works with the account, or nobody of this address is invited to it. */
export class PersonNotFound extends Data.TaggedError("PersonNotFound")<{
  readonly person: string
}> {
  override get message() {
    return `Nobody is known as ${JSON.stringify(this.person)}.`
  }
}

/** Somebody who works with an account already, and so can neither open nor join another. */
export class HasPartner extends Data.TaggedError("HasPartner")<{ readonly code: string }> {
  override get message() {
    return `This person works with ${this.code} already.`
  }
}

/** As many people work with an account, or are invited, as may. */
export class TooManyPeople extends Data.TaggedError("TooManyPeople")<{
  readonly maximum: number
}> {
  override get message() {
    return `At most ${this.maximum} people work with an account, those invited included.`
  }
}

/** As many invitations were sent as may be: to the mailbox, by the account, or from the network. */
export class TooManyInvitations extends Data.TaggedError("TooManyInvitations")<{
  readonly by: "mailbox" | "account" | "network"
  /** Of how many hours the bound is. */
  readonly hours: number
  readonly maximum: number
  /** When one more may be sent. ISO 8601, UTC. */
  readonly againAt: string
}> {
  override get message() {
    return `Too many invitations were sent (${this.by}); more from ${this.againAt} on.`
  }
}

/** As many accounts were opened from a network today as may be. */
export class TooManySignUps extends Data.TaggedError("TooManySignUps")<{}> {
  override get message() {
    return "Too many accounts were opened from this network today."
  }
}
