import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { layerPool, makeRemote } from "../../http/store/database/client.ts"
import { checkLedgerBy } from "../../http/store/sales/ledger-check.ts"
import { sealKeyOf } from "../../http/store/sales/ledger-seal.ts"
import { MasterKey } from "../../http/store/secrets/envelope.ts"
import { masterKeyBytes, type SimulatedKey, type SimulationGround } from "./cluster.ts"
import { eventsKeptDays } from "../../rules/events/event-policy.ts"
import { sessionsMax } from "./gate.ts"
import type { Days } from "./plan.ts"
import type { Asked, History } from "./history.ts"
import { type Standing, judgeTraveller } from "./travellers.ts"

/** What is wrong with a run: nothing, where there are no faults. */
export interface Judged {
  readonly faults: ReadonlyArray<string>
}

/** What judges look at once a run has come to rest. */
export interface JudgedRun {
  readonly ground: SimulationGround
  readonly database: string
  readonly plan: Days
  readonly history: History
  readonly startMs: number
  readonly endMs: number
}

/** How long a caller may wait, in milliseconds of the simulation: longer than any part of the service may take. */
const boundMs = 16_000

/** Batches that a process may run in the last five seconds, in which nobody asks for anything. */
const idleBatchesMax = 60

/** Judges a run by what those outside saw and by what the database holds. */
export const judge = async (run: JudgedRun): Promise<Judged> => {
  const rows = await readRows(run)
  return {
    faults: [
      ...judgeAnswers(run),
      ...judgePages(run),
      ...judgeSales(run, rows),
      ...judgeQuotas(run, rows),
      ...judgeLinks(run, rows),
      ...judgeEvents(run, rows),
      ...(await judgeLedger(run)),
      ...judgeTables(run),
      ...(await judgeSurroundings(run)),
      ...judgeRest(run),
    ],
  }
}

interface SaleRow {
  readonly id: string
  readonly partner: string
  readonly order: string
  readonly status: "pending" | "validated" | "cancelled"
  readonly amount: string
  readonly commission: string
  readonly expense: string
  readonly pending: string
  readonly payable: string
  readonly records: string
  /** When it validated itself; null where it has not. */
  readonly validatedAtMs: number | null
}

interface QuotaRow {
  readonly key: string
  readonly prices: number
  readonly bilans: number
  readonly links: number
  readonly reads: number
  readonly writes: number
  /** The day that these two are of, since 1970. */
  readonly day: number
}

interface LinkRow {
  readonly partner: string
  readonly subscriptions: string
}

interface EventRow {
  readonly number: string
  readonly id: string
  readonly partner: string
  readonly once: string | null
  readonly type: string
  readonly state: string
}

interface Rows {
  readonly sales: ReadonlyArray<SaleRow>
  readonly quotas: ReadonlyArray<QuotaRow>
  readonly links: ReadonlyArray<LinkRow>
  readonly events: ReadonlyArray<EventRow>
}

const readRows = async ({ database, ground }: JudgedRun): Promise<Rows> => {
  const sum = (
    account: string,
  ) => `coalesce((select sum(entry.amount_minor) from ledger_journal journal
    join ledger_entry entry on entry.journal_id = journal.id
    where journal.sale_id = sale.id and entry.account = '${account}'), 0)::text`
  return {
    sales: await ground.ask<SaleRow>(
      database,
      `select sale.id::text, partner.code as partner, external_order_id as "order", sale.status,
        amount_minor::text as amount, commission_minor::text as commission,
        ${sum("commission_expense")} as expense, ${sum("pending")} as pending,
        ${sum("payable")} as payable,
        (select count(*)::text from sale_record where sale_id = sale.id) as records,
        (select max((record::json ->> 'atMs')::float8) from sale_record
          where sale_id = sale.id and record like '%"Validated"%') as "validatedAtMs"
      from sale join partner on partner.id = partner_id order by sale.id`,
    ),
    quotas: await ground.ask<QuotaRow>(
      database,
      `select key_id as key, prices::int, bilans::int, links::int, reads_used as reads, writes_used as writes, day
      from quota order by key_id`,
    ),
    links: await ground.ask<LinkRow>(
      database,
      `select partner.code as partner, count(*)::text as subscriptions
      from subscription join tracked_link on tracked_link.id = link_id
      join partner on partner.id = partner_id group by partner.code order by partner.code`,
    ),
    events: await ground.ask<EventRow>(
      database,
      `select number::text, event.id, partner.code as partner, once_key as once, type,
        coalesce((select state from event_delivery where event_number = number), 'none') as state
      from event join partner on partner.id = partner_id order by event.number`,
    ),
  }
}

