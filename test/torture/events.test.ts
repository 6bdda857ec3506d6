import { describe, expect, it } from "@effect/vitest"
import { judgeEvents, type Receipt, type StoredEvents } from "./events/judge.ts"

const receipt = (eventId: string, changes: Partial<Receipt> = {}): Receipt => ({
  endpoint: "a",
  eventId,
  body: eventId,
  isSigned: true,
  isTaken: true,
  ...changes,
})

const event = (eventId: string, order: string | null) => ({
  eventId,
  body: eventId,
  order,
  deliveries: [{ endpoint: "a", state: "delivered" }],
})

const stored: StoredEvents = {
  validated: ["1", "2"],
  events: [event("x", "1"), event("y", "2")],
}

const receipts = [receipt("x", { isTaken: false }), receipt("x"), receipt("x"), receipt("y")]

const found = (held: StoredEvents, got: ReadonlyArray<Receipt>) =>
  judgeEvents(held, got).map(({ as, what }) => `${as}: ${what}`)

describe("the judge of events", () => {
  it("finds nothing where each came at least once, and in its turn", () => {
    expect(found(stored, receipts)).toEqual([])
  })

  it("counts no sale of what concerns none, and still wants it told", () => {
    const others = [event("v", null), event("w", null)]
    const held = { ...stored, events: [...others, ...stored.events] }
    expect(found(held, [receipt("v"), receipt("w"), ...receipts])).toEqual([])
    expect(found(held, [receipt("w"), ...receipts])).toEqual([
      "lost: event v counts as delivered to a",
    ])
  })

  it.each<readonly [string, Partial<StoredEvents>, ReadonlyArray<Receipt>, string]>([
    [
      "a sale that nobody is told of",
      { validated: ["1", "2", "3"] },
      receipts,
      "lost: sale 3 is told by no event",
    ],
    [
      "an event of a sale that is not validated",
      { validated: ["1"] },
      receipts,
      "doubled: sale 2 is told by 1 events",
    ],
    [
      "a sale that is told twice",
      { events: [...stored.events, event("z", "2")] },
      [...receipts, receipt("z")],
      "doubled: sale 2 is told by 2 events",
    ],
    [
      "an event that counts as delivered and was not taken",
      {},
      receipts.slice(0, 3),
      "lost: event y counts as delivered to a",
    ],
    [
      "an event that still waits",
      {
        events: [
          event("x", "1"),
          { ...event("y", "2"), deliveries: [{ endpoint: "a", state: "waiting" }] },
        ],
      },
      receipts,
      "lost: event y for a is waiting",
    ],
    [
      "an event that never happened",
      {},
      [...receipts, receipt("z")],
      "doubled: event z never happened",
    ],
    [
      "another body",
      {},
      [...receipts, receipt("y", { body: "else" })],
      "wrong: event y came with another body",
    ],
    [
      "a signature that does not hold",
      {},
      [...receipts, receipt("y", { isSigned: false })],
      "wrong: event y came without a signature",
    ],
    [
      "an event that comes again after the next one",
      {},
      [...receipts, receipt("x")],
      "wrong: event x came to a out of its turn",
    ],
  ])("sees %s", (_, changes, got, finding) => {
    expect(found({ ...stored, ...changes }, got)).toEqual([finding])
  })
})
