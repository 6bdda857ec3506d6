import { prepareArgumentGuards } from "../../../rules/coach/arguments/argument-guards.ts"
import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import * as Result from "effect/Result"
import { watchedLimits } from "../../../.config/packed-modules.ts"
import { shapeOf } from "../../../core/fields/shape-of.ts"
import { bilanBody } from "../../../rules/coach/bilan-body.ts"
import { prepareCoachPieces } from "../../../rules/coach/coach-pieces.ts"
import { coachOver } from "../../../rules/offline/coach.ts"
import { limitsOf } from "../../../rules/reference/limits.ts"
import { anyRequest } from "../../rules/coach/support.ts"
import { testSeed } from "../../support/random.ts"
import { shippedTables } from "../../support/tables.ts"

const shape = shapeOf(bilanBody(limitsOf(shippedTables)))

describe("the limits of the package", () => {
  it("are those that bilans are prepared with, and nothing reads another as it answers", () => {
    const prepared = watchedLimits(shippedTables)
    prepareCoachPieces(prepared.tables, prepareArgumentGuards)
    const { read, tables } = watchedLimits(shippedTables)
    const coach = coachOver(tables, { engineVersion: "own", shape, today: "2026-11-29" })
    fc.assert(
      fc.property(anyRequest, (request) => {
        const answer = coach.bilan(request)
        assert.strictEqual(coach.explainBilan(request)._tag, answer._tag)
        coach.requestWarnings(request)
      }),
      { seed: testSeed("packed limits"), numRuns: 200 },
    )
    Result.getOrThrow(coach.cards({ country: "FR" }))
    assert.deepStrictEqual([...read].sort(), [...prepared.read].sort())
    assert.include([...prepared.read], "long_trip_days")
    assert.notInclude([...prepared.read], "live_reads_per_day")
  })
})
