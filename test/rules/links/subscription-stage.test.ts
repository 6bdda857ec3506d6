import { assert, describe, it } from "@effect/vitest"
import { isBehind, isFrozen, subscriptionStages } from "../../../rules/links/link-step.ts"

describe("isBehind()", () => {
  it("is so for every earlier stage, not for the same or any later one", () => {
    for (const [at, other] of subscriptionStages.entries()) {
      assert.deepStrictEqual(
        subscriptionStages.map((stage) => isBehind(stage, other)),
        subscriptionStages.map((_, place) => place < at),
      )
    }
  })
})

describe("isFrozen()", () => {
  it("is so past quoting, and stays so whatever the funnel does", () => {
    assert.deepStrictEqual(subscriptionStages.map(isFrozen), [false, true, true, true])
  })
})
