import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

const root = new URL("../../", import.meta.url)

/** The scripts by which the command line and a server are started from the sources. */
type ScriptName = "viatica" | "serve"

interface Manifest {
  readonly scripts: Readonly<Record<ScriptName, string>>
}

/** A script of the package that is a call of Node. */
interface Script {
  /** What is for Node itself. */
  readonly options: ReadonlyArray<string>
  /** The path of the program, the same from any folder. */
  readonly program: string
  readonly args: ReadonlyArray<string>
}

const readScript = (name: ScriptName): Script => {
  const { scripts } = JSON.parse(readFileSync(new URL("package.json", root), "utf8")) as Manifest
  const [node, ...words] = scripts[name].split(" ")
  const at = words.findIndex((word) => !word.startsWith("-"))
  const program = words[at]
  if (node !== "node" || program === undefined) {
    throw new Error(`npm run ${name} is no call of node: ${scripts[name]}`)
  }
  return {
    options: words.slice(0, at),
    program: fileURLToPath(new URL(program, root)),
    args: words.slice(at + 1),
  }
}

const lineOf = ({ args, options, program }: Script): ReadonlyArray<string> => [
  ...options,
  program,
  ...args,
]

/** What Node is given to run the command line as `npm run viatica` does. */
export const commandLine = (...args: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...lineOf(readScript("viatica")),
  ...args,
]

/** What Node is given to start a server as `npm run serve` does. */
export const serverLine = (): ReadonlyArray<string> => lineOf(readScript("serve"))

/** The options of Node with which `npm run serve` starts a server. */
export const serverOptions = (): ReadonlyArray<string> => readScript("serve").options
