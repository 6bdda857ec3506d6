import { describe, expect, it } from "@effect/vitest"
import { judge } from "./crash/judge.ts"
import type { Asked, Intent, Sent } from "./crash/record.ts"
import type { Stored, StoredSale } from "./crash/stored.ts"
import { soundLedger } from "../support/sound-ledger.ts"

const day = 20_000
const nonce = "n".repeat(21) + "A"
const sessionId = `qs_${nonce}.${"m".repeat(42)}A`

const asked = (intent: Intent, ...sent: ReadonlyArray<Sent>): Asked => ({
  partnerCode: "acme",
  intent,
  sent,
})
const answered = (status: number, body: unknown = null): Sent => ({
  _tag: "Answered",
  status,
  body,
})
const unanswered: Sent = { _tag: "Unanswered" }

const mint = (version: number): Intent => ({ kind: "mint", sessionId, version })
const minted = (status: 200 | 201, updated = false, subscriptionId = "sub_1"): Sent =>
  answered(status, { subscriptionId, replayed: status === 200, updated })

const report = (status: "pending" | "cancelled", amountMinor: number): Intent => ({
  kind: "report",
  externalOrderId: "order",
  amountMinor,
  status,
})
const reported = (
  told: "created" | "updated" | "neither",
  [status, amount, commission]: readonly [string, number, number],
): Sent =>
  answered(200, {
    externalOrderId: "order",
    status,
    amount,
    commission,
    created: told === "created",
    updated: told === "updated",
  })

/** A log of clients: a session with two trips, a sale that grows and is cancelled, reads. */
const log: ReadonlyArray<Asked> = [
  asked({ kind: "price" }, unanswered, answered(200)),
  asked({ kind: "bilan" }, answered(502), answered(200)),
  asked(mint(1), minted(201)),
  asked(mint(2), unanswered, minted(200)),
  asked(report("pending", 11_000), answered(503), reported("created", ["pending", 110, 10])),
  asked(report("pending", 22_000), reported("updated", ["pending", 220, 20])),
  asked(report("cancelled", 22_000), unanswered, reported("neither", ["cancelled", 220, 0])),
]

const sale: StoredSale = {
  partnerCode: "acme",
  externalOrderId: "order",
  status: "cancelled",
  amountMinor: 22_000,
  commissionMinor: 2_000,
  booked: [
    "booking commission_expense pending 1000",
    "adjustment commission_expense pending 1000",
    "reversal pending commission_expense 2000",
  ],
}

const quota = {
  partnerCode: "acme",
  day,
  readsUsed: 3,
  writesUsed: 1,
  prices: 2,
  bilans: 1,
  links: 1,
}

/** What a database holds that agrees with it. */
const stored: Stored = {
  sessions: [{ partnerCode: "acme", nonce, subscriptionId: "sub_1" }],
  subscriptions: [{ partnerCode: "acme", subscriptionId: "sub_1", stage: "quoting", age: 2 }],
  sales: [sale],
  quotas: [quota],
  ledger: {
    journals: 3,
    sales: 1,
    records: 3,
    chainedSince: "2026-01-01T00:00:00.000Z",
    ...soundLedger,
  },
}

const found = (asked: ReadonlyArray<Asked>, held: Stored): ReadonlyArray<string> =>
  judge(asked, held, day).map(({ as, what }) => `${as}: ${what}`)

const session = `session acme/${nonce}`

/** The log with one entry in another's place. */
const logWith = (index: number, entry: Asked): ReadonlyArray<Asked> => log.with(index, entry)

