import { assert, describe, it } from "@effect/vitest"
import type { LoadSeen } from "../../bench/http/load.ts"
import {
  type LoadRecord,
  overloadProblems,
  recoveredAfterMs,
  steadyProblems,
} from "./load/judge.ts"

describe("the judge of load", () => {
  const usual: LoadSeen = {
    answered: 100,
    seconds: 1,
    statuses: { "200": 100 },
    leftOut: 0,
    p99MsOf: { "200": 10 },
    broken: 0,
    p50Ms: 2,
    p99Ms: 50,
    mostMs: 12,
  }
  const late: LoadSeen = { ...usual, p99Ms: 50.1 }
  const refused: LoadSeen = { ...usual, statuses: { "200": 99, "503": 1 } }
  const mixed: LoadSeen = { ...usual, statuses: { "200": 50, "429": 10, "503": 40 } }
  const record: LoadRecord = {
    steady: usual,
    steadyDisk: { tookMs: [0.2], durationMs: 600_000 },
    steadyMegabytes: [100, 150, 150, 150, 150, 172],
    capacity: 100,
    overload: mixed,
    overloadMegabytes: [150, 200, 200],
    afterwards: [mixed, usual, usual],
    lookMs: 500,
    afterwardsDisk: { tookMs: [0.2], durationMs: 10_000 },
    isTimed: true,
  }

  it("finds nothing wrong with steady answers, some turned away, and a server that is itself again", () => {
    assert.deepStrictEqual(steadyProblems(record), [])
    assert.deepStrictEqual(overloadProblems(record), [])
    assert.strictEqual(recoveredAfterMs(record), 1_000)
  })

  it.each<readonly [string, Partial<LoadRecord>]>([
    ["a call that was refused", { steady: refused }],
    ["calls that nobody answered", { steady: { ...usual, answered: 0, statuses: {} } }],
    ["connections that broke", { steady: { ...usual, broken: 1 } }],
    ["answers that come late", { steady: late }],
    ["memory that goes on growing", { steadyMegabytes: [100, 150, 150, 150, 150, 173] }],
  ])("sees %s under steady load", (_, change) => {
    assert.lengthOf(steadyProblems({ ...record, ...change }), 1)
  })

  it.each<readonly [string, Partial<LoadRecord>]>([
    [
      "answers that nobody expects",
      { overload: { ...mixed, statuses: { ...mixed.statuses, "500": 1 } } },
    ],
    ["connections that broke", { overload: { ...mixed, broken: 1 } }],
    ["that nobody was answered", { overload: { ...mixed, statuses: { "503": 100 } } }],
    ["that it was not too much", { overload: usual }],
    ["a server that stays slow", { afterwards: [usual, late] }],
    ["a server that goes on turning away", { afterwards: [usual, refused] }],
    [
      "a server that takes long to be itself",
      { afterwards: [...Array.from({ length: 10 }, () => mixed), usual] },
    ],
    ["a server that nobody looked at", { afterwards: [] }],
    ["memory that goes on growing", { overloadMegabytes: [100, 200, 231] }],
  ])("sees %s with too much to do", (_, change) => {
    assert.lengthOf(overloadProblems({ ...record, ...change }), 1)
  })

  it("tells what each look came to of a server that is not itself again", () => {
    assert.deepStrictEqual(overloadProblems({ ...record, afterwards: [refused, late] }), [
      'not usual again: {"200":99,"503":1} p99 50.0 ms, {"200":100} p99 50.1 ms',
    ])
  })

  it("judges no time and no memory where none is to be judged", () => {
    const untimed = { ...record, isTimed: false, steady: late, afterwards: [late] }
    const grown = { steadyMegabytes: [1, 1, 9], overloadMegabytes: [1, 1, 9] }
    assert.deepStrictEqual(steadyProblems({ ...untimed, ...grown }), [])
    assert.deepStrictEqual(overloadProblems({ ...untimed, ...grown }), [])
  })
})
