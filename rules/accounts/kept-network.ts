const ipv4 = /(\d{1,3}\.\d{1,3}\.\d{1,3})\.\d{1,3}(?![\d/])/g
const ipv6Groups = /^([0-9a-f]{1,4}:[0-9a-f]{1,4}:[0-9a-f]{1,4}):[0-9a-f]{1,4}$/

/** Networks come from a proxy's header where there is one, which may hold anything. */
const charactersMax = 64

/**
 * What is kept of the network that somebody comes from: 256 addresses of IPv4 are one, and 65,536 networks
 * of IPv6, so that what lies in the database names no line and no home. Of what is no address, the text.
 * The function `kept_network` of the database is the same.
 *
 * ```ts
 * import { keptNetwork } from "../rules/accounts/kept-network.ts"
 *
 * keptNetwork("192.0.2.7") // => "192.0.2.0/24"
 * keptNetwork("2001:db8:7:9") // => "2001:db8:7::/48"
 * keptNetwork("192.0.2.0/24") // => "192.0.2.0/24"
 * keptNetwork("unknown") // => "unknown"
 * ```
 */
export const keptNetwork = (network: string): string =>
  network
    .slice(0, charactersMax)
    .toLowerCase()
    .replace(ipv6Groups, "$1::/48")
    .replaceAll(ipv4, "$1.0/24")