const statusOf = ({ got }: Asked): number => (got._tag === "Answer" ? got.status : 0)

const bodyOf = ({ got }: Asked): Readonly<Record<string, unknown>> => {
  if (got._tag !== "Answer") return {}
  return JSON.parse(got.body) as Readonly<Record<string, unknown>>
}

/** Whether what was asked may have been done, though nobody was told so. */
const isUnknown = (asked: Asked): boolean => statusOf(asked) === 0 || statusOf(asked) >= 500

const named = ({ began, what }: Asked): string =>
  `${what.act} ${what.partner}/${"key" in what ? what.key : "older code"} #${began}`

/** Whether nothing befell a run that anybody may be refused for. */
const isQuietPlan = (plan: Days): boolean =>
  (plan.faultsPerMille === 0 || plan.areFaultsBrief === true) &&
  plan.steps.every(({ act }) => !["kill", "stop", "skew"].includes(act))

/** Everybody is answered in time, and by a failure only where something has failed. */
const judgeAnswers = ({ history, plan }: JudgedRun): ReadonlyArray<string> => {
  const isQuiet = isQuietPlan(plan)
  const isSignedRightly = plan.steps.every(({ act }) => !["suspend", "skew"].includes(act))
  return history.asked.flatMap((asked) => {
    const waitedMs = asked.endedMs - asked.beganMs
    const status = statusOf(asked)
    const isKnown = [0, 200, 201, 401, 403, 408, 429, 502, 503, 504].includes(status)
    const isOwnDoing = asked.isSpoilt === true || asked.what.act === "older"
    return [
      ...(waitedMs > boundMs && !isOwnDoing ? [`${named(asked)} waited for ${waitedMs} ms`] : []),
      ...(isKnown ? [] : [`${named(asked)} was answered ${status}`]),
      ...(isQuiet && isUnknown(asked) && !isOwnDoing
        ? [`${named(asked)} was answered ${status}, though nothing had failed`]
        : []),
      ...(isSignedRightly && (status === 401 || status === 403)
        ? [`${named(asked)} was refused its key: ${status}`]
        : []),
    ]
  })
}

/** What pages may be answered with: shown, done, refused, broken off, too slow, busy. */
const pageStatuses = [0, 200, 303, 400, 403, 408, 413, 503]

/** Pages too are answered in time, whatever else is sent in halves; who sends half of a form is told so. */
const judgePages = ({ history, plan }: JudgedRun): ReadonlyArray<string> => {
  const isQuiet = isQuietPlan(plan)
  return history.browsed.flatMap(({ arrival, beganMs, endedMs, got, name }) => {
    const status = got._tag === "Answer" ? got.status : 0
    const waitedMs = endedMs - beganMs
    return [
      ...(waitedMs > boundMs ? [`${name} waited for ${waitedMs} ms`] : []),
      ...(pageStatuses.includes(status) ? [] : [`${name} was answered ${status}`]),
      ...(isQuiet && (status === 0 || status === 503)
        ? [`${name} was answered ${status}, though nothing had failed`]
        : []),
      ...(status === 408 && arrival !== "half"
        ? [`${name} was waited for until its time was over`]
        : []),
    ]
  })
}

/** The standard fee and the rates of every account of a simulation, in basis points. */
const rates = { feeBps: 1_500n, earnedBps: 1_500n } as const

/** What a sale earns, rounded half up. */
const earnedMinor = (amountMinor: bigint): bigint => {
  const whole = 10_000n + rates.feeBps
  return (2n * amountMinor * rates.earnedBps + whole) / (2n * whole)
}

/** A report of a sale, in one try. */
type Report = Asked & {
  readonly what: Extract<Asked["what"], { readonly act: "report" | "older" }>
}

