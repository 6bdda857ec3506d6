// Builds the two packages that are published, or the one that is named, beside their manifests or below
// the folder that is named: `viatica` in http/library, a bundle for importers with its types, and the
// tables as modules, so that they read no file; `viatica-service` in http/cli, the command line and the
// service as one bundle, with the tables as files.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { tablesDigest } from "../http/tables/table-bundle.ts"
import { clientFiles, javaArchive, vectorNames } from "../http/pages/docs/files.ts"
import { buildLibrary, checkedTables } from "./build-library.ts"
import { bundleService } from "./bundle.ts"
import { type BundledPackage, eachOnce } from "./bundled-packages.ts"
import { writeTypescriptClient } from "./typescript-client.ts"
import { buildWorkbenchPages } from "./workbench-pages.ts"
import { type PublishedPackage, sbomOf } from "./sbom.ts"

const root = fileURLToPath(new URL("..", import.meta.url))

/** The packages, by the folders of their manifests. */
const packageFolders = { library: "http/library", service: "http/cli" } as const

type PackageName = keyof typeof packageFolders

const isPackage = (word: string | undefined): word is PackageName =>
  word !== undefined && word in packageFolders

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

type Manifest = Omit<PublishedPackage, "imports"> & {
  readonly engines: { readonly node: string }
}

const readManifest = <Read>(folder: string): Read =>
  JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8")) as Read

const { devDependencies } = readManifest<{
  readonly devDependencies: Readonly<Record<string, string>>
}>("")

/** Documents that importers need; the service brings all of them. */
const ofImporters = /\/(?:api\.txt|(?:bulk|client|columns|glossary|importers)\.md)$/

interface Target {
  readonly dist: string
  readonly manifest: Manifest
}

/** Empties what a package holds, and gives it what both have: documents and the licence. */
const begin = (name: PackageName, into: string): Target => {
  const folder = join(into, packageFolders[name])
  const dist = join(folder, "dist")
  rmSync(dist, { recursive: true, force: true })
  mkdirSync(dist, { recursive: true })
  cpSync(join(root, "docs"), join(dist, "docs"), {
    recursive: true,
    filter: (path) => name === "service" || !/\.\w+$/.test(path) || ofImporters.test(path),
  })
  for (const file of ["LICENSE", "CHANGELOG.md"]) cpSync(join(root, file), join(folder, file))
  return { dist, manifest: readManifest<Manifest>(packageFolders[name]) }
}

const writeBill = ({ dist, manifest }: Target, packages: ReadonlyArray<BundledPackage>): void =>
  writeFileSync(
    join(dist, "sbom.cdx.json"),
    sbomOf({ ...manifest, imports: Object.keys(devDependencies) }, packages),
  )

const buildForImporters = async (into: string): Promise<void> => {
  const target = begin("library", into)
  writeBill(target, await buildLibrary(root, target.dist))
}

/** Builds the service, which hands out the library that has been built. */
const buildService = async (into: string, library: string): Promise<void> => {
  const target = begin("service", into)
  const { dist, manifest } = target
  const nodeOldest = Number(manifest.engines.node.replace(/^>=/, ""))
  const { sources } = await checkedTables(root)
  const servicePackages = await bundleService({
    root,
    folder: join(dist, "service"),
    nodeOldest,
    tablesDigest: tablesDigest(sources),
  })
  const pagePackages = await buildWorkbenchPages(join(dist, "workbench"))
  writeBill(target, eachOnce([...servicePackages, ...pagePackages]))
  writeFileSync(join(dist, "viatica.js"), launcher(nodeOldest), { mode: 0o755 })
  cpSync(join(root, "data"), join(dist, "data"), { recursive: true })
  cpSync(join(root, "http/pages/assets"), join(dist, "assets"), { recursive: true })
  for (const name of vectorNames) {
    cpSync(join(root, "test/vectors", name), join(dist, "vectors", name))
  }
  for (const [name, source] of [...Object.entries(clientFiles), [javaArchive, javaArchive]]) {
    cpSync(join(root, "http/clients", source), join(dist, "clients", name))
  }
  writeTypescriptClient(library, join(dist, "clients"))
}

const [named, ...rest] = process.argv.slice(2)
const into = resolve((isPackage(named) ? rest[0] : named) ?? root)
const libraryInto = named === "service" ? mkdtempSync(join(tmpdir(), "viatica-library-")) : into
await buildForImporters(libraryInto)
if (named !== "library") await buildService(into, join(libraryInto, packageFolders.library))
if (libraryInto !== into) rmSync(libraryInto, { recursive: true })
