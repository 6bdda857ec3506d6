import { setTimeout as delay } from "node:timers/promises"
import { type Choices, makeChoices } from "../../support/random.ts"
import type { SaleStatus } from "../../../rules/sales/sale-record.ts"
import type { StageKey } from "../stage.ts"
import { type Asked, type Intent, isAcknowledged, isRefused, type Sent } from "./record.ts"
import { sendOnce } from "./sending.ts"

/** A partner whose server asks: its key and the ref that its sales carry. */
export interface Caller {
  readonly key: StageKey
  readonly ref: string
}

/** What clients share: where the service is, and what they tell of it. */
export interface Field {
  readonly ports: ReadonlyArray<number>
  /** Sends are given up after this moment (`Date.now()`); an intent may then stay open. */
  readonly giveUpAtMs: () => number
  readonly isStopping: () => boolean
  /** Hears of each acknowledged write: the port that answered, and when it was sent. */
  readonly onWritten: (port: number, sentAtMs: number) => void
}

/** Sessions and orders that a client goes back to. */
const keptMax = 8

/** How often an intent is sent twice at once, over two connections. */
const twinShare = 0.2

/** The longest pause before something is sent again, and between one thing and the next. */
const retryPauseMaxMs = 150
const pauseMaxMs = 20

const statuses: readonly [SaleStatus, ...ReadonlyArray<SaleStatus>] = [
  "pending",
  "pending",
  "validated",
  "cancelled",
]

/** What a client has begun and may go on with. */
interface Begun {
  readonly sessions: Array<{ readonly sessionId: string; version: number }>
  readonly orders: Array<string>
}

const oldestAge = 120

const drawMint = (choices: Choices, begun: Begun): Intent | undefined => {
  const session = begun.sessions[choices.integer(0, keptMax - 1)]
  if (session === undefined) return undefined
  if (choices.chance(0.4)) session.version = (session.version + 1) % oldestAge
  return { kind: "mint", ...session }
}

const drawReport = (choices: Choices, begun: Begun, freshOrder: () => string): Intent => {
  const known = choices.chance(0.6) ? begun.orders[choices.integer(0, keptMax - 1)] : undefined
  const externalOrderId = known ?? freshOrder()
  if (known === undefined) begun.orders.unshift(externalOrderId)
  begun.orders.splice(keptMax)
  const amountMinor = choices.integer(0, 40) * 550
  return { kind: "report", externalOrderId, amountMinor, status: choices.pick(statuses) }
}

const sessionIn = (sent: ReadonlyArray<Sent>): string | undefined => {
  const answer = sent.find(isAcknowledged)
  return (answer?.body as { readonly sessionId?: string } | null | undefined)?.sessionId
}

/**
 * One client of a partner, which does one thing after another until it shall stop. Like a careful
 * partner it asks again, under the same session or order id, until it has an answer, and only then
 * goes on with that session or order; now and then it asks twice at once.
 */
export const runClient = async (
  seed: number,
  name: string,
  { key, ref }: Caller,
  field: Field,
  log: Array<Asked>,
): Promise<void> => {
  const choices = makeChoices(seed)
  const begun: Begun = { sessions: [], orders: [] }
  let orders = 0
  const freshOrder = (): string => {
    orders += 1
    return `${name}-${orders}`
  }

  const drawIntent = (): Intent => {
    const kind = choices.integer(1, 10)
    if (kind <= 1) return { kind: "price" }
    if (kind <= 3) return { kind: "bilan" }
    if (kind <= 6) return drawMint(choices, begun) ?? { kind: "price" }
    return drawReport(choices, begun, freshOrder)
  }

  const sendUntilAnswered = async (intent: Intent, sent: Array<Sent>, first: number) => {
    const { giveUpAtMs, onWritten, ports } = field
    for (let attempt = first; ; attempt += 1) {
      const port = ports[attempt % ports.length] ?? 0
      const sentAtMs = performance.now()
      const outcome = await sendOnce(port, key, ref, intent)
      sent.push(outcome)
      if (isAcknowledged(outcome)) {
        if (intent.kind === "mint" || intent.kind === "report") onWritten(port, sentAtMs)
        return
      }
      if (isRefused(outcome) || Date.now() > giveUpAtMs()) return
      await delay(choices.integer(10, retryPauseMaxMs))
    }
  }

  const isSettled = async (intent: Intent): Promise<boolean> => {
    const sent: Array<Sent> = []
    log.push({ partnerCode: key.partnerCode, intent, sent })
    const first = choices.integer(0, field.ports.length - 1)
    const senders = choices.chance(twinShare) ? [first, first + 1] : [first]
    await Promise.all(senders.map((sender) => sendUntilAnswered(intent, sent, sender)))
    const sessionId = intent.kind === "price" ? sessionIn(sent) : undefined
    if (sessionId !== undefined) begun.sessions.unshift({ sessionId, version: 1 })
    begun.sessions.splice(keptMax)
    return sent.filter(isAcknowledged).length === senders.length
  }

  // What was not settled is left alone: nobody knows how it stands.
  while (!field.isStopping()) {
    if (!(await isSettled(drawIntent()))) return
    await delay(choices.integer(0, pauseMaxMs))
  }
}
