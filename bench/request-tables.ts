import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import { readWorkbook } from "../http/tables/forms/read-workbook.ts"
import { runProcess } from "../test/support/run-process.ts"
import { shippedTables as tables } from "../test/support/tables.ts"
import { figureOfRounds } from "./figure.ts"
import { makeChoices } from "./inputs.ts"
import type { Part } from "./part.ts"
import { settingOf } from "./settings.ts"
import { commandLine } from "./start/command-line.ts"
import { targets } from "./targets.ts"

const tripCount = 1_000

/** A file of trips for tourism from France, as an analyst would have them. */
const tripsText = (): string => {
  const { below, pick } = makeChoices()
  const header = "id,intent,startDate,endDate,countryResidence,arrivalCountries,travellers,currency"
  const rows = Array.from({ length: tripCount }, (_, index) => {
    const end = `2027-07-${String(8 + below(23)).padStart(2, "0")}`
    const ages = Array.from({ length: 1 + below(4) }, () => 18 + below(50)).join(";")
    const country = pick(tables.countries.rows).code
    const currency = pick(["EUR", "USD", "GBP"])
    return `${index + 1},forTourism,2027-07-01,${end},FR,${country},${ages},${currency}`
  })
  return `${[header, ...rows].join("\n")}\n`
}

/** How many trips a workbook of quotes answers; every row of it names one. */
const answeredTrips = async (file: string): Promise<number> => {
  const [sheet] = await Effect.runPromise(readWorkbook(await readFile(file)))
  const [header = [], ...rows] = sheet?.rows ?? []
  const at = header.indexOf("id")
  return new Set(rows.map((row) => row[at])).size
}

/** A file of trips made into a workbook of quotes by the command line, from start to end. */
export const requestTablesPart: Part = {
  name: "request tables",
  about: "Quotes from CSV to XLSX by the command line, the whole process.",
  run: async function* () {
    const folder = await mkdtemp(join(tmpdir(), "viatica-bench-"))
    const [trips, quotes] = [join(folder, "trips.csv"), join(folder, "quotes.xlsx")]
    try {
      await writeFile(trips, tripsText())
      const times: Array<number> = []
      for (let round = 0; round <= settingOf("BENCH_ROUNDS", 9); round += 1) {
        const startedAt = performance.now()
        const args = commandLine("quote", `@${trips}`, "--out", quotes, "--refusals", "inline")
        const ended = await runProcess(process.execPath, args, { cwd: process.cwd() })
        if (round > 0) times.push(performance.now() - startedAt)
        const answered = await answeredTrips(quotes)
        if (answered !== tripCount) {
          throw new Error(`${answered} of ${tripCount} trips were answered: ${ended.stderr}`)
        }
      }
      const figure = figureOfRounds(
        {
          work: "1,000 quotes from CSV to XLSX",
          against: "the whole command",
          measure: "ms",
          target: targets.quotesToWorkbook,
          workShown: "a row for each offer",
          peerShown: "from the start of the process to its end",
        },
        times,
      )
      yield { figures: [figure] }
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
}
