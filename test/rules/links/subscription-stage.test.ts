import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import {
  advanceStage,
  isFrozen,
  subscriptionStages,
} from "../../../rules/links/subscription-stage.ts"

describe("advanceStage()", () => {
  it("moves to the same or any later stage and refuses every earlier one", () => {
    for (const [at, from] of subscriptionStages.entries()) {
      for (const [next, to] of subscriptionStages.entries()) {
        assert.deepStrictEqual(
          advanceStage(from, to),
          next < at ? Result.fail({ _tag: "StageIsBehind", from, to }) : Result.succeed(to),
        )
      }
    }
  })
})

describe("isFrozen()", () => {
  it("is so past quoting, and stays so whatever the funnel does", () => {
    assert.deepStrictEqual(subscriptionStages.map(isFrozen), [false, true, true, true])
  })
})
