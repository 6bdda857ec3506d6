import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

const root = new URL("../../", import.meta.url)

/** The scripts by which the command line and a server are started from the sources. */
type ScriptName = "viatica" | "serve"

interface Manifest {
  readonly scripts: Readonly<Record<ScriptName, string>>
}

const isOption = (word: string): boolean => word.startsWith("-")

/** What Node is given by a script, its own options first. */
const scriptWords = (name: ScriptName): ReadonlyArray<string> => {
  const { scripts } = JSON.parse(readFileSync(new URL("package.json", root), "utf8")) as Manifest
  const [program, ...words] = scripts[name].split(" ")
  if (program !== "node") throw new Error(`npm run ${name} is no call of node: ${scripts[name]}`)
  return words
}

/** What Node is given to run a script of the package as npm does, from any folder. */
const scriptLine = (name: ScriptName, args: ReadonlyArray<string>): ReadonlyArray<string> => {
  const words = scriptWords(name)
  const program = words.findIndex((word) => !isOption(word))
  return [
    ...words.map((word, index) => (index === program ? fileURLToPath(new URL(word, root)) : word)),
    ...args,
  ]
}

/** What Node is given to run the command line as `npm run viatica` does. */
export const commandLine = (...args: ReadonlyArray<string>): ReadonlyArray<string> =>
  scriptLine("viatica", args)

/** What Node is given to start a server as `npm run serve` does. */
export const serverLine = (): ReadonlyArray<string> => scriptLine("serve", [])

/** The options of Node with which `npm run serve` starts a server. */
export const serverOptions = (): ReadonlyArray<string> => {
  const words = scriptWords("serve")
  return words.slice(
    0,
    words.findIndex((word) => !isOption(word)),
  )
}
