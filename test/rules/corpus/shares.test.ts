import { assert, describe, it } from "@effect/vitest"
import { makeDraws } from "../../../core/random/draws.ts"
import { evenly, fromTo, weighted, weightedBy } from "../../../rules/corpus/generate.ts"
import { testSeed } from "../../support/random.ts"

const row = (name: string, weight: number, key: string | null = null) => ({ name, weight, key })

describe("weighted()", () => {
  it("gives each row its part of the whole numbers below the sum, in the order of the rows", () => {
    const share = weighted([row("a", 2), row("none", 0), row("b", 1)])
    const drawn = [0, 1, 2].map((part) => share({ ...makeDraws(0), below: () => part })?.name)
    assert.deepStrictEqual(drawn, ["a", "a", "b"])
  })

  it("asks for a number below the sum of the weights, once", () => {
    const bounds: Array<number> = []
    const below = (bound: number): number => {
      bounds.push(bound)
      return 0
    }
    weighted([row("a", 1_000_000), row("b", 7)])({ ...makeDraws(0), below })
    assert.deepStrictEqual(bounds, [1_000_007])
  })

  it("draws rows about as often as declared, and never one of weight 0", () => {
    const share = weighted([row("a", 70), row("never", 0), row("b", 25), row("c", 5)])
    const draws = makeDraws(testSeed("weighted"))
    const drawn = Array.from({ length: 10_000 }, () => share(draws)?.name)
    const count = (name: string): number => drawn.filter((each) => each === name).length
    assert.strictEqual(count("never"), 0)
    assert.approximately(count("a"), 7_000, 300)
    assert.approximately(count("b"), 2_500, 280)
    assert.approximately(count("c"), 500, 140)
  })

  it("draws nothing where every weight is 0", () => {
    assert.isUndefined(weighted([row("a", 0)])(makeDraws(1)))
    assert.isUndefined(evenly([])(makeDraws(1)))
  })
})

describe("weightedBy()", () => {
  it("draws among the rows of a key alone, and among those without a key for any other", () => {
    const share = weightedBy([row("french", 1, "FR"), row("other", 1)], ({ key }) => key)
    assert.strictEqual(share("FR")(makeDraws(1))?.name, "french")
    assert.strictEqual(share("DE")(makeDraws(1))?.name, "other")
    assert.isUndefined(weightedBy([row("a", 1, "FR")], ({ key }) => key)("DE")(makeDraws(1)))
  })
})

it("fromTo() includes both ends, and keeps to the first where they are the wrong way round", () => {
  const draws = makeDraws(1)
  const drawn = new Set(Array.from({ length: 50 }, () => fromTo(draws, 4, 5)))
  assert.deepStrictEqual([...drawn].sort(), [4, 5])
  assert.strictEqual(fromTo(draws, 7, 6), 7)
})
