import { Bench } from "tinybench"
import { durationText, type Figure, figureOfRounds, type Measure, median } from "./figure.ts"
import { settingOf } from "./settings.ts"
import type { Target } from "./targets.ts"

/** One way to do some work, to be timed. */
export interface Contender {
  readonly name: string
  /** Does the work for the n-th input; what it answers may be promised. */
  readonly answer: (index: number) => unknown
  /** What is compared of an answer; undefined answers with what was asked for, not with a copy. */
  readonly seen?: (answer: unknown) => unknown
  /** How many promised answers are awaited together; 1 unless told. */
  readonly atOnce?: number
  /** What the work should come to against it, as a peer: by the clock, or in processor time. */
  readonly target?: Target
  readonly targetOfProcessor?: Target
}

/** Some work and its peers, which are timed in turns in the same run. */
export interface Race {
  readonly work: Contender
  readonly peers: ReadonlyArray<Contender>
  /** How the work is set against its peers. */
  readonly measure: Extract<Measure, "times as fast" | "of its time">
  /** Whether processor time is told beside it, as `times as cheap`. */
  readonly withProcessor?: boolean
  /** For how many inputs all answers must be the same before anything is timed. */
  readonly checkedInputs: number
  /** How many inputs one answer works through, for work too short to be timed by itself; 1 unless told. */
  readonly inputsPerAnswer?: number
  /** What a reader should know beside the figures, a line each. */
  readonly notes?: ReadonlyArray<string>
}

/** How many plain answers make one sample, so that reading the clock costs next to nothing. */
const answersPerSample = 64

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

/** Gives one sample of a contender's work, and how many answers that is. */
const samplesOf = ({ answer, atOnce = 1 }: Contender) => {
  let next = 0
  if (answer(0) instanceof Promise) {
    const promised = () => {
      const from = next
      next += atOnce
      return Promise.all(Array.from({ length: atOnce }, (_, index) => answer(from + index)))
    }
    return { sample: promised, answers: atOnce, isPromised: true }
  }
  const plain = () => {
    const end = next + answersPerSample
    let last: unknown
    for (; next < end; next += 1) last = answer(next)
    return last
  }
  return { sample: plain, answers: answersPerSample, isPromised: false }
}

/** What an answer took in each round, in nanoseconds: by the clock, and of processor time. */
interface Times {
  readonly clock: Array<number>
  readonly processor: Array<number>
}

/**
 * Times contenders in turns, so that all of them meet the same machine; gives the mean time of an
 * answer in each round. In a round before those that count, code is compiled.
 */
const timeInTurns = async (contenders: ReadonlyArray<Contender>): Promise<ReadonlyArray<Times>> => {
  const time = settingOf("BENCH_ROUND_MS", 150)
  const bench = new Bench({ time, iterations: 1, warmup: false, throws: true })
  const answersOf = contenders.map((contender, index) => {
    const { answers, isPromised, sample } = samplesOf(contender)
    const used = makeProcessorClock()
    bench.add(String(index), sample, {
      async: isPromised,
      beforeAll: used.start,
      afterAll: used.stop,
    })
    return { answers, used }
  })
  const times = contenders.map((): Times => ({ clock: [], processor: [] }))
  for (let round = 0; round <= settingOf("BENCH_ROUNDS", 9); round += 1) {
    bench.reset()
    for (const [index, { result }] of (await bench.run()).entries()) {
      if (result.state !== "completed") throw new Error(`a turn has ${result.state}`)
      const { answers = 1, used } = answersOf[index] ?? {}
      if (round === 0) continue
      times[index]?.clock.push((result.period * 1e6) / answers)
      const samples = answers * result.latency.samplesCount
      times[index]?.processor.push((used?.ns() ?? Number.NaN) / samples)
    }
  }
  return times
}

/** The processor time, of all threads, between a start and a stop. */
const makeProcessorClock = () => {
  let started = process.cpuUsage()
  let ns = 0
  return {
    start: () => {
      started = process.cpuUsage()
    },
    stop: () => {
      const { system, user } = process.cpuUsage(started)
      ns = (system + user) * 1e3
    },
    ns: () => ns,
  }
}

/** Checks that all contenders answer the same, then times them. */
export const runRace = async (race: Race): Promise<ReadonlyArray<Figure>> => {
  await checkSame(race)
  const { inputsPerAnswer = 1, measure, peers, withProcessor = false, work } = race
  const times = await timeInTurns([work, ...peers])
  const figuresBy = (
    { name, target, targetOfProcessor }: Contender,
    index: number,
    by: keyof Times,
  ): Figure => {
    const [own = [], theirs = []] = [times[0], times[index + 1]].map((each) =>
      each?.[by].map((ns) => ns / inputsPerAnswer),
    )
    const faster = theirs.map((peerNs, round) => peerNs / (own[round] ?? Number.NaN))
    const told = by === "processor" ? "times as cheap" : measure
    return figureOfRounds(
      {
        work: work.name,
        against: name,
        measure: told,
        target: (by === "processor" ? targetOfProcessor : target) ?? null,
        workShown: durationText(median(own)),
        peerShown: durationText(median(theirs)),
      },
      told === "of its time" ? faster.map((ratio) => 1 / ratio) : faster,
    )
  }
  return peers.flatMap((peer, index) => [
    figuresBy(peer, index, "clock"),
    ...(withProcessor ? [figuresBy(peer, index, "processor")] : []),
  ])
}
