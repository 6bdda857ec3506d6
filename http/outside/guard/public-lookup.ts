import { type LookupAddress, lookup as systemLookup } from "node:dns"
import type { LookupFunction } from "node:net"
import * as Data from "effect/Data"
import { isPublicAddress } from "./public-address.ts"

/** A host is, or resolves to, an address that is not one of the public internet. */
export class NotPublic extends Data.TaggedError("NotPublic")<{ readonly host: string }> {
  override get message(): string {
    return `${this.host} has an address that is not public`
  }
}

const hasPrivate = (addresses: ReadonlyArray<LookupAddress>): boolean =>
  addresses.some(({ address }) => !isPublicAddress(address))

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
