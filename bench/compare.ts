import { setImmediate } from "node:timers/promises"
import { type Figure, figureOfRounds, type Measure, median, type Target } from "./figure.ts"
import type { Exactness } from "./part.ts"
import { settingOf } from "./settings.ts"

/** One way to do some work, to be timed. */
export interface Contender {
  readonly name: string
  /** Does the work for the n-th input; what it answers may be promised. */
  readonly answer: (index: number) => unknown
  /** What is compared of an answer; undefined answers with what was asked for, not with a copy. */
  readonly seen?: (answer: unknown) => unknown
  /** How many promised answers are awaited together; 1 unless told. */
  readonly atOnce?: number
  /** How the work is set against it, as a peer; `times as fast` unless told. */
  readonly measure?: TimedMeasure
  /** What the work should come to against it. */
  readonly target?: Target
}

/** The measures that come of times. */
export type TimedMeasure = Extract<
  Measure,
  "times as fast" | "of its time" | "times its time" | "of its rate"
>

/** Some work and its peers, which are timed in turns in the same run. */
export interface Race {
  readonly work: Contender
  readonly peers: ReadonlyArray<Contender>
  /** For how many inputs all answers must be the same before anything is timed. */
  readonly checkedInputs: number
  /** How many inputs one answer works through, for work too short to be timed by itself; 1 unless told. */
  readonly inputsPerAnswer?: number
  /** What was found before, where answers are held against the truth rather than each other. */
  readonly exactness?: ReadonlyArray<Exactness>
}

/** How often every contender has its turn, and for how long. */
export interface Turns {
  readonly rounds: number
  readonly roundNs: bigint
}

/** The turns of a full run, which `BENCH_ROUNDS` and `BENCH_ROUND_MS` make shorter for a quick look. */
const usualTurns = (): Turns => ({
  rounds: settingOf("BENCH_ROUNDS"),
  roundNs: BigInt(settingOf("BENCH_ROUND_MS")) * 1_000_000n,
})

const callsBetweenLooks = 64

/** A time as people read it. */
export const durationText = (ns: number): string => {
  if (ns < 10_000) return `${ns.toFixed(0)} ns`
  return ns < 10_000_000 ? `${(ns * 1e-3).toFixed(0)} µs` : `${(ns * 1e-6).toFixed(0)} ms`
}

const ratioOf = (measure: TimedMeasure, workNs: number, peerNs: number): number =>
  measure === "times as fast" || measure === "of its rate" ? peerNs / workNs : workNs / peerNs

const timeCalls = (answer: Contender["answer"], roundNs: bigint): number => {
  const started = process.hrtime.bigint()
  let calls = 0
  let last: unknown
  // At least once: a machine that pauses here may be past the round before it has begun.
  do {
    for (let index = 0; index < callsBetweenLooks; index += 1) last = answer(calls + index)
    calls += callsBetweenLooks
  } while (process.hrtime.bigint() - started < roundNs)
  if (last === started) throw new Error("unreachable, keeps the answers alive")
  return Number(process.hrtime.bigint() - started) / calls
}

const timePromises = async (
  { answer, atOnce = 1 }: Contender,
  roundNs: bigint,
): Promise<number> => {
  const started = process.hrtime.bigint()
  let calls = 0
  do {
    const from = calls
    await Promise.all(Array.from({ length: atOnce }, (_, index) => answer(from + index)))
    calls += atOnce
  } while (process.hrtime.bigint() - started < roundNs)
  return Number(process.hrtime.bigint() - started) / calls
}

/** Works for about one round and gives the mean time for an input in nanoseconds. */
const timeRound = async (contender: Contender, roundNs: bigint): Promise<number> => {
  const first = contender.answer(0)
  if (!(first instanceof Promise)) return timeCalls(contender.answer, roundNs)
  await first
  return timePromises(contender, roundNs)
}

const shown = async ({ answer, seen }: Contender, index: number): Promise<string> => {
  const found = await answer(index)
  return JSON.stringify(seen === undefined ? found : seen(found))
}

const checkSame = async ({ checkedInputs, peers, work }: Race): Promise<void> => {
  for (let index = 0; index < checkedInputs; index += 1) {
    const ours = await shown(work, index)
    for (const peer of peers) {
      const theirs = await shown(peer, index)
      if (ours === theirs) continue
      throw new Error(`${work.name}: input ${index} gives ${ours}, ${peer.name} ${theirs}`)
    }
  }
}

/** Times the work and its peers in turns, so that all of them meet the same machine. */
export const compare = async (
  race: Race,
  { roundNs, rounds }: Turns = usualTurns(),
): Promise<ReadonlyArray<Figure>> => {
  await checkSame(race)
  const { inputsPerAnswer = 1 } = race
  const workTimes: Array<number> = []
  const peerTimes = race.peers.map((): Array<number> => [])
  for (let round = 0; round < rounds + 1; round += 1) {
    // A turn of the loop, in which a process hears that it is to end.
    await setImmediate()
    const workNs = (await timeRound(race.work, roundNs)) / inputsPerAnswer
    if (round > 0) workTimes.push(workNs)
    for (const [index, peer] of race.peers.entries()) {
      const peerNs = (await timeRound(peer, roundNs)) / inputsPerAnswer
      if (round > 0) peerTimes[index]?.push(peerNs)
    }
  }
  return race.peers.map(({ measure = "times as fast", name, target = null }, index): Figure => {
    const times = peerTimes[index] ?? []
    const facts = {
      work: race.work.name,
      against: name,
      measure,
      target,
      workShown: durationText(median(workTimes)),
      peerShown: durationText(median(times)),
    }
    const ratios = times.map((peerNs, round) =>
      ratioOf(measure, workTimes[round] ?? Number.NaN, peerNs),
    )
    return figureOfRounds(facts, ratios)
  })
}
