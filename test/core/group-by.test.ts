import { assert, it } from "@effect/vitest"
import * as fc from "fast-check"
import { groupBy } from "../../core/group-by.ts"
import { testSeed } from "../support/random.ts"

it("groupBy() groups as newer versions of Node do, in the same order", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -9, max: 9 })), (counts) => {
      const keyOf = (count: number) => count % 4
      assert.deepStrictEqual([...groupBy(counts.values(), keyOf)], [...Map.groupBy(counts, keyOf)])
    }),
    { seed: testSeed("groups") },
  )
})
