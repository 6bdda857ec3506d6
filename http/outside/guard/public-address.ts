import * as Data from "effect/Data"
import { lookup as systemLookup, type LookupAddress } from "node:dns"
import { BlockList, isIP, isIPv4, type LookupFunction } from "node:net"

/**
 * Whether an IP address is one of the public internet. Loopback, private, link-local, unique-local,
 * shared, multicast, documentation, reserved and unspecified addresses are not; nor is any IPv6
 * address that stands for an IPv4 one, nor what is no address at all.
 *
 * ```ts
 * import { isPublicAddress } from "../http/outside/guard/public-address.ts"
 * isPublicAddress("8.8.8.8") // => true
 * isPublicAddress("10.0.0.1") // => false
 * isPublicAddress("::ffff:8.8.8.8") // => false
 * ```
 */
export const isPublicAddress = (address: string): boolean => {
  if (isIPv4(address)) return !refusedV4.check(address, "ipv4")
  // A zone such as %eth0 names an interface of this machine.
  if (isIP(address) !== 6 || address.includes("%")) return false
  return allowedV6.check(address, "ipv6") && !refusedV6.check(address, "ipv6")
}

/** A host is, or resolves to, an address that is not one of the public internet. */
export class NotPublic extends Data.TaggedError("NotPublic")<{ readonly host: string }> {
  override get message(): string {
    return `${this.host} has an address that is not public`
  }
}

/**
 * Resolves names as the given lookup does, and refuses every name that has an address which is not
 * public. As the lookup of a connection it withstands names that change their address: the address
 * that is checked is the one connected to.
 */
export const publicLookup =
  (lookup: LookupFunction = systemLookup): LookupFunction =>
  (host, options, callback) => {
    lookup(host, { ...options, all: true }, (error, found) => {
      if (error !== null) return callback(error, [])
      const addresses = typeof found === "string" ? [{ address: found, family: 4 }] : found
      const [first] = addresses
      if (first === undefined || hasPrivate(addresses)) {
        return callback(new NotPublic({ host }), [])
      }
      return options.all === true
        ? callback(null, addresses)
        : callback(null, first.address, first.family)
    })
  }

/** The address that a URL names itself, without brackets; undefined where it names a host. */
export const literalAddress = ({ hostname }: URL): string | undefined => {
  const bare = hostname.replace(/^\[(.*)\]$/, "$1")
  return isIP(bare) === 0 ? undefined : bare
}

/** Ranges of IPv4 that are no place on the public internet, with what they are. */
const notPublicV4 = [
  ["0.0.0.0", 8], // unspecified, this network
  ["10.0.0.0", 8], // private
  ["100.64.0.0", 10], // carrier-grade NAT
  ["127.0.0.0", 8], // loopback
  ["169.254.0.0", 16], // link-local, among them the metadata services of clouds
  ["172.16.0.0", 12], // private
  ["192.0.0.0", 24], // protocol assignments
  ["192.0.2.0", 24], // documentation
  ["192.88.99.0", 24], // former 6to4 relays
  ["192.168.0.0", 16], // private
  ["198.18.0.0", 15], // benchmarks
  ["198.51.100.0", 24], // documentation
  ["203.0.113.0", 24], // documentation
  ["224.0.0.0", 4], // multicast
  ["240.0.0.0", 4], // reserved, and broadcast
] as const

/** Of IPv6, only global unicast is public; and of that, not these. */
const globalUnicast = ["2000::", 3] as const

const notPublicV6 = [
  ["2001::", 23], // protocol assignments, among them Teredo
  ["2001:db8::", 32], // documentation
  ["2002::", 16], // 6to4, which carries an IPv4 address
  ["3fff::", 20], // documentation
] as const

const refusedV4 = new BlockList()
for (const [network, prefix] of notPublicV4) refusedV4.addSubnet(network, prefix, "ipv4")

const allowedV6 = new BlockList()
allowedV6.addSubnet(...globalUnicast, "ipv6")

const refusedV6 = new BlockList()
for (const [network, prefix] of notPublicV6) refusedV6.addSubnet(network, prefix, "ipv6")

const hasPrivate = (addresses: ReadonlyArray<LookupAddress>): boolean =>
  addresses.some(({ address }) => !isPublicAddress(address))
