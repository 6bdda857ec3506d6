import { assert, describe, it } from "@effect/vitest"
import { clientAddress } from "../../../http/api/incoming.ts"
import { networkOf } from "../../../rules/accounts/networks.ts"

const callThrough = (...forwarded: ReadonlyArray<string>) => ({
  peer: () => "198.51.100.9",
  headerValues: (name: string) => (name === "x-forwarded-for" ? forwarded : []),
})

describe("whom a call comes from", () => {
  it.each([
    ["the connection's other end", 0, [], "198.51.100.9"],
    ["that too where anybody may have written another", 0, ["203.0.113.5"], "198.51.100.9"],
    ["what the only proxy saw", 1, ["203.0.113.5"], "203.0.113.5"],
    ["that, whatever the caller wrote before", 1, ["192.0.2.1, 203.0.113.5"], "203.0.113.5"],
    ["what the first of two proxies saw", 2, ["192.0.2.1, 203.0.113.5, 10.0.0.1"], "203.0.113.5"],
    ["that in headers that were repeated", 2, ["203.0.113.5", "10.0.0.1"], "203.0.113.5"],
    ["the connection's other end where a proxy wrote nothing", 2, ["10.0.0.1"], "198.51.100.9"],
    ["a whole network of IPv6", 1, ["2001:db8:1:2:3:4:5:6"], "2001:db8:1:2"],
    ["no port, which some proxies write too", 1, ["203.0.113.5:50123"], "203.0.113.5"],
    ["the same of IPv6", 1, ["[2001:db8:1:2::5]:50123"], "2001:db8:1:2"],
    ["an address of IPv4 within IPv6", 1, ["::ffff:203.0.113.5"], "203.0.113.5"],
  ] as const)("is %s", (_, proxies, forwarded, expected) => {
    assert.strictEqual(networkOf(clientAddress(callThrough(...forwarded), proxies)), expected)
  })
})
