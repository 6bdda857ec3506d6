import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { makeIsoTime } from "../../../http/platform/iso-time.ts"
import { testSeed } from "../../support/random.ts"

const dayMs = 86_400_000

/** The times that a date can have lie within so many days of 1970. */
const anyTime = fc.integer({ min: -100_000_000 * dayMs, max: 100_000_000 * dayMs })

describe("a time in ISO 8601", () => {
  it("is what a date writes, whatever was written before it", () => {
    const holds = fc.property(fc.array(anyTime), fc.array(fc.integer()), (times, steps) => {
      const isoTime = makeIsoTime()
      const near = times.flatMap((time) => steps.map((step) => time + (step % 1_500)))
      for (const time of [...times, ...near]) {
        if (Number.isNaN(new Date(time).getTime())) continue
        assert.strictEqual(isoTime(time), new Date(time).toISOString())
      }
    })
    fc.assert(holds, { seed: testSeed("times in ISO 8601") })
    assert.strictEqual(makeIsoTime()(0), "1970-01-01T00:00:00.000Z")
  })
})
