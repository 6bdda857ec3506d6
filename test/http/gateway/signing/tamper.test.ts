import * as fc from "fast-check"
import { expect, it } from "vitest"
import { makeDraws } from "../../../../core/random/draws.ts"
import { prepareAuthenticate } from "../../../../http/gateway/authenticate.ts"
import { drawTampered } from "../../../torture/signatures/draw-tampered.ts"
import { judgeInProcess } from "../../../torture/signatures/in-process.ts"
import { times } from "../../../support/long.ts"
import { testSeed } from "../../../support/random.ts"
import { violationOf } from "../../../torture/signatures/tally.ts"
import { tampers } from "../../../torture/signatures/tampers.ts"
import { sourceOf } from "./vector-call.ts"

const now = 1_767_225_600
const keys = [
  {
    keyId: "ak_test_a",
    mode: "sandbox",
    secret: "first",
    previous: { secret: "before", validUntil: now + 60 },
  },
  { keyId: "ak_live_b", mode: "live", secret: "second" },
  {
    keyId: "ak_live_c",
    mode: "live",
    secret: "third",
    previous: { secret: "run out", validUntil: now },
  },
  { keyId: "ak_test_d", mode: "sandbox", secret: "fourth", revoked: true },
] as const

const authenticate = prepareAuthenticate(sourceOf(keys))

const keyring = {
  signers: [
    { keyId: "ak_test_a", secret: "first" },
    { keyId: "ak_test_a", secret: "before" },
    { keyId: "ak_live_b", secret: "second" },
  ],
  useless: [
    { keyId: "ak_live_c", secret: "run out" },
    { keyId: "ak_test_d", secret: "fourth" },
  ],
} as const

const runs = times(8_000, 24_000)

it(`accepts every genuine call and none of ${runs} tampered ones`, () => {
  const seed = testSeed("tampered calls")
  const rules = { keyring, nowSeconds: now, offSecondsMax: 300, isTrimmed: false }
  const seen = new Set<string>()
  const kinds = Object.keys(tampers).length
  fc.assert(
    fc.property(fc.integer(), fc.nat(kinds - 1), (drawn, index) => {
      const { original, ...tampered } = drawTampered(makeDraws(drawn), index, rules)
      expect(judgeInProcess(original, now, authenticate).letIn).toBe(true)
      const judged = { ...tampered, ...judgeInProcess(tampered.wire, now, authenticate) }
      seen.add(tampered.kind)
      expect(violationOf(judged)).toBeUndefined()
    }),
    { numRuns: runs, seed },
  )
  process.stdout.write(`tampered calls: ${runs}, ways: ${seen.size}\n`)
  expect(seen.size).toBe(kinds)
})
