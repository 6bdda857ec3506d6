import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { openDatabase } from "../database.ts"
import { durationText, type Figure, figureOfRounds, median } from "../figure.ts"
import { endOf } from "../http/children.ts"
import type { Part } from "../part.ts"
import { settingOf } from "../settings.ts"
import { type Target, targets } from "../targets.ts"
import { serverOptions } from "./command-line.ts"
import { buildPackages } from "./package.ts"
import { type Started, timeStart } from "./process.ts"

/** The least that a server on Node can be. */
const helloWorld: Started = {
  args: [
    "--eval",
    `require("node:http").createServer((_, answer) => answer.end("hello world")).listen(process.env.PORT, "127.0.0.1")`,
  ],
  path: "/",
}

/** A start of the service that is set against the start of the hello world. */
interface Start {
  readonly work: string
  readonly environment: Readonly<Record<string, string>>
  readonly target: Target
}

const shownMs = (times: ReadonlyArray<number>): string => durationText(median(times) * 1e6)

/** Times starts in turns with the hello world; what a first start leaves behind is there by then. */
const raceStarts = async (
  args: ReadonlyArray<string>,
  starts: ReadonlyArray<Start>,
): Promise<ReadonlyArray<Figure>> => {
  const services = starts.map(({ environment }): Started => ({
    args,
    path: "/readyz",
    environment: { MASTER_KEY: "be".repeat(32), LOG_LEVEL: "Warn", ...environment },
  }))
  const contenders = [helloWorld, ...services]
  const times = contenders.map((): Array<number> => [])
  for (let round = 0; round <= settingOf("BENCH_ROUNDS", 9); round += 1) {
    for (const [index, started] of contenders.entries()) {
      const tookMs = await timeStart(started)
      if (round > 0) times[index]?.push(tookMs)
    }
  }
  const [helloTimes = [], ...serviceTimes] = times
  return starts.map(({ target, work }, index) => {
    const own = serviceTimes[index] ?? []
    return figureOfRounds(
      {
        work,
        against: "a node:http hello world",
        measure: "times its time",
        target,
        workShown: shownMs(own),
        peerShown: shownMs(helloTimes),
      },
      own.map((tookMs, round) => tookMs / (helloTimes[round] ?? Number.NaN)),
    )
  })
}

/**
 * Starts of the package, built for this, as an operator runs it, with the options of Node that
 * `npm run serve` gives.
 */
export const startPart: Part = {
  name: "start",
  about: "Start of the service: process to first answered request.",
  run: async function* () {
    await using stack = new AsyncDisposableStack()
    const folder = await mkdtemp(join(tmpdir(), "viatica-bench-"))
    stack.defer(() => rm(folder, { recursive: true, force: true }))
    const { url } = stack.adopt(await openDatabase(), endOf)
    const program = await buildPackages(join(folder, "package"))
    const figures = await raceStarts(
      [...serverOptions(), program, "serve"],
      [
        {
          work: "start of the built package, database already up and migrated",
          environment: { DATABASE_URL: url },
          target: targets.startOnDatabase,
        },
        {
          work: "start of the built package with the embedded database of an existing folder",
          environment: { DATA_DIR: join(folder, "existing") },
          target: targets.startWithDatabase,
        },
      ],
    )
    yield { figures }
  },
}
