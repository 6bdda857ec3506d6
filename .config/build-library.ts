// Builds what other services import: tables as modules, the bundle of code, and its declarations.
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { shapeOf } from "../core/fields/shape-of.ts"
import { describeTableError } from "../core/table/error.ts"
import { readTableFiles } from "../http/tables/table-files.ts"
import { makeCheckFiles, tablesHash } from "../http/tables/table-bundle.ts"
import { readText } from "../http/messages/icu.ts"
import { apiVersion } from "../http/config/version.ts"
import { bilanBody } from "../rules/coach/bilan-body.ts"
import { makeIcons } from "../http/pages/icons.ts"
import type { BuiltFacts } from "../rules/offline/packed-tables.ts"
import { limitsOf } from "../rules/reference/limits.ts"
import { tripRequest } from "../rules/trip/trip.ts"
import { checkTexts } from "../rules/messages/check.ts"
import { type AllTables, loadAllTables, tableFiles } from "../rules/tables/index.ts"
import { readReleases } from "../http/tables/releases.ts"
import { released, releaseStateOn } from "../rules/tables/release.ts"
import { manifestOf } from "../rules/tables/bundle.ts"
import type { BundledPackage } from "./bundled-packages.ts"
import { writeDeclarations } from "./declarations.ts"
import { bundleLibrary } from "./library.ts"
import { writePackedModules } from "./packed-modules.ts"
import { isOwnFile } from "../core/table/own-table.ts"
import { allMistakes } from "../rules/tables/table-named.ts"
import { quoteBody } from "../rules/trip/quote-body.ts"

type Sources = ReadonlyMap<string, string>

/** All tables with the texts that they were read from; none of them may hold a mistake. */
export const checkedTables = async (
  root: string,
): Promise<{ readonly tables: AllTables; readonly sources: Sources }> => {
  const folder = join(root, "data")
  const own = await Effect.runPromise(readTableFiles(folder, tableFiles))
  const releases = await Effect.runPromise(readReleases(folder))
  const today = new Date().toISOString().slice(0, 10)
  const due = releases.filter((release) => releaseStateOn(release, today) === "inForce")
  const files = { ...own, sources: released(own.sources, due) }
  const { errors, sources } = files
  const [guard] = [...sources.keys()].filter(isOwnFile)
  // Packed tables are those that the rules know: without this one answers would be others than the service's.
  if (guard !== undefined) {
    throw new Error(
      `${guard} cannot be packed: keep tables of one's own in the folder of TABLES_DIR`,
    )
  }
  const loaded = loadAllTables(sources)
  const mistakes = Result.isFailure(loaded)
    ? allMistakes(files, loaded.failure)
    : [...errors, ...checkTexts({ sources, tables: loaded.success, readText }).mistakes]
  if (Result.isFailure(loaded) || mistakes.length > 0) {
    throw new Error(mistakes.map(describeTableError).join("\n"))
  }
  Result.getOrThrow(makeCheckFiles()(folder, files))
  return { tables: loaded.success, sources }
}

/** What importers need beside the tables, under the hash of all of them, as the service computes it. */
const factsOf = (root: string, tables: AllTables): BuiltFacts => {
  const folder = join(root, "data/icons")
  const files = readdirSync(folder).filter((file) => file.endsWith(".svg"))
  const svgs = files.map((file) => [file, readFileSync(join(folder, file), "utf8")] as const)
  const icons = makeIcons(new Map(svgs))
  const limits = limitsOf(tables)
  return {
    apiVersion,
    manifest: manifestOf(tables),
    bilanShape: shapeOf(bilanBody(limits)),
    quoteShape: shapeOf(quoteBody(tripRequest(limits))),
    iconNames: Object.fromEntries(
      files.map((file) => [file, icons.path(file).replace(/^\/icons\//, "")]),
    ),
  }
}

/** Builds it into a folder, and gives the packages whose code is in the bundle. */
export const buildLibrary = async (
  root: string,
  dist: string,
): Promise<ReadonlyArray<BundledPackage>> => {
  const { sources, tables } = await checkedTables(root)
  const packages = await bundleLibrary(root, join(dist, "lib"))
  writePackedModules({
    folder: join(dist, "tables"),
    lib: join(dist, "lib"),
    engineVersion: `${apiVersion}+${tablesHash(sources)}`,
    sources,
    tables,
    facts: factsOf(root, tables),
  })
  writeDeclarations(root, join(dist, "types"), tables)
  return packages
}
