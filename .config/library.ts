// Bundles what other services import: few modules, without what nobody calls, that load nothing but the
// tables that are asked for. What of other packages they need is in them.
import { rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { type OutputChunk, type Plugin, rolldown } from "rolldown"
import { type BundledPackage, bundledPackages, licencesOf } from "./bundled-packages.ts"

/** The entries of the package that hold code, by the files that they are made from. */
export const libraryEntries = {
  index: "http/library/index.ts",
  coach: "http/library/coach.ts",
  pricing: "http/library/pricing.ts",
  engine: "core/engine/index.ts",
  money: "rules/currency/money.ts",
  messages: "http/messages/index.ts",
  effect: "http/library/effect.ts",
  client: "http/clients/typescript/index.ts",
  "client/effect": "http/clients/typescript/effect.ts",
} as const

/** The modules of tables lie beside the folder of the bundle. */
const besideTables: Plugin = {
  name: "library-tables",
  resolveId: (id) => {
    const name = /^#library\/(.+)$/.exec(id)?.[1]
    return name === undefined ? null : { id: `../tables/${name}.js`, external: "absolute" }
  },
}

/** Only who imports `viatica/effect` has programs of effect, and effect itself, to run them. */
const ofPrograms = "effect/Effect"

/** Entries that are built on effect's own services, and share all of effect with who imports them. */
const onEffect: ReadonlyArray<string> = ["client/effect"]

const bundleEntries = async (
  root: string,
  folder: string,
  names: ReadonlyArray<string>,
  external: ReadonlyArray<string | RegExp>,
): Promise<ReadonlyArray<OutputChunk>> => {
  const entries = Object.entries(libraryEntries).filter(([name]) => names.includes(name))
  const bundle = await rolldown({
    input: Object.fromEntries(entries.map(([name, file]) => [name, join(root, file)])),
    platform: "neutral",
    external: [...external],
    plugins: [besideTables],
    resolve: { mainFields: ["module", "main"] },
    transform: { target: "node20" },
  })
  const { output } = await bundle.write({
    dir: folder,
    format: "esm",
    chunkFileNames: "[name]-[hash].js",
    comments: { legal: true, annotation: true, jsdoc: false },
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
  const alone = Object.keys(libraryEntries).filter((name) => !onEffect.includes(name))
  const chunks = [
    ...(await bundleEntries(root, folder, alone, [ofPrograms])),
    ...(await bundleEntries(root, folder, onEffect, [/^effect\//])),
  ]
  const packages = bundledPackages(chunks)
  writeFileSync(join(folder, "LICENCES.txt"), licencesOf(packages))
  return packages
}
