// Runs what docs/bulk.md shows on real engines, kills processes on the way, and holds every answer
// against those of `viatica bilan` on this machine alone: `npm run test:engines -- --help`.
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { answerFiles, compareAnswers, type ExpectedAnswers, readExpected } from "./comparison.ts"
import { answerColumns, type EngineRun, engineRuns, type RunFolders } from "./engine-runs.ts"
import { canKill, runEngine } from "./processes.ts"
import { writeRequests } from "./requests.ts"
import { idleSentence } from "../support/tool-tests.ts"
import { engineEnvironment, engineFolder } from "./toolchain.ts"
import { measureThroughput } from "./throughput.ts"

/** What CI runs: columns and whole answers, an executor and a worker killed. */
const shortRuns = ["client-columns", "spark-columns", "beam"]
const shortRequests = 20_000

const usage = `npm run test:engines -- [options]

  --requests N     how many requests each engine answers (30000)
  --only A,B       of ${engineRuns.map(({ name }) => name).join(", ")}
  --calm           kills nothing
  --short          ${shortRuns.join(", ")} alone, ${shortRequests} requests each, as CI has it
  --changed        nothing where nothing that they rest on has changed, which it says
  --set-up         sets engines up, and runs none
  --throughput     measures processor time for each request instead, at N and 5 N requests
`

const { values } = parseArgs({
  options: {
    requests: { type: "string" },
    only: { type: "string" },
    calm: { type: "boolean", default: false },
    short: { type: "boolean", default: false },
    changed: { type: "boolean", default: false },
    "set-up": { type: "boolean", default: false },
    throughput: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
})

const wrong = (reason: string): never => {
  console.error(`${reason}\n\n${usage}`)
  process.exit(2)
}

const count = Number(values.requests ?? (values.short ? shortRequests : 30_000))
if (!Number.isInteger(count) || count < 1) wrong(`--requests is a whole number from 1`)
const usualRuns = values.short ? shortRuns : engineRuns.map(({ name }) => name)
const names = values.only?.split(",") ?? usualRuns
const unknown = names.find((name) => !engineRuns.some((run) => run.name === name))
if (unknown !== undefined) wrong(`there is no ${unknown}`)

// Runs may go on side by side.
const scratch = join(engineFolder, `run-${process.pid}`)

/** Answers all requests by the command alone, on one core, whole or in columns. */
const answerAlone = async (requests: string, inColumns: boolean): Promise<string> => {
  const file = join(scratch, inColumns ? "alone.parquet" : "alone.ndjson")
  const form = inColumns ? `--columns ${answerColumns}` : ""
  const alone = `cat ${requests}/* | viatica bilan - --workers 1 --refusals inline ${form} --out ${file}`
  const { status } = await runEngine({
    command: ["bash", "-c", alone],
    environment: engineEnvironment(engineFolder),
    folder: scratch,
    logFile: join(scratch, "alone.log"),
  })
  // Some are refused, which it says by a status of 1.
  if (status !== 1) throw new Error(`viatica bilan ended with ${status}`)
  return file
}

/** Answers alone once for each form that a run asks for. */
const makeExpected = (requests: string) => {
  const known = new Map<boolean, Promise<ExpectedAnswers>>()
  return (inColumns = false): Promise<ExpectedAnswers> => {
    const made =
      known.get(inColumns) ??
      answerAlone(requests, inColumns).then((file) => readExpected(file, count))
    known.set(inColumns, made)
    return made
  }
}

/** No engine takes ten times as long as it does; one that hangs is ended. */
const runLimitMs = (requests: number): number => 300_000 + requests * 2.5

const lastLines = (file: string): string =>
  readFileSync(file, "utf8").trimEnd().split("\n").slice(-15).join("\n")

const plural = (folder: string): string => {
  const sizes = readdirSync(folder).map((name) => statSync(join(folder, name)).size)
  return `${sizes.length} files, the largest of ${Math.max(...sizes)} bytes, the smallest of ${Math.min(...sizes)}`
}

/** Runs one engine, and says in a line what came of it; whether it passed, or could not be run. */
const runOne = async (
  run: EngineRun,
  requests: string,
  expected: ReturnType<typeof makeExpected>,
): Promise<"failed" | "not run" | "passed"> => {
  const line = (word: string, text: string): void =>
    console.log(`${word.padEnd(9)}${run.name.padEnd(16)}${text}`)
  const found = run.find()
  if ("missing" in found) {
    line("not run", found.missing)
    return "not run"
  }
  const folders: RunFolders = { requests, answers: join(scratch, run.name) }
  if (!run.name.startsWith("spark") && !run.name.startsWith("scala")) {
    mkdirSync(folders.answers, { recursive: true })
  }
  const logFile = join(scratch, `${run.name}.log`)
  const { kill } = run
  const isKilling = canKill && !values.calm && kill !== undefined
  const outcome = await runEngine({
    command: run.command(found.folder, folders),
    environment: { ...engineEnvironment(found.folder), ...run.environment?.(folders) },
    folder: scratch,
    logFile,
    limitMs: runLimitMs(count),
    ...(isKilling ? { kill: { pattern: kill.pattern, onceIn: folders.answers } } : {}),
  })
  const files = outcome.status === 0 ? answerFiles(folders.answers) : []
  const compared = await compareAnswers(files, await expected(run.inColumns))
  rmSync(folders.answers, { recursive: true, force: true })
  const { different, missing, repeated, same } = compared
  const isKilled = !isKilling || outcome.killed !== undefined
  const passed = outcome.status === 0 && isKilled && different + missing + repeated === 0
  const told = `${same} the same, ${missing} missing, ${repeated} twice, ${different} different`
  const killed = isKilled ? (isKilling ? `; ${kill.what} killed` : "") : "; NOTHING KILLED"
  line(passed ? "ok" : "FAILED", `${told}${killed}; ${run.about}`)
  if (outcome.isLate) console.error("It was still running, and has been ended.")
  if (outcome.status !== 0) console.error(`status ${outcome.status}:\n${lastLines(logFile)}`)
  return passed ? "passed" : "failed"
}

/** Sets each engine up, and says of which it cannot. */
const setUp = (): void => {
  for (const { find, name } of engineRuns.filter((run) => names.includes(run.name))) {
    const found = find()
    if ("missing" in found) console.log(`not there  ${name}: ${found.missing}`)
  }
}

const main = async (): Promise<void> => {
  mkdirSync(scratch, { recursive: true })
  if (values.throughput) {
    await measureThroughput(scratch, { count, names })
    return rmSync(scratch, { recursive: true })
  }
  const requests = join(scratch, "requests")
  writeRequests(requests, count)
  console.log(`${count} requests in ${plural(requests)}`)
  if (!canKill) console.log("Nothing is killed: there is no /proc to find processes in.")
  const expected = makeExpected(requests)
  const outcomes: Array<"failed" | "not run" | "passed"> = []
  for (const run of engineRuns) {
    if (names.includes(run.name)) outcomes.push(await runOne(run, requests, expected))
  }
  const number = (word: string): number => outcomes.filter((one) => one === word).length
  console.log(
    `${number("passed")} passed, ${number("failed")} failed, ${number("not run")} could not be run`,
  )
  if (number("failed") === 0) return rmSync(scratch, { recursive: true })
  console.log(`Logs are in ${scratch}.`)
  process.exitCode = 1
}

const idle = values.changed ? idleSentence("bulk answers on engines") : undefined
if (values.help) console.log(usage)
else if (idle !== undefined) console.log(idle)
else if (values["set-up"]) setUp()
else await main()
