import { mkdtemp, cp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { runProcess } from "../../test/support/run-process.ts"
import { durationText, figureOfRounds, median } from "../figure.ts"
import type { Part } from "../part.ts"
import { settingOf } from "../settings.ts"
import { commandLine } from "../start/command-line.ts"
import { targets } from "../targets.ts"

const shipped = fileURLToPath(new URL("../../data", import.meta.url))

/** The situations that a difference is tried on, besides the analysts' cases. */
const situations = 20_000

const tariffs = "catalogue/tariffs.csv"

/** Raises the prices of the first tariff of a table by a twentieth, as an analyst would. */
export const withRise = (text: string): string => {
  const lines = text.split("\n")
  const first = lines.slice(1).find((line) => line !== "" && !line.startsWith("#"))
  const tariff = `${first?.split(",")[0]},`
  return lines
    .map((line) => {
      if (!line.startsWith(tariff)) return line
      const cells = line.split(",")
      const prices = cells.slice(-2).map((cell) => (Number(cell) * 1.05).toFixed(2))
      return [...cells.slice(0, -2), ...prices].join(",")
    })
    .join("\n")
}

interface Counted {
  readonly impact: { readonly changed: number; readonly situations: number }
}

/** Compares both folders by the command line, and gives the milliseconds that it took. */
const timeDifference = async (before: string, after: string): Promise<number> => {
  const args = commandLine("tables", "diff", before, after, "--count", `${situations}`, "--json")
  const startedAt = performance.now()
  const { status, stderr, stdout } = await runProcess(process.execPath, args, {
    cwd: shipped,
    timeoutMs: 300_000,
  })
  const tookMs = performance.now() - startedAt
  if (status !== 0) throw new Error(`tables diff ended with ${status}: ${stderr}`)
  const { impact } = JSON.parse(stdout) as Counted
  if (impact.changed === 0 || impact.situations < situations) {
    throw new Error(`${impact.changed} of ${impact.situations} situations changed`)
  }
  return tookMs
}

/** What an analyst waits for: a tariff is raised, and its impact is counted on many travellers. */
export const differencePart: Part = {
  name: "diff",
  about: "tables diff of a raised tariff, with its impact on 20,000 situations.",
  run: async function* () {
    await using stack = new AsyncDisposableStack()
    const folder = await mkdtemp(join(tmpdir(), "viatica-bench-"))
    stack.defer(() => rm(folder, { recursive: true, force: true }))
    const [before, after] = [join(folder, "before"), join(folder, "after")]
    await cp(shipped, before, { recursive: true })
    await cp(shipped, after, { recursive: true })
    const text = await readFile(join(before, tariffs), "utf8")
    await writeFile(join(after, tariffs), withRise(text))
    const times: Array<number> = []
    for (let round = 0; round < settingOf("BENCH_ROUNDS", 3); round += 1) {
      times.push(await timeDifference(before, after))
    }
    const figure = figureOfRounds(
      {
        work: "tables diff of a raised tariff, on 20,000 situations",
        against: "the time that it takes",
        measure: "ms",
        target: targets.differenceOfTables,
        workShown: durationText(median(times) * 1e6),
        peerShown: "-",
      },
      times,
    )
    yield { figures: [figure] }
  },
}
