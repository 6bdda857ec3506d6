import { setTimeout as delay } from "node:timers/promises"
import type { Draws } from "../../../core/random/draws.ts"
import {
  type Caller,
  type CallKind,
  callKinds,
  isDone,
  openSession,
  type Shot,
  shoot,
} from "./calls.ts"
import type { Fault, FaultProxy } from "./fault-proxy.ts"
import type { Probe } from "./judge.ts"

/** A server whose connections to one other process go through a proxy. */
export interface Course {
  readonly name: string
  readonly port: number
  readonly proxy: FaultProxy
  readonly caller: Caller
  readonly draws: Draws
  /** How long everything may take to answer again once a fault is over. */
  readonly recoveryMaxMs: number
  /** What an answer that was given lacks, if anything. */
  readonly lacks: (shot: Shot, text: string) => string | undefined
}

/** A fault, how long it stays, and how many waves of calls meet it. */
export interface Round {
  readonly fault: Fault
  readonly lastsMs: number
  readonly waves: number
  /** Whether calls are under way when it begins. */
  readonly isMet: boolean
  /** How many calls of every kind look at once, at most, whether all is well afterwards. */
  readonly probeWidthMax: number
}

/** What a round found. */
export interface Findings {
  readonly shots: ReadonlyArray<Shot>
  readonly probes: ReadonlyArray<Probe>
}

/** How often a link or a report is sent again at most, and how long after the answer before. */
const triesMax = 100
const pauseMs = 100

/** How far apart looks at the service are, how many good ones in a row end it, and when they end anyway. */
const probeEveryMs = 200
const goodProbes = 3
const probeMaxMs = 25_000

const isRepeated = (kind: CallKind): boolean =>
  kind === "links" || kind === "live links" || kind === "conversion"

/** A session or an order of its own for a call that makes something; nothing for others. */
export const freshId = async (
  { caller, port }: Pick<Course, "caller" | "port">,
  kind: CallKind,
): Promise<string> => {
  if (kind === "links") return openSession(port, caller.sandbox)
  if (kind === "live links") return openSession(port, caller.live)
  return kind === "conversion" ? `order-${crypto.randomUUID()}` : ""
}

/** Sends a call; one that makes something is sent until it is done, as a partner's server would. */
export const persist = async (
  { caller, port }: Pick<Course, "caller" | "port">,
  call: Pick<Shot, "during" | "id" | "kind">,
  log: (shot: Shot) => void,
): Promise<void> => {
  for (let tries = 1; ; tries += 1) {
    const { shot } = await shoot(port, caller, call)
    log(shot)
    if (isDone(shot) || !isRepeated(call.kind) || tries >= triesMax) return
    await delay(pauseMs)
  }
}

/** Sends so many calls of every kind at once; what did not answer as it should. */
const probeOnce = async (
  { caller, lacks, port }: Course,
  known: ReadonlyMap<CallKind, string>,
  width: number,
): Promise<ReadonlyArray<string>> => {
  const calls = Array.from({ length: width }, () => callKinds).flat()
  const failed = await Promise.all(
    calls.map(async (kind) => {
      const call = { kind, id: known.get(kind) ?? "", during: "" }
      const { answer, shot } = await shoot(port, caller, call)
      const lack = lacks(shot, answer?.text ?? "")
      return isDone(shot) ? lack : `${kind} ${shot.outcome ?? "no answer"}`
    }),
  )
  return [...new Set(failed.filter((each) => each !== undefined))]
}

/** Looks at the service from the end of a fault on until it is well again. */
const watchRecovery = async (
  course: Course,
  during: string,
  known: ReadonlyMap<CallKind, string>,
  widthMax: number,
): Promise<ReadonlyArray<Probe>> => {
  const liftedAt = performance.now()
  const probes: Array<Probe> = []
  const underWay: Array<Promise<void>> = []
  const isWell = (): boolean =>
    probes.length >= goodProbes &&
    probes.slice(-goodProbes).every(({ failed }) => failed.length === 0)
  for (;;) {
    const afterMs = performance.now() - liftedAt
    if (isWell() || afterMs > probeMaxMs) break
    const width = course.draws.between(1, widthMax)
    const probing = probeOnce(course, known, width).then((failed) => {
      probes.push({ during, afterMs, recoveryMaxMs: course.recoveryMaxMs, failed })
    })
    underWay.push(probing)
    await delay(probeEveryMs)
  }
  await Promise.all(underWay)
  return probes
}

/** Runs one fault: calls meet it, it ends, and everything must answer again. */
export const runRound = async (course: Course, round: Round): Promise<Findings> => {
  const { draws, name, proxy } = course
  const { fault, isMet, lastsMs, waves } = round
  const during = `${fault.kind} to ${name}`
  const shots: Array<Shot> = []
  const log = (shot: Shot): void => void shots.push(shot)
  const known = new Map<CallKind, string>()
  await Promise.all(callKinds.map(async (kind) => known.set(kind, await freshId(course, kind))))
  await Promise.all(
    callKinds.map((kind) => persist(course, { kind, id: known.get(kind) ?? "", during }, log)),
  )
  const calls = await Promise.all(
    Array.from({ length: waves }, () => callKinds)
      .flat()
      .map(async (kind) => ({ kind, during, id: await freshId(course, kind) })),
  )
  const beforeMs = isMet ? 50 : 0
  const sent = calls.map(async (call) => {
    await delay(draws.below(Math.max(1, beforeMs + Math.floor(lastsMs * 0.8))))
    await persist(course, call, log)
  })
  await delay(beforeMs)
  await proxy.begin(fault)
  await delay(lastsMs)
  await proxy.lift()
  const probes = await watchRecovery(course, during, known, round.probeWidthMax)
  await Promise.all(sent)
  return { shots, probes }
}
