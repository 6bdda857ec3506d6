import { describe, expect, it } from "@effect/vitest"
import type { LookupAddress } from "node:dns"
import type { LookupFunction } from "node:net"
import {
  isPublicAddress,
  literalAddress,
  NotPublic,
  publicLookup,
} from "../../../../http/outside/guard/public-address.ts"

/** Each range with its first and last address, and those just outside where they are public. */
const ranges: ReadonlyArray<readonly [name: string, inside: string, outside?: string]> = [
  ["unspecified", "0.0.0.0"],
  ["this network", "0.255.255.255", "1.0.0.0"],
  ["private 10", "10.0.0.0", "9.255.255.255"],
  ["private 10, end", "10.255.255.255", "11.0.0.0"],
  ["shared", "100.64.0.0", "100.63.255.255"],
  ["shared, end", "100.127.255.255", "100.128.0.0"],
  ["loopback", "127.0.0.0", "126.255.255.255"],
  ["loopback, end", "127.255.255.255", "128.0.0.0"],
  ["link-local", "169.254.0.0", "169.253.255.255"],
  ["metadata of clouds", "169.254.169.254"],
  ["link-local, end", "169.254.255.255", "169.255.0.0"],
  ["private 172", "172.16.0.0", "172.15.255.255"],
  ["private 172, end", "172.31.255.255", "172.32.0.0"],
  ["assignments", "192.0.0.0", "191.255.255.255"],
  ["documentation 1", "192.0.2.255", "192.0.3.0"],
  ["relays", "192.88.99.1", "192.88.100.0"],
  ["private 192", "192.168.0.0", "192.167.255.255"],
  ["private 192, end", "192.168.255.255", "192.169.0.0"],
  ["benchmarks", "198.18.0.0", "198.17.255.255"],
  ["benchmarks, end", "198.19.255.255", "198.20.0.0"],
  ["documentation 2", "198.51.100.7", "198.51.101.0"],
  ["documentation 3", "203.0.113.7", "203.0.114.0"],
  ["multicast", "224.0.0.0", "223.255.255.255"],
  ["reserved", "240.0.0.1"],
  ["broadcast", "255.255.255.255"],
  ["unspecified v6", "::"],
  ["loopback v6", "::1"],
  ["mapped loopback", "::ffff:127.0.0.1"],
  ["mapped private, in hex", "::ffff:a00:1"],
  ["mapped public", "::ffff:8.8.8.8"],
  ["compatible", "::8.8.8.8"],
  ["translated", "64:ff9b::7f00:1"],
  ["discard", "100::1"],
  ["below global unicast", "1fff:ffff::1", "2000::1"],
  ["Teredo", "2001::1"],
  ["protocol assignments, end", "2001:1ff:ffff::1", "2001:200::1"],
  ["documentation v6", "2001:db8::1", "2001:db9::1"],
  ["6to4 of a private address", "2002:a00:1::1", "2003::1"],
  ["documentation v6, second", "3fff::1", "3ffe::1"],
  ["above global unicast", "4000::1"],
  ["unique-local", "fc00::1"],
  ["unique-local, end", "fdff:ffff::1"],
  ["link-local v6", "fe80::1"],
  ["link-local with a zone", "fe80::1%eth0"],
  ["public with a zone", "2606:4700::1%eth0", "2606:4700::1"],
  ["site-local", "fec0::1"],
  ["multicast v6", "ff02::1"],
  ["no address", "rates.example"],
  ["nothing", ""],
]

describe("an address", () => {
  it.each(ranges.map(([name, inside, outside]) => ({ name, inside, outside })))(
    "is not public where it is $name: $inside",
    ({ inside, outside }) => {
      expect(isPublicAddress(inside)).toBe(false)
      if (outside !== undefined) expect(isPublicAddress(outside)).toBe(true)
    },
  )

  it.each<readonly [string, string | undefined]>([
    ["http://127.0.0.1:80/", "127.0.0.1"],
    ["http://2130706433/", "127.0.0.1"],
    ["http://0x7f.1/", "127.0.0.1"],
    ["http://0177.0.0.1/", "127.0.0.1"],
    ["http://[::1]:80/", "::1"],
    ["http://[::ffff:127.0.0.1]/", "::ffff:7f00:1"],
    ["http://localhost/", undefined],
    ["http://127.0.0.1.example/", undefined],
  ])("in %s is %s", (url, literal) => {
    expect(literalAddress(new URL(url))).toBe(literal)
  })
})

const resolvingTo =
  (...addresses: ReadonlyArray<LookupAddress>): LookupFunction =>
  (_host, options, callback) => {
    if (options.all === true) return callback(null, [...addresses])
    throw new Error("every address must be asked for")
  }

const publicV4 = { address: "8.8.8.8", family: 4 }
const publicV6 = { address: "2606:4700::1", family: 6 }
const privateV4 = { address: "10.0.0.1", family: 4 }

const lookedUp = (lookup: LookupFunction, all: boolean) =>
  new Promise<unknown>((resolve) => {
    publicLookup(lookup)("rates.example", { all }, (error, address, family) => {
      resolve(error ?? (all ? address : [address, family]))
    })
  })

describe("a lookup of public addresses", () => {
  it("gives what it found, all or the first", async () => {
    const found = [publicV6, publicV4]
    expect(await lookedUp(resolvingTo(...found), true)).toEqual(found)
    expect(await lookedUp(resolvingTo(...found), false)).toEqual(["2606:4700::1", 6])
  })

  it.each([
    ["private", [privateV4]],
    ["public and private", [publicV4, privateV4]],
    ["mapped", [publicV4, { address: "::ffff:10.0.0.1", family: 6 }]],
    ["none", []],
  ])("refuses a name whose addresses are %s", async (_name, found) => {
    for (const all of [true, false]) {
      expect(await lookedUp(resolvingTo(...found), all)).toBeInstanceOf(NotPublic)
    }
  })

  it("refuses names of this machine, as the system resolves them", async () => {
    const outcome = await new Promise<unknown>((resolve) => {
      publicLookup()("localhost", {}, (error) => resolve(error))
    })
    expect(outcome).toBeInstanceOf(NotPublic)
  })

  it("hands on what went wrong", async () => {
    const wrong = Object.assign(new Error("no such name"), { code: "ENOTFOUND" })
    const lookup: LookupFunction = (_host, _options, callback) => callback(wrong, [])
    expect(await lookedUp(lookup, true)).toBe(wrong)
  })
})
