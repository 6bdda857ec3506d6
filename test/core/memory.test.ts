import { inspect } from "node:util"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { makeMemory, makeSharing } from "../../core/memory.ts"
import { testSeed } from "../support/random.ts"

describe("a memory", () => {
  it("computes again only what was made before as many others as it keeps", () => {
    const keys = fc.array(fc.nat(12), { maxLength: 200 })
    const holds = fc.property(fc.integer({ min: 1, max: 9 }), keys, (entriesMax, asked) => {
      const memory = makeMemory<number, string>(entriesMax)
      let kept: ReadonlyArray<number> = []
      for (const key of asked) {
        let computed = false
        const answer = memory.get(key, () => {
          computed = true
          return `answer ${key}`
        })
        expect(answer).toBe(`answer ${key}`)
        expect(computed).toBe(!kept.includes(key))
        if (computed) kept = [...kept, key].slice(-entriesMax)
      }
    })
    fc.assert(holds, { numRuns: 500, seed: testSeed("memories") })
  })

  it("keeps answers that are undefined, and others beside them", () => {
    const memory = makeMemory<string, number | undefined>(2)
    const computed: Array<string> = []
    const ask = (key: string, answer: number | undefined) =>
      memory.get(key, () => {
        computed.push(key)
        return answer
      })
    for (let time = 0; time < 3; time += 1) {
      expect(ask("none", undefined)).toBeUndefined()
      expect(ask("one", 1)).toBe(1)
    }
    expect(computed).toEqual(["none", "one"])
  })
})

describe("sharing", () => {
  const leaf = fc.oneof(
    fc.constantFrom("", "a", "a,b", '"', "#0", "-0", "1"),
    fc.integer({ min: -1, max: 1 }),
    fc.constantFrom(-0, null, true, undefined, 1n, Number.NaN),
  )
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      leaf,
      fc.array(tie("value"), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom("a", "b", "a:b"), tie("value"), {
        maxKeys: 3,
        noNullPrototype: true,
      }),
    ),
  }))

  /** All objects and lists in a structure, itself among them. */
  const partsOf = (of: unknown): ReadonlyArray<object> =>
    typeof of === "object" && of !== null ? [of, ...Object.values(of).flatMap(partsOf)] : []

  it("gives back what it was given, in which no two parts are equal and apart", () => {
    const holds = fc.property(fc.array(value, { minLength: 1, maxLength: 12 }), (given) => {
      const share = makeSharing()
      const shared = given.map((each) => share(each))
      expect(shared).toStrictEqual(given)
      // In the order of their names, too: what is written of them stays the same.
      const parts = [...new Set(shared.flatMap(partsOf))].map((part) => inspect(part, { depth: 9 }))
      expect(new Set(parts).size).toBe(parts.length)
    })
    fc.assert(holds, { numRuns: 200, seed: testSeed("sharing") })
  })

  it("leaves alone what is no plain object and no list", () => {
    const share = makeSharing()
    const day = new Date(0)
    expect(share({ day }).day).toBe(day)
    expect(share(day)).toBe(day)
  })
})
