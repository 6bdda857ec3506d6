import { describe, expect, it } from "@effect/vitest"
import { judgeTrial } from "./quotas/judge.ts"
import type { SentCall, Trial } from "./quotas/record.ts"

/** Calls one after another, a millisecond each, by turns over the ports 1 and 2. */
const inTurn = (came: ReadonlyArray<SentCall["came"]>): ReadonlyArray<SentCall> =>
  came.map((one, index) => ({
    port: 1 + (index % 2),
    sentAtMs: index,
    answeredAtMs: index + 0.5,
    came: one,
  }))

const accepted = (remaining: number): SentCall["came"] => ({ _tag: "Accepted", remaining })
const refused: SentCall["came"] = { _tag: "Refused" }
const unanswered: SentCall["came"] = { _tag: "Unanswered" }
const unsent: SentCall["came"] = { _tag: "Unsent" }

const trial = (came: ReadonlyArray<SentCall["came"]>, used = 3): Trial => ({
  kind: "reads",
  limit: 3,
  calls: inTurn(came),
  used,
  ports: [1, 2],
})

const all = [accepted(2), accepted(1), accepted(0), refused, refused]

describe("the judge of used-up limits", () => {
  it("finds nothing where each remainder is told once, in its order", () => {
    expect(judgeTrial(trial(all))).toEqual([])
  })

  it("takes a call without an answer as counted or not, and one that was not sent as not", () => {
    const killed = [accepted(2), unanswered, accepted(0), refused, refused]
    expect(judgeTrial(trial(killed))).toEqual([])
    expect(judgeTrial(trial([accepted(2), unanswered, ...all.slice(1)]))).toEqual([])
    expect(judgeTrial(trial([accepted(2), unsent, accepted(0), refused, refused]))).toEqual([
      "reads of 3: 3 are counted of 2 accepted and 0 unanswered",
    ])
  })

  it.each<readonly [string, Trial, string]>([
    [
      "more accepted than the limit",
      trial([accepted(2), ...all], 4),
      "reads of 3: 4 calls were accepted",
    ],
    [
      "less counted than accepted",
      trial(all, 2),
      "reads of 3: 3 calls were accepted, and 2 counted",
    ],
    [
      "refusals before the limit",
      trial([accepted(2), refused, refused], 1),
      "reads of 3: 1 are counted, though 2 calls were refused",
    ],
    [
      "a server that does not refuse",
      trial(all.slice(0, 4)),
      "reads of 3: the server on port 1 refused nothing at the end",
    ],
    [
      "a remainder that is told twice",
      trial([accepted(2), accepted(2), unanswered, refused, refused]),
      "reads of 3: two calls were told that 2 remain",
    ],
    [
      "a remainder that no limit leaves",
      trial([accepted(3), accepted(2), accepted(1), refused, refused]),
      "reads of 3: a call was told that 3 remain",
    ],
    [
      "remainders out of their order",
      trial([accepted(1), accepted(2), accepted(0), refused, refused]),
      "reads of 3: a call was told that 2 remain after another had been told of less",
    ],
    [
      "a call that is accepted after a refusal",
      trial([accepted(2), accepted(1), refused, refused, accepted(0), refused]),
      "reads of 3: a call was accepted after a refusal, and told that 0 remain",
    ],
    [
      "another answer",
      trial([{ _tag: "Other", outcome: "500 INTERNAL_ERROR" }, ...all]),
      "reads of 3: a call was answered 500 INTERNAL_ERROR",
    ],
  ])("sees %s", (_, doctored, violation) => {
    expect(judgeTrial(doctored)).toContain(violation)
  })
})
