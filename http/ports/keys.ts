import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import type { GoLiveFacts } from "../../rules/accounts/go-live.ts"
import type { KeyMode } from "../../rules/accounts/partner.ts"
import type { QuotaLimits } from "../../rules/accounts/policy.ts"
import type { Scope } from "../../rules/accounts/scopes.ts"
import type {
  BadLimit,
  KeyNotFound,
  KeyRefused,
  KeyRevoked,
  KeyStoreUnavailable,
  PartnerNotFound,
} from "./account-errors.ts"
import type { KeyRecord } from "./key-record.ts"

/** The key that an operator asks for; what is left out takes its default. */
export interface KeyWish {
  readonly partnerCode: string
  readonly mode: KeyMode
  readonly scopes?: ReadonlyArray<Scope>
  /** Daily limits in calls. */
  readonly reads?: number
  readonly writes?: number
}

/** A new key; the only time that its secret is shown. */
export interface NewKey {
  readonly keyId: string
  readonly secret: Redacted.Redacted<string>
  readonly mode: KeyMode
  readonly scopes: ReadonlyArray<Scope>
  readonly quota: QuotaLimits
}

/** A new secret of a key; the one before it signs until `previousValidUntil` (ISO 8601, UTC). */
export interface RotatedKey {
  readonly keyId: string
  readonly secret: Redacted.Redacted<string>
  readonly previousValidUntil: string
}

/** A key as its operators see it: no secrets. Instants in ISO 8601, UTC. */
export interface KeySummary {
  readonly keyId: string
  readonly mode: KeyMode
  readonly scopes: ReadonlyArray<Scope>
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
  readonly before: string | null
  readonly limit: number
  /** Null asks for both modes. */
  readonly mode: KeyMode | null
}

/** What an account has had of keys of a mode. */
export interface ModeKeys {
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
    /** Issues a new secret; the newest before it stays valid for a day, an older one ends now. */
    readonly rotate: (
      keyId: string,
    ) => Effect.Effect<RotatedKey, KeyNotFound | KeyRevoked | KeyStoreUnavailable>
    /** Ends a key and its secrets for good; the instant of the first revocation is answered. */
    readonly revoke: (
      keyId: string,
    ) => Effect.Effect<
      { readonly keyId: string; readonly revokedAt: string },
      KeyNotFound | KeyStoreUnavailable
    >
    /** The keys of a partner, oldest first, revoked ones included. */
    readonly list: (
      partnerCode: string,
    ) => Effect.Effect<ReadonlyArray<KeySummary>, PartnerNotFound | KeyStoreUnavailable>
    /** A page of the keys of a partner, the newest first. */
    readonly page: (
      partnerCode: string,
      query: KeysQuery,
    ) => Effect.Effect<KeysPage, PartnerNotFound | KeyStoreUnavailable>
    /** A key of a partner, revoked or not; undefined where the partner has none of that id. */
    readonly get: (
      partnerCode: string,
      keyId: string,
    ) => Effect.Effect<KeySummary | undefined, PartnerNotFound | KeyStoreUnavailable>
    /** Which modes a partner has ever had a key of. */
    readonly modes: (
      partnerCode: string,
    ) => Effect.Effect<KeyModes, PartnerNotFound | KeyStoreUnavailable>
    /** A key with its secrets, revoked ones included; undefined when there is none. */
    readonly find: (keyId: string) => Effect.Effect<KeyRecord | undefined, KeyStoreUnavailable>
    /** What decides about a live key for an account, as `create` would find it now. */
    readonly goLive: (partnerId: string) => Effect.Effect<GoLiveFacts, KeyStoreUnavailable>
  }
>()("viatica/Keys") {}