describe("the judge of kills", () => {
  it("finds nothing where log and database agree", () => {
    expect(found(log, stored)).toEqual([])
  })

  it("takes what no answer came to at the end as done or not done", () => {
    const open = log.slice(0, 6).concat(asked(report("cancelled", 22_000), unanswered))
    const pending = { ...sale, status: "pending", booked: sale.booked.slice(0, 2) }
    expect(found(open, stored)).toEqual([])
    expect(found(open, { ...stored, sales: [pending] })).toEqual([])
  })

  it("does not count the day's reads on another day", () => {
    const reset = { ...quota, day: day + 1, readsUsed: 0, writesUsed: 0 }
    expect(found(log, { ...stored, quotas: [reset] })).toEqual([])
  })

  it.each<readonly [string, Partial<Stored>, string]>([
    ["a sale that is lost", { sales: [] }, "lost: order acme/order is not stored"],
    ["a sale that is there twice", { sales: [sale, sale] }, "doubled: order acme/order has 2 rows"],
    [
      "a status that is lost",
      { sales: [{ ...sale, status: "pending", booked: sale.booked.slice(0, 2) }] },
      "lost: order acme/order is stored as pending of 22000 earning 2000",
    ],
    [
      "a booking that is doubled",
      { sales: [{ ...sale, booked: [...sale.booked, "adjustment pending payable 1"] }] },
      "doubled: order acme/order is stored as",
    ],
    [
      "a sale that nobody reported",
      { sales: [sale, { ...sale, externalOrderId: "other" }] },
      "doubled: order acme/other was never reported",
    ],
    ["a session that is lost", { sessions: [] }, `lost: ${session} is not stored`],
    [
      "a subscription that is lost",
      { subscriptions: [] },
      `lost: ${session}: its subscription is not stored`,
    ],
    [
      "a subscription beside the one that was told of",
      {
        subscriptions: [
          ...stored.subscriptions,
          { partnerCode: "acme", subscriptionId: "sub_2", stage: "quoting", age: 2 },
        ],
      },
      "doubled: subscription sub_2 belongs to no session",
    ],
    [
      "a trip that is lost",
      { subscriptions: stored.subscriptions.map((one) => ({ ...one, age: 1 })) },
      `lost: ${session} holds trip 1, not 2`,
    ],
    [
      "a read that is not counted",
      { quotas: [{ ...quota, readsUsed: 1 }] },
      "lost: acme, reads: 1 counted of 2 acknowledged and 2 unknown",
    ],
    [
      "reads that nobody made",
      { quotas: [{ ...quota, prices: 3 }] },
      "doubled: acme, prices: 3 counted of 1 acknowledged and 1 unknown",
    ],
    [
      "a write that is charged twice",
      { quotas: [{ ...quota, links: 2 }] },
      "doubled: acme, links: 2 counted of 1 acknowledged and 0 unknown",
    ],
    [
      "a journal that does not balance",
      {
        ledger: { ...stored.ledger, unbalanced: [{ journalId: "1", entries: 1, totalMinor: "5" }] },
      },
      "wrong: journal 1 comes to 5",
    ],
    [
      "a record that is gone from its chain",
      {
        ledger: {
          ...stored.ledger,
          broken: [{ partnerCode: "acme", strand: 3, number: "2", fault: "missing" }],
        },
      },
      "lost: record 2 of acme in strand 3 is missing",
    ],
  ])("sees %s", (_, changes, finding) => {
    const findings = found(log, { ...stored, ...changes })
    expect(findings.filter((one) => one.startsWith(finding))).toHaveLength(1)
  })

  it.each<readonly [string, number, Asked, string]>([
    [
      "two answers that each made the subscription",
      2,
      asked(mint(1), minted(201), minted(201)),
      `doubled: ${session}, call 1: 2 answers of 201`,
    ],
    [
      "an answer of another subscription",
      3,
      asked(mint(2), minted(200, true, "sub_2")),
      `doubled: ${session} was told of subscriptions sub_1,sub_2`,
    ],
    [
      "a changed trip that no answer tells of, though each came",
      3,
      asked(mint(2), minted(200)),
      `lost: ${session}, call 2: 0 answers of a changed trip`,
    ],
    [
      "a report that is told as done twice",
      5,
      asked(
        report("pending", 22_000),
        reported("updated", ["pending", 220, 20]),
        reported("updated", ["pending", 220, 20]),
      ),
      "doubled: order acme/order, report 2: 2 answers of updated",
    ],
    [
      "an answer with another commission",
      5,
      asked(report("pending", 22_000), reported("updated", ["pending", 220, 10])),
      "wrong: order acme/order, report 2: told pending of 220 earning 10",
    ],
    [
      "a call that is refused",
      0,
      asked({ kind: "price" }, answered(401), answered(200)),
      "wrong: price was refused",
    ],
  ])("sees %s", (_, index, entry, finding) => {
    const findings = found(logWith(index, entry), stored)
    expect(findings.filter((one) => one.startsWith(finding))).toHaveLength(1)
  })
})
