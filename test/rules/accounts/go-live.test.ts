import { assert, describe, expect, it } from "@effect/vitest"
import * as fc from "fast-check"
import {
  type GoLiveFacts,
  missingForKey,
  partnerStatuses,
} from "../../../rules/accounts/partner.ts"
import { accountPolicy } from "../../../rules/accounts/policy.ts"
import { shippedTables } from "../../support/tables.ts"

const ready: GoLiveFacts = {
  status: "approved",
  prices: 10,
  links: 1,
  pricesRequired: 10,
  linksRequired: 1,
}

const missing = (changes: Partial<GoLiveFacts>) => missingForKey("live", { ...ready, ...changes })

describe("missingForKey()", () => {
  it.each([
    [0, ["10 more sandbox prices (0 of 10)"]],
    [8, ["2 more sandbox prices (8 of 10)"]],
    [9, ["1 more sandbox price (9 of 10)"]],
    [10, []],
    [11, []],
  ])("tells what %i sandbox prices leave to do", (prices, left) => {
    expect(missing({ prices })).toEqual(left)
  })

  it.each([
    [0, 1, ["1 more sandbox link (0 of 1)"]],
    [1, 1, []],
    [2, 1, []],
    [1, 3, ["2 more sandbox links (1 of 3)"]],
    [0, 0, []],
  ])("tells what %i sandbox links out of %i leave to do", (links, linksRequired, left) => {
    expect(missing({ links, linksRequired })).toEqual(left)
  })

  it("tells everything at once: prices, links, then the standing of the account", () => {
    const nothing = { prices: 0, links: 0 } as const
    expect(missing({ ...nothing, status: "created" })).toEqual([
      "10 more sandbox prices (0 of 10)",
      "1 more sandbox link (0 of 1)",
      "the approval of the account",
    ])
    expect(missing({ ...nothing, status: "suspended" })).toEqual([
      "10 more sandbox prices (0 of 10)",
      "1 more sandbox link (0 of 1)",
      "an account that is not suspended",
    ])
  })

  it("asks nothing for a sandbox key but that the account is not suspended", () => {
    const sandbox = (status: GoLiveFacts["status"]) =>
      missingForKey("sandbox", { ...ready, prices: 0, links: 0, status })
    expect(partnerStatuses.map(sandbox)).toEqual([[], [], ["an account that is not suspended"]])
  })

  it("lets a live key through exactly when both counts are reached and the account is approved", () => {
    const count = fc.integer({ min: 0, max: 12 })
    const facts = fc.record({
      status: fc.constantFrom(...partnerStatuses),
      prices: count,
      links: count,
      pricesRequired: count,
      linksRequired: count,
    })
    fc.assert(
      fc.property(facts, (given) => {
        const { links, linksRequired, prices, pricesRequired, status } = given
        const complete = [prices >= pricesRequired, links >= linksRequired, status === "approved"]
        assert.strictEqual(
          missingForKey("live", given).length,
          complete.filter((met) => !met).length,
        )
      }),
    )
  })
})

describe("accountPolicy()", () => {
  it("takes what going live requires from the table of limits", () => {
    expect(accountPolicy(shippedTables).goLive).toEqual({ pricesRequired: 10, linksRequired: 1 })
  })
})
