import type { RequestHead } from "../api/incoming.ts"

const mappedPrefix = "::ffff:"

/** Groups of an address of IPv6 that name a network; the rest its holder can choose. */
const networkGroups = 4

const groupsOf = (text: string): ReadonlyArray<string> => (text === "" ? [] : text.split(":"))

/**
 * Who has an address, so that nobody counts as many: an address of IPv4 as it is, the first 64 bits
 * of one of IPv6.
 *
 * ```ts
 * import { networkOf } from "../http/gateway/client-address.ts"
 *
 * networkOf("::ffff:192.0.2.7") // => "192.0.2.7"
 * networkOf("2001:db8::1") // => "2001:db8:0:0"
 * networkOf("2001:db8:0:0:5::2") // => "2001:db8:0:0"
 * ```
 */
export const networkOf = (address: string): string => {
  if (address.startsWith(mappedPrefix)) return address.slice(mappedPrefix.length)
  if (!address.includes(":")) return address
  const [before = "", after] = address.split("::")
  const head = groupsOf(before)
  const tail = after === undefined ? [] : groupsOf(after)
  const zeros = Array.from({ length: Math.max(0, 8 - head.length - tail.length) }, () => "0")
  return [...head, ...zeros, ...tail].slice(0, networkGroups).join(":")
}

/**
 * Whom a call comes from: the connection's other end, or, where it comes through proxies that are
 * known to write it down, the address that the outermost of them saw. What stands before that in
 * `X-Forwarded-For` anybody can have written.
 */
export const clientNetwork = (
  { headerValues, peer }: Pick<RequestHead, "headerValues" | "peer">,
  proxiesInFront: number,
): string => {
  if (proxiesInFront === 0) return networkOf(peer())
  const hops = headerValues("x-forwarded-for").flatMap((value) => value.split(","))
  return networkOf(hops.at(-proxiesInFront)?.trim() ?? peer())
}
