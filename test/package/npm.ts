import { assert } from "@effect/vitest"
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { builtPackages } from "../support/built-package.ts"
import { madeOnce } from "../support/made-once.ts"
import { runProcess } from "../support/run-process.ts"

/** The folder of the project. */
export const root = fileURLToPath(new URL("../../", import.meta.url))

/** How long npm may take over one command. */
export const npmTimeoutMs = 180_000

interface Manifest {
  readonly devDependencies: Readonly<Record<string, string>>
  readonly engines: { readonly node: string }
  readonly peerDependencies: Readonly<Record<string, string>>
  readonly scripts: Readonly<Record<string, string>>
}

const manifestIn = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8")) as Manifest

/** What the project and its two packages say of themselves. */
export const manifests = {
  project: manifestIn(""),
  library: manifestIn("http/library"),
  service: manifestIn("http/cli"),
}

/** The effect that is installed beside the packages: the newest that they allow. */
export const newestEffect = `effect@${manifests.library.peerDependencies["effect"]}`

const quiet = ["--no-audit", "--no-fund", "--no-package-lock", "--prefer-offline"]

const environment = Object.fromEntries(
  Object.entries(process.env).flatMap(([name, value]) =>
    value === undefined ||
    /^(npm_(package|lifecycle)_|npm_config_local_prefix$|NODE_OPTIONS$)/.test(name)
      ? []
      : [[name, value]],
  ),
)

/** Runs npm in a folder; it has to succeed. */
export const npm = async (cwd: string, ...args: ReadonlyArray<string>): Promise<void> => {
  const ended = await runProcess("npm", args, { cwd, environment, timeoutMs: npmTimeoutMs })
  assert.strictEqual(ended.status, 0, `npm ${args.join(" ")}\n${ended.stdout}${ended.stderr}`)
}

/** Packs what a folder publishes, and gives the path of the one archive. */
export const pack = async (
  folder: string,
  into: string,
  ...options: ReadonlyArray<string>
): Promise<string> => {
  mkdirSync(into, { recursive: true })
  await npm(folder, "pack", "--silent", "--pack-destination", into, ...options)
  const [archive, ...others] = readdirSync(into)
  assert.deepStrictEqual(others, [])
  return join(into, archive ?? "none")
}

/** Installs packages into a folder, which is made where there is none. */
export const install = async (folder: string, ...specs: ReadonlyArray<string>): Promise<void> => {
  mkdirSync(folder, { recursive: true })
  // Without one of its own, npm installs into the nearest folder above that has a manifest; the npm
  // package of Node lays its program out by a script.
  const own = join(folder, "package.json")
  const settings = { private: true, allowScripts: { node: true } }
  if (!readdirSync(folder).includes("package.json")) writeFileSync(own, JSON.stringify(settings))
  await npm(folder, "install", ...specs, "--omit=dev", ...quiet)
}

/** The archives of the packages that this run tests, each packed once for all that ask. */
export const packedPackage = async (name: "library" | "service"): Promise<string> => {
  const folder = await madeOnce(`archive-${name}`, async (into) => {
    await pack((await builtPackages())[name], into, "--ignore-scripts")
  })
  return join(folder, readdirSync(folder)[0] ?? "none")
}

/** Makes a folder in which both are installed beside effect; that is done once and copied after that. */
export const installPackages = async (folder: string): Promise<void> => {
  const archives = [await packedPackage("library"), await packedPackage("service")]
  const installed = await madeOnce("installed", (into) => install(into, ...archives, newestEffect))
  cpSync(installed, folder, { recursive: true, verbatimSymlinks: true })
}

/** The programs of another service, which tests run in a folder of its own. */
export const copyConsumer = (folder: string): void =>
  cpSync(join(root, "test/package/consumer"), folder, { recursive: true })
