import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { makeArrowWriter } from "../http/tables/forms/arrow/write-arrow.ts"
import { runProcess } from "../test/support/run-process.ts"
import { figureOfRounds, median } from "./figure.ts"
import { makeChoices } from "./inputs.ts"
import type { Part } from "./part.ts"
import { settingOf } from "./settings.ts"
import { commandLine } from "./start/command-line.ts"
import { type Target, targets } from "./targets.ts"

/** Rows of the two runs, of which the difference is told: the start of the process is in both. */
const rowCounts = { few: 100_000, many: 500_000 } as const

const countries = ["US", "CA", "ES", "JP", "TH", "IT", "GB", "MA", "TN", "BR", "AU", "DE", "PT"]

/** A table of requests: its columns, and the cells of a row. */
interface Table {
  readonly columns: ReadonlyArray<string>
  readonly cells: (index: number) => ReadonlyArray<string>
}

/** French cards of a network and a tier, on trips to a country each. */
const cards = (): Table => {
  const { pick } = makeChoices()
  return {
    columns: ["id", "residence", "destinations", "network", "tier", "friends"],
    cells: (index) => [
      String(index),
      "FR",
      pick(countries),
      pick(["visa", "mastercard", "amex"]),
      pick(["entry", "mid", "premium", "elite"]),
      pick(["TRUE", "FALSE"]),
    ],
  }
}

/** Trips of one traveller: some ten thousand different ones. */
const trips = (): Table => {
  const { below, pick } = makeChoices()
  return {
    columns: "id,intent,startDate,endDate,countryResidence,arrivalCountries,travellers".split(","),
    cells: (index) => [
      String(index),
      "forTourism",
      "2027-07-01",
      `2027-07-${String(8 + below(16)).padStart(2, "0")}`,
      "FR",
      pick(countries),
      String(20 + below(48)),
    ],
  }
}

const csvOf = ({ columns, cells }: Table, count: number): string => {
  const rows = Array.from({ length: count }, (_, index) => cells(index).join(","))
  return `${[columns.join(","), ...rows].join("\n")}\n`
}

const linesOf = ({ cells }: Table, count: number): string =>
  Array.from({ length: count }, (_, index) => {
    const [id, residence, destination, network, tier, friends] = cells(index)
    const trip = { friends: friends === "TRUE" }
    const request = { residence, destinations: [destination], card: { network, tier }, trip }
    return `${JSON.stringify({ id: Number(id), ...request })}\n`
  }).join("")

const arrowOf = async ({ columns, cells }: Table, count: number): Promise<Uint8Array> => {
  const writer = await makeArrowWriter(columns.map((name) => ({ name, kind: "text" })))
  const batches: Array<Uint8Array> = []
  for (let from = 0; from < count; from += 10_000) {
    const rows = Array.from({ length: 10_000 }, (_, index) => cells(from + index))
    batches.push(writer.batch(columns.map((_, column) => rows.map((row) => row[column]))))
  }
  return Buffer.concat([writer.begin(), ...batches, writer.end()])
}

/** A command over a file of requests. */
interface Work {
  readonly name: string
  readonly input: (count: number) => Promise<Uint8Array | string>
  readonly command: "bilan" | "quote"
  /** How the answers are asked for, and the ending of their file. */
  readonly asked: ReadonlyArray<string>
  readonly ending: string
  readonly target: Target | null
}

const narrow = ["--columns", "id,headline,medicalTarget,gapCount"]
const cheapest = ["--columns", "id,offers.0.name,offers.0.price.amount"]

const works: ReadonlyArray<Work> = [
  {
    name: "100,000 bilans, Arrow to four columns of Arrow",
    input: (count) => arrowOf(cards(), count),
    command: "bilan",
    asked: narrow,
    ending: "arrow",
    target: targets.bilansInColumns,
  },
  {
    name: "100,000 bilans, CSV to four columns of CSV",
    input: async (count) => csvOf(cards(), count),
    command: "bilan",
    asked: narrow,
    ending: "csv",
    target: targets.bilansInColumns,
  },
  {
    name: "100,000 bilans, lines of JSON to four columns of CSV",
    input: async (count) => linesOf(cards(), count),
    command: "bilan",
    asked: narrow,
    ending: "csv",
    target: null,
  },
  {
    name: "100,000 bilans, lines of JSON to whole answers",
    input: async (count) => linesOf(cards(), count),
    command: "bilan",
    asked: [],
    ending: "ndjson",
    target: null,
  },
  {
    name: "100,000 cheapest prices, Arrow to three columns of Arrow",
    input: (count) => arrowOf(trips(), count),
    command: "quote",
    asked: cheapest,
    ending: "arrow",
    target: targets.cheapestInColumns,
  },
]

const secondsOf = (text: string): number => {
  const [, minutes = "0", seconds = "0"] = /^(\d+)m([\d.]+)s$/.exec(text) ?? []
  return Number(minutes) * 60 + Number(seconds)
}

/** The processor time of a command from its start to its end, in milliseconds, as the shell counts it. */
const processorMs = async (args: ReadonlyArray<string>): Promise<number> => {
  const words = ["-c", '"$0" "$@" >&2 || exit; times', process.execPath, ...args]
  const { status, stderr, stdout } = await runProcess("sh", words, { cwd: process.cwd() })
  if (status !== 0) throw new Error(stderr)
  const [user = "", system = ""] = (stdout.trim().split("\n").at(-1) ?? "").split(" ")
  return (secondsOf(user) + secondsOf(system)) * 1000
}

/** Processor time of 100,000 rows in each round, without that of the start. */
const timesOf = async (folder: string, { asked, command, ending, input }: Work) => {
  const files = { few: join(folder, "few"), many: join(folder, "many") }
  for (const size of ["few", "many"] as const) {
    await writeFile(files[size], await input(rowCounts[size]))
  }
  const out = join(folder, `answers.${ending}`)
  const timeOf = (size: "few" | "many") =>
    processorMs(commandLine(command, `@${files[size]}`, "--out", out, "--workers", "1", ...asked))
  const times: Array<number> = []
  for (let round = 0; round < settingOf("BENCH_ROUNDS", 5); round += 1) {
    const moreMs = (await timeOf("many")) - (await timeOf("few"))
    times.push(moreMs / ((rowCounts.many - rowCounts.few) / 100_000))
  }
  return times
}

/** Tables of requests answered in columns by the command line, on one core. */
export const columnsPart: Part = {
  name: "columns",
  about: "Bilans and prices in columns by the command line, processor time of one core.",
  isLong: true,
  run: async function* () {
    const folder = await mkdtemp(join(tmpdir(), "viatica-bench-"))
    try {
      for (const work of works) {
        const times = await timesOf(folder, work)
        const figure = figureOfRounds(
          {
            work: work.name,
            against: "processor time, the start left out",
            measure: "ms",
            target: work.target,
            workShown: `${Math.round(100_000_000 / median(times))} a second and core`,
            peerShown: "requests repeat themselves but for their ids",
          },
          times,
        )
        yield { figures: [figure] }
      }
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
}
