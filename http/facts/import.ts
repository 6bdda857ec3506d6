import { mkdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { parseArgs } from "node:util"
import { type BinImport, importBins } from "./import-bins.ts"
import { checkFacts } from "./check-facts.ts"
import { importFacts } from "./import-facts.ts"
import { tableText } from "./table-text.ts"

const usage = [
  "Usage: npm run -s facts -- --from FOLDER [--into FOLDER] [--visas FILE]",
  "       npm run -s facts -- check --from FOLDER [--into FOLDER]",
  "       npm run -s facts -- --bins FILE [--list LIST] [--into FOLDER] [--write]",
].join("\n")

/** The list of card numbers that a file is taken for where none is named. */
const usualList = "venelinkochev/bin-list-data"

interface Folders {
  readonly from: string
  readonly into: string
  /** The file `passport-index-tidy-iso2.csv`; without it, visa obligations stay as they are. */
  readonly visas: string | undefined
}

type Asked =
  | { readonly facts: Folders }
  | { readonly check: Folders }
  | { readonly bins: BinImport }

const readArguments = (): Asked | undefined => {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: {
        from: { type: "string" },
        into: { type: "string", default: "data" },
        visas: { type: "string" },
        bins: { type: "string" },
        list: { type: "string" },
        write: { type: "boolean" },
      },
    })
    const { bins, from, into, list, visas, write } = values
    const [command, ...more] = positionals
    if (more.length > 0 || (command !== undefined && command !== "check")) return undefined
    if (command === "check") {
      const others = [bins, list, visas, write].some((value) => value !== undefined)
      return from === undefined || others ? undefined : { check: { from, into, visas } }
    }
    if (bins !== undefined) {
      if (from !== undefined || visas !== undefined) return undefined
      return { bins: { file: bins, into, list: list ?? usualList, write: write === true } }
    }
    if (from === undefined || list !== undefined || write !== undefined) return undefined
    return { facts: { from, into, visas } }
  } catch {
    return undefined
  }
}

const runBins = (bins: BinImport): void => {
  const { lines, refused } = importBins(bins)
  for (const line of refused) process.stderr.write(`${line}\n`)
  for (const line of lines) process.stdout.write(`${line}\n`)
}

const runFacts = ({ from, into, visas }: Folders): void => {
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

/** Says which figures of the tables are not those of the facts; the exit code is 1 where one is not. */
const runCheck = ({ from, into }: Folders): void => {
  const { differing, figures } = checkFacts(from, into)
  for (const line of differing) process.stdout.write(`${line}\n`)
  process.stdout.write(`${figures} figures of the facts, ${differing.length} told otherwise\n`)
  if (differing.length > 0) process.exitCode = 1
}

const asked = readArguments()
if (asked === undefined) {
  process.stderr.write(`${usage}\n`)
  process.exitCode = 2
} else {
  try {
    if ("bins" in asked) runBins(asked.bins)
    else if ("check" in asked) runCheck(asked.check)
    else runFacts(asked.facts)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}
