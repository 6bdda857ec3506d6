import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs"
import { join } from "node:path"
import { canServe } from "../../http/platform/oldest-node.ts"
import { isLong } from "../support/long.ts"
import { install, manifests, root } from "./npm.ts"

/** What runs the package's programs. */
export interface Runtime {
  readonly name: string
  /** Whether it is new enough for a server. */
  readonly serves: boolean
  /** The program to run, and what it is given before a file and its arguments. */
  readonly commandLine: () => Promise<readonly [string, ...ReadonlyArray<string>]>
}

/** Where versions of Node are kept for later runs, until packages are installed anew. */
const cache = join(root, "node_modules/.cache/viatica-node")

/** The program of a version of Node, which the npm package `node` brings. */
const installedNode = async (version: string): Promise<string> => {
  const folder = join(cache, version)
  const program = join(folder, "node_modules/node/bin/node")
  if (existsSync(program)) return program
  mkdirSync(cache, { recursive: true })
  // Another test may be at it: the first that is done stays.
  const made = mkdtempSync(join(cache, "made-"))
  await install(made, `node@${version}`)
  if (!existsSync(folder)) renameSync(made, folder)
  rmSync(made, { recursive: true, force: true })
  return program
}

const nodeOf = (version: string): Runtime => ({
  name: `Node ${version}`,
  serves: canServe(version),
  commandLine: async () => [await installedNode(version)],
})

const current: Runtime = {
  name: `Node ${process.versions.node}`,
  serves: true,
  commandLine: async () => [process.execPath],
}

const deno: Runtime = {
  name: "Deno",
  serves: true,
  commandLine: async () => [
    join(root, "node_modules/.bin/deno"),
    "run",
    "--no-remote",
    "--no-prompt",
    "--allow-all",
  ],
}

const bun: Runtime = {
  name: "Bun",
  serves: false,
  commandLine: async () => [join(root, "node_modules/bun/bin/bun.exe")],
}

/** The oldest version that the package promises to run on. */
const oldest = `${manifests.library.engines.node.replace(/^>=/, "")}.0.0`

/** The last versions of the lines of Node that came since; the project itself runs on that of one more. */
const others = ["20.20.2", "22.23.3", "26.10.0"]

if (!isLong) {
  console.info(
    `The package is not tried on Node ${others.join(", ")} here: npm run test:long does.`,
  )
}

/** The runtimes that the package is tried on. */
export const runtimes: ReadonlyArray<Runtime> = [
  nodeOf(oldest),
  ...(isLong ? others.map(nodeOf) : []),
  current,
  deno,
]

/** The runtimes that its plain functions are tried on. */
export const libraryRuntimes: ReadonlyArray<Runtime> = [...runtimes, bun]
