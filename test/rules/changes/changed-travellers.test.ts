import { assert, describe, it } from "@effect/vitest"
import { type ChangedTraveller, mostChanged } from "../../../rules/changes/changed-travellers.ts"
import { situations } from "../../../rules/corpus/generate.ts"
import { shippedTables } from "../../support/tables.ts"

const [situation] = situations(shippedTables, 1, 1)

const traveller = (
  origin: "case" | "generated",
  weight: number,
  place: number,
): ChangedTraveller => {
  if (situation === undefined) throw new Error("no situation")
  const about = { price: null, gained: [], lost: [], moved: 0, otherFields: 0 }
  return { situation: { ...situation, origin }, place, weight, ...about }
}

describe("the travellers that change most", () => {
  it("are own cases first, then the heaviest, then those that come first", () => {
    const heavy = traveller("generated", 900, 4)
    const early = traveller("generated", 900, 2)
    const light = traveller("case", 1, 9)
    const other = traveller("case", 5, 8)
    assert.deepStrictEqual(mostChanged([heavy, light, early, other]), [other, light, early, heavy])
  })
})
