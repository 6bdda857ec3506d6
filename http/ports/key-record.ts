import type * as Redacted from "effect/Redacted"
import type { KeyMode, PartnerStatus } from "../../rules/accounts/partner.ts"
import type { Scope } from "../../rules/accounts/scopes.ts"

/** The account that a key belongs to; rates in basis points of the premium. */
export interface KeyPartner {
  readonly id: string
  readonly code: string
  readonly status: PartnerStatus
  readonly baseRateBps: number
  readonly upliftBps: number
  /** Code of its oldest tracked link in use, which is credited where none is named; null without one. */
  readonly defaultLinkCode: string | null
}

/** The secrets that a key signs with: the newest, and the one before it for 24 hours. */
export interface KeySecrets {
  readonly current: Redacted.Redacted<string>
  readonly previous?: {
    readonly secret: Redacted.Redacted<string>
    /** For how long it signs from the reading of the record on, by the clock of the database. */
    readonly validForMs: number
  }
}

/** All that a call needs to know about the key that it is signed with. */
export interface KeyRecord {
  readonly keyId: string
  readonly mode: KeyMode
  readonly partner: KeyPartner
  readonly scopes: ReadonlyArray<Scope>
  readonly secrets: KeySecrets
  /** Grows with every change to the key or to its partner. */
  readonly revision: bigint
  /** ISO 8601 instants, UTC. */
  readonly revokedAt: string | null
  readonly createdAt: string
}
