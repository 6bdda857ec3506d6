import * as ConfigProvider from "effect/ConfigProvider"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { layerDatabase } from "../../http/store/database/client.ts"
import { layerMigrations } from "../../http/store/database/migrator.ts"
import { durationText } from "../compare.ts"
import { openDatabase } from "../database.ts"
import { atMost, figureOfRounds, median } from "../figure.ts"
import type { Part } from "../part.ts"
import { settingOf } from "../settings.ts"
import { falsify, makeBooks, salesOf } from "./books.ts"
import { type CheckRun, runCheck } from "./check.ts"

/** Books of so many entries, and how often they are checked. */
export interface LedgerCheck {
  readonly entries: number
  readonly rounds: number
}

const usualCheck = (): LedgerCheck => ({ entries: settingOf("BENCH_ENTRIES"), rounds: 3 })

/** What checking a million entries may take, and the memory that it may come to with any number. */
const [msMost, mibMost] = [120_000, 320]

const checkCounts = ({ findings }: CheckRun, entries: number, found: number): void => {
  const sales = salesOf(entries)
  const due = { sales, journals: 2 * sales, records: 2 * sales, found }
  const told = Object.keys(due).filter(
    (name) => due[name as keyof typeof due] !== findings[name as keyof typeof due],
  )
  if (told.length > 0) throw new Error(`the check does not tell ${JSON.stringify(due)}`)
}

const figuresOf = (runs: ReadonlyArray<CheckRun>, entries: number) => {
  const times = runs.map(({ tookMs }) => tookMs)
  const peaks = runs.map(({ peakMib }) => peakMib)
  const work = `ledger check of ${entries.toLocaleString("en")} entries`
  const alone = {
    against: "by itself",
    peerShown: `${salesOf(entries).toLocaleString("en")} sales, each of two records`,
  }
  return [
    figureOfRounds(
      {
        work,
        ...alone,
        measure: "ms",
        target: entries >= 1_000_000 ? atMost(msMost) : null,
        workShown: durationText(median(times) * 1e6),
      },
      times,
    ),
    figureOfRounds(
      {
        work: `${work}, memory of its process`,
        ...alone,
        measure: "MiB",
        target: atMost(mibMost),
        workShown: `${median(peaks).toFixed(0)} MiB`,
      },
      peaks,
    ),
  ]
}

/** `viatica ledger check` over many entries: every sale recomputed, every record's hash too. */
export const makeLedgerPart = (given?: LedgerCheck): Part => ({
  name: "ledger",
  about: "Recomputing every sale of a large ledger from what was declared.",
  isLong: true,
  run: async function* () {
    const { entries, rounds } = given ?? usualCheck()
    const database = await openDatabase()
    const settings = ConfigProvider.fromEnvRecord({ DATABASE_URL: database.url })
    const runtime = ManagedRuntime.make(
      layerMigrations.pipe(
        Layer.provideMerge(layerDatabase),
        Layer.provide(ConfigProvider.layer(settings)),
      ),
    )
    try {
      await runtime.runPromise(makeBooks(entries))
      const runs: Array<CheckRun> = []
      for (let round = 0; round < rounds; round += 1) {
        const run = await runCheck(database.url)
        checkCounts(run, entries, 0)
        runs.push(run)
      }
      yield { figures: figuresOf(runs, entries) }
      await runtime.runPromise(falsify)
      checkCounts(await runCheck(database.url), entries, 1)
      yield { figures: [], notes: ["one changed amount among all of them is found"] }
    } finally {
      await runtime.dispose()
      await database.end()
    }
  },
})
