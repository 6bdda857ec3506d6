import { describe, expect, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { BlockList, isIP } from "node:net"
import * as fc from "fast-check"
import {
  isWithin,
  keyNetworksMax,
  networkOf,
  readNetworks,
} from "../../../rules/accounts/networks.ts"
import { times } from "../../support/long.ts"

const read = (text: string) =>
  Result.match(readNetworks(text), {
    onSuccess: (networks) => networks,
    onFailure: (bad) => bad.given,
  })

describe("networks of a key", () => {
  it.each([
    ["", []],
    ["192.0.2.7", ["192.0.2.7/32"]],
    [" 192.0.2.7 ;\r\n198.51.100.0/24,", ["192.0.2.7/32", "198.51.100.0/24"]],
    ["198.51.100.9/24\n198.51.100.77/24", ["198.51.100.0/24"]],
    ["2001:DB8:0:0::1", ["2001:db8::1/128"]],
    ["2001:db8:1:2:3::/33", ["2001:db8::/33"]],
    ["::ffff:192.0.2.0/120", ["192.0.2.0/24"]],
    ["0.0.0.0/0", ["0.0.0.0/0"]],
  ])("are read from %j as %j", (text, networks) => {
    expect(read(text)).toEqual(networks)
  })

  it.each([
    "192.0.2.300",
    "192.0.2",
    "192.0.2.010",
    "0xC0000207",
    "192.0.2.7/33",
    "192.0.2.7/",
    "192.0.2.7/8/8",
    "192.0.2.0-192.0.2.9",
    "2001:db8::/129",
    "fe80::1%eth0",
    "::ffff:192.0.2.0/90",
    "example.com",
    "192.0.2.7:443",
  ])("are not %j", (text) => {
    expect(read(`198.51.100.0/24, ${text}`)).toBe(text)
  })

  it(`are at most ${keyNetworksMax}`, () => {
    const some = Array.from({ length: keyNetworksMax }, (_, at) => `192.0.2.${at}`)
    expect(read(some.join("\n"))).toHaveLength(keyNetworksMax)
    expect(read([...some, "198.51.100.1"].join("\n"))).toBe("198.51.100.1")
  })

  it("hold the addresses that Node's own lists hold", () => {
    const v4 = fc.ipV4()
    const near = fc.tuple(fc.constantFrom("10.1.2.", "10.1.3."), fc.nat(255)).map(([a, b]) => a + b)
    // Dotted ends other than of mapped addresses are refused as typed wrongly.
    const v6 = fc.ipV6().filter((text) => !text.includes("."))
    const near6 = fc.nat(65_535).map((group) => `2001:db8::${group.toString(16)}`)
    const network = fc.oneof(
      fc.tuple(fc.oneof(v4, near), fc.nat(32)).map(([a, bits]) => `${a}/${bits}`),
      fc.tuple(fc.oneof(v6, near6), fc.nat(128)).map(([a, bits]) => `${a}/${bits}`),
    )
    fc.assert(
      fc.property(
        fc.array(network, { minLength: 1, maxLength: 4 }),
        fc.oneof(v4, near, v6, near6),
        (written, address) => {
          const networks = Result.getOrThrow(readNetworks(written.join("\n")))
          // Node holds IPv4 to be in the networks of IPv6 that hold all of it; here the two are apart.
          const family = isIP(address) === 4 ? "ipv4" : "ipv6"
          const list = new BlockList()
          for (const each of networks) {
            const [base = "", bits] = each.split("/")
            if ((isIP(base) === 4) === (family === "ipv4"))
              list.addSubnet(base, Number(bits), family)
          }
          expect(isWithin(networks, address)).toBe(list.check(address, family))
        },
      ),
      { numRuns: times(300, 20_000) },
    )
  })

  it("hold no address of the other kind", () => {
    expect(isWithin(["::/0"], "192.0.2.7")).toBe(false)
    expect(isWithin(["0.0.0.0/0"], "2001:db8::1")).toBe(false)
  })

  it("hold no address that is not known", () => {
    for (const address of ["", "unknown", "192.0.2"]) {
      expect(isWithin(["0.0.0.0/0", "::/0"], address)).toBe(false)
      expect(isWithin([], address)).toBe(true)
    }
  })
})

describe("the network that an address counts as", () => {
  it.each([
    ["192.0.2.7", "192.0.2.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
    ["::1", "0:0:0:0"],
    ["fe80::1%eth0", "fe80:0:0:0"],
    ["", ""],
    ["unknown", "unknown"],
  ])("is that of %j: %j", (address, network) => {
    expect(networkOf(address)).toBe(network)
  })

  it("is one however an address is written", () => {
    const group = fc.nat(65_535)
    const groups = fc.tuple(group, group, group, group, group, group, group, group)
    fc.assert(
      fc.property(groups, (parts) => {
        const hex = parts.map((part) => part.toString(16))
        const full = hex.map((part) => part.padStart(4, "0")).join(":")
        expect(networkOf(full.toUpperCase())).toBe(hex.slice(0, 4).join(":"))
        expect(networkOf(new URL(`http://[${full}]/`).hostname.slice(1, -1))).toBe(networkOf(full))
      }),
    )
    fc.assert(
      fc.property(fc.ipV4(), (v4) => {
        const [a = 0, b = 0, c = 0, d = 0] = v4.split(".").map(Number)
        const low = `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`
        for (const mapped of [v4, `::ffff:${v4}`, `::FFFF:${low}`])
          expect(networkOf(mapped)).toBe(v4)
      }),
    )
  })
})
