// Prints how the house is cut: `npm run -s slices -- --help`.
import { readdirSync, readFileSync } from "node:fs"
import { join, relative, sep } from "node:path"
import { pathToFileURL } from "node:url"
import { parseArgs } from "node:util"
import { readArrows } from "../../.config/rooms.ts"
import { repeatingPairs, type SourceText } from "./repeated-runs.ts"

const usage = `npm run -s slices -- [options]

Prints the lines of core, rules and http; the pairs of places in them that share six or more lines
on end, to the letter; and the files of less than forty lines that one other file alone imports.

  --counts  prints the counts alone
  --help    tells this
`

/** The folders that are looked at. */
const areas = ["core", "rules", "http"] as const

/** Fewer lines than these are a slice where one file alone imports them. */
const sliceLines = 40

const sourceName = /\.(?:tsx?|mts|mjs|js|css|py|go|java|php)$/

/** All sources of a folder; what is built or installed there is none. */
export const sourcesIn = (root: string, folder: string): ReadonlyArray<SourceText> =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && sourceName.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .filter((file) => !/\/(?:dist|node_modules)\//.test(file))
    .toSorted()
    .map((file) => ({ file, text: readFileSync(join(root, file), "utf8") }))

/** The pairs of places of core, rules and http that repeat each other. */
export const pairsOf = (root: string) =>
  repeatingPairs(areas.flatMap((folder) => sourcesIn(root, folder)))

/** A short file, and the one that imports it. */
export interface Slice {
  readonly file: string
  readonly importer: string
  readonly lines: number
}

/** The files of less than forty lines that one other file of core, rules and http alone imports. */
export const slicesOf = (root: string): ReadonlyArray<Slice> => {
  const importers = new Map<string, Set<string>>()
  for (const { from, to } of readArrows(root, areas)) {
    importers.set(to, (importers.get(to) ?? new Set<string>()).add(from))
  }
  return areas
    .flatMap((folder) => sourcesIn(root, folder))
    .flatMap(({ file, text }): Slice | [] => {
      const [importer, other] = importers.get(file) ?? []
      const lines = linesOf(text)
      return importer === undefined || other !== undefined || lines >= sliceLines
        ? []
        : { file, importer, lines }
    })
}

const linesOf = (text: string): number => text.split("\n").length - 1

const main = (root: string): void => {
  const { values } = parseArgs({
    options: {
      counts: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  })
  if (values.help) return console.error(usage)

  for (const folder of areas) {
    const sources = sourcesIn(root, folder).filter(({ file }) => /\.tsx?$/.test(file))
    const lines = sources.reduce((sum, { text }) => sum + linesOf(text), 0)
    console.log(`${folder}: ${sources.length} files, ${lines} lines of TypeScript`)
  }

  const pairs = pairsOf(root)
  console.log(`Pairs of repeated runs: ${pairs.length}`)
  for (const { files, runs } of values.counts ? [] : pairs) {
    const [one, other] = files
    for (const { at, lines } of runs) {
      console.log(`  ${one}:${at[0]} ~ ${other}:${at[1]}  ${lines} lines`)
    }
  }

  const slices = slicesOf(root)
  console.log(`Files of less than ${sliceLines} lines with one importer: ${slices.length}`)
  for (const { file, importer, lines } of values.counts ? [] : slices) {
    console.log(`  ${String(lines).padStart(2)}  ${file} <- ${importer}`)
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) main(process.cwd())
