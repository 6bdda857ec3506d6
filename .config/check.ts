// Runs the gates of `npm run check`, or those that are named, and says of each what it promises and how
// much it looked at. A gate that finds nothing to look at fails.
import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"

interface Gate {
  readonly name: string
  readonly promise: string
  readonly command: string
  readonly args: ReadonlyArray<string>
  /** How many things its output says it looked at. */
  readonly count: (output: string) => number
  readonly unit: string
}

const figure = (pattern: RegExp) => (output: string) => Number(pattern.exec(output)?.[1] ?? 0)

/** A line of `tsc --listFiles`; one of the project itself. */
const listedFile = /^\/.*\.(?:[cm]?tsx?|js|json)\n+/gm
const ownFile = /^(?!.*\/node_modules\/)\/.*\.(?:tsx?|js)$/gm

const types = (settings: string): Pick<Gate, "command" | "args" | "count" | "unit"> => ({
  command: "tsc",
  args: ["--noEmit", "--listFiles", "-p", settings],
  count: (output) => output.match(ownFile)?.length ?? 0,
  unit: "files",
})

const gates: ReadonlyArray<Gate> = [
  {
    name: "format",
    promise: "every file is laid out as `npm run format` writes it",
    command: "oxfmt",
    args: ["--check"],
    count: figure(/on (\d+) files/),
    unit: "files",
  },
  {
    name: "lint",
    promise: "no warnings; core and rules are pure and import nothing above them",
    command: "oxlint",
    args: ["--deny-warnings"],
    count: figure(/on (\d+) files/),
    unit: "files",
  },
  {
    name: "rooms",
    promise: "no folders import each other in a circle, and the shell imports downwards",
    command: "node",
    args: [".config/rooms.ts"],
    count: figure(/(\d+) imports/),
    unit: "imports",
  },
  {
    name: "types",
    promise: "the strict compiler finds no error",
    ...types("tsconfig.json"),
  },
  {
    name: "shipped",
    promise: "what the package ships uses nothing newer than Node 20",
    ...types(".config/tsconfig.shipped.json"),
  },
  {
    name: "browser",
    promise: "scripts of pages use what browsers have, by their JSDoc types",
    ...types(".config/tsconfig.browser.json"),
  },
  {
    name: "workbench",
    promise: "the page of the workbench compiles for browsers",
    ...types(".config/tsconfig.workbench.json"),
  },
  {
    name: "document",
    promise:
      "Redocly's linter finds nothing in the API document, whose examples keep to their schemas",
    command: "node",
    args: [".config/lint-document.ts"],
    count: figure(/(\d+) operations/),
    unit: "operations",
  },
  {
    name: "package",
    promise: "every tool finds code and types of what is exported, which is what docs/api.txt says",
    command: "node",
    args: [".config/check-package.ts"],
    count: figure(/(\d+) exports/),
    unit: "exports",
  },
  {
    name: "java",
    promise: "the jar of the client in Java is that of its sources",
    command: "node",
    args: [".config/java-client.ts", "--check"],
    count: figure(/(\d+) sources/),
    unit: "sources",
  },
]

/** How a gate's command ended, and what it printed. */
interface Ended {
  readonly succeeded: boolean
  readonly output: string
}

const run = ({ args, command }: Gate): Promise<Ended> =>
  new Promise((resolve) => {
    const options = {
      cwd: fileURLToPath(new URL("..", import.meta.url)),
      maxBuffer: 64 * 1024 * 1024,
    }
    execFile(command, args, options, (error, stdout, stderr) => {
      const printed = stdout + stderr
      const output = printed === "" && error !== null ? String(error) : printed
      resolve({ succeeded: error === null, output })
    })
  })

/** Prints the line of a gate, and its output where it fails; whether it held. */
const tell = ({ count, name, promise, unit }: Gate, { output, succeeded }: Ended): boolean => {
  const looked = count(output)
  const held = succeeded && looked > 0
  console.log(
    `${held ? "ok    " : "FAILED"}  ${name.padEnd(10)}${`${looked} ${unit}`.padEnd(14)}${promise}`,
  )
  if (!held) console.error(output.replaceAll(listedFile, "").trim())
  return held
}

/**
 * Runs gates, two at once as some use one core only, and reports them in their order; whether all of
 * them held.
 */
const allHold = async (chosen: ReadonlyArray<Gate>): Promise<boolean> => {
  const runs = chosen.map((gate) => ({ gate, ...Promise.withResolvers<Ended>() }))
  const waiting = runs.values()
  const runInTurn = async (): Promise<void> => {
    for (const { gate, resolve } of waiting) resolve(await run(gate))
  }
  const both = Promise.all([runInTurn(), runInTurn()])
  let held = true
  for (const { gate, promise } of runs) held = tell(gate, await promise) && held
  await both
  return held
}

const asked = process.argv.slice(2)
const chosen = asked.length === 0 ? gates : gates.filter(({ name }) => asked.includes(name))
if (asked.length > 0 && chosen.length !== new Set(asked).size) {
  console.error(`gates: ${gates.map(({ name }) => name).join(", ")}`)
  process.exitCode = 2
} else if (!(await allHold(chosen))) {
  process.exitCode = 1
}
