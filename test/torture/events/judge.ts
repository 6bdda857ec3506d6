import type { Finding } from "../crash/finding.ts"

/** An event that a receiver got, and whether it took it. */
export interface Receipt {
  readonly endpoint: string
  readonly eventId: string
  readonly body: string
  readonly isSigned: boolean
  readonly isTaken: boolean
}

/** An event that the database holds. */
export interface StoredEvent {
  readonly eventId: string
  readonly body: string
  /** The sale that it tells of; null for what concerns none, such as a further endpoint. */
  readonly order: string | null
  readonly deliveries: ReadonlyArray<{ readonly endpoint: string; readonly state: string }>
}

/** What the database holds once all is over. */
export interface StoredEvents {
  /** Order ids of sales that have validated themselves. */
  readonly validated: ReadonlyArray<string>
  readonly events: ReadonlyArray<StoredEvent>
}

/** Each validated sale is told by one event, and no other sale is. */
const judgeOutbox = ({ events, validated }: StoredEvents): ReadonlyArray<Finding> => {
  const told = new Map<string, number>()
  for (const { order } of events) {
    if (order !== null) told.set(order, (told.get(order) ?? 0) + 1)
  }
  return [
    ...validated
      .filter((order) => !told.has(order))
      .map((order): Finding => ({ as: "lost", what: `sale ${order} is told by no event` })),
    ...[...told]
      .filter(([order, times]) => times > 1 || !validated.includes(order))
      .map(([order, times]): Finding => ({
        as: "doubled",
        what: `sale ${order} is told by ${times} events`,
      })),
  ]
}

/** What was taken is delivered, and what is delivered was taken. */
const judgeDeliveries = (
  { events }: StoredEvents,
  receipts: ReadonlyArray<Receipt>,
): ReadonlyArray<Finding> => {
  const taken = new Set(
    receipts.filter(({ isTaken }) => isTaken).map((one) => `${one.endpoint} ${one.eventId}`),
  )
  return events.flatMap(({ deliveries, eventId }) =>
    deliveries.flatMap(({ endpoint, state }): ReadonlyArray<Finding> => {
      if (state !== "delivered") {
        return [{ as: "lost", what: `event ${eventId} for ${endpoint} is ${state}` }]
      }
      return taken.has(`${endpoint} ${eventId}`)
        ? []
        : [{ as: "lost", what: `event ${eventId} counts as delivered to ${endpoint}` }]
    }),
  )
}

/** Nothing is invented: each receipt is signed, and is an event that happened, to the byte. */
const judgeReceipts = (
  { events }: StoredEvents,
  receipts: ReadonlyArray<Receipt>,
): ReadonlyArray<Finding> => {
  const bodies = new Map(events.map(({ body, eventId }) => [eventId, body]))
  return receipts.flatMap(({ body, eventId, isSigned }): ReadonlyArray<Finding> => {
    if (!isSigned) return [{ as: "wrong", what: `event ${eventId} came without a signature` }]
    if (!bodies.has(eventId)) return [{ as: "doubled", what: `event ${eventId} never happened` }]
    return bodies.get(eventId) === body
      ? []
      : [{ as: "wrong", what: `event ${eventId} came with another body` }]
  })
}

/** An endpoint gets an event again and again until that is settled, and only then the next one. */
const judgeOrder = (receipts: ReadonlyArray<Receipt>): ReadonlyArray<Finding> => {
  const over = new Map<string, Set<string>>()
  const last = new Map<string, string>()
  const findings: Array<Finding> = []
  for (const { endpoint, eventId } of receipts) {
    const before = last.get(endpoint)
    const past = over.get(endpoint) ?? new Set<string>()
    if (before !== undefined && before !== eventId) past.add(before)
    if (past.has(eventId)) {
      findings.push({ as: "wrong", what: `event ${eventId} came to ${endpoint} out of its turn` })
    }
    over.set(endpoint, past)
    last.set(endpoint, eventId)
  }
  return findings
}

/** Holds what receivers got against what the database holds, once nothing waits any more. */
export const judgeEvents = (
  stored: StoredEvents,
  receipts: ReadonlyArray<Receipt>,
): ReadonlyArray<Finding> => [
  ...judgeOutbox(stored),
  ...judgeDeliveries(stored, receipts),
  ...judgeReceipts(stored, receipts),
  ...judgeOrder(receipts),
]
