import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { serverOptions } from "../../bench/start/command-line.ts"
import { buildPackage } from "../../bench/start/package.ts"
import { madeOnce } from "./made-once.ts"

/** The folder of the package that this run tests, which is built once for all that ask. */
export const builtPackage = (): Promise<string> => madeOnce("package", buildPackage)

/** The command line of that package: it starts in a third of the time that the sources take. */
export const builtProgram = async (): Promise<string> =>
  join(await builtPackage(), "dist/viatica.js")

/** What Node is given to start a server of that package, with the options of `npm run serve`. */
export const builtServerLine = async (): Promise<ReadonlyArray<string>> => [
  ...serverOptions(),
  await builtProgram(),
  "serve",
]

/** What such a program finds in its environment, so that it reads the tables of the sources. */
export const builtEnvironment = (): Readonly<Record<string, string>> => ({
  // It keeps its compiled code beside itself, which goes with this run.
  NODE_COMPILE_CACHE: "",
  TABLES_DIR: fileURLToPath(new URL("../../data", import.meta.url)),
})
