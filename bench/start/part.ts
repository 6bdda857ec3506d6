import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { durationText } from "../compare.ts"
import { openDatabase } from "../database.ts"
import { atMost, type Figure, figureOfRounds, median, type Target } from "../figure.ts"
import type { Part } from "../part.ts"
import { serverLine, serverOptions } from "./command-line.ts"
import { buildPackage } from "./package.ts"
import { type Started, timeStart } from "./process.ts"

/** The least that a server on Node can be. */
const helloWorld: Started = {
  args: [
    "--eval",
    `require("node:http").createServer((_, answer) => answer.end("hello world")).listen(process.env.PORT, "127.0.0.1")`,
  ],
  path: "/",
}

/** The service, from whatever is given to Node. */
const service = (
  args: ReadonlyArray<string>,
  environment: Readonly<Record<string, string>>,
): Started => ({
  args,
  path: "/readyz",
  environment: { MASTER_KEY: "be".repeat(32), LOG_LEVEL: "Warn", ...environment },
})

/** A start that is set against the start of the hello world. */
interface Start {
  readonly work: string
  readonly started: Started
  readonly target: Target | null
}

const shownMs = (times: ReadonlyArray<number>): string => durationText(median(times) * 1e6)

/** Times starts in turns with the hello world; what a first start leaves behind is there by then. */
const raceStarts = async (
  starts: ReadonlyArray<Start>,
  rounds: number,
): Promise<ReadonlyArray<Figure>> => {
  const times = starts.map((): Array<number> => [])
  const helloTimes: Array<number> = []
  for (let round = 0; round < rounds + 1; round += 1) {
    const helloMs = await timeStart(helloWorld)
    if (round > 0) helloTimes.push(helloMs)
    for (const [index, { started }] of starts.entries()) {
      const tookMs = await timeStart(started)
      if (round > 0) times[index]?.push(tookMs)
    }
  }
  return starts.map(({ target, work }, index) => {
    const own = times[index] ?? []
    const facts = {
      work,
      against: "a node:http hello world",
      measure: "times its time",
      target,
      workShown: shownMs(own),
      peerShown: shownMs(helloTimes),
    } as const
    return figureOfRounds(
      facts,
      own.map((tookMs, round) => tookMs / (helloTimes[round] ?? Number.NaN)),
    )
  })
}

/** The very first start, which makes the database too. */
const firstStart = async (
  args: ReadonlyArray<string>,
  folder: string,
  rounds: number,
): Promise<Figure> => {
  const times: Array<number> = []
  for (let round = 0; round < rounds; round += 1) {
    times.push(await timeStart(service(args, { DATA_DIR: join(folder, `first-${round}`) })))
  }
  return figureOfRounds(
    {
      work: "first start of all: the embedded database is made",
      against: "by itself",
      measure: "ms",
      target: null,
      workShown: shownMs(times),
      peerShown: "process to first answer",
    },
    times,
  )
}

/** How often each start is timed. */
export interface StartTurns {
  readonly rounds: number
  readonly firstStarts: number
}

const usualTurns: StartTurns = { rounds: 9, firstStarts: 3 }

/**
 * Starts of the service against a hello world: of the package, built for this, as an operator runs
 * it, and from the sources, both with the options of Node that `npm run serve` gives.
 */
export const makeStartPart = ({ firstStarts, rounds }: StartTurns = usualTurns): Part => ({
  name: "start",
  about: "Start of the service: process to first answered request.",
  run: async function* () {
    const folder = await mkdtemp(join(tmpdir(), "viatica-bench-"))
    const database = await openDatabase()
    try {
      const program = await buildPackage(join(folder, "package"))
      const built = [...serverOptions(), program, "serve"]
      const figures = await raceStarts(
        [
          {
            work: "start of the built package, database already up and migrated",
            started: service(built, { DATABASE_URL: database.url }),
            target: atMost(7),
          },
          {
            work: "start of the built package with the embedded database of an existing folder",
            started: service(built, { DATA_DIR: join(folder, "existing") }),
            target: atMost(25),
          },
          {
            work: "start from the sources, database already up and migrated",
            started: service(serverLine(), { DATABASE_URL: database.url }),
            target: null,
          },
        ],
        rounds,
      )
      yield { figures }
      yield { figures: [await firstStart(built, folder, firstStarts)] }
    } finally {
      await database.end()
      await rm(folder, { recursive: true, force: true })
    }
  },
})
