// Prints the files of core, rules and http that a warm call enters, in the order in which it does:
// `npm run -s way -- --help`.
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { type EnteredFile, watchFunctions } from "./entered-files.ts"

const callNames = ["bilan", "quote", "link", "conversion"] as const

const usage = `npm run -s way -- [options] [${callNames.join("|")} …]

Makes each of some calls (all of them unless told otherwise) on a running service with a database of
its own, first until everything is warm and then three times, and prints the files that the
shortest of these enters, in order, with how many of their functions it enters, and how often.

  --counts  prints the counts alone
  --help    tells this
`

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    counts: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
})
const unknown = positionals.find((name) => !callNames.some((known) => known === name))
if (values.help || unknown !== undefined) {
  console.error(unknown === undefined ? usage : `there is no call ${unknown}\n\n${usage}`)
  process.exit(values.help ? 0 : 2)
}

/** How often a call is made before it counts as warm, and how often it is watched then. */
const warmUps = 5
const looks = 3

const root = join(import.meta.dirname, "../..")
const entered = watchFunctions(root, ["core", "rules", "http"])

// What is loaded from here on has probes.
const { startWayService } = await import("./way-service.ts")

const folder = await mkdtemp(join(tmpdir(), "viatica-way-"))
const service = await startWayService(folder)
try {
  for (const name of callNames) {
    if (positionals.length > 0 && !positionals.includes(name)) continue
    for (let index = 0; index < warmUps; index += 1) await (await service.prepare[name]())()
    const seen: Array<ReadonlyArray<EnteredFile>> = []
    for (let index = 0; index < looks; index += 1) {
      const call = await service.prepare[name]()
      entered.begin()
      await call()
      seen.push(entered.end())
    }
    const files = seen.reduce((least, other) => (other.length < least.length ? other : least))
    const sum = (field: "functions" | "entries") =>
      files.reduce((total, file) => total + file[field], 0)
    console.log(
      `A warm ${name}: ${files.length} files, ${sum("functions")} functions, entered ${sum("entries")} times`,
    )
    if (values.counts) continue
    const width = Math.max(...files.map(({ file }) => file.length))
    for (const { entries, file, functions } of files) {
      console.log(
        `  ${file.padEnd(width)}  ${String(functions).padStart(3)} ${String(entries).padStart(5)}`,
      )
    }
    console.log()
  }
} finally {
  await service.stop()
  await rm(folder, { recursive: true, force: true })
}
