import { mkdtemp, rm } from "node:fs/promises"
import { availableParallelism, tmpdir } from "node:os"
import { join } from "node:path"
import { durationText } from "../compare.ts"
import { atLeast, atMost, type Figure, figureOfRounds, median, type Target } from "../figure.ts"
import type { Part } from "../part.ts"
import { settingOf } from "../settings.ts"
import { runBatch } from "./command.ts"
import { lineBlocks, writeLines } from "./lines.ts"
import { onOneCore } from "./one-core.ts"

/** How many lines are timed, and how often on one core and on two in turn. */
export interface BatchTurns {
  readonly lines: number
  /** A longer input, of which what each thread does for itself first is a smaller part. */
  readonly longLines: number
  readonly rounds: number
}

/** What each thread does for itself first is as much as some 180,000 lines. */
const usualTurns: BatchTurns = { lines: 1_000_000, longLines: 3_000_000, rounds: 3 }

const linesText = (lines: number): string => `${lines.toLocaleString("en")} lines`

const checkSame = async (file: string): Promise<string> => {
  const one = await runBatch({ file }, { workers: 1, hashes: true })
  const two = await runBatch({ file }, { workers: 2, hashes: true })
  if (one.answersHash !== two.answersHash) {
    throw new Error("two cores give other answers than one")
  }
  return `answers of one core and of two are the same byte for byte (SHA-256 ${one.answersHash?.slice(0, 12)})`
}

/** Two commands at the same time that share nothing: as much as a machine's two cores can give. */
const runApart = async (half: string): Promise<number> => {
  const startedAt = performance.now()
  const command = () => runBatch({ file: half }, { workers: 1, hashes: false })
  await Promise.all([command(), command()])
  return performance.now() - startedAt
}

/** What is timed in each round, in milliseconds. */
interface Round {
  readonly oneCore: number
  readonly twoCores: number
  readonly oneThread: number
  readonly apart: number
  readonly longOneCore: number
  readonly longTwoCores: number
}

/** The inputs of a round. */
interface LineFiles {
  readonly file: string
  readonly half: string
  readonly long: string
}

const runRound = async (
  { file, half, long }: LineFiles,
  prefix: ReadonlyArray<string>,
): Promise<Round> => {
  const run = async (from: string, workers: number, held: ReadonlyArray<string>) =>
    (await runBatch({ file: from }, { workers, hashes: false, prefix: held })).tookMs
  return {
    twoCores: await run(file, 2, []),
    oneCore: await run(file, 1, prefix),
    oneThread: await run(file, 1, []),
    apart: await runApart(half),
    longTwoCores: await run(long, 2, []),
    longOneCore: await run(long, 1, prefix),
  }
}

const figuresOf = (
  rounds: ReadonlyArray<Round>,
  { lines, longLines }: BatchTurns,
  prefix: ReadonlyArray<string>,
): ReadonlyArray<Figure> => {
  const against = (
    ofLines: number,
    [work, name]: readonly [string, keyof Round],
    [peer, peerName]: readonly [string, keyof Round],
    target: Target | null,
  ): Figure => {
    const shown = (each: keyof Round) =>
      `${durationText((median(rounds.map((round) => round[each])) * 1e6) / ofLines)} a line`
    return figureOfRounds(
      {
        work: `bilans of ${linesText(ofLines)}, ${work}`,
        against: peer,
        measure: "times as fast",
        target,
        workShown: shown(name),
        peerShown: shown(peerName),
      },
      rounds.map((round) => round[peerName] / round[name]),
    )
  }
  const core = prefix.length === 0 ? "1 thread" : "1 core"
  const two = "2 cores, the whole command with its start"
  const thread = "1 thread, the other core left to V8's own"
  const apart = "2 commands at once, each over half of them"
  return [
    against(lines, [two, "twoCores"], [core, "oneCore"], atLeast(1.7)),
    against(lines, [two, "twoCores"], [thread, "oneThread"], null),
    against(lines, [apart, "apart"], [core, "oneCore"], null),
    against(longLines, [two, "longTwoCores"], [core, "longOneCore"], atLeast(1.7)),
  ]
}

/** Bilans of many lines by the command line on two cores against one. */
export const makeBatchPart = (turns: BatchTurns = usualTurns): Part => ({
  name: "batch",
  about: "Bilans of many lines by the command line.",
  run: async function* () {
    const folder = await mkdtemp(join(tmpdir(), "viatica-bench-"))
    try {
      const file = join(folder, "requests.ndjson")
      await writeLines(file, turns.lines)
      const half = join(folder, "half.ndjson")
      await writeLines(half, turns.lines / 2)
      const long = join(folder, "long.ndjson")
      await writeLines(long, turns.longLines)
      const notes = [await checkSame(file)]
      const cores = availableParallelism()
      if (cores < 2) notes.push(`this machine lends ${cores} core, so that two cannot be faster`)
      const prefix = onOneCore()
      if (prefix.length === 0) {
        notes.push("this system holds no command to one core: 1 core is 1 thread")
      }
      yield { figures: [], notes }
      const rounds: Array<Round> = []
      for (let round = 0; round < turns.rounds; round += 1) {
        rounds.push(await runRound({ file, half, long }, prefix))
      }
      yield { figures: figuresOf(rounds, turns, prefix) }
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
})

const peaksOf = async (lines: number, rounds: number): Promise<ReadonlyArray<number>> => {
  const peaks: Array<number> = []
  for (let round = 0; round < rounds; round += 1) {
    const run = await runBatch({ blocks: lineBlocks(lines) }, { workers: 2, hashes: false })
    peaks.push(run.peakMib)
  }
  return peaks
}

/** How much more memory an input may take that is ten or a hundred times as long. */
const growthMost = 1.15

/** How long the inputs are whose memory is compared. */
export interface MemoryLines {
  readonly fewLines: number
  readonly manyLines: number
}

/** The long input has `BENCH_LINES` lines, such as 10000000, which takes one or two minutes. */
const usualLines = (): MemoryLines => ({
  fewLines: 100_000,
  manyLines: settingOf("BENCH_LINES"),
})

/** The memory of the command line over a long input against a short one. */
export const makeBatchMemoryPart = (lines?: MemoryLines): Part => ({
  name: "batch-memory",
  about: "Memory of the command line over many lines against 100,000.",
  isLong: true,
  run: async function* () {
    const { fewLines, manyLines } = lines ?? usualLines()
    const few = await peaksOf(fewLines, 3)
    const [many = Number.NaN] = await peaksOf(manyLines, 1)
    const figure = figureOfRounds(
      {
        work: `most memory over ${linesText(manyLines)}, 2 workers`,
        against: linesText(fewLines),
        measure: "times its memory",
        target: atMost(growthMost),
        workShown: `${many.toFixed(0)} MiB`,
        peerShown: `${median(few).toFixed(0)} MiB`,
      },
      few.map((peak) => many / peak),
    )
    yield { figures: [figure] }
  },
})
