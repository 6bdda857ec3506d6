import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as fc from "fast-check"
import { shapeOf } from "../../../core/fields/shape-of.ts"
import { bilanBody } from "../../../rules/coach/bilan-body.ts"
import { coachOver, makeCoachOver } from "../../../rules/offline/coach.ts"
import type { BilanInput } from "../../../rules/offline/requests.ts"
import { limitsOf } from "../../../rules/reference/limits.ts"
import { offlineTableFiles } from "../../../rules/tables/offline.ts"
import { shippedTables } from "../../support/tables.ts"
import { shippedSources } from "../../support/shipped-sources.ts"
import { plainFailure } from "../../../core/plain-result.ts"

const shape = shapeOf(bilanBody(limitsOf(shippedTables)))
const coach = coachOver(shippedTables, { engineVersion: "own", shape })

const word = fc.constantFrom("visa", "premier", "BoursoBank", "nowhere", "")
const anything = fc.constantFrom<unknown>(null, 7, "x", [], true, "49720312345678")
const json = fc.record(
  {
    residence: fc.constantFrom<unknown>("FR", "us", "ZZ", "FRA", 7),
    destinations: fc.constantFrom<unknown>(["US"], ["us", 1, "JP", "US"], [], "US"),
    card: fc.oneof(
      anything,
      fc.record(
        {
          none: anything,
          catalogueId: anything,
          bin: anything,
          bank: word,
          network: word,
          tier: word,
        },
        { requiredKeys: [] },
      ),
    ),
    trip: fc.oneof(anything, fc.record({ friends: anything, longTrip: anything })),
    market: fc.constantFrom<unknown>("fr", "us", "mars", null),
    ref: fc.constantFrom<unknown>("a-b", 7, null),
  },
  { requiredKeys: [] },
)

describe("the Coach of importers", () => {
  it("answers a request that was read as the JSON that it was read from", () => {
    fc.assert(
      fc.property(json, (asked) => {
        const read = coach.readBilan(asked)
        const answer = coach.bilan(asked as unknown as BilanInput)
        if (Result.isFailure(read)) {
          assert.deepStrictEqual(answer, plainFailure(read.failure))
          return
        }
        const { warnings: _, ...expected } = Result.getOrThrow(answer)
        // What stays unknown, as a word of a card, is told of the request that was read, too.
        const { warnings: __, ...again } = Result.getOrThrow(coach.bilan(read.success))
        assert.deepStrictEqual(again, expected)
        assert.deepStrictEqual(Result.getOrThrow(coach.readBilan(read.success)), read.success)
      }),
    )
  })

  it("is made over edited tables, or tells their mistakes and files that no table has", () => {
    const own = Object.fromEntries(
      [...shippedSources()].filter(([file]) => offlineTableFiles.includes(file)),
    )
    const parts = { engineVersion: "own", shape }
    const made = Result.getOrThrow(makeCoachOver([], own, parts))
    const request = { residence: "FR", destinations: ["US"] }
    assert.deepStrictEqual(made.bilan(request), coach.bilan(request))
    const unknown = makeCoachOver([], { ...own, "coach/nothing.csv": "" }, parts)
    assert.deepStrictEqual(
      Result.isFailure(unknown) ? unknown.failure.map(({ file }) => file) : [],
      ["coach/nothing.csv"],
    )
    const alone = makeCoachOver([], {}, parts)
    assert.isAbove(Result.isFailure(alone) ? alone.failure.length : 0, 20)
  })
})
