import { mkdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { parseArgs } from "node:util"
import { importFacts } from "./tables.ts"
import { tableText } from "./table-text.ts"

const usage = "Usage: node http/facts/import.ts --from FOLDER [--into FOLDER]"

const readArguments = (): { readonly from: string; readonly into: string } | undefined => {
  try {
    const { values } = parseArgs({
      options: { from: { type: "string" }, into: { type: "string", default: "data" } },
    })
    return values.from === undefined ? undefined : { from: values.from, into: values.into }
  } catch {
    return undefined
  }
}

const run = (from: string, into: string): void => {
  const { cardsAdded, cardsGone, tables } = importFacts(from, into)
  for (const table of tables) {
    const path = join(into, table.file)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, tableText(table))
    process.stdout.write(`${table.file}: ${table.rows.length} rows\n`)
  }
  process.stdout.write(`cards: ${cardsAdded} added, ${cardsGone} kept that the facts dropped\n`)
}

const folders = readArguments()
if (folders === undefined) {
  process.stderr.write(`${usage}\n`)
  process.exitCode = 2
} else {
  try {
    run(folders.from, folders.into)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}
