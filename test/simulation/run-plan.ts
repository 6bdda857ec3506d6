import { createHash } from "node:crypto"
import * as Effect from "effect/Effect"
import { Partners } from "../../http/ports/partners.ts"
import { bilanBody, paths, quoteBody } from "../support/sample-trips.ts"
import { makeChoices } from "../support/random.ts"
import { signedCall } from "../http/gateway/signed-call.ts"
import type { Asked, Browsed, History, Operated, Outcome, Received } from "./history.ts"
import { makeOwners } from "./owners.ts"
import { makeSurroundings } from "./surroundings.ts"
import { type ByOlderCode, reportAsBefore } from "./older-version.ts"
import { type TablesDisk, textsOf } from "./tables-disk.ts"
import { madeAtMs, partnerCodes, type SimulatedPartner, type SimulationGround } from "./cluster.ts"
import { goOn, makeGate, type WireFault } from "./gate.ts"
import { judge } from "./judges.ts"
import { meet, meetingName } from "./meeting.ts"
import { makeNetwork } from "./network.ts"
import type { Days, Meetings, Plan, Step } from "./plan.ts"
import { type Got, type SimulatedProcess, startProcess } from "./process.ts"
import { makeVirtualTime } from "./virtual-time.ts"

/** What a page of `GET /events` says, as far as it is looked at. */
interface EventsPage {
  readonly events: ReadonlyArray<{ readonly id: string }>
  readonly nextCursor: string | null
}

/**
 * Does one of everything, so that all code is loaded that is loaded when it is first used: that takes real time, in
 * which the first run would go on without it.
 */
export const warmUp = async (ground: SimulationGround): Promise<void> => {
  const by = { partner: "ann", key: 1, process: 0 } as const
  const report = { order: "1", amountMinor: 11_000, status: "pending", tries: 1 } as const
  // What is loaded when something is first sent over the network.
  await textsOf(ground.bundle.folder)
  await import("@effect/platform-node/NodeHttpClient")
  await import("nodemailer/lib/mail-composer")
  await import("nodemailer/lib/smtp-connection")
  const steps: ReadonlyArray<Step> = [
    { afterMs: 0, act: "read", ...by },
    { afterMs: 100, act: "mint", ...by, session: 0, tries: 1 },
    { afterMs: 100, act: "report", ...by, ...report },
    { afterMs: 100, act: "click", partner: "ann", process: 0 },
    { afterMs: 100, act: "visit", partner: "ann", process: 0 },
    { afterMs: 100, act: "form", partner: "ann", process: 0, arrival: "pieces" },
    {
      afterMs: 100,
      act: "peer",
      partner: "ann",
      process: 0,
      asks: "quote",
      sends: "whole",
      reads: "at once",
    },
    { afterMs: 100, act: "letter", process: 0, to: 0 },
    { afterMs: 100, act: "travel", process: 0, traveller: 0, tab: 0, does: "open" },
    { afterMs: 0, act: "rest", forMs: 14 * 24 * 60 * minuteMs },
  ]
  const plan = {
    isOnNetwork: true,
    startsAfterMs: 0,
    turns: 1,
    stayingPerMille: 0,
    faultsPerMille: 0,
    processes: 1,
    steps,
  }
  await runPlan(ground, plan)
}

/** How long a client waits for an answer. */
const patienceMs = 30_000

const minuteMs = 60_000

/** How far apart answers are that are late by more than a moment, where none may be refused for them. */
const apartMs = 4_000

/** After how many batches a transaction may be held up so: that of a link charges its key after five. */
const manyBatches = 5

/** How long everything that has become due has, until the run goes on. */
const settlingMs = 2_500

/** How much time goes by at the end of a run, in leaps: after each, what slept meanwhile is done. */
const leapsMs = [2 * minuteMs, 2 * minuteMs, 60 * minuteMs, 15 * 24 * 60 * minuteMs, 60 * minuteMs]

/** How long nobody asks for anything at the very end. */
const idleMs = 5_000

/** Runs a plan from beginning to end, and judges it. */
export const runPlan = (ground: SimulationGround, plan: Plan): Promise<Outcome> =>
  "meetings" in plan ? runMeetings(ground, plan) : runDays(ground, plan)

