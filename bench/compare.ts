/** One way to do some work, to be timed. */
export interface Contender {
  readonly name: string
  /** Does the work for the n-th input; what it answers may be promised. */
  readonly answer: (index: number) => unknown
  /** What is compared of an answer; undefined answers with what was asked for, not with a copy. */
  readonly seen?: (answer: unknown) => unknown
  /** How many promised answers are awaited together; 1 unless told. */
  readonly atOnce?: number
  /** How many times as long as the work it should take. */
  readonly target?: number
}

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

/** How often a contender differs from the exact answer, in so many cases. */
export interface Exactness {
  readonly name: string
  readonly cases: number
  readonly differences: number
}

/** What a race gave for one peer: medians over the rounds in nanoseconds, and how they compare. */
export interface Figure {
  readonly work: string
  readonly against: string
  readonly workNs: number
  readonly peerNs: number
  /** Time of the peer over time of the work: the median over the rounds, the least and the most. */
  readonly times: number
  readonly least: number
  readonly most: number
  readonly target?: number
}

/** How often every contender has its turn, and for how long. */
export interface Turns {
  readonly rounds: number
  readonly roundNs: bigint
}

const usualTurns: Turns = { rounds: 9, roundNs: 150_000_000n }
const callsBetweenLooks = 64

const median = (values: ReadonlyArray<number>): number =>
  values.toSorted((left, right) => left - right)[values.length >> 1] ?? Number.NaN

const timeCalls = (answer: Contender["answer"], roundNs: bigint): number => {
  const started = process.hrtime.bigint()
  let calls = 0
  let last: unknown
  while (process.hrtime.bigint() - started < roundNs) {
    for (let index = 0; index < callsBetweenLooks; index += 1) last = answer(calls + index)
    calls += callsBetweenLooks
  }
  if (last === started) throw new Error("unreachable, keeps the answers alive")
  return Number(process.hrtime.bigint() - started) / calls
}

const timePromises = async (
  { answer, atOnce = 1 }: Contender,
  roundNs: bigint,
): Promise<number> => {
  const started = process.hrtime.bigint()
  let calls = 0
  while (process.hrtime.bigint() - started < roundNs) {
    const from = calls
    await Promise.all(Array.from({ length: atOnce }, (_, index) => answer(from + index)))
    calls += atOnce
  }
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
  { roundNs, rounds }: Turns = usualTurns,
): Promise<ReadonlyArray<Figure>> => {
  await checkSame(race)
  const { inputsPerAnswer = 1 } = race
  const workTimes: Array<number> = []
  const peerTimes = race.peers.map((): Array<number> => [])
  for (let round = 0; round < rounds + 1; round += 1) {
    const workNs = (await timeRound(race.work, roundNs)) / inputsPerAnswer
    if (round > 0) workTimes.push(workNs)
    for (const [index, peer] of race.peers.entries()) {
      const peerNs = (await timeRound(peer, roundNs)) / inputsPerAnswer
      if (round > 0) peerTimes[index]?.push(peerNs)
    }
  }
  return race.peers.map(({ name, target }, index): Figure => {
    const times = peerTimes[index] ?? []
    const ratios = times.map((peerNs, round) => peerNs / (workTimes[round] ?? Number.NaN))
    return {
      work: race.work.name,
      against: name,
      workNs: median(workTimes),
      peerNs: median(times),
      times: median(ratios),
      least: Math.min(...ratios),
      most: Math.max(...ratios),
      ...(target === undefined ? {} : { target }),
    }
  })
}
