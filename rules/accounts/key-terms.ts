/** What a key is held to beside its scopes, as its holder sets it. */
export interface KeyTerms {
  /** What its holder calls it; empty where it has no name. */
  readonly name: string
  /** From when on it signs nothing, ISO 8601 and UTC; null where it goes on until it is revoked. */
  readonly expiresAt: string | null
  /** The networks that calls may come from, in CIDR; none where they may come from anywhere. */
  readonly networks: ReadonlyArray<string>
  /** Whether it may read sales, statements and what the account was told, which have amounts. */
  readonly readsSales: boolean
}

/** The terms of a key for which none are asked. */
export const freeTerms: KeyTerms = { name: "", expiresAt: null, networks: [], readsSales: true }

/** Characters of the name of a key. */
export const keyNameCharactersMax = 60

/**
 * The name of a key as somebody has typed it, in characters that the database takes.
 *
 * ```ts
 * import { keyNameOf } from "../rules/accounts/key-terms.ts"
 *
 * keyNameOf(" Booking engine ") // => "Booking engine"
 * keyNameOf("a".repeat(70)).length // => 60
 * ```
 */
export const keyNameOf = (typed: string): string =>
  typed.trim().slice(0, keyNameCharactersMax).toWellFormed().replaceAll("\0", "")

/** How long a key may last that ends by itself, in days. */
export const keyLifetimesDays = [30, 90, 365] as const
