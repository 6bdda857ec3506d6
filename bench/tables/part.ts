import { execFile } from "node:child_process"
import { cp, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import * as Effect from "effect/Effect"
import { shippedTablesFolder } from "../../http/shipped-tables.ts"
import { type RunningCheck } from "../../rules/check/check-report.ts"
import { readTableFiles } from "../../http/tables/table-files.ts"
import { tableFiles } from "../../rules/tables/index.ts"
import { plainEnvironment } from "../../test/support/run-process.ts"
import { durationText, type Figure, figureOfRounds, median } from "../figure.ts"
import type { Part } from "../part.ts"
import { settingOf } from "../settings.ts"
import { buildPackages } from "../start/package.ts"
import { type Target, targets } from "../targets.ts"
import type { TableFiles } from "../../rules/tables/table-named.ts"
import { reportOn, startCheck } from "../../http/tables/check-report.ts"

const run = promisify(execFile)

/** The tables that are edited: the one with the most rules, and what analysts edit most. */
const edited = ["catalogue/tariffs.csv", "sandbox/tariffs.csv", "coach/arguments.csv"] as const

const figure = (
  work: string,
  against: string,
  target: Target,
  tookMs: ReadonlyArray<number>,
): Figure =>
  figureOfRounds(
    {
      work,
      against,
      measure: "ms",
      target,
      workShown: durationText(median(tookMs) * 1e6),
      peerShown: "-",
    },
    tookMs,
  )

/** Milliseconds that the built command line takes to check tables. */
const timeCommand = async (
  program: string,
  tables: string,
  ...flags: ReadonlyArray<string>
): Promise<number> => {
  const startedAt = performance.now()
  const args = [program, "tables", "check", "--tables", tables, ...flags]
  await run(process.execPath, args, { env: plainEnvironment(), maxBuffer: 2 ** 24 })
  return performance.now() - startedAt
}

/** A text that is read anew and says the same. */
const editOf = (text: string, round: number): string => `${text}# edit ${round}\n`

/** Times one edit of a table in a process in which a check runs; it must find what a new one finds. */
const timeEdit = (check: RunningCheck, files: TableFiles, file: string, round: number): number => {
  const text = editOf(files.sources.get(file) ?? "", round)
  const sources = new Map([...files.sources, [file, text]])
  const startedAt = performance.now()
  const { findings } = check({ ...files, sources })
  const tookMs = performance.now() - startedAt
  if (round === 0) {
    const anew = reportOn(shippedTablesFolder, { ...files, sources }).findings
    if (JSON.stringify(anew) !== JSON.stringify(findings)) {
      throw new Error(`a running check finds something else in an edited ${file} than a new one`)
    }
  }
  return tookMs
}

/** How long it takes to check tables: all of them by the command, and one that was edited. */
export const tablesPart: Part = {
  name: "tables",
  about:
    "Check of the tables: the whole command, the command after an edit, and one edited table in a running process.",
  run: async function* () {
    const rounds = settingOf("BENCH_ROUNDS", 9)
    await using stack = new AsyncDisposableStack()
    const folder = await mkdtemp(join(tmpdir(), "viatica-bench-"))
    stack.defer(() => rm(folder, { recursive: true, force: true }))
    const program = await buildPackages(join(folder, "package"))
    const whole: Array<number> = []
    for (let round = 0; round <= rounds; round += 1) {
      const tookMs = await timeCommand(program, shippedTablesFolder, "--fresh")
      // The first start keeps compiled code.
      if (round > 0) whole.push(tookMs)
    }
    const work =
      "`tables check --fresh` of all tables by the built package, start of the process included"
    yield { figures: [figure(work, "nothing: from start to end", targets.tablesCheck, whole)] }

    const files = await Effect.runPromise(readTableFiles(shippedTablesFolder, tableFiles))
    const copy = join(folder, "tables")
    await cp(shippedTablesFolder, copy, { recursive: true })
    await timeCommand(program, copy)
    const again: Array<Figure> = []
    for (const file of edited) {
      const text = files.sources.get(file) ?? ""
      const took: Array<number> = []
      for (let round = 0; round < rounds; round += 1) {
        await writeFile(join(copy, file), editOf(text, round))
        took.push(await timeCommand(program, copy))
      }
      await writeFile(join(copy, file), text)
      const works = `\`tables check\` after an edit of ${file}, start of the process included`
      again.push(figure(works, "nothing: from start to end", targets.tablesCheckedAgain, took))
    }
    yield { figures: again }

    const check = startCheck(shippedTablesFolder)
    check(files)
    const figures = edited.map((file) => {
      const took = Array.from({ length: rounds + 2 }, (_, round) =>
        timeEdit(check, files, file, round),
      )
      const works = `check of an edited ${file} in a running process`
      return figure(works, "nothing: from text to report", targets.editedTable, took.slice(2))
    })
    yield { figures }
  },
}
