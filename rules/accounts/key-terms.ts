import * as Result from "effect/Result"
import ipaddr from "ipaddr.js"

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

/** Networks that a key lists at most. */
export const keyNetworksMax = 50

/** How long a key may last that ends by itself, in days. */
export const keyLifetimesDays = [30, 90, 365] as const

/** What is no network, or one network too many. */
export interface BadNetworks {
  readonly _tag: "BadNetworks"
  readonly given: string
}

/**
 * Reads networks as people type them: addresses and CIDR of IPv4 and IPv6, one a line, or parted by commas,
 * semicolons or blanks. What comes out is CIDR without duplicates, the bits behind the network cleared.
 *
 * ```ts
 * import * as Result from "effect/Result"
 * import { readNetworks } from "../rules/accounts/key-terms.ts"
 *
 * Result.getOrUndefined(readNetworks("192.0.2.7, 2001:DB8::/32")) // => ["192.0.2.7/32", "2001:db8::/32"]
 * Result.getOrUndefined(readNetworks("198.51.100.9/24")) // => ["198.51.100.0/24"]
 * Result.getOrUndefined(readNetworks("::ffff:192.0.2.7")) // => ["192.0.2.7/32"]
 * Result.isFailure(readNetworks("192.0.2.300")) // => true
 * ```
 */
export const readNetworks = (text: string): Result.Result<ReadonlyArray<string>, BadNetworks> => {
  const networks = new Set<string>()
  for (const given of text.split(/[\s,;]+/).filter((part) => part !== "")) {
    const network = networkOf(given)
    if (network === undefined || networks.size >= keyNetworksMax) {
      return Result.fail({ _tag: "BadNetworks", given: given.slice(0, 80) })
    }
    networks.add(network)
  }
  return Result.succeed([...networks])
}

/**
 * Whether a call from an address keeps to the networks of a key. An address that cannot be read is in none.
 *
 * ```ts
 * import { isWithin } from "../rules/accounts/key-terms.ts"
 *
 * isWithin([], "192.0.2.7") // => true
 * isWithin(["192.0.2.0/24"], "::ffff:192.0.2.7") // => true
 * isWithin(["192.0.2.0/24"], "2001:db8::1") // => false
 * ```
 */
export const isWithin = (networks: ReadonlyArray<string>, address: string): boolean => {
  if (networks.length === 0) return true
  const from = addressOf(address)
  return (
    from !== undefined &&
    networks.some((network) => {
      const [base, bits] = ipaddr.parseCIDR(network)
      return base.kind() === from.kind() && from.match([base, bits])
    })
  )
}

type Address = ReturnType<typeof ipaddr.process>

/** Four decimal parts, as octal and shortened forms name other addresses to other programs; or IPv6. */
const addressOf = (text: string): Address | undefined => {
  const isWritten = ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text)
  return isWritten && !text.includes("%") ? ipaddr.process(text) : undefined
}

/** Bits of IPv6 before the address of IPv4 that it holds. */
const mappedBits = 96

const networkOf = (given: string): string | undefined => {
  const [written = "", length, ...more] = given.split("/")
  const address = addressOf(written)
  if (address === undefined || more.length > 0) return undefined
  const most = address.kind() === "ipv4" ? 32 : 128
  if (length !== undefined && !/^\d{1,3}$/.test(length)) return undefined
  const isMapped = most === 32 && written.includes(":")
  const bits = length === undefined ? most : Number(length) - (isMapped ? mappedBits : 0)
  if (bits < 0 || bits > most) return undefined
  const bytes = address.toByteArray().map((byte, at) => {
    const kept = Math.min(8, Math.max(0, bits - at * 8))
    return byte & (0xff << (8 - kept)) & 0xff
  })
  return `${ipaddr.fromByteArray(bytes).toString()}/${bits}`
}
