import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { serverOptions } from "../../bench/start/command-line.ts"
import { buildPackages, packageFolders } from "../../bench/start/package.ts"
import { madeOnce } from "./made-once.ts"

/** The folders of the packages that this run tests, which are built once for all that ask. */
export const builtPackages = async (): Promise<typeof packageFolders> => {
  const folder = await madeOnce("packages", buildPackages)
  return {
    library: join(folder, packageFolders.library),
    service: join(folder, packageFolders.service),
  } as typeof packageFolders
}

/** The command line of them: it starts in a third of the time that the sources take. */
export const builtProgram = async (): Promise<string> =>
  join((await builtPackages()).service, "dist/viatica.js")

/** What Node is given to start a server of them, with the options of `npm run serve`. */
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
