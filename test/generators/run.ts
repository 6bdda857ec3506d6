// `npm run test:generators`: has usual generators write clients of /openapi.json, and compiles what they
// write. Ends with 1 where one refuses the document, or writes what does not compile.
import { mkdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { triedGenerators } from "../../http/pages/docs/guides/generate.ts"
import { shippedDocument } from "../document/shipped-document.ts"
import { idleSentence } from "../support/tool-tests.ts"
import { type Generator, generators, generatorsFolder, makeGeneratorsFolder } from "./generators.ts"

const { values } = parseArgs({
  options: {
    // The one that is quick to load and to run, as CI has it.
    short: { type: "boolean", default: false },
    changed: { type: "boolean", default: false },
    /** Those whose name holds this. */
    only: { type: "string", default: "" },
    "set-up": { type: "boolean", default: false },
  },
})

const usual = values.short ? generators.slice(0, 1) : generators
const asked = usual.filter(({ name }) => name.includes(values.only))
if (asked.length === 0) throw new Error(`no generator is called ${values.only}`)

type Outcome = "passed" | "failed" | "skipped"

const linesMax = 20

const tryOne = (generator: Generator, document: string, folder: string): Outcome => {
  const say = (word: string, text: string): void =>
    console.log(`${word.padEnd(8)}${generator.name.padEnd(32)}${text}`)
  const missing = generator.find()
  if (missing !== undefined) {
    say("SKIPPED", missing)
    return "skipped"
  }
  mkdirSync(folder, { recursive: true })
  const written = generator.generate(document, folder)
  const told = written.output.split("\n").filter((line) => generator.warning.test(line))
  const compiled = written.isWell ? generator.compile(folder) : written
  const documented = triedGenerators.find(({ name }) => name === generator.name)?.warnings ?? -1
  const isTold = told.length <= documented
  const hold = written.isWell && compiled.isWell && isTold
  const what = written.isWell
    ? compiled.isWell
      ? "compiles"
      : "does not compile"
    : "refuses the document"
  const count = isTold ? "" : `, more than the ${documented} of the guide`
  say(hold ? "ok" : "FAILED", `${what}, ${told.length} warnings${count}`)
  if (!isTold) console.log(told.slice(0, linesMax).join("\n"))
  if (!compiled.isWell) console.log(compiled.output.split("\n").slice(0, linesMax).join("\n"))
  return hold ? "passed" : "failed"
}

const main = async (): Promise<void> => {
  // Runs may go on side by side.
  const scratch = join(generatorsFolder, `run-${process.pid}`)
  mkdirSync(scratch, { recursive: true })
  try {
    const document = join(scratch, "openapi.json")
    writeFileSync(document, JSON.stringify(await shippedDocument("https://api.viatica.example")))
    const outcomes = asked.map((each, index) =>
      tryOne(each, document, join(scratch, String(index))),
    )
    const count = (outcome: Outcome): number => outcomes.filter((one) => one === outcome).length
    console.log(`${count("passed")} passed, ${count("failed")} failed, ${count("skipped")} skipped`)
    process.exitCode = count("failed") === 0 ? 0 : 1
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

makeGeneratorsFolder()
const idle = values.changed ? idleSentence("clients by generators") : undefined
if (idle !== undefined) console.log(idle)
else if (values["set-up"]) for (const { find } of asked) find()
else await main()
