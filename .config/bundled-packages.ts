import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { type OutputChunk, RUNTIME_MODULE_ID } from "rolldown"

/** What a package says of itself, as far as a bundle needs it. */
interface Manifest {
  readonly name: string
  readonly version: string
  /** An SPDX identifier or expression. */
  readonly license: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

/** A package whose code is part of a bundle. */
export interface BundledPackage extends Pick<Manifest, "license" | "name" | "version"> {
  /** Names of the packages that it imports. */
  readonly dependencies: ReadonlyArray<string>
  /** What has to go along with its code. */
  readonly licenceText: string
}

/** Licence texts of packages that are published without one, by name. */
const licencesFolder = fileURLToPath(new URL("licences", import.meta.url))

const packageOfFile = (file: string): string | undefined =>
  /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1]

const folderOf = (name: string): string | undefined =>
  packageOfFile(fileURLToPath(import.meta.resolve(name)))

/** The folder of the package that a module belongs to; undefined for the project's own. */
const packageFolder = (module: string): string | undefined => {
  if (module === RUNTIME_MODULE_ID) return folderOf("rolldown")
  return module.startsWith("\0vite/") ? folderOf("vite") : packageOfFile(module)
}

const licenceText = (folder: string, name: string): string => {
  const brought = readdirSync(folder)
    .filter((file) => /^(licen[cs]e|copying|notice)/i.test(file))
    .map((file) => join(folder, file))
  const kept = join(licencesFolder, `${name}.txt`)
  const files = brought.length === 0 && existsSync(kept) ? [kept] : brought
  if (files.length === 0) {
    throw new Error(`${name} brings no licence text: put it into .config/licences/${name}.txt`)
  }
  return files.map((file) => readFileSync(file, "utf8")).join("\n")
}

/** Where a package leaves the choice between licences, the first is taken. */
const takenLicence = (license: string): string => license.split(/ or /i)[0] ?? license

const readPackage = (folder: string): BundledPackage => {
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest
  const { dependencies, license, name, peerDependencies, version } = manifest
  return {
    name,
    version,
    license: takenLicence(license),
    dependencies: Object.keys({ ...dependencies, ...peerDependencies }),
    licenceText: licenceText(folder, name),
  }
}

const nameAndVersion = ({ name, version }: BundledPackage): string => `${name} ${version}`

/** Packages by name; each version of one counts, and two copies of one version are one package. */
export const eachOnce = (
  packages: ReadonlyArray<BundledPackage>,
): ReadonlyArray<BundledPackage> => {
  const byName = new Map(packages.map((bundled) => [nameAndVersion(bundled), bundled]))
  return [...byName.keys()].sort().flatMap((key) => byName.get(key) ?? [])
}

/** The packages whose code is in a bundle, by name. */
export const bundledPackages = (
  chunks: ReadonlyArray<OutputChunk>,
): ReadonlyArray<BundledPackage> => {
  const modules = chunks.flatMap(({ moduleIds }) => moduleIds)
  const folders = new Set(modules.flatMap((module) => packageFolder(module) ?? []))
  return eachOnce([...folders].map(readPackage))
}

/** The licences of packages, one after the other. */
export const licencesOf = (packages: ReadonlyArray<BundledPackage>): string =>
  packages
    .map((bundled) => `${nameAndVersion(bundled)}, ${bundled.license}\n\n${bundled.licenceText}`)
    .join(`\n${"-".repeat(80)}\n\n`)