/** What was acknowledged is there once, and is what it was said to be; what is booked is what is earned. */
const judgeSales = ({ history, plan }: JudgedRun, { sales }: Rows): ReadonlyArray<string> => {
  const faults: Array<string> = []
  const reports = history.asked.flatMap((asked) =>
    asked.what.act === "report" || asked.what.act === "older"
      ? [{ ...asked, what: asked.what }]
      : [],
  )
  const orders = new Map<string, ReadonlyArray<Report>>()
  for (const report of reports) {
    const name = `${report.what.partner} order ${report.what.order}`
    orders.set(name, [...(orders.get(name) ?? []), report])
  }
  for (const [name, told] of orders) {
    const own = sales.filter(({ order, partner }) => `${partner} ${order}` === name)
    const taken = told.filter((report) => statusOf(report) === 200)
    const created = taken.filter((report) => bodyOf(report)["created"] === true)
    const [sale] = own
    if (own.length > 1) faults.push(`${name} is booked ${own.length} times`)
    if (created.length > 1) faults.push(`${name} was said to be new ${created.length} times`)
    if (taken.length > 0 && sale === undefined) faults.push(`${name} was acknowledged and is lost`)
    if (sale === undefined) continue
    const possible = told.filter((report) => statusOf(report) === 200 || isUnknown(report))
    if (!possible.some(({ what }) => BigInt(what.amountMinor) === BigInt(sale.amount))) {
      faults.push(`${name} stands at ${sale.amount}, which nobody reported`)
    }
    if (
      taken.some((report) => bodyOf(report)["status"] === "cancelled") &&
      sale.status !== "cancelled"
    ) {
      faults.push(`${name} was said to be cancelled and is ${sale.status}`)
    }
    const changed = taken.filter((report) => {
      const body = bodyOf(report)
      return body["created"] === true || body["updated"] === true
    })
    if (Number(sale.records) < changed.length) {
      faults.push(`${name} has ${sale.records} records of ${changed.length} changes`)
    }
    faults.push(...judgeLastWord(name, told, sale, plan))
  }
  for (const sale of sales) {
    const name = `${sale.partner} ${sale.order}`
    const earned = earnedMinor(BigInt(sale.amount))
    if (sale.status !== "cancelled" && BigInt(sale.commission) !== earned) {
      faults.push(`${name} earns ${sale.commission}, where ${earned} is right`)
    }
    const due = sale.status === "cancelled" ? 0n : earned
    const right = {
      expense: -due,
      pending: sale.status === "pending" ? due : 0n,
      payable: sale.status === "validated" ? due : 0n,
    }
    for (const account of ["expense", "pending", "payable"] as const) {
      if (BigInt(sale[account]) !== right[account]) {
        faults.push(
          `${name} is ${sale.status} and has ${sale[account]} in ${account}, not ${right[account]}`,
        )
      }
    }
    if (!orders.has(name)) faults.push(`${name} is booked, and nobody reported it`)
  }
  return faults
}

/** The last word counts, where nobody else spoke meanwhile and all clocks agree: it is what its caller was told. */
const judgeLastWord = (
  name: string,
  told: ReadonlyArray<Report>,
  sale: SaleRow,
  plan: Days,
): ReadonlyArray<string> => {
  const last = told.toSorted((left, right) => left.began - right.began).at(-1)
  const second = ({ beganMs }: Asked): number => Math.floor(beganMs / 1_000)
  const isAlone =
    last !== undefined &&
    statusOf(last) === 200 &&
    // Older code says nothing of what it made, and knows no last word.
    told.every(({ what }) => what.act === "report") &&
    told.every(
      (other) =>
        other === last ||
        (other.ended < last.began && !isUnknown(other) && second(other) < second(last)),
    ) &&
    plan.steps.every(({ act }) => act !== "skew")
  if (!isAlone) return []
  const toldMinor = Math.round(Number(bodyOf(last)["amount"]) * 100)
  const isTaken = told.every(({ what }) => what.status === "pending")
  return [
    ...(toldMinor === Number(sale.amount)
      ? []
      : [`${name} was last told at ${toldMinor} and stands at ${sale.amount}`]),
    ...(!isTaken || last.what.amountMinor === Number(sale.amount)
      ? []
      : [`${name} was last reported at ${last.what.amountMinor} and stands at ${sale.amount}`]),
  ]
}

const dayOf = (ms: number): number => Math.floor(ms / 86_400_000)

