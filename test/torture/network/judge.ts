import { isDocumented, isDone, type Shot } from "./calls.ts"

/** How long a call may take, whatever the network does. */
export const answerMaxMs = 20_000

/** What the database holds of a session that a link was asked for. */
export interface HeldSession {
  readonly sessionId: string
  readonly subscriptionId: string
}

/** What the database holds in the end. */
export interface Held {
  readonly sessions: ReadonlyArray<HeldSession>
  /** The orders of sales, one for each row, with how often each was booked. */
  readonly sales: ReadonlyArray<{ readonly orderId: string; readonly bookings: number }>
  /** Subscriptions of the funnel, and live sessions. */
  readonly subscriptions: number
  readonly liveSessions: number
  /** Links that both keys have paid for. */
  readonly linksPaid: number
}

const isLink = ({ kind }: Shot): boolean => kind === "links" || kind === "live links"

const described = ({ during, id, kind, outcome, tookMs }: Shot): string =>
  `${kind} ${id.slice(0, 12)} during ${during}: ${outcome ?? "no answer"} after ${Math.round(tookMs)} ms`

/** Calls that took too long, or had an answer that no document tells of. */
export const judgeAnswers = (shots: ReadonlyArray<Shot>): ReadonlyArray<string> =>
  shots.flatMap((shot) => [
    ...(shot.tookMs > answerMaxMs ? [`too late: ${described(shot)}`] : []),
    ...(isDocumented(shot) ? [] : [`not documented: ${described(shot)}`]),
  ])

const byId = (shots: ReadonlyArray<Shot>): ReadonlyMap<string, ReadonlyArray<Shot>> =>
  Map.groupBy(shots, ({ id }) => id)

const judgeLinks = (shots: ReadonlyArray<Shot>, held: Held): ReadonlyArray<string> => {
  const bySession = Map.groupBy(held.sessions, ({ sessionId }) => sessionId)
  return [...byId(shots.filter((shot) => isLink(shot) && isDone(shot)))].flatMap(([id, done]) => {
    const name = id.slice(0, 12)
    const rows = bySession.get(id) ?? []
    const answered = new Set(done.map(({ subscriptionId }) => subscriptionId))
    const created = done.filter(({ outcome }) => outcome === "201").length
    return [
      ...(rows.length === 1 ? [] : [`the session ${name} has ${rows.length} rows`]),
      ...(created > 1 ? [`the session ${name} was made ${created} times`] : []),
      ...(answered.size === 1 && answered.has(rows[0]?.subscriptionId ?? null)
        ? []
        : [`the session ${name} was answered with ${[...answered].join(" and ")}`]),
    ]
  })
}

const judgeSales = (shots: ReadonlyArray<Shot>, held: Held): ReadonlyArray<string> => {
  const sent = byId(shots.filter(({ kind }) => kind === "conversion"))
  const byOrder = Map.groupBy(held.sales, ({ orderId }) => orderId)
  const lost = [...sent].flatMap(([id, reports]) =>
    reports.some(isDone) && !byOrder.has(id) ? [`the order ${id} was answered and is lost`] : [],
  )
  const wrong = [...byOrder].flatMap(([id, rows]) => [
    ...(sent.has(id) ? [] : [`nobody reported the order ${id}`]),
    ...(rows.length === 1 && rows[0]?.bookings === 1
      ? []
      : [`the order ${id} has ${rows.length} rows, booked ${rows[0]?.bookings} times`]),
  ])
  return [...lost, ...wrong]
}

/** What is lost or doubled in the database, measured by what was answered. */
export const judgeHeld = (shots: ReadonlyArray<Shot>, held: Held): ReadonlyArray<string> => {
  const { linksPaid, liveSessions, sessions, subscriptions } = held
  return [
    ...judgeLinks(shots, held),
    ...judgeSales(shots, held),
    ...(subscriptions === liveSessions
      ? []
      : [`${subscriptions} subscriptions for ${liveSessions} live sessions`]),
    ...(linksPaid === sessions.length
      ? []
      : [`${linksPaid} links were paid for, ${sessions.length} were made`]),
  ]
}

/** A look at whether everything answers, begun some time after a fault was over. */
export interface Probe {
  readonly during: string
  readonly afterMs: number
  /** How long after the fault everything may take until it answers again. */
  readonly recoveryMaxMs: number
  /** What did not answer as it should. */
  readonly failed: ReadonlyArray<string>
}

/** Looks that found something that did not answer although it had the time to recover. */
export const judgeProbes = (probes: ReadonlyArray<Probe>): ReadonlyArray<string> =>
  probes.flatMap(({ afterMs, during, failed, recoveryMaxMs }) =>
    afterMs >= recoveryMaxMs && failed.length > 0
      ? [`${Math.round(afterMs)} ms after ${during}: ${failed.join(", ")}`]
      : [],
  )
