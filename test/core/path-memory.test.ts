import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { makePathMemory } from "../../core/path-memory.ts"
import { testSeed } from "../support/random.ts"

describe("a memory by paths", () => {
  it("computes each path once until it is full, and begins anew with the next", () => {
    const path = fc.array(fc.constantFrom("a", "b", "ab", undefined), { maxLength: 4 })
    const paths = fc.array(path, { maxLength: 200 })
    const holds = fc.property(fc.integer({ min: 1, max: 30 }), paths, (entriesMax, asked) => {
      const memory = makePathMemory<string | undefined, string>(entriesMax)
      const kept = new Set<string>()
      for (const each of asked) {
        const name = JSON.stringify(each)
        let computed = false
        const answer = memory.get(each, () => {
          computed = true
          return `answer ${name}`
        })
        expect(answer).toBe(`answer ${name}`)
        expect(computed).toBe(!kept.has(name))
        if (computed && kept.size >= entriesMax) kept.clear()
        kept.add(name)
      }
    })
    fc.assert(holds, { numRuns: 500, seed: testSeed("memories by paths") })
  })

  it("keeps answers that are undefined", () => {
    const memory = makePathMemory<string, number | undefined>(1)
    let computed = 0
    const ask = () =>
      memory.get(["a", "b"], () => {
        computed += 1
        return undefined
      })
    expect([ask(), ask(), ask()]).toEqual([undefined, undefined, undefined])
    expect(computed).toBe(1)
  })

  it("keeps nothing of an answer that could not be computed", () => {
    const memory = makePathMemory<string, number>(1)
    const fails = () => {
      throw new Error("not now")
    }
    expect(() => memory.get(["a"], fails)).toThrow("not now")
    expect(memory.get(["a"], () => 1)).toBe(1)
    expect(memory.get(["a"], fails)).toBe(1)
  })
})
