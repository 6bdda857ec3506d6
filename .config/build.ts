// Writes dist/, or the folder that is named, what the published package holds: for importers the
// sources as JavaScript with types, the tables and texts as modules, so that they read no file; the
// command line and the service as a bundle, with the tables as files.
import { execFileSync } from "node:child_process"
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { shapeOf } from "../core/fields/shape-of.ts"
import { describeTableError } from "../core/table/error.ts"
import { allMistakes, readTableFiles } from "../http/tables/table-files.ts"
import { checkFiles, tablesDigest, tablesHash } from "../http/tables/table-bundle.ts"
import { readText } from "../http/messages/icu.ts"
import { vectorNames } from "../http/pages/docs/vector-files.ts"
import { apiVersion } from "../http/config/version.ts"
import { bilanBody } from "../rules/coach/bilan-body.ts"
import { limitsOf } from "../rules/reference/limits.ts"
import { checkTexts } from "../rules/messages/check.ts"
import { renderingFiles } from "../rules/messages/rendering-tables.ts"
import { type AllTables, loadAllTables, tableFiles } from "../rules/tables/index.ts"
import { readReleases } from "../http/tables/releases.ts"
import { released, releaseStateOn } from "../rules/tables/release.ts"
import { manifestOf } from "../rules/tables/bundle.ts"
import { offlineTableFiles } from "../rules/tables/offline.ts"
import { bundleService } from "./bundle.ts"
import { eachOnce } from "./bundled-packages.ts"
import { buildWorkbenchPages } from "./workbench-pages.ts"
import { type PublishedPackage, sbomOf } from "./sbom.ts"

const root = fileURLToPath(new URL("..", import.meta.url))
const dist = resolve(process.argv[2] ?? join(root, "dist"))

const compile = (): void => {
  const typescript = dirname(createRequire(import.meta.url).resolve("typescript/package.json"))
  const settings = join(root, ".config/tsconfig.build.json")
  const arguments_ = [join(typescript, "bin/tsc"), "-p", settings, "--outDir", dist]
  execFileSync(process.execPath, arguments_, { stdio: "inherit" })
}

const relativeSource = /(from |import\()"(\.\.?\/[^"]+)\.ts"/g

/** The compiler leaves .ts endings in declarations, where not every tool reads them as .d.ts. */
const rewriteDeclarations = (): void => {
  for (const file of readdirSync(dist, { recursive: true, encoding: "utf8" })) {
    if (!file.endsWith(".d.ts")) continue
    const path = join(dist, file)
    writeFileSync(path, readFileSync(path, "utf8").replaceAll(relativeSource, '$1"$2.js"'))
  }
}

type Sources = ReadonlyMap<string, string>

/** All tables with the texts that they were read from; none of them may hold a mistake. */
const checkedTables = async (): Promise<{ tables: AllTables; sources: Sources }> => {
  const folder = join(root, "data")
  const own = await Effect.runPromise(readTableFiles(folder, tableFiles))
  const releases = await readReleases(folder)
  const today = new Date().toISOString().slice(0, 10)
  const due = releases.filter((release) => releaseStateOn(release, today) === "inForce")
  const files = { ...own, sources: released(own.sources, due) }
  const { errors, sources } = files
  const loaded = loadAllTables(sources)
  const mistakes = Result.isFailure(loaded)
    ? allMistakes(files, loaded.failure)
    : [...errors, ...checkTexts({ sources, tables: loaded.success, readText }).mistakes]
  if (Result.isFailure(loaded) || mistakes.length > 0) {
    throw new Error(mistakes.map(describeTableError).join("\n"))
  }
  Result.getOrThrow(checkFiles(folder, files))
  return { tables: loaded.success, sources }
}

/** Texts of tables by file, as what a module exports. */
const textsOf = (files: ReadonlyArray<string>, sources: Sources): string => {
  const texts = Object.fromEntries(files.map((file) => [file, sources.get(file)]))
  return `export const texts = ${JSON.stringify(texts, null, 1)}\n`
}

/** The texts that bilans need and the shape of their requests, under the hash of all tables, as the service computes it. */
const tablesModule = (tables: AllTables, sources: Sources): string =>
  [
    `export const engineVersion = ${JSON.stringify(`${apiVersion}+${tablesHash(sources)}`)}`,
    `export const manifest = ${JSON.stringify(manifestOf(tables))}`,
    `export const bilanShape = ${JSON.stringify(shapeOf(bilanBody(limitsOf(tables))))}`,
    textsOf(offlineTableFiles, sources),
  ].join("\n")

/** The command line. Compiled code is kept beside it, where only those can write who can change it. */
const launcher = (nodeOldest: number): string => `#!/usr/bin/env node
import module from "node:module"
import { fileURLToPath } from "node:url"

const { node } = process.versions
if (Number.parseInt(node, 10) < ${nodeOldest}) {
  console.error(\`viatica: Node \${node} is too old; use Node ${nodeOldest} or newer\`)
  process.exitCode = 1
} else {
  module.enableCompileCache?.(fileURLToPath(new URL(".cache", import.meta.url)))
  await import("./service/main.js")
}
`

interface Manifest extends Omit<PublishedPackage, "imports"> {
  readonly devDependencies: Readonly<Record<string, string>>
  readonly engines: { readonly node: string }
}

const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as Manifest
const nodeOldest = Number(manifest.engines.node.replace(/^>=/, ""))
const { sources, tables } = await checkedTables()
rmSync(dist, { recursive: true, force: true })
compile()
rewriteDeclarations()
writeFileSync(join(dist, "tables.js"), tablesModule(tables, sources))
writeFileSync(join(dist, "messages.js"), textsOf(renderingFiles, sources))
const servicePackages = await bundleService({
  root,
  folder: join(dist, "service"),
  nodeOldest,
  tablesDigest: tablesDigest(sources),
})
const pagePackages = await buildWorkbenchPages(join(dist, "workbench"))
const imports = Object.keys(manifest.devDependencies)
const packages = eachOnce([...servicePackages, ...pagePackages])
writeFileSync(join(dist, "sbom.cdx.json"), sbomOf({ ...manifest, imports }, packages))
writeFileSync(join(dist, "viatica.js"), launcher(nodeOldest), { mode: 0o755 })
cpSync(join(root, "data"), join(dist, "data"), { recursive: true })
cpSync(join(root, "http/pages/assets"), join(dist, "assets"), { recursive: true })
for (const name of vectorNames) {
  cpSync(join(root, "test/vectors", name), join(dist, "vectors", name))
}
