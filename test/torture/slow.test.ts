import { assert, describe, it } from "@effect/vitest"
import { quietLoad } from "./quiet-load.ts"
import { type FormsRecord, formsProblems } from "./half-sent.ts"
import { clientPorts } from "./slow/held-connections.ts"
import { type SlowRecord, slowProblems } from "./slow/judge.ts"
import { type GreedRecord, greedProblems } from "./slow/greedy.ts"
import type { SlowEnd } from "./slow/slow-clients.ts"

describe("the judge of slow clients", () => {
  const end: SlowEnd = { slowness: "head", lastedMs: 10_500, told: "HTTP/1.1 408 Request Timeout" }
  const record: SlowRecord = {
    ends: [end, { slowness: "reading", lastedMs: 31_000, told: "" }],
    before: quietLoad,
    during: { ...quietLoad, p99Ms: 20 },
    lastsMaxMs: { head: 15_000, body: 15_000, reading: 40_000 },
    isTimed: true,
  }

  it("finds nothing wrong with twice the time and clients that are cut off", () => {
    assert.deepStrictEqual(slowProblems(record), [])
  })

  it.each<readonly [string, Partial<SlowRecord>]>([
    ["a client that was let be", { ends: [{ ...end, lastedMs: null }] }],
    ["a client that was let be too long", { ends: [{ ...end, lastedMs: 15_001 }] }],
    ["a client that was not told why", { ends: [{ ...end, told: "" }] }],
    ["others that are slowed down", { during: { ...quietLoad, p99Ms: 20.1 } }],
    ["others that are refused", { during: { ...quietLoad, statuses: { "200": 99, "503": 1 } } }],
    ["others whose connections break", { during: { ...quietLoad, broken: 1 } }],
    ["others that nobody answers", { during: { ...quietLoad, answered: 0, statuses: {} } }],
  ])("sees %s", (_, change) => {
    assert.lengthOf(slowProblems({ ...record, ...change }), 1)
  })

  it("judges no time where none is to be judged", () => {
    const during = { ...quietLoad, p99Ms: 1_000 }
    assert.deepStrictEqual(slowProblems({ ...record, during, isTimed: false }), [])
  })
})

describe("the system's table of connections", () => {
  it("tells which clients a server holds", () => {
    const table = `  sl  local_address rem_address   st tx_queue rx_queue
   0: 0100007F:1F90 00000000:0000 0A 00000000:00000000
   1: 0100007F:1F90 0100007F:C001 01 00000000:00000000
   2: 0100007F:1F90 0100007F:C002 04 00000000:00000000
   3: 0100007F:1F91 0100007F:C003 01 00000000:00000000`
    assert.deepStrictEqual([...clientPorts(table, 0x1f90)], [0xc001])
  })
})

describe("the judge of greedy clients", () => {
  const record: GreedRecord = {
    greed: { clients: 10, rounds: 10, afterMs: 0 },
    others: quietLoad,
    before: 200,
    most: 400,
    after: 230,
    isTimed: true,
  }

  it("finds nothing wrong with bounded memory that is given back", () => {
    assert.deepStrictEqual(greedProblems(record), [])
  })

  it.each<readonly [string, Partial<GreedRecord>]>([
    ["memory that grows too much", { most: 401 }],
    ["memory that is not given back", { after: 231 }],
    ["others that are refused", { others: { ...record.others, statuses: { "503": 100 } } }],
  ])("sees %s", (_, change) => {
    assert.lengthOf(greedProblems({ ...record, ...change }), 1)
  })

  it("judges no memory where none is to be judged", () => {
    assert.deepStrictEqual(greedProblems({ ...record, most: 900, after: 900, isTimed: false }), [])
  })
})

describe("the judge of half-sent forms", () => {
  const record: FormsRecord = {
    manner: "stay",
    begun: 9,
    meanwhile: ["200", "303"],
    after: ["200", "303"],
    told: ["HTTP/1.1 408 Request Timeout"],
  }

  it("finds nothing wrong where others are answered and senders are told", () => {
    assert.deepStrictEqual(formsProblems(record), [])
  })

  it.each<readonly [string, Partial<FormsRecord>]>([
    ["a page that is refused meanwhile", { meanwhile: ["200", "503"] }],
    ["a page that never comes meanwhile", { meanwhile: ["not at all"] }],
    ["a page that never comes afterwards", { after: ["not at all"] }],
    ["a form that was cut off without a word", { told: [""] }],
    ["a form that was taken", { told: ["HTTP/1.1 303 See Other"] }],
    ["a siege that was none", { begun: 0 }],
    ["nobody who looked", { meanwhile: [] }],
  ])("sees %s", (_, change) => {
    assert.lengthOf(formsProblems({ ...record, ...change }), 1)
  })
})
