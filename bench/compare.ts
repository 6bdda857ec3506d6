/** One thing to time, and the peer that it is held against in the same run. */
export interface Comparison {
  readonly work: string
  readonly against: string
  /** Runs the work once for the n-th input and answers something that depends on it. */
  readonly run: (index: number) => unknown
  readonly peer: (index: number) => unknown
  /** Whether both must answer the same for the same input; checked before anything is timed. */
  readonly same: boolean
}

/** What a comparison gave: medians over the rounds, in nanoseconds, and their ratio. */
export interface Figure {
  readonly work: string
  readonly against: string
  readonly workNs: number
  readonly peerNs: number
  /** Time of the work over time of the peer. */
  readonly ratio: number
}

const checkedInputs = 200
const rounds = 9
const roundMs = 150

const median = (values: ReadonlyArray<number>): number =>
  values.toSorted((left, right) => left - right)[values.length >> 1] ?? Number.NaN

/** Calls a function for about one round and gives the mean time of a call in nanoseconds. */
const timeRound = (run: (index: number) => unknown): number => {
  const started = process.hrtime.bigint()
  const end = started + BigInt(roundMs) * 1_000_000n
  let calls = 0
  let sink: unknown
  while (process.hrtime.bigint() < end) {
    for (let index = 0; index < 64; index += 1) sink = run(calls + index)
    calls += 64
  }
  if (sink === started) throw new Error("unreachable, keeps the result alive")
  return Number(process.hrtime.bigint() - started) / calls
}

const checkSame = ({ peer, run, work }: Comparison): void => {
  for (let index = 0; index < checkedInputs; index += 1) {
    const ours = JSON.stringify(run(index))
    const theirs = JSON.stringify(peer(index))
    if (ours !== theirs) throw new Error(`${work}: input ${index} gives ${ours}, peer ${theirs}`)
  }
}

/** Times work and peer in turns, so that both meet the same machine, and gives their medians. */
export const compare = (comparison: Comparison): Figure => {
  if (comparison.same) checkSame(comparison)
  const workTimes: Array<number> = []
  const peerTimes: Array<number> = []
  for (let round = 0; round < rounds + 1; round += 1) {
    const workNs = timeRound(comparison.run)
    const peerNs = timeRound(comparison.peer)
    if (round === 0) continue
    workTimes.push(workNs)
    peerTimes.push(peerNs)
  }
  const workNs = median(workTimes)
  const peerNs = median(peerTimes)
  const { against, work } = comparison
  return { work, against, workNs, peerNs, ratio: workNs / peerNs }
}
