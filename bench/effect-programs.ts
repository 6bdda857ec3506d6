// Measures what the programs of `viatica/effect` take beside the plain functions, over the corpus, as the
// built package has both: `node bench/effect-programs.ts`. It builds the library into a folder of its own,
// and takes processor time in turns, so that what else a machine does counts little.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import { buildLibrary } from "../.config/build-library.ts"
import { corpusOf } from "../rules/corpus/corpus.ts"
import { shippedTables } from "../test/support/tables.ts"
import { median } from "./figure.ts"
import { settingOf } from "./settings.ts"
import type * as plainEntry from "../http/library/index.ts"
import type * as effectEntry from "../http/library/effect/index.ts"

/** One way to answer the whole corpus. */
interface Way {
  readonly name: string
  readonly answer: () => void
}

const root = fileURLToPath(new URL("..", import.meta.url))

const cpuUs = (work: () => void): number => {
  const before = process.cpuUsage()
  work()
  const { system, user } = process.cpuUsage(before)
  return system + user
}

/** The median processor time of each way in microseconds an answer; the first round compiles. */
const timesOf = (ways: ReadonlyArray<Way>, count: number): ReadonlyArray<number> => {
  const times = ways.map((): Array<number> => [])
  for (let round = 0; round <= settingOf("BENCH_ROUNDS", 9); round += 1) {
    for (const [index, { answer }] of ways.entries()) {
      const took = cpuUs(answer) / count
      if (round > 0) times[index]?.push(took)
    }
  }
  return times.map(median)
}

const tell = (subject: string, count: number, ways: ReadonlyArray<Way>): void => {
  const times = timesOf(ways, count)
  const [plain = Number.NaN] = times
  for (const [index, { name }] of ways.entries()) {
    const took = times[index] ?? Number.NaN
    const share = (took / plain).toFixed(2)
    console.log(`${subject}, ${name}: ${took.toFixed(2)} µs of ${count}, ${share} times plain`)
  }
}

const waysOf = <Request, Success, Refused>(
  requests: ReadonlyArray<Request>,
  plain: (request: Request) => unknown,
  program: (request: Request) => Effect.Effect<Success, Refused>,
): ReadonlyArray<Way> => [
  { name: "plain", answer: () => requests.forEach((request) => plain(request)) },
  {
    name: "each with Effect.runSync",
    answer: () => requests.forEach((request) => Effect.runSync(program(request))),
  },
  {
    name: "all in one fiber",
    answer: () => Effect.runSync(Effect.forEach(requests, program, { discard: true })),
  },
]

const folder = mkdtempSync(join(tmpdir(), "viatica-bench-"))
try {
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"), "dir")
  writeFileSync(join(folder, "package.json"), '{"type":"module"}')
  const dist = join(folder, "dist")
  mkdirSync(dist)
  await buildLibrary(root, dist)
  const load = (entry: string) => import(pathToFileURL(join(dist, "lib", `${entry}.js`)).href)
  const { bilan, quote, readBilan } = (await load("index")) as typeof plainEntry
  const { Coach, Pricing } = (await load("effect")) as typeof effectEntry
  const services = Effect.all([Coach, Pricing])
  const layer = Layer.mergeAll(Coach.layer, Pricing.layer)
  const [coach, pricing] = Effect.runSync(Effect.provide(services, layer))
  const situations = corpusOf(shippedTables)
  const bilans = situations.flatMap((each) => {
    const read = readBilan(each.bilan)
    return Result.isSuccess(read) ? read.success : []
  })
  const quotes = situations
    .map((each) => each.quote)
    .filter((each) => Result.isSuccess(quote(each)))
  tell("bilan", bilans.length, waysOf(bilans, bilan, coach.bilan))
  tell(
    "quote",
    quotes.length,
    waysOf(
      quotes,
      (each) => quote(each),
      (each) => pricing.quote(each),
    ),
  )
} finally {
  rmSync(folder, { recursive: true, force: true })
}
