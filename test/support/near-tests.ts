import { execFileSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("../../", import.meta.url))

const tracked = (...places: ReadonlyArray<string>): ReadonlyArray<string> =>
  execFileSync("git", ["-C", root, "ls-files", "-co", "--exclude-standard", "--", ...places], {
    encoding: "utf8",
    maxBuffer: 100_000_000,
  }).split("\n")

/** Whether a path is that of a source of ours. */
export const isSource = (file: string): boolean =>
  /(?<!\.d)\.tsx?$/.test(file) && existsSync(join(root, file))

/** The sources in some folders, by their paths from the root. */
export const sourcesIn = (...places: ReadonlyArray<string>): ReadonlyArray<string> =>
  tracked(...places).filter(isSource)

/** The text of a source. */
export const sourceOf = (file: string): string => readFileSync(join(root, file), "utf8")

/** Which files import each file, by the words of their imports; those of types alone are none. */
const importersOf = (): ReadonlyMap<string, ReadonlySet<string>> => {
  const importers = new Map<string, Set<string>>()
  const named = /(?:\bfrom|\bimport|\bimport\(|\bnew URL\()\s*"(\.{1,2}\/[^"]+)"/g
  for (const file of sourcesIn("core", "rules", "http", "bench", "test", ".config")) {
    const code = sourceOf(file).replaceAll(/^(?:import|export) type [^"]*"[^"]*"/gm, "")
    for (const [, path = ""] of code.matchAll(named)) {
      const imported = join(dirname(file), path)
      importers.set(imported, (importers.get(imported) ?? new Set()).add(file))
    }
  }
  return importers
}

/** A test that comes to a file by imports. */
export interface NearTest {
  readonly test: string
  /** Lower is nearer: the fewer imports are between, and the more of the file's folders it mirrors. */
  readonly rank: number
}

/** Finds the tests that import a file, however many imports are between, the nearest first. */
export const makeNearTests = () => {
  const importers = importersOf()
  return (file: string): ReadonlyArray<NearTest> => {
    const distances = new Map([[file, 0]])
    for (const [at, distance] of distances) {
      for (const importer of importers.get(at) ?? []) {
        if (!distances.has(importer)) distances.set(importer, distance + 1)
      }
    }
    const folders = dirname(file).split("/")
    const name = basename(file).replace(/\.tsx?$/, "")
    const ranked = [...distances].flatMap(([test, distance]) => {
      if (!test.endsWith(".test.ts") || test.endsWith(".long.test.ts")) return []
      const mirroring = dirname(test).split("/").slice(1)
      const apart = mirroring.findIndex((folder, index) => folder !== folders[index])
      const mirrored = apart < 0 ? mirroring.length : apart
      const isNamesake = basename(test, ".test.ts") === name
      return [{ test, rank: distance - 3 * mirrored - (isNamesake ? 9 : 0) }]
    })
    return ranked.toSorted((left, right) => left.rank - right.rank)
  }
}
