import { execFileSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { memo } from "../../core/memory.ts"

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
  const threads = /\bthreadProgram\("([^"]+)", import\.meta\.url\)/g
  for (const file of sourcesIn("core", "rules", "http", "bench", "test", ".config")) {
    const code = sourceOf(file).replaceAll(/^(?:import|export) type [^"]*"[^"]*"/gm, "")
    const paths = [
      ...[...code.matchAll(named)].map(([, path = ""]) => path),
      ...[...code.matchAll(threads)].map(([, name = ""]) => `${name}.ts`),
    ]
    for (const path of paths) {
      const imported = join(dirname(file), path)
      importers.set(imported, (importers.get(imported) ?? new Set()).add(file))
    }
  }
  return importers
}

/** A test that comes to a file by imports. */
export interface NearTest {
  readonly test: string
  /**
   * Lower is nearer: the fewer imports are between, the more of the file's folders the test mirrors, and
   * the more words their paths share. A test that mirrors what imports the file is as near as that.
   */
  readonly rank: number
}

/** Finds the tests that come to a file by imports, however many are between, the nearest first. */
export const makeNearTests = () => {
  const importers = importersOf()
  return memo((file: string): ReadonlyArray<NearTest> => {
    const distances = new Map([[file, 0]])
    for (const [at, distance] of distances) {
      for (const importer of importers.get(at) ?? []) {
        if (!distances.has(importer)) distances.set(importer, distance + 1)
      }
    }
    const mirrored = mirroredBy(distances)
    const folders = dirname(file).split("/")
    const own = wordsOf(file)
    const ranked = [...distances].flatMap(([test, distance]) => {
      if (!test.endsWith(".test.ts") || test.endsWith(".long.test.ts")) return []
      const mirroring = dirname(test).split("/").slice(1)
      const apart = mirroring.findIndex((folder, index) => folder !== folders[index])
      const alike = apart < 0 ? mirroring.length : apart
      const isNamesake = stemOf(test) === stemOf(file)
      const shared = [...wordsOf(test)].filter((word) => own.has(word)).length
      const between = Math.min(distance, mirrored(test))
      // Tests of a whole folder say more of its files than those of another folder in it.
      const beside = mirroring.length - alike
      return [{ test, rank: between + beside - 3 * alike - 2 * shared - (isNamesake ? 9 : 0) }]
    })
    return ranked.toSorted((left, right) => left.rank - right.rank)
  })
}

const stemOf = (file: string): string => basename(file).replace(/(?:\.test)?\.tsx?$/, "")

/** The words of a path in the singular: of its name, and of its folders behind the first. */
const wordsOf = (file: string): ReadonlySet<string> => {
  const folders = dirname(file)
    .replace(/^test\//, "")
    .split("/")
    .slice(1)
  return new Set(
    [...folders, stemOf(file)]
      .flatMap((part) => part.split("-"))
      .map((word) => word.replace(/s$/, "")),
  )
}

/**
 * How far a test is by what it mirrors of the files that come to another: one import more than the file
 * of its name, two more than the nearest of its folder or of one above that.
 */
const mirroredBy = (distances: ReadonlyMap<string, number>): ((test: string) => number) => {
  const byName = new Map<string, number>()
  const byFolder = new Map<string, number>()
  for (const [file, distance] of distances) {
    if (file.startsWith("test/")) continue
    const folder = dirname(file)
    byName.set(`${folder}/${stemOf(file)}`, distance + 1)
    // The nearest come first.
    if (!byFolder.has(folder)) byFolder.set(folder, distance + 2)
  }
  return (test) => {
    const folders = dirname(test).split("/").slice(1)
    const above = folders.map((_, index) => folders.slice(0, index + 1).join("/")).slice(1)
    return Math.min(
      byName.get(`${folders.join("/")}/${stemOf(test)}`) ?? Number.POSITIVE_INFINITY,
      ...above.map((folder) => byFolder.get(folder) ?? Number.POSITIVE_INFINITY),
    )
  }
}
