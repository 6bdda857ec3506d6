import module from "node:module"
import { dirname, extname } from "node:path"
import { fileURLToPath } from "node:url"

/** The program of a thread, which lies beside a module of this one, as TypeScript or compiled like it. */
export const threadProgram = (name: string, beside: string): URL =>
  new URL(`./${name}${extname(fileURLToPath(beside))}`, beside)

/** Node 20 lacks it, and keeps no compiled code. */
const { getCompileCacheDir } = module as {
  readonly getCompileCacheDir?: () => string | undefined
}

/**
 * The environment of a thread, in which it finds the compiled code that the program keeps: a thread
 * does not know of the folder otherwise, and compiles all its modules, which is a quarter of its start.
 */
export const threadEnvironment = (): NodeJS.ProcessEnv => {
  const folder = getCompileCacheDir?.()
  // What is kept for this version of Node lies in a folder of its own within the one that is named.
  return folder === undefined
    ? process.env
    : { ...process.env, NODE_COMPILE_CACHE: dirname(folder) }
}
