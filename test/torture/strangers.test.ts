import { assert, describe, it } from "@effect/vitest"
import { quietLoad } from "./quiet-load.ts"
import { type StrangersRecord, strangersProblems } from "./strangers/judge.ts"

describe("the judge of callers without a valid key", () => {
  const look = { outcome: "200", tookMs: 3 }
  const record: StrangersRecord = {
    before: quietLoad,
    beside: { ...quietLoad, p99Ms: 250 },
    strangers: { ...quietLoad, statuses: { "401": 100 } },
    newKeys: [look],
    open: [look],
    isTimed: true,
  }

  it("finds nothing wrong where all are answered in time", () => {
    assert.deepStrictEqual(strangersProblems(record), [])
  })

  it.each<readonly [string, Partial<StrangersRecord>]>([
    ["partners that are refused", { beside: { ...quietLoad, statuses: { "200": 99, "503": 1 } } }],
    ["partners that nobody answers", { before: { ...quietLoad, answered: 0, statuses: {} } }],
    ["partners whose connections break", { beside: { ...quietLoad, broken: 1 } }],
    ["partners that are slowed down", { beside: { ...quietLoad, p99Ms: 250.1 } }],
    ["a new key that is refused", { newKeys: [look, { ...look, outcome: "401 UNAUTHORIZED" }] }],
    ["a page that is not answered", { open: [{ ...look, outcome: "503" }] }],
    ["a stranger that is let in", { strangers: quietLoad }],
    ["strangers whose connections break", { strangers: { ...record.strangers, broken: 1 } }],
  ])("sees %s", (_, change) => {
    assert.lengthOf(strangersProblems({ ...record, ...change }), 1)
  })

  it("judges no time where none is to be judged", () => {
    const beside = { ...quietLoad, p99Ms: 1_000 }
    assert.deepStrictEqual(strangersProblems({ ...record, beside, isTimed: false }), [])
  })
})
