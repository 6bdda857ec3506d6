import { assert, describe, it } from "@effect/vitest"
import type { LoadSeen } from "../../bench/http/load.ts"
import { type StrangersRecord, strangersProblems } from "./strangers/judge.ts"

describe("the judge of callers without a valid key", () => {
  const load: LoadSeen = {
    answered: 100,
    seconds: 1,
    statuses: { "200": 100 },
    leftOut: 0,
    p99MsOf: {},
    broken: 0,
    p50Ms: 2,
    p99Ms: 10,
    mostMs: 12,
  }
  const look = { outcome: "200", tookMs: 3 }
  const record: StrangersRecord = {
    before: load,
    beside: { ...load, p99Ms: 250 },
    strangers: { ...load, statuses: { "401": 100 } },
    newKeys: [look],
    open: [look],
    isTimed: true,
  }

  it("finds nothing wrong where all are answered in time", () => {
    assert.deepStrictEqual(strangersProblems(record), [])
  })

  it.each<readonly [string, Partial<StrangersRecord>]>([
    ["partners that are refused", { beside: { ...load, statuses: { "200": 99, "503": 1 } } }],
    ["partners that nobody answers", { before: { ...load, answered: 0, statuses: {} } }],
    ["partners whose connections break", { beside: { ...load, broken: 1 } }],
    ["partners that are slowed down", { beside: { ...load, p99Ms: 250.1 } }],
    ["a new key that is refused", { newKeys: [look, { ...look, outcome: "401 UNAUTHORIZED" }] }],
    ["a page that is not answered", { open: [{ ...look, outcome: "503" }] }],
    ["a stranger that is let in", { strangers: load }],
    ["strangers whose connections break", { strangers: { ...record.strangers, broken: 1 } }],
  ])("sees %s", (_, change) => {
    assert.lengthOf(strangersProblems({ ...record, ...change }), 1)
  })

  it("judges no time where none is to be judged", () => {
    const beside = { ...load, p99Ms: 1_000 }
    assert.deepStrictEqual(strangersProblems({ ...record, beside, isTimed: false }), [])
  })
})
