// Makes one file of declarations of an entry and all that it leads to: a namespace for each file, which
// names what it takes of others, and the exports of the entry. No file is changed but for its imports.
import { readFileSync } from "node:fs"
import { dirname, join } from "node:path"

interface DeclarationFile {
  readonly name: string
  readonly text: string
  /** Names that others may import, by the name inside. */
  readonly exports: ReadonlyMap<string, string>
}

const named = /^(?:import|export) (?:type )?\{([^}]*)\} from "(\.[^"]+)\.js";$/gm
const star = /^import (?:type )?\* as (\w+) from "(\.[^"]+)\.js";$/gm
const allOf = /^export (?:type )?\* from "(\.[^"]+)\.js";$/gm
const ownList = /^export (?:type )?\{([^}]*)\};$/gm

const pairsOf = (list: string): ReadonlyArray<readonly [inside: string, outside: string]> =>
  list
    .split(",")
    .map((each) => each.trim().replace(/^type /, ""))
    .filter((each) => each !== "")
    .map((each) => {
      const [inside = "", outside = inside] = each.split(" as ")
      return [inside, outside]
    })

/** The text of one file for an entry, such as `index.d.ts`. */
export const oneDeclaration = (entry: string): string => {
  const files = new Map<string, DeclarationFile>()
  const read = (path: string): DeclarationFile => {
    const known = files.get(path)
    if (known !== undefined) return known
    const name = `file${files.size}`
    // Files that lead to each other find a name meanwhile.
    files.set(path, { name, text: "", exports: new Map() })
    const at = (from: string) => read(join(dirname(path), `${from}.d.ts`))
    const exports = new Map<string, string>()
    const text = readFileSync(path, "utf8")
      .replaceAll(/^import "\.[^"]+";$/gm, "")
      .replaceAll(named, (line: string, list: string, from: string) => {
        const { name: of } = at(from)
        const isExport = line.startsWith("export")
        return pairsOf(list)
          .map(([inside, outside]) => {
            if (isExport) exports.set(outside, outside)
            return `${isExport ? "export " : ""}import ${outside} = ${of}.${inside};`
          })
          .join("\n")
      })
      .replaceAll(star, (_, as: string, from: string) => `import ${as} = ${at(from).name};`)
      .replaceAll(allOf, (_, from: string) => {
        const { exports: those, name: of } = at(from)
        return [...those.keys()]
          .map((each) => {
            exports.set(each, each)
            return `export import ${each} = ${of}.${each};`
          })
          .join("\n")
      })
      .replaceAll(ownList, (_, list: string) => {
        if (pairsOf(list).length > 0) throw new Error(`${path} exports a list of its own`)
        return ""
      })
      .replaceAll(/^(export )?declare /gm, "$1")
    for (const [, word = ""] of text.matchAll(
      /^export (?:const|function|class|interface|type|import) (\w+)/gm,
    )) {
      exports.set(word, word)
    }
    const foreign = /^(?:import|export) .*from "([^"]+)"/m.exec(text)?.[1]
    if (foreign !== undefined) throw new Error(`${path} imports ${foreign}`)
    const file = { name, text, exports }
    files.set(path, file)
    return file
  }
  const whole = read(entry)
  const spaces = [...files.values()].map(
    ({ name, text }) => `declare namespace ${name} {\n${text}\n}\n`,
  )
  const exports = [...whole.exports.keys()].map(
    (each) => `export import ${each} = ${whole.name}.${each};\n`,
  )
  return [...spaces, ...exports].join("")
}
