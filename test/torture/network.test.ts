import { describe, expect, it } from "@effect/vitest"
import type { Shot } from "./network/calls.ts"
import { answerMaxMs, type Held, judgeAnswers, judgeHeld, judgeProbes } from "./network/judge.ts"

const shot = (changes: Partial<Shot>): Shot => ({
  kind: "conversion",
  id: "order-1",
  during: "reset to the database",
  tookMs: 10,
  outcome: "200",
  subscriptionId: null,
  ...changes,
})

const link = (changes: Partial<Shot> = {}): Shot =>
  shot({ kind: "live links", id: "qs_a.b", outcome: "201", subscriptionId: "sub_1", ...changes })

const held: Held = {
  sessions: [{ sessionId: "qs_a.b", subscriptionId: "sub_1" }],
  sales: [{ orderId: "order-1", bookings: 1 }],
  subscriptions: 1,
  liveSessions: 1,
  linksPaid: 1,
}

/** A log and a database that agree. */
const log = [
  shot({ outcome: "503 SERVICE_UNAVAILABLE" }),
  shot({}),
  link({ outcome: "504 QUOTE_CREATE_UNAVAILABLE", subscriptionId: null }),
  link({}),
  link({ outcome: "200" }),
]

describe("the judge of a network's faults", () => {
  it("finds nothing where all is well", () => {
    expect(judgeAnswers(log)).toEqual([])
    expect(judgeHeld(log, held)).toEqual([])
  })

  it.each([
    ["no answer", { outcome: null }],
    ["an answer that no document tells of", { outcome: "500 INTERNAL_ERROR" }],
    ["another call's answer", { outcome: "502 QUOTE_CREATE_FAILED" }],
    ["an answer that comes late", { tookMs: answerMaxMs + 1 }],
  ])("sees %s", (_, changes) => {
    expect(judgeAnswers([shot(changes)])).toHaveLength(1)
  })

  it.each<readonly [string, Partial<Held>]>([
    ["a report that is lost", { sales: [] }],
    ["a report that is booked twice", { sales: [{ orderId: "order-1", bookings: 2 }] }],
    ["two sales of one order", { sales: [...held.sales, ...held.sales] }],
    ["a sale of nobody", { sales: [...held.sales, { orderId: "order-2", bookings: 1 }] }],
    ["a link that is paid for twice", { linksPaid: 2 }],
    ["a subscription of nobody", { subscriptions: 2 }],
    [
      "another subscription than was answered",
      { sessions: [{ sessionId: "qs_a.b", subscriptionId: "sub_2" }] },
    ],
  ])("sees %s", (_, changes) => {
    expect(judgeHeld(log, { ...held, ...changes })).toHaveLength(1)
  })

  it("sees a link that is lost and one that was made twice", () => {
    expect(judgeHeld(log, { ...held, sessions: [], linksPaid: 0 })).not.toEqual([])
    expect(judgeHeld([...log, link({})], held)).toEqual(["the session qs_a.b was made 2 times"])
  })

  it("forgives what fails within the time to recover, and nothing after", () => {
    const probe = { during: "reset", recoveryMaxMs: 5_000, failed: ["meta 503"] }
    expect(judgeProbes([{ ...probe, afterMs: 4_999 }])).toEqual([])
    expect(judgeProbes([{ ...probe, afterMs: 5_000 }])).toHaveLength(1)
    expect(judgeProbes([{ ...probe, afterMs: 9_000, failed: [] }])).toEqual([])
  })
})
