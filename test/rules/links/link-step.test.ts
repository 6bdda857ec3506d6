import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { isSameTrip, linkStep, subscriptionStages } from "../../../rules/links/link-step.ts"
import { sampleTrip } from "../../support/sample-trips.ts"
import { normal, similarTrip } from "./trips.ts"

const trip = normal(sampleTrip)
const other = normal({ ...sampleTrip, endDate: "2027-07-15" })
const turned = normal({ ...sampleTrip, travellers: [{ age: 8 }, { age: 35 }] })

describe("linkStep()", () => {
  it.each([
    ["nothing", undefined, trip, "create"],
    ["a quoting subscription of the trip", { stage: "quoting", trip }, trip, "replay"],
    [
      "a quoting subscription of the trip in another order",
      { stage: "quoting", trip },
      turned,
      "replay",
    ],
    ["a quoting subscription of another trip", { stage: "quoting", trip }, other, "update"],
    ["a presubscribed one of the trip", { stage: "presubscribed", trip }, trip, "roll"],
    ["a presubscribed one of another trip", { stage: "presubscribed", trip }, other, "roll"],
    ["a paid one of the trip", { stage: "paid", trip }, trip, "roll"],
    ["a paid one of another trip", { stage: "paid", trip }, other, "roll"],
    ["a subscribed one of the trip", { stage: "subscribed", trip }, trip, "roll"],
    ["a subscribed one of another trip", { stage: "subscribed", trip }, other, "roll"],
  ] as const)("of a session that holds %s", (_held, held, asked, expected) => {
    assert.strictEqual(linkStep(held, asked), expected)
  })

  it("replays what it has just created, updated or rolled to, until the funnel moves on", () => {
    const calls = fc.record({ trip: similarTrip, stage: fc.constantFrom(...subscriptionStages) })
    fc.assert(
      fc.property(calls, similarTrip, (held, asked) => {
        const step = linkStep(held, asked)
        assert.strictEqual(step === "roll", held.stage !== "quoting")
        if (step === "replay") assert.isTrue(isSameTrip(held.trip, asked))
        assert.strictEqual(linkStep({ stage: "quoting", trip: asked }, asked), "replay")
      }),
    )
  })
})
