// Bundles the command line and the service, with all that they need of other packages: one program
// of few files is resolved, read and compiled much faster than a thousand modules.
import { writeFileSync } from "node:fs"
import * as http from "node:http"
import { isBuiltin } from "node:module"
import { join } from "node:path"
import { type InputOptions, type OutputChunk, type Plugin, rolldown } from "rolldown"
import { type BundledPackage, bundledPackages, licencesOf } from "./bundled-packages.ts"

/** What is bundled, from where to where, and the digest of the tables that were checked for it. */
export interface Bundling {
  readonly root: string
  readonly folder: string
  /** The oldest major version of Node that it runs on. */
  readonly nodeOldest: number
  readonly tablesDigest: string
}

/** Of a client for Redis nothing is used; only types and calls that are never made name it. */
const absent = ["redis"]

/** What people who want it install beside the program: it is looked for when it is needed. */
const peers = ["feelin"]

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

/**
 * Effect's client over `node:http` loads undici, a megabyte, for bodies that are forms: we send none, and
 * Node's own would do.
 */
const withoutUndici: Plugin = {
  name: "without-undici",
  resolveId: (id, importer) =>
    id === "./Undici.js" && importer?.includes("/@effect/platform-node/") === true
      ? "\0undici"
      : null,
  load: (id) =>
    id === "\0undici" ? "export const { FormData, Headers, Request, Response } = globalThis" : null,
}

/** Tells the program which tables were checked when it was built. */
const withTablesDigest = (tablesDigest: string): Plugin => ({
  name: "tables-digest",
  load: (id) =>
    id.endsWith("/http/tables/checked-tables.ts")
      ? `export const checkedDigest = ${JSON.stringify(tablesDigest)}`
      : null,
})

/** Other packages that a bundle imports when it runs, which nothing brings along. */
const packagesToBring = (chunks: ReadonlyArray<OutputChunk>): ReadonlyArray<string> => {
  const files = new Set(chunks.map(({ fileName }) => fileName))
  return chunks
    .flatMap(({ dynamicImports, imports }) => [...imports, ...dynamicImports])
    .filter((name) => !files.has(name) && !isBuiltin(name) && !peers.includes(name))
}

/** What rolldown makes the bundle from. */
export const bundleInput = ({
  nodeOldest,
  root,
  tablesDigest,
}: Omit<Bundling, "folder">): InputOptions => ({
  input: {
    main: join(root, "http/cli/main.ts"),
    worker: join(root, "http/bulk/batch/worker.ts"),
    "tables-worker": join(root, "http/tables/tables-worker.ts"),
    "impact-worker": join(root, "http/cli/tables/impact-worker.ts"),
    "impact-share-worker": join(root, "http/workbench/server/impact/impact-share-worker.ts"),
    "check-worker": join(root, "http/workbench/server/check-worker.ts"),
    "answers-worker": join(root, "http/workbench/server/answers-worker.ts"),
    "cases-worker": join(root, "http/workbench/server/cases-worker.ts"),
    "draft-worker": join(root, "http/workbench/server/draft-worker.ts"),
    "slips-worker": join(root, "http/workbench/server/slips-worker.ts"),
    "review-worker": join(root, "http/workbench/server/review-worker.ts"),
  },
  platform: "node",
  external: [...absent, ...peers],
  plugins: [frugalHttp, withoutUndici, withTablesDigest(tablesDigest)],
  transform: { target: `node${nodeOldest}` },
})

/** Writes the bundle and the licences of the packages that are in it, and gives those packages. */
export const bundleService = async (bundling: Bundling): Promise<ReadonlyArray<BundledPackage>> => {
  const { folder } = bundling
  const bundle = await rolldown(bundleInput(bundling))
  const { output } = await bundle.write({
    dir: folder,
    format: "esm",
    chunkFileNames: "[name]-[hash].js",
    comments: { legal: true, annotation: false, jsdoc: false },
    // Names of functions stay, for the traces of errors.
    minify: { compress: true, mangle: { keepNames: true }, codegen: { removeWhitespace: true } },
  })
  await bundle.close()
  const chunks = output.filter((file) => file.type === "chunk")
  const missing = packagesToBring(chunks)
  if (missing.length > 0) throw new Error(`the bundle imports ${missing.join(", ")}`)
  const packages = bundledPackages(chunks)
  writeFileSync(join(folder, "LICENCES.txt"), licencesOf(packages))
  return packages
}
