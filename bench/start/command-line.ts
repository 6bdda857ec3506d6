import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

const root = new URL("../../", import.meta.url)

interface Manifest {
  readonly scripts: { readonly viatica: string }
}

/** What Node is given to run the command line as `npm run viatica` does, from any folder. */
export const commandLine = (...args: ReadonlyArray<string>): ReadonlyArray<string> => {
  const text = readFileSync(new URL("package.json", root), "utf8")
  const { scripts } = JSON.parse(text) as Manifest
  const [program, ...words] = scripts.viatica.split(" ")
  if (program !== "node") throw new Error(`npm run viatica is no call of node: ${scripts.viatica}`)
  const given = words.map((word) =>
    word.startsWith("-") ? word : fileURLToPath(new URL(word, root)),
  )
  return [...given, ...args]
}
