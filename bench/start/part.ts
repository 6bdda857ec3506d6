import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { durationText } from "../compare.ts"
import { openDatabase } from "../database.ts"
import { atMost, type Figure, figureOfRounds, median, type Target } from "../figure.ts"
import type { Part } from "../part.ts"
import { commandLine } from "./command-line.ts"
import { type Started, timeStart } from "./process.ts"

/** The least that a server on Node can be. */
const helloWorld: Started = {
  args: [
    "--eval",
    `require("node:http").createServer((_, answer) => answer.end("hello world")).listen(process.env.PORT, "127.0.0.1")`,
  ],
  path: "/",
}

const service = (environment: Readonly<Record<string, string>>): Started => ({
  args: commandLine("serve"),
  path: "/readyz",
  environment: { MASTER_KEY: "be".repeat(32), LOG_LEVEL: "Warn", ...environment },
})

/** A start that is set against the start of the hello world. */
interface Start {
  readonly work: string
  readonly started: Started
  readonly target: Target
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
const firstStart = async (folder: string, rounds: number): Promise<Figure> => {
  const times: Array<number> = []
  for (let round = 0; round < rounds; round += 1) {
    times.push(await timeStart(service({ DATA_DIR: join(folder, `first-${round}`) })))
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

/** Starts of the service, from the sources as `npm start` does, against a hello world. */
export const makeStartPart = ({ firstStarts, rounds }: StartTurns = usualTurns): Part => ({
  name: "start",
  about: "Start of the service: process to first answered request.",
  run: async function* () {
    const folder = await mkdtemp(join(tmpdir(), "viatica-bench-"))
    const database = await openDatabase()
    try {
      const figures = await raceStarts(
        [
          {
            work: "start, database already up and migrated",
            started: service({ DATABASE_URL: database.url }),
            target: atMost(7),
          },
          {
            work: "start with the embedded database of an existing folder",
            started: service({ DATA_DIR: join(folder, "existing") }),
            target: atMost(25),
          },
        ],
        rounds,
      )
      yield { figures }
      yield { figures: [await firstStart(folder, firstStarts)] }
    } finally {
      await database.end()
      await rm(folder, { recursive: true, force: true })
    }
  },
})
