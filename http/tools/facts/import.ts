import { mkdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { parseArgs } from "node:util"
import { importFacts } from "./import-facts.ts"
import { tableText } from "./table-text.ts"

const usage = "Usage: npm run -s facts -- --from FOLDER [--into FOLDER] [--visas FILE]"

interface Arguments {
  readonly from: string
  readonly into: string
  /** The file `passport-index-tidy-iso2.csv`; without it, visa obligations stay as they are. */
  readonly visas: string | undefined
}

const readArguments = (): Arguments | undefined => {
  try {
    const { values } = parseArgs({
      options: {
        from: { type: "string" },
        into: { type: "string", default: "data" },
        visas: { type: "string" },
      },
    })
    const { from, into, visas } = values
    return from === undefined ? undefined : { from, into, visas }
  } catch {
    return undefined
  }
}

const run = ({ from, into, visas }: Arguments): void => {
  const { cardsAdded, cardsGone, tables } = importFacts(from, into, visas)
  for (const table of tables) {
    const path = join(into, table.file)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, tableText(table))
    process.stdout.write(`${table.file}: ${table.rows.length} rows\n`)
  }
  for (const card of cardsAdded) process.stdout.write(`card added: ${card}\n`)
  for (const card of cardsGone) process.stdout.write(`card kept, not in the facts: ${card}\n`)
  process.stdout.write(
    `cards: ${cardsAdded.length} added, ${cardsGone.length} kept that the facts dropped\n`,
  )
}

const folders = readArguments()
if (folders === undefined) {
  process.stderr.write(`${usage}\n`)
  process.exitCode = 2
} else {
  try {
    run(folders)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}