/** Keys are charged for what they were given, and given no more than they may have. */
const judgeQuotas = (
  { ground, history, startMs }: JudgedRun,
  { quotas }: Rows,
): ReadonlyArray<string> => {
  const faults: Array<string> = []
  for (const partner of ground.partners) {
    for (const [place, key] of partner.keys.entries()) {
      const row = quotas.find((each) => each.key === key.keyId)
      const own = history.asked.filter(
        ({ what }) => what.partner === partner.code && "key" in what && what.key === place,
      )
      const name = `${partner.code}/${place}`
      const isQuote = (asked: Asked): boolean =>
        asked.got._tag === "Answer" ? "sessionId" in bodyOf(asked) : "session" in asked.what
      const reads = own.filter(({ what }) => what.act === "read")
      const mints = own.filter(({ what }) => what.act === "mint")
      const given = {
        prices: reads.filter((asked) => statusOf(asked) === 200 && isQuote(asked)).length,
        bilans: reads.filter((asked) => statusOf(asked) === 200 && !isQuote(asked)).length,
        links: mints.filter((asked) => statusOf(asked) === 201).length,
      }
      const unknown = {
        prices: reads.filter(isUnknown).length,
        bilans: reads.filter(isUnknown).length,
        links: mints.filter(isUnknown).length,
      }
      for (const kind of ["prices", "bilans", "links"] as const) {
        const counted = row?.[kind] ?? 0
        if (counted < given[kind] || counted > given[kind] + unknown[kind]) {
          faults.push(
            `${name} was given ${given[kind]} ${kind} (${unknown[kind]} unknown), and ${counted} are counted`,
          )
        }
      }
      faults.push(...judgeLimit(`${name} reads`, reads, 200, key.limits.reads, startMs))
      faults.push(...judgeLimit(`${name} writes`, mints, 201, key.limits.writes, startMs))
      faults.push(...judgeToday(name, key, row, reads, mints))
    }
  }
  return faults
}

const judgeLimit = (
  name: string,
  asked: ReadonlyArray<Asked>,
  status: number,
  limit: number,
  startMs: number,
): ReadonlyArray<string> => {
  const days = new Map<number, number>()
  for (const each of asked) {
    const day = dayOf(each.beganMs)
    if (statusOf(each) === status && day === dayOf(each.endedMs))
      days.set(day, (days.get(day) ?? 0) + 1)
  }
  return [...days].flatMap(([day, count]) =>
    count > limit ? [`${name}: ${count} of ${limit} on day ${day - dayOf(startMs)}`] : [],
  )
}

/** What the day that the row stands at says, where all of it is known. */
const judgeToday = (
  name: string,
  { limits }: SimulatedKey,
  row: QuotaRow | undefined,
  reads: ReadonlyArray<Asked>,
  mints: ReadonlyArray<Asked>,
): ReadonlyArray<string> => {
  if (row === undefined) return [`${name} has no quota`]
  const faults: Array<string> = []
  if (row.reads > limits.reads)
    faults.push(`${name} has used ${row.reads} of ${limits.reads} reads`)
  if (row.writes > limits.writes)
    faults.push(`${name} has used ${row.writes} of ${limits.writes} writes`)
  const all = [...reads, ...mints]
  const days = new Set(all.flatMap(({ beganMs, endedMs }) => [dayOf(beganMs), dayOf(endedMs)]))
  if (days.size !== 1 || !days.has(row.day) || all.some(isUnknown)) return faults
  const readsGiven = reads.filter((asked) => statusOf(asked) === 200).length
  const writesGiven = mints.filter((asked) => statusOf(asked) === 201).length
  if (row.reads !== readsGiven)
    faults.push(`${name} has used ${row.reads} reads and got ${readsGiven}`)
  if (row.writes !== writesGiven)
    faults.push(`${name} has used ${row.writes} writes and got ${writesGiven}`)
  return faults
}

/** A session has one subscription, which one call was told that it had made, and one key has paid for. */
const judgeLinks = (
  { ground, history }: JudgedRun,
  { links, quotas }: Rows,
): ReadonlyArray<string> => {
  const faults: Array<string> = []
  for (const { code, keys } of ground.partners) {
    const mints = history.asked.flatMap((asked) =>
      asked.what.act === "mint" && asked.what.partner === code
        ? [{ ...asked, session: asked.what.session }]
        : [],
    )
    const sessions = new Set(mints.map(({ session }) => session))
    let least = 0
    let most = 0
    for (const session of sessions) {
      const own = mints.filter((asked) => asked.session === session)
      const made = own.filter((asked) => statusOf(asked) === 201).length
      const replayed = own.filter((asked) => statusOf(asked) === 200).length
      if (replayed > 0 && made === 0 && !own.some(isUnknown)) {
        faults.push(`${code}'s session ${session} was replayed, and nobody minted it`)
      }
      if (made > 1) faults.push(`${code}'s session ${session} was minted ${made} times`)
      if (made + replayed > 0) least += 1
      if (made + replayed > 0 || own.some(isUnknown)) most += 1
    }
    const counted = Number(links.find(({ partner }) => partner === code)?.subscriptions ?? 0)
    const paid = quotas
      .filter(({ key }) => keys.some(({ keyId }) => keyId === key))
      .reduce((sum, row) => sum + row.links, 0)
    if (paid !== counted) faults.push(`${code} has ${counted} subscriptions and paid for ${paid}`)
    if (counted < least || counted > most) {
      faults.push(`${code} has ${counted} subscriptions of ${least} to ${most} sessions`)
    }
  }
  return faults
}

