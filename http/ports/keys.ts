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
    /** A key with its secrets, revoked ones included; undefined when there is none. */
    readonly find: (keyId: string) => Effect.Effect<KeyRecord | undefined, KeyStoreUnavailable>
    /** What decides about a live key for an account, as `create` would find it now. */
    readonly goLive: (partnerId: string) => Effect.Effect<GoLiveFacts, KeyStoreUnavailable>
  }
>()("viatica/Keys") {}
