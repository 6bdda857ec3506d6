import type { Bps } from "../../core/money/minor.ts"
import type { KeyId } from "../../rules/accounts/key-text.ts"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import type {
  BadLimit,
  KeyNotFound,
  KeyRefused,
  KeyRevoked,
  KeyStoreUnavailable,
  PartnerNotFound,
} from "./account-errors.ts"
import type {
  GoLiveFacts,
  KeyMode,
  PartnerCode,
  PartnerStatus,
} from "../../rules/accounts/partner.ts"
import type { QuotaLimits } from "../../rules/accounts/policy.ts"
import type { KeyTerms } from "../../rules/accounts/key-terms.ts"
import type { KeySecrets } from "../../rules/signing/check.ts"
import type { Scope } from "../../rules/accounts/scopes.ts"

/** The key that an operator asks for; what is left out takes its default. */
export interface KeyWish {
  readonly partnerCode: PartnerCode
  readonly mode: KeyMode
  readonly scopes?: ReadonlyArray<Scope>
  readonly terms?: KeyTerms
  /** Daily limits in calls. */
  readonly reads?: number
  readonly writes?: number
}

/** A new key; the only time that its secret is shown. */
interface NewKey {
  readonly keyId: KeyId
  readonly secret: Redacted.Redacted<string>
  readonly mode: KeyMode
  readonly scopes: ReadonlyArray<Scope>
  readonly quota: QuotaLimits
}

/** A new secret of a key; the one before it signs until `previousValidUntil` (ISO 8601, UTC). */
interface RotatedKey {
  readonly keyId: KeyId
  readonly secret: Redacted.Redacted<string>
  readonly previousValidUntil: string
}

/** A key as its operators see it: no secrets. Instants in ISO 8601, UTC. */
export interface KeySummary extends KeyTerms {
  readonly keyId: KeyId
  readonly mode: KeyMode
  readonly scopes: ReadonlyArray<Scope>
  /** The last call that it signed, to the minute or so, and the network that it came from; null for none. */
  readonly lastUsed: { readonly at: string; readonly network: string } | null
  readonly quota: QuotaLimits
  readonly previousValidUntil: string | null
  readonly revokedAt: string | null
  readonly createdAt: string
}

/** Which keys of an account are asked for, the newest first. */
export interface KeysQuery {
  /** Those that are in use, or those that are revoked. */
  readonly isRevoked: boolean
  /** The key that the page before ended with; the first page otherwise. */
  readonly before: KeyId | null
  readonly limit: number
  /** Null asks for both modes. */
  readonly mode: KeyMode | null
}

/** What an account has had of keys of a mode. */
interface ModeKeys {
  /** When the first was made, ISO 8601 and UTC. */
  readonly firstMadeAt: string
  /** Whether one is in use. */
  readonly isInUse: boolean
}

/** The same of each mode that it ever had a key of. */
export type KeyModes = Readonly<Partial<Record<KeyMode, ModeKeys>>>

/** A page of keys, and the id that it ended with; null where no more follow. */
export interface KeysPage {
  readonly keys: ReadonlyArray<KeySummary>
  readonly next: string | null
  /** Whether keys stand before this page. */
  readonly isLater: boolean
}