/** What validates itself is told, once it has; what was delivered was received, in order. */
const judgeEvents = (
  { endMs, history }: JudgedRun,
  { events, sales }: Rows,
): ReadonlyArray<string> => {
  const faults: Array<string> = []
  for (const sale of sales) {
    const isTold = events.some(({ once }) => once === `sale:${sale.id}:validated`)
    // Events of which nothing waits are forgotten after a while.
    if (endMs - (sale.validatedAtMs ?? endMs) > (eventsKeptDays - 1) * 86_400_000) continue
    if ((sale.validatedAtMs !== null) !== isTold) {
      faults.push(
        `${sale.partner} ${sale.order} has ${sale.validatedAtMs === null ? "not " : ""}validated itself, and is ${isTold ? "" : "not "}told so`,
      )
    }
  }
  for (const { id, partner, state } of events) {
    const isTaken = history.received.some((each) => each.eventId === id && each.isTaken)
    if (state === "delivered" && !isTaken)
      faults.push(`${partner} never took ${id}, which is delivered`)
  }
  for (const [partner, listed] of history.listed) {
    const order = events.filter((each) => each.partner === partner).map(({ id }) => id)
    if (listed.join(" ") !== order.toReversed().join(" ")) {
      faults.push(`${partner} is listed ${listed.join(", ")}, and was told ${order.join(", ")}`)
    }
    const taken = [
      ...new Set(
        history.received
          .filter((each) => each.partner === partner && each.isTaken)
          .map(({ eventId }) => eventId),
      ),
    ]
    const places = taken.map((id) => order.indexOf(id))
    if (places.some((place, index) => index > 0 && place < (places[index - 1] ?? 0))) {
      faults.push(`${partner} was told out of order: ${taken.join(", ")}`)
    }
  }
  return faults
}

/** The books by the service's own check: chains, seals, totals. */
const judgeLedger = async ({ database, ground }: JudgedRun): Promise<ReadonlyArray<string>> => {
  const layer = layerPool(makeRemote(Redacted.make(ground.url(database))))
  const checked = Effect.flatMap(MasterKey, (master) =>
    checkLedgerBy({ key: sealKeyOf(master), kept: [] }),
  )
  const findings = await Effect.runPromise(
    checked.pipe(Effect.provide(MasterKey.layerFrom(masterKeyBytes)), Effect.provide(layer)),
  )
  return findings.found === 0 ? [] : [`the ledger does not hold: ${JSON.stringify(findings)}`]
}

/** Answers are made of the tables that were in force where they were asked for, whole. */
const judgeTables = ({ ground, history }: JudgedRun): ReadonlyArray<string> =>
  history.asked.flatMap((asked) => {
    const { meta } = bodyOf(asked) as { readonly meta?: { readonly engineVersion?: string } }
    const version = meta?.engineVersion
    const expected = asked.tables ?? ground.bundle.hash
    return version === undefined || version.endsWith(`+${expected}`)
      ? []
      : [`${named(asked)} was answered by tables ${version}, where ${expected} were in force`]
  })

/** What came over the network is what was promised on it. */
const judgeSurroundings = async ({
  database,
  ground,
  history,
}: JudgedRun): Promise<ReadonlyArray<string>> => {
  const { surroundings } = history
  if (surroundings === undefined) return []
  const standings = await ground.ask<Standing>(
    database,
    'select id, stage, offer_id::int as "offerId" from subscription',
  )
  return [
    ...surroundings.judge(),
    ...surroundings.travellers().flatMap((each) =>
      judgeTraveller(
        each,
        standings.find(({ id }) => id === each.quote.subscriptionId),
        boundMs,
      ),
    ),
    ...(history.connections > 0 ? [`${history.connections} connections stay open`] : []),
  ]
}

/** Everything is given back once nobody asks for anything. */
const judgeRest = ({ history }: JudgedRun): ReadonlyArray<string> => [
  ...(history.underWay > 0 ? [`${history.underWay} calls are never answered`] : []),
  ...(history.openSessions > sessionsMax * history.serving
    ? [`${history.openSessions} sessions are open for ${history.serving} processes`]
    : []),
  ...(history.idleBatches > idleBatchesMax * history.serving
    ? [`${history.idleBatches} batches run in five seconds in which nobody asks for anything`]
    : []),
]
