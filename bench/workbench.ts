import { mkdtemp, cp, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { type Bench, type BenchTopic, makeBench } from "../http/workbench/server/bench.ts"
import { makeDesk } from "../http/workbench/server/desk/desk.ts"
import { readVersionBefore } from "../http/workbench/server/desk/version-before.ts"
import { shippedTablesFolder } from "../http/shipped-tables.ts"
import { durationText, type Figure, figureOfRounds, median } from "./figure.ts"
import type { Part } from "./part.ts"
import { settingOf } from "./settings.ts"
import { withRise } from "./tables/difference.ts"
import { type Target, targets } from "./targets.ts"

const tariffs = "catalogue/tariffs.csv"

/** How long the workbench is left alone between edits, as by somebody who reads what it says. */
const restMs = 3_000

/** The milliseconds from an edit to what the workbench says of it. */
interface EditTimes {
  readonly findings: number
  readonly impact: number
}

const rest = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve, restMs))

/** Waits until the bench says something, and gives the moment at which it did. */
const heard = (bench: Bench, topic: BenchTopic, isIt: () => boolean): Promise<number> =>
  new Promise((resolve) => {
    const leave = bench.onChange((changed) => {
      if (changed !== topic || !isIt()) return
      leave()
      resolve(performance.now())
    })
  })

/** A text with another price each time: a comment alone would change nothing for customers. */
const editOf = (text: string, round: number): string =>
  round % 2 === 0 ? withRise(text) : withRise(withRise(text))

/** Makes one edit, as the page does, and waits until all is said of it. */
const timeEdit = async (bench: Bench, text: string): Promise<EditTimes> => {
  const { revision } = bench.desk.state()
  const findings = heard(bench, "checks", () => (bench.checks.last()?.revision ?? 0) > revision)
  const impact = heard(bench, "impact", () => {
    const { view } = bench.impact.state()
    return view !== null && view.isWhole && view.revision > revision && view.dearer.prices > 0
  })
  const startedAt = performance.now()
  await Effect.runPromise(
    bench.desk.take({
      label: { action: "multiply", file: tariffs, count: 1 },
      texts: new Map([[tariffs, text]]),
    }),
  )
  return { findings: (await findings) - startedAt, impact: (await impact) - startedAt }
}

const figure = (work: string, target: Target, tookMs: ReadonlyArray<number>): Figure =>
  figureOfRounds(
    {
      work,
      against: "nothing: from the edit to the word on it",
      measure: "ms",
      target,
      workShown: durationText(median(tookMs) * 1e6),
      peerShown: "-",
    },
    tookMs,
  )

/** What an analyst waits for after an edit: what was found in the tables, and what customers notice. */
export const workbenchPart: Part = {
  name: "workbench",
  about: "From an edit in the workbench to its findings, and to its impact on 20,000 situations.",
  run: async function* () {
    const rounds = settingOf("BENCH_ROUNDS", 9)
    await using stack = new AsyncDisposableStack()
    const root = await mkdtemp(join(tmpdir(), "viatica-bench-"))
    stack.defer(() => rm(root, { recursive: true, force: true }))
    // Threads of a workbench keep no process alive: its server does, which there is none of here.
    const alive = setInterval(() => undefined, restMs)
    stack.defer(() => clearInterval(alive))
    const folder = join(root, "data")
    await cp(shippedTablesFolder, folder, { recursive: true })
    const text = await readFile(join(folder, tariffs), "utf8")
    const times = await Effect.runPromise(
      Effect.scoped(
        Effect.gen(function* () {
          const before = yield* readVersionBefore(folder, Option.none())
          const bench = yield* makeBench(yield* makeDesk(folder, before))
          return yield* Effect.promise(async () => {
            const whole = heard(bench, "impact", () => true)
            bench.impact.begin()
            await whole
            const all: Array<EditTimes> = []
            // The first edits warm what is kept.
            for (let round = 0; round < rounds + 2; round += 1) {
              await rest()
              all.push(await timeEdit(bench, editOf(text, round)))
            }
            return all.slice(2)
          })
        }),
      ),
    )
    yield {
      figures: [
        figure(
          "edit of catalogue/tariffs.csv in the workbench, to its findings",
          targets.editToFindings,
          times.map(({ findings }) => findings),
        ),
        figure(
          "the same edit, to its impact on 20,000 situations",
          targets.editToImpact,
          times.map(({ impact }) => impact),
        ),
      ],
    }
  },
}
