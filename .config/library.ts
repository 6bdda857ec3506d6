// Bundles what other services import: few modules, without what nobody calls, that load nothing but the
// tables that are asked for. What of other packages they need is in them.
import { rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { type OutputChunk, type Plugin, rolldown } from "rolldown"
import { asciiText } from "./ascii-text.ts"
import { type BundledPackage, bundledPackages, licencesOf } from "./bundled-packages.ts"

/** What a column of the package's own tables is about: only their documentation tells it. */
const about = /\babout:\s*"(?:[^"\\]|\\.)*"(?:\s*\+\s*"(?:[^"\\]|\\.)*")*/g

/** Leaves that out of what importers load. */
const withoutAbout: Plugin = {
  name: "library-without-about",
  transform: (code, id) =>
    /\/rules\/.*\.ts$/.test(id) && code.includes("about:")
      ? { code: code.replaceAll(about, 'about: ""') }
      : null,
}

/** One character beyond ASCII makes engines keep a whole file in two bytes for each. */
const inAscii: Plugin = {
  name: "library-ascii",
  generateBundle: (_, files) => {
    for (const file of Object.values(files)) {
      if (file.type === "chunk") file.code = asciiText(file.code)
    }
  },
}

/** The entries of the package that hold code, by the files that they are made from. */
export const libraryEntries = {
  index: "http/library/index.ts",
  coach: "http/library/coach.ts",
  bilans: "http/library/bilans.ts",
  pricing: "http/library/pricing.ts",
  engine: "core/engine/index.ts",
  money: "rules/currency/money.ts",
  messages: "http/messages/index.ts",
  messagesFr: "http/messages/french.ts",
  messagesEn: "http/messages/english.ts",
  effect: "http/library/effect/index.ts",
  "effect/open": "http/library/effect/open.ts",
  "effect/api": "http/library/effect/api.ts",
  client: "http/clients/typescript/index.ts",
  "client/effect": "http/clients/typescript/effect.ts",
  duckdb: "http/library/duckdb.ts",
} as const

/** The modules of tables lie beside the folder of the bundle. */
const besideTables: Plugin = {
  name: "library-tables",
  resolveId: (id) => {
    const name = /^#library\/(.+)$/.exec(id)?.[1]
    return name === undefined ? null : { id: `../tables/${name}.js`, external: "absolute" }
  },
}

/** Modules of effect that plain functions are made with: the bundle has what they need of them. */
const ofPlainFunctions = ["Function", "Option", "Predicate", "Result"]

/** The other ones are of who imports an entry on effect, who has effect itself: services are found by it. */
const besideEffect: Plugin = {
  name: "library-effect",
  resolveId: (id) => {
    const name = /^effect\/(.+)$/.exec(id)?.[1]
    return name === undefined || ofPlainFunctions.includes(name)
      ? null
      : { id, external: true, moduleSideEffects: false }
  },
}

/** Only who imports `viatica/duckdb` has DuckDB. */
const ofDuckdb = "@duckdb/node-api"

/** The client is one module without an import, so that it can be taken alone. */
const alone: ReadonlyArray<string> = ["client"]

const bundleEntries = async (
  root: string,
  folder: string,
  isTaken: (name: string) => boolean,
): Promise<ReadonlyArray<OutputChunk>> => {
  const entries = Object.entries(libraryEntries).filter(([name]) => isTaken(name))
  const bundle = await rolldown({
    input: Object.fromEntries(entries.map(([name, file]) => [name, join(root, file)])),
    platform: "neutral",
    external: [ofDuckdb],
    plugins: [besideTables, besideEffect, withoutAbout, inAscii],
    resolve: { mainFields: ["module", "main"] },
    transform: { target: "node20" },
  })
  const { output } = await bundle.write({
    dir: folder,
    format: "esm",
    chunkFileNames: "[name]-[hash].js",
    comments: { legal: true, annotation: true, jsdoc: false },
    // Names of functions stay, for the traces of errors.
    minify: { compress: true, mangle: { keepNames: true }, codegen: { removeWhitespace: true } },
  })
  await bundle.close()
  return output.filter((file): file is OutputChunk => file.type === "chunk")
}

/** Bundles the entries into a folder, and tells the packages whose code is in them. */
export const bundleLibrary = async (
  root: string,
  folder: string,
): Promise<ReadonlyArray<BundledPackage>> => {
  rmSync(folder, { recursive: true, force: true })
  const chunks = [
    ...(await bundleEntries(root, folder, (name) => !alone.includes(name))),
    ...(await bundleEntries(root, folder, (name) => alone.includes(name))),
  ]
  const packages = bundledPackages(chunks)
  writeFileSync(join(folder, "LICENCES.txt"), licencesOf(packages))
  return packages
}
