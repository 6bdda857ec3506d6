import { describe, expect, it } from "@effect/vitest"
import * as fc from "fast-check"
import { base32, codeOfStep, stepOfCode } from "../../../http/platform/one-time-code.ts"
import { secretBytes } from "../../support/console-session.ts"
import { times } from "../../support/long.ts"

const secret = new TextEncoder().encode("12345678901234567890")

describe("six-digit codes", () => {
  // RFC 6238, appendix B, SHA-1; its last six digits of eight.
  it.each([
    [59, "287082"],
    [1111111109, "081804"],
    [1111111111, "050471"],
    [1234567890, "005924"],
    [2000000000, "279037"],
    [20000000000, "353130"],
  ])("are those of the standard at second %i", (seconds, code) => {
    expect(codeOfStep(secret, Math.floor(seconds / 30))).toBe(code)
  })

  it("hold from one step before to one after, and never in a step that was used", () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 20, maxLength: 20 }),
        fc.integer({ min: 100, max: 2 ** 32 }),
        fc.integer({ min: -3, max: 3 }),
        fc.integer({ min: -3, max: 3 }),
        (key, step, away, used) => {
          const lastStep = step + used
          const code = codeOfStep(key, step + away)
          const found = stepOfCode(key, code, { lastStep, nowSeconds: step * 30 + 7 })
          const holds = Math.abs(away) <= 1 && step + away > lastStep
          // Another step may have the same code, once in a million.
          if (found !== undefined) expect(codeOfStep(key, found)).toBe(code)
          if (holds) expect(found).toBeDefined()
          if (found !== undefined) expect(found).toBeGreaterThan(lastStep)
        },
      ),
      { numRuns: times(200, 5_000) },
    )
  })

  it("are read from base 32 as they were written", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 20, maxLength: 20 }), (key) => {
        expect(Buffer.from(secretBytes(base32(key)))).toEqual(Buffer.from(key))
      }),
      { numRuns: times(100, 1_000) },
    )
  })
})