/** The signing keys of partners. Every change is audited; secrets are stored sealed. */
export class Keys extends Context.Service<
  Keys,
  {
    readonly create: (
      wish: KeyWish,
    ) => Effect.Effect<NewKey, BadLimit | PartnerNotFound | KeyRefused | KeyStoreUnavailable>
    /** Gives a key of a partner other terms. */
    readonly change: (
      partnerCode: PartnerCode,
      keyId: KeyId,
      terms: KeyTerms,
    ) => Effect.Effect<void, PartnerNotFound | KeyNotFound | KeyRevoked | KeyStoreUnavailable>
    /** Issues a new secret; the newest before it stays valid for a day, an older one ends now. */
    readonly rotate: (
      keyId: KeyId,
    ) => Effect.Effect<RotatedKey, KeyNotFound | KeyRevoked | KeyStoreUnavailable>
    /** Ends a key and its secrets for good; the instant of the first revocation is answered. */
    readonly revoke: (
      keyId: KeyId,
    ) => Effect.Effect<
      { readonly keyId: KeyId; readonly revokedAt: string },
      KeyNotFound | KeyStoreUnavailable
    >
    /** The keys of a partner, oldest first, revoked ones included. */
    readonly list: (
      partnerCode: PartnerCode,
    ) => Effect.Effect<ReadonlyArray<KeySummary>, PartnerNotFound | KeyStoreUnavailable>
    /** A page of the keys of a partner, the newest first. */
    readonly page: (
      partnerCode: PartnerCode,
      query: KeysQuery,
    ) => Effect.Effect<KeysPage, PartnerNotFound | KeyStoreUnavailable>
    /** A key of a partner, revoked or not; undefined where the partner has none of that id. */
    readonly get: (
      partnerCode: PartnerCode,
      keyId: KeyId,
    ) => Effect.Effect<KeySummary | undefined, PartnerNotFound | KeyStoreUnavailable>
    /** Which modes a partner has ever had a key of. */
    readonly modes: (
      partnerCode: PartnerCode,
    ) => Effect.Effect<KeyModes, PartnerNotFound | KeyStoreUnavailable>
    /** A key with its secrets, revoked ones included; undefined when there is none. */
    readonly find: (keyId: KeyId) => Effect.Effect<KeyRecord | undefined, KeyStoreUnavailable>
    /** What decides about a live key for an account, as `create` would find it now. */
    readonly goLive: (partnerId: string) => Effect.Effect<GoLiveFacts, KeyStoreUnavailable>
  }
>()("viatica/Keys") {}

/** The account that a key belongs to; rates in basis points of the premium. */
export interface KeyPartner {
  readonly id: string
  readonly code: string
  readonly status: PartnerStatus
  readonly baseRateBps: Bps
  readonly upliftBps: Bps
  /** Whether the Coach shows it facts alone. */
  readonly factsOnly: boolean
  /** Code of its oldest tracked link in use, which is credited where none is named; null without one. */
  readonly defaultLinkCode: string | null
}

/** All that a call needs to know about the key that it is signed with. */
export interface KeyRecord {
  readonly keyId: KeyId
  readonly mode: KeyMode
  readonly partner: KeyPartner
  readonly scopes: ReadonlyArray<Scope>
  readonly secrets: KeySecrets
  /** For how long it signs from the reading of the record on, by the clock of the database; null for good. */
  readonly validForMs: number | null
  /** The networks that its calls may come from, in CIDR; none where they may come from anywhere. */
  readonly networks: ReadonlyArray<string>
  /** Whether it may read what has the amounts of sales. */
  readonly readsSales: boolean
  /** Grows with every change to the key or to its partner. */
  readonly revision: bigint
  /** ISO 8601 instants, UTC. */
  readonly revokedAt: string | null
  readonly createdAt: string
}

/**
 * Which keys there are, for calls with keys that the process has never seen: anybody can send those,
 * so one statement answers as many of them as wait, and only one runs at a time.
 */
export class KnownKeys extends Context.Service<
  KnownKeys,
  {
    /** Whether it takes no asking to say that there is no such key. */
    readonly isUnknown: (text: string) => boolean
    /** Whether there is such a key, revoked ones included, by what the database says after this call. */
    readonly exists: (keyId: KeyId) => Effect.Effect<boolean, KeyStoreUnavailable>
  }
>()("viatica/KnownKeys") {}

/** How long a record is used before it is read again, in milliseconds. */
export const keyRecordAgeMaximumMs = 1_000

/** A key that was looked for; undefined where there is none. */
export type FoundKey = Effect.Effect<KeyRecord | undefined, KeyStoreUnavailable>

/** Key records in front of the database, in one process. Unknown keys are never remembered. */
export class KeyCache extends Context.Service<
  KeyCache,
  {
    /**
     * A record at most {@link keyRecordAgeMaximumMs} old, by the clock of the layer; concurrent reads
     * of one key are one. It looks when it is called, and one that is held comes out as done.
     */
    readonly lookup: (keyId: KeyId) => FoundKey
    /** Whether a record of the key is held, however old it is. */
    readonly knows: (text: string) => text is KeyId
    /** A record read from the database after this call began. */
    readonly refresh: (keyId: KeyId) => FoundKey
    /** Forgets a record, such as when a quota charge reports another revision of it. */
    readonly invalidate: (keyId: KeyId) => void
  }
>()("viatica/KeyCache") {}
