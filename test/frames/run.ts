// Writes frames of requests by pyarrow, polars, pandas and DuckDB in every format and codec that they have, answers each file
// by the command, and compares all answers: `npm run test:frames -- --help`.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import { spawnSync } from "node:child_process"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import { viatica } from "../../http/cli/command-line.ts"
import { type PythonEnvironment, installPython } from "../support/python-environment.ts"

const usage = `npm run test:frames -- [options]

  --only TEXT      only files whose names have it: pyarrow, lz4, .parquet
  --keep FOLDER    writes the files there, and leaves them
  --set-up         sets Python up, and runs nothing
`

const { values } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    keep: { type: "string" },
    "set-up": { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
})

const here = (file: string): string => fileURLToPath(new URL(file, import.meta.url))

const environment: PythonEnvironment = {
  name: "viatica-frames",
  requirements: here("requirements.txt"),
  pythonOldest: "3.11",
  what: "pyarrow, polars, pandas and DuckDB",
}

/** Columns of answers that depend on the request alone, and not on the format that it came in. */
const columns: Readonly<Record<string, string>> = {
  bilan: "id,headline,medicalTarget,gapCount,arguments,unread",
  uuid: "id,headline,medicalTarget,gapCount,arguments,unread",
  quote: "id,offerId,price,currency,unread",
}

const kindOf = (file: string): string => file.split("-", 1)[0] ?? ""

/** Runs the command in this process, and gives its message where it failed. */
const run = async (args: ReadonlyArray<string>): Promise<string | undefined> => {
  const told: Array<unknown> = []
  const console: Console.Console = {
    ...globalThis.console,
    error: (...texts) => void told.push(...texts),
  }
  const ended = viatica(args).pipe(
    Effect.match({ onSuccess: () => undefined, onFailure: ({ status }) => status }),
    Effect.provide(NodeServices.layer),
    Effect.provideService(Console.Console, console),
  )
  const status = await Effect.runPromise(ended)
  return status === undefined ? undefined : `status ${status}: ${told.join("\n")}`
}

/** The answers to the requests of a file, or the message of the command. */
const answersTo = async (folder: string, file: string): Promise<string> => {
  const kind = kindOf(file)
  const out = join(folder, "answers.csv")
  rmSync(out, { force: true })
  const command = kind === "quote" ? "quote" : "bilan"
  const form = ["--columns", columns[kind] ?? "", "--refusals", "inline", "--out", out]
  const failed = await run([command, `@${join(folder, file)}`, ...form, "--strict"])
  const rows = existsSync(out) ? readFileSync(out, "utf8") : ""
  return failed === undefined ? rows : `${failed}\n${rows}`
}

const main = async (): Promise<number> => {
  if (values.help) {
    console.log(usage)
    return 0
  }
  const installed = installPython(environment)
  if (typeof installed === "object") {
    console.log(`SKIPPED: ${installed.skipped}`)
    return 0
  }
  if (values["set-up"]) return 0
  const folder = values.keep ?? mkdtempSync(join(tmpdir(), "viatica-frames-"))
  mkdirSync(folder, { recursive: true })
  try {
    const written = spawnSync(installed, [here("write_frames.py"), folder], { encoding: "utf8" })
    if (written.status !== 0) throw new Error(`frames were not written: ${written.stderr}`)
    const { leftOut } = JSON.parse(written.stdout) as { readonly leftOut: ReadonlyArray<string> }
    for (const line of leftOut) console.log(`left out by its tool: ${line}`)
    return await compare(folder)
  } finally {
    if (values.keep === undefined) rmSync(folder, { recursive: true })
  }
}

/** Says of each file whose answers differ from those of most files of its kind; gives 1 where there are some. */
const compare = async (folder: string): Promise<number> => {
  const files = readdirSync(folder).filter(
    (file) => file.includes(values.only) && kindOf(file) in columns,
  )
  const answers = new Map<string, string>()
  for (const file of files) answers.set(file, await answersTo(folder, file))
  let differing = 0
  for (const kind of Object.keys(columns)) {
    const ofKind = [...answers].filter(([file]) => kindOf(file) === kind)
    const usual = mostOften(ofKind.map(([, answer]) => answer))
    for (const [file, answer] of ofKind) {
      if (answer === usual) continue
      differing += 1
      console.log(`${file} is answered otherwise:\n${answer}\nthan most are:\n${usual}`)
    }
    console.log(`${kind}: ${ofKind.length} files, ${usual.split("\n").length - 2} answers each`)
  }
  return differing > 0 || answers.size === 0 ? 1 : 0
}

const mostOften = (texts: ReadonlyArray<string>): string => {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0] ?? ""
}

// Each run listens to what it writes to.
for (const stream of [process.stdout, process.stderr]) stream.setMaxListeners(0)

process.exitCode = await main()