const digestOf = (lines: ReadonlyArray<string>): string =>
  createHash("sha256").update(lines.join("\n")).digest("hex").slice(0, 16)

const runMeetings = async (ground: SimulationGround, { meetings }: Meetings): Promise<Outcome> => {
  const trace: Array<string> = []
  const faults: Array<string> = []
  const reached: Record<string, number> = { meetings: meetings.length }
  for (const meeting of meetings) {
    const met = await meet(ground, meeting)
    trace.push(`           ${meetingName(meeting)}:`, ...met.trace)
    faults.push(...met.faults)
    for (const [what, times] of Object.entries({ ...met.reached, batches: met.steps })) {
      reached[what] = (reached[what] ?? 0) + times
    }
  }
  return { faults, trace, digest: digestOf(trace), reached, virtualMs: 0 }
}

const runDays = async (ground: SimulationGround, plan: Days): Promise<Outcome> => {
  const choices = makeChoices(plan.turns)
  const startMs = madeAtMs + plan.startsAfterMs
  const time = makeVirtualTime(startMs, choices)
  const lines: Array<string> = []
  const trace = (line: string): void => {
    const seconds = ((time.nowMs() - startMs) / 1_000).toFixed(3).padStart(10)
    lines.push(`${seconds} ${line}`)
  }
  let areFaultsOn = plan.startsAmidFaults === true
  const faults = makeChoices(plan.turns ^ 0x5eed)
  let haltedMs = Number.NEGATIVE_INFINITY
  /** What nobody may be refused for: answers that are a little late, and now and then one alone that is later. */
  const briefly = (before: number): WireFault => {
    // What holds many locks meanwhile is what others have to bear.
    if (before < manyBatches || time.nowMs() - haltedMs < apartMs) return "brief"
    haltedMs = time.nowMs()
    return "halting"
  }
  const gate = makeGate({
    monitor: ground.monitor,
    time,
    choices,
    trace,
    staying: () => plan.stayingPerMille / 1_000,
    fault: (_lane, before) =>
      areFaultsOn && faults.chance(plan.faultsPerMille / 1_000)
        ? plan.areFaultsBrief === true
          ? briefly(before)
          : faults.pick(["cut before", "answer lost", "slow", "slow"])
        : undefined,
  })
  const database = await ground.copy()
  const asked: Array<Asked> = []
  const browsed: Array<Browsed> = []
  const operated: Array<Operated> = []
  const received: Array<Received> = []
  const receivers = new Map<string, "answers" | "fails" | "hangs">()
  const processes: Array<SimulatedProcess> = []
  const disk: TablesDisk | undefined = plan.steps.some(({ act }) => act === "reload")
    ? { state: "sound", version: 0 }
    : undefined
  const inForce = new Map<SimulatedProcess, string>()
  let order = 0

  const sleep = (ms: number): Promise<void> =>
    new Promise((resolve) => void time.after(ms, resolve))

  const start = (): void => {
    const name = String.fromCharCode(97 + processes.length)
    trace(`${name} starts`)
    processes.push(
      startProcess({
        ground,
        database: database.name,
        turns: plan.turns,
        gate,
        time,
        trace,
        lane: { name, isAlive: true, skewMs: 0 },
        ...(surroundings === undefined ? {} : { settings: surroundings.settings }),
        ...(disk === undefined ? {} : { disk }),
        post: ({ eventId, url }) =>
          Effect.gen(function* () {
            const partner = url.slice(url.lastIndexOf("/") + 1)
            const does = receivers.get(partner) ?? "answers"
            if (does === "hangs") yield* Effect.sleep(15_000)
            const isTaken = does === "answers"
            received.push({ partner, eventId, isTaken })
            trace(`${partner} is sent ${eventId}: ${does}`)
            return does === "hangs"
              ? { outcome: "timed_out", status: null, answer: "" }
              : isTaken
                ? { outcome: "delivered", status: 204, answer: "" }
                : { outcome: "refused", status: 500, answer: "no" }
          }),
      }),
    )
  }

  const alive = () => processes.filter((each) => each.state() !== "dead")

  const processAt = (place: number): SimulatedProcess | undefined => {
    const serving = processes.filter((each) => each.state() === "serving")
    return serving[place % Math.max(1, serving.length)]
  }

  const network = plan.isOnNetwork === true ? makeNetwork({ choices, time }) : undefined
  const surroundings =
    network === undefined
      ? undefined
      : makeSurroundings({
          ground,
          network,
          choices,
          time,
          trace,
          reach: gate.reach,
          processAt,
          nextOrder: () => (order += 1),
          note: (each) => void asked.push(each),
          mint: async (step) => {
            const sessionId = await sessionOf(step)
            if (sessionId === undefined) return undefined
            const key = partnerOf(step.partner).keys[step.key]
            return ask(step, key, paths.links, { sessionId, ...quoteBody() })
          },
        })

  const partnerOf = (code: string): SimulatedPartner =>
    ground.partners.find((each) => each.code === code) ?? (ground.partners[0] as SimulatedPartner)

  /** Asks once, as a client that knows the address of some processes. */
  const ask = async (
    what: Exclude<Asked["what"], { readonly act: "older" }>,
    key: SimulatedPartner["keys"][number],
    path: string,
    body: unknown,
    isNoted = true,
  ): Promise<Got> => {
    const process = processAt(what.process)
    const bytes = Buffer.from(JSON.stringify(body))
    const beganMs = time.nowMs()
    const began = (order += 1)
    const tables = process === undefined ? undefined : inForce.get(process)
    const name = `${what.act} ${what.partner}/${what.key} #${began}`
    trace(`${name} asks ${process?.lane.name ?? "nobody"}`)
    const call = signedCall(key, { method: "POST", path }, bytes, Math.floor(time.nowMs() / 1_000))
    const got: Got =
      process === undefined
        ? await sleep(1).then((): Got => ({ _tag: "Reset" }))
        : await process.call(call, patienceMs)
    trace(
      `${name} ${got._tag === "Answer" ? `gets ${got.status} ${shortened(got.body)}` : `gets nothing: ${got._tag}`}`,
    )
    if (isNoted) {
      asked.push({ what, tables, beganMs, endedMs: time.nowMs(), began, ended: (order += 1), got })
    }
    return got
  }

  /** Whether a client asks again: nobody answered, or the service asks for it. */
  const isToRepeat = (got: Got): boolean => got._tag !== "Answer" || got.status >= 500

  const sessions = new Map<string, Promise<string | undefined>>()

  const sessionOf = (
    step: Extract<Step, { readonly act: "mint" }>,
  ): Promise<string | undefined> => {
    const name = `${step.partner} ${step.session}`
    const known = sessions.get(name)
    if (known !== undefined) return known
    const key = partnerOf(step.partner).keys[1]
    const read = { ...step, act: "read", key: 1 } as const
    const made = (async () => {
      for (let tries = 0; tries < 4; tries += 1) {
        const got = await ask(read, key, paths.quotes, quoteBody())
        if (got._tag === "Answer" && got.status === 200) {
          return (JSON.parse(got.body) as { readonly sessionId: string }).sessionId
        }
        await sleep(700)
      }
      return undefined
    })()
    sessions.set(name, made)
    return made
  }

  const browse = makeOwners({ time, trace, processAt, nextOrder: () => (order += 1), browsed })

  const act = async (step: Step): Promise<void> => {
    switch (step.act) {
      case "report": {
        const partner = partnerOf(step.partner)
        const body = {
          ref: `${partner.code}-${partner.linkCode}`,
          externalOrderId: `order ${step.order}`,
          amount: step.amountMinor / 100,
          currency: "EUR",
          status: step.status,
        }
        for (let tries = 0; tries < step.tries; tries += 1) {
          const got = await ask(step, partner.keys[step.key], paths.conversion, body)
          if (!isToRepeat(got)) return
          await sleep(500 * 2 ** tries)
        }
        return
      }
      case "read": {
        await ask(step, partnerOf(step.partner).keys[step.key], paths.bilan, bilanBody())
        return
      }
      case "mint": {
        const sessionId = await sessionOf(step)
        if (sessionId === undefined) return
        const key = partnerOf(step.partner).keys[step.key]
        const body = { sessionId, ...quoteBody() }
        for (let tries = 0; tries < step.tries; tries += 1) {
          if (!isToRepeat(await ask(step, key, paths.links, body))) return
          await sleep(500 * 2 ** tries)
        }
        return
      }
      case "click": {
        const { linkCode } = partnerOf(step.partner)
        const call = {
          ...signedCall(
            { keyId: "", secret: "" },
            { method: "GET", path: `/r/${linkCode}` },
            Buffer.alloc(0),
            0,
          ),
          headerValues: () => [],
        }
        await processAt(step.process)?.call(call, patienceMs)
        return
      }
      case "visit":
      case "form": {
        await browse(step)
        return
      }
      case "suspend":
      case "approve": {
        const process = processAt(step.process)
        if (process === undefined) return
        const work = Effect.flatMap(Partners, (partners) =>
          step.act === "suspend"
            ? partners.suspend(step.partner, "unpaid")
            : partners.approve(step.partner, {}),
        )
        const isDone = await process.run(work).then(
          () => true,
          () => false,
        )
        trace(`operator ${step.act}s ${step.partner}: ${isDone ? "done" : "failed"}`)
        operated.push({ act: step.act, partner: step.partner, isDone })
        return
      }
      case "kill": {
        const process = processAt(step.process)
        if (process === undefined) return
        trace(`${process.lane.name} is killed`)
        kills.push(() => process.kill())
        return
      }
      case "stop": {
        const process = processAt(step.process)
        if (process === undefined) return
        trace(`${process.lane.name} is told to stop`)
        await process.stop()
        return
      }
      case "start": {
        if (alive().length < 3) start()
        return
      }
      case "skew": {
        const process = processAt(step.process)
        if (process === undefined) return
        process.lane.skewMs = step.byMs
        trace(`the clock of ${process.lane.name} is off by ${step.byMs} ms`)
        return
      }
      case "receiver": {
        receivers.set(step.partner, step.does)
        return
      }
      case "older": {
        await reportByOlder(step)
        return
      }
      case "disk": {
        if (disk === undefined) return
        disk.state = step.state
        disk.version += 1
        trace(`the tables of version ${disk.version} on the disk are ${step.state}`)
        return
      }
      case "reload": {
        const process = processAt(step.process)
        const reloaded = await process?.reload()
        if (process === undefined || reloaded === undefined) return
        inForce.set(process, reloaded.hash)
        gate.reach(`tables ${reloaded.outcome}`)
        trace(`${process.lane.name} looks at its tables: ${reloaded.outcome}, ${reloaded.hash}`)
        return
      }
      case "rest": {
        return
      }
      default: {
        await surroundings?.act(step)
      }
    }
  }

  const reportByOlder = async (step: Extract<Step, { readonly act: "older" }>): Promise<void> => {
    const process = processAt(step.process)
    if (process === undefined) return
    const beganMs = time.nowMs()
    const began = (order += 1)
    const work = reportAsBefore(step.partner, `order ${step.order}`, {
      amountMinor: step.amountMinor,
      status: step.status,
    })
    const came = await process.run(work).then(
      (known): ByOlderCode | "failed" => known,
      () => "failed" as const,
    )
    gate.reach(`older code ${came}`)
    trace(`older code beside ${process.lane.name} reports ${step.partner} ${step.order}: ${came}`)
    const got: Got =
      came === "failed"
        ? { _tag: "Reset" }
        : { _tag: "Answer", status: came === "booked" ? 200 : 503, headers: {}, body: "{}" }
    asked.push({ what: step, beganMs, endedMs: time.nowMs(), began, ended: (order += 1), got })
  }

  /** All events of an account, through pages of two. */
  const listEvents = async ({ code, keys }: SimulatedPartner): Promise<ReadonlyArray<string>> => {
    const found: Array<string> = []
    let cursor: string | null = ""
    for (let pages = 0; cursor !== null && pages < 100; pages += 1) {
      const head = { method: "GET", path: paths.events }
      const call = signedCall(keys[1], head, Buffer.alloc(0), Math.floor(time.nowMs() / 1_000))
      const query: string = `limit=2${cursor === "" ? "" : `&cursor=${cursor}`}`
      const got = await processAt(0)?.call({ ...call, query }, patienceMs)
      if (got?._tag !== "Answer" || got.status !== 200) break
      const page = JSON.parse(got.body) as EventsPage
      found.push(...page.events.map(({ id }) => id))
      cursor = page.nextCursor
    }
    trace(`${code} lists ${found.length} events`)
    return found
  }

  /** Deaths wait until nothing runs: each is a step of its own. */
  const kills: Array<() => Promise<void>> = []

  const killFirst = async (): Promise<boolean> => {
    const kill = kills.shift()
    await kill?.()
    return kill !== undefined
  }

  /** Waits for work while everything goes on. */
  const during = async (work: Promise<unknown>): Promise<boolean> => {
    let isOver = false
    void work.then(() => {
      isOver = true
      time.stir()
    })
    return goOn({ gate, time }, () => isOver, killFirst)
  }

  const actAll = async (): Promise<void> => {
    const acts: Array<Promise<void>> = []
    for (const step of plan.steps) {
      if (step.afterMs > 0) await sleep(step.afterMs)
      if (step.act !== "rest") acts.push(act(step))
      else {
        // Nobody waits for anything: the time that nothing happens in need not be gone through.
        await Promise.all(acts)
        trace(`nothing is asked for ${step.forMs / minuteMs} minutes`)
        time.leap(step.forMs)
        await sleep(settlingMs)
      }
    }
    await Promise.all(acts)
  }

  const startOne = async (): Promise<void> => {
    start()
    const [last] = processes.slice(-1)
    while (last?.state() === "starting") await sleep(50)
  }

  /** The run itself: what was seen of it, or why it never came to its end. */
  const live = async (): Promise<History | string> => {
    const isStarted = await during(Promise.all(Array.from({ length: plan.processes }, startOne)))
    if (!isStarted) return "a process does not start"
    trace("all that was to serve serves")
    areFaultsOn = true
    if (!(await during(actAll()))) return "somebody waits for ever"
    // Who was to be killed at the very last is, before they end.
    while (await killFirst()) {
      // The next one.
    }
    // What follows are quiet days: nothing fails, receivers answer, and somebody serves.
    areFaultsOn = false
    receivers.clear()
    surroundings?.calm()
    for (const { lane } of processes) lane.skewMs = 0
    trace("nothing fails any more")
    const calm = async (): Promise<void> => {
      if (!processes.some((each) => each.state() === "serving")) await startOne()
      const approved = Effect.flatMap(Partners, ({ approve }) =>
        Effect.forEach(partnerCodes, (code) => approve(code, {})),
      )
      await processAt(0)?.run(approved)
      for (const leapMs of leapsMs) {
        await sleep(settlingMs)
        time.leap(leapMs)
      }
      await sleep(settlingMs)
    }
    if (!(await during(calm()))) return "it is never calm"
    const listed = new Map<string, ReadonlyArray<string>>()
    const list = async (): Promise<void> => {
      for (const partner of ground.partners) listed.set(partner.code, await listEvents(partner))
    }
    if (!(await during(list()))) return "events are listed for ever"
    const before = gate.steps()
    if (!(await during(sleep(idleMs)))) return "it is never idle"
    return {
      asked,
      browsed,
      operated,
      received,
      listed,
      idleBatches: gate.steps() - before,
      openSessions: gate.openSessions(),
      underWay: processes.reduce((sum, each) => sum + each.underWay(), 0),
      serving: processes.filter((each) => each.state() === "serving").length,
      connections: processes.reduce((sum, each) => sum + each.connections(), 0),
      surroundings,
    }
  }

  try {
    const history = await (network ?? time).within(live)
    const { faults } =
      typeof history === "string"
        ? { faults: [`the run does not come to its end: ${history}`] }
        : await judge({
            ground,
            database: database.name,
            plan,
            history,
            startMs,
            endMs: time.nowMs(),
          })
    for (const fault of faults) trace(`JUDGED: ${fault}`)
    return {
      faults,
      trace: lines,
      digest: digestOf(lines),
      reached: { ...gate.reached, batches: gate.steps() },
      virtualMs: time.nowMs() - startMs,
    }
  } finally {
    for (const { lane } of processes) lane.isAlive = false
    await gate.close()
    await database.drop()
  }
}

const shortened = (body: string): string => body.replaceAll(/\s+/g, " ").slice(0, 70)
