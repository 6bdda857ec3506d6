import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { makeMemory } from "../../core/memory.ts"
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
