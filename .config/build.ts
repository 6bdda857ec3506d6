// Writes dist/, or the folder that is named, what the published package holds: for importers a bundle
// with its types, and the tables as modules, so that they read no file; the command line and the
// service as a bundle of their own, with the tables as files.
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { tablesDigest } from "../http/tables/table-bundle.ts"
import { clientFiles, vectorNames } from "../http/pages/docs/files.ts"
import { buildLibrary } from "./build-library.ts"
import { bundleService } from "./bundle.ts"
import { eachOnce } from "./bundled-packages.ts"
import { buildWorkbenchPages } from "./workbench-pages.ts"
import { type PublishedPackage, sbomOf } from "./sbom.ts"

const root = fileURLToPath(new URL("..", import.meta.url))
const dist = resolve(process.argv[2] ?? join(root, "dist"))

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
rmSync(dist, { recursive: true, force: true })
const library = await buildLibrary(root, dist)
const servicePackages = await bundleService({
  root,
  folder: join(dist, "service"),
  nodeOldest,
  tablesDigest: tablesDigest(library.sources),
})
const pagePackages = await buildWorkbenchPages(join(dist, "workbench"))
const imports = Object.keys(manifest.devDependencies)
const packages = eachOnce([...servicePackages, ...pagePackages])
const missing = library.packages.filter(({ name }) => !packages.some((each) => each.name === name))
if (missing.length > 0)
  throw new Error(`no bill lists ${missing.map(({ name }) => name).join(", ")}`)
writeFileSync(join(dist, "sbom.cdx.json"), sbomOf({ ...manifest, imports }, packages))
writeFileSync(join(dist, "viatica.js"), launcher(nodeOldest), { mode: 0o755 })
cpSync(join(root, "data"), join(dist, "data"), { recursive: true })
cpSync(join(root, "http/pages/assets"), join(dist, "assets"), { recursive: true })
for (const name of vectorNames) {
  cpSync(join(root, "test/vectors", name), join(dist, "vectors", name))
}
for (const [name, source] of Object.entries(clientFiles)) {
  cpSync(join(root, "http/clients", source), join(dist, "clients", name))
}
