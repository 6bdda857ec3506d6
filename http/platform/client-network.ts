/** What is known of where a request comes from. */
interface Origin {
  /** The network address that the connection comes from. */
  readonly peer: () => string
  /** Every occurrence of a header, by its lower-case name. */
  readonly headerValues: (name: string) => ReadonlyArray<string>
}

/**
 * The network that a call comes from: the peer of the connection or, behind known proxies, the
 * address that the outermost of them saw. Anybody can have written what stands before that in
 * `X-Forwarded-For`.
 */
export const clientNetwork = (origin: Origin, proxiesInFront: number): string =>
  networkOf(clientAddress(origin, proxiesInFront))

/** The address that a call comes from, without a port; see {@link clientNetwork}. */
export const clientAddress = ({ headerValues, peer }: Origin, proxiesInFront: number): string => {
  if (proxiesInFront === 0) return addressWithin(peer())
  const hops = headerValues("x-forwarded-for").flatMap((value) => value.split(","))
  return addressWithin(hops.at(-proxiesInFront)?.trim() ?? peer())
}

/**
 * The network of an address, so that nobody counts as many: an IPv4 address itself, the first 64
 * bits of an IPv6 address.
 *
 * ```ts
 * import { networkOf } from "../http/platform/client-network.ts"
 *
 * networkOf("::ffff:192.0.2.7") // => "192.0.2.7"
 * networkOf("2001:db8::1") // => "2001:db8:0:0"
 * networkOf("2001:db8:0:0:5::2") // => "2001:db8:0:0"
 * networkOf("192.0.2.7:4711") // => "192.0.2.7"
 * networkOf("[2001:DB8::1]:443") // => "2001:db8:0:0"
 * ```
 */
export const networkOf = (written: string): string => {
  const address = addressWithin(written).toLowerCase()
  if (address.startsWith(mappedPrefix)) return address.slice(mappedPrefix.length)
  if (!address.includes(":")) return address
  const [before = "", after] = address.split("::")
  const head = groupsOf(before)
  const tail = after === undefined ? [] : groupsOf(after)
  const zeros = Array.from({ length: Math.max(0, 8 - head.length - tail.length) }, () => "0")
  return [...head, ...zeros, ...tail].slice(0, networkGroups).join(":")
}

const addressWithin = (written: string): string => {
  const [, v4, v6] = withPort.exec(written) ?? []
  return v4 ?? v6 ?? written
}

const mappedPrefix = "::ffff:"

/** Groups of an IPv6 address that name its network; the holder chooses the rest. */
const networkGroups = 4

/** An address as some proxies write it, with the port that it came from: `192.0.2.7:4711`, `[2001:db8::1]:443`. */
const withPort = /^(?:(\d{1,3}(?:\.\d{1,3}){3}):\d+|\[([0-9A-Fa-f:.]+)\](?::\d+)?)$/

const groupsOf = (text: string): ReadonlyArray<string> => (text === "" ? [] : text.split(":"))
