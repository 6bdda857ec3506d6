import * as Result from "effect/Result"
import ipaddr from "ipaddr.js"

/** Networks that a key lists at most. */
export const keyNetworksMax = 50

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
 * import { readNetworks } from "../rules/accounts/networks.ts"
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
    const network = cidrOf(given)
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
 * import { isWithin } from "../rules/accounts/networks.ts"
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

/**
 * The network that an address counts as, so that nobody counts as many: an IPv4 address itself, the first
 * 64 bits of an IPv6 address. What is no address stays as it is.
 *
 * ```ts
 * import { networkOf } from "../rules/accounts/networks.ts"
 *
 * networkOf("::ffff:192.0.2.7") // => "192.0.2.7"
 * networkOf("2001:DB8::1") // => "2001:db8:0:0"
 * networkOf("fe80::1%eth0") // => "fe80:0:0:0"
 * ```
 */
export const networkOf = (written: string): string => {
  const address = addressOf(written.replace(/%.*$/, ""))
  if (address === undefined) return written
  return "parts" in address
    ? address.parts
        .slice(0, holderParts)
        .map((part) => part.toString(16))
        .join(":")
    : address.toString()
}

/** Groups of an IPv6 address that name its network; the holder chooses the rest. */
const holderParts = 4

type Address = ReturnType<typeof ipaddr.process>

/** Four decimal parts, as octal and shortened forms name other addresses to other programs; or IPv6. */
const addressOf = (text: string): Address | undefined => {
  const isWritten = ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text)
  return isWritten && !text.includes("%") ? ipaddr.process(text) : undefined
}

/** Bits of IPv6 before the address of IPv4 that it holds. */
const mappedBits = 96

const cidrOf = (given: string): string | undefined => {
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
