import type { Bps } from "../../core/money/minor.ts"
import type { KeyId } from "../../rules/accounts/key-text.ts"
import * as Data from "effect/Data"
import type { PartnerCode } from "../../rules/accounts/partner.ts"
import { cannotBeUsed } from "../platform/system-error.ts"

/** The store of keys and partners did not answer, or what it holds cannot be read. */
export class KeyStoreUnavailable extends Data.TaggedError("KeyStoreUnavailable")<{
  readonly cause: unknown
}> {
  override get message() {
    return cannotBeUsed("key store", this.cause)
  }
}

/** No partner has this code. */
export class PartnerNotFound extends Data.TaggedError("PartnerNotFound")<{
  readonly code: string
}> {
  override get message() {
    return `No partner has the code ${JSON.stringify(this.code)}.`
  }
}

/** Another partner has this code already. */
export class PartnerExists extends Data.TaggedError("PartnerExists")<{ readonly code: string }> {
  override get message() {
    return `A partner with the code ${JSON.stringify(this.code)} exists already.`
  }
}

/** A code or a name that a partner cannot have. */
export class BadPartner extends Data.TaggedError("BadPartner")<{
  readonly field: "code" | "name"
  readonly value: string
}> {
  override get message() {
    const rule =
      this.field === "code"
        ? "1 to 32 lower-case letters, digits and inner hyphens"
        : "1 to 200 characters, not all blank"
    return `A partner's ${this.field} is ${rule}: ${JSON.stringify(this.value.slice(0, 80))} is not.`
  }
}

/** A commission outside of the account's range. */
export class CommissionRefused extends Data.TaggedError("CommissionRefused")<{
  readonly code: string
  readonly askedBps: Bps
  readonly minimumBps: Bps
  readonly maximumBps: Bps
}> {
  override get message() {
    return (
      `The commission of ${this.code} can be ${this.minimumBps} to ${this.maximumBps} bps, ` +
      `a whole number: ${this.askedBps} is refused.`
    )
  }
}

/** A daily limit that is not a whole number in range. */
export class BadLimit extends Data.TaggedError("BadLimit")<{
  readonly limit: "reads" | "writes"
  readonly value: number
  readonly maximum: number
}> {
  override get message() {
    return `The daily limit of ${this.limit} is a whole number from 0 to ${this.maximum}: ${this.value} is not.`
  }
}

/** A key of this mode cannot be created for the account yet; `missing` says what it lacks. */
export class KeyRefused extends Data.TaggedError("KeyRefused")<{
  readonly partnerCode: PartnerCode
  readonly mode: "sandbox" | "live"
  readonly missing: ReadonlyArray<string>
}> {
  override get message() {
    return `A ${this.mode} key for ${this.partnerCode} still needs ${this.missing.join(", ")}.`
  }
}

/** No key has this id. */
export class KeyNotFound extends Data.TaggedError("KeyNotFound")<{ readonly keyId: string }> {
  override get message() {
    return `No key has the id ${JSON.stringify(this.keyId)}.`
  }
}

/** The key is revoked and cannot be changed any more. */
export class KeyRevoked extends Data.TaggedError("KeyRevoked")<{
  readonly keyId: KeyId
  readonly revokedAt: string
}> {
  override get message() {
    return `The key ${this.keyId} was revoked at ${this.revokedAt}.`
  }
}
