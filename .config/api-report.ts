// Writes what the package exports, entry by entry, each under its name as its declaration has it, without
// comments; what an entry before has, by that. A change of it is a change for importers.
import { readFileSync } from "node:fs"
import { dirname, join, resolve } from "node:path"
import { parseAst } from "rolldown/parseAst"
import { declarationOf } from "./declarations.ts"
import { libraryEntries } from "./library.ts"

interface Span {
  readonly start: number
  readonly end: number
}

interface Named {
  readonly name?: string
  readonly value?: unknown
}

interface Declared extends Span {
  readonly type: string
  readonly id?: Named | null
  readonly declarations?: ReadonlyArray<{ readonly id: Named }>
}

interface Statement extends Span {
  readonly type: string
  readonly declaration?: Declared | null
  readonly source?: { readonly value: string } | null
  readonly exported?: Named | null
  readonly specifiers?: ReadonlyArray<{ readonly local: Named; readonly exported: Named }>
}

/** A declaration: in which file, and as it is written there. */
interface Declaration {
  readonly file: string
  readonly text: string
}

/** What a file exports, by name: declarations, and whole namespaces. */
type Exports = ReadonlyMap<string, Declaration>

const nameOf = ({ name, value }: Named): string => name ?? String(value)

/** A declaration on one line. */
const plain = (text: string): string =>
  text
    .replaceAll(/\/\*[\s\S]*?\*\//g, "")
    .replaceAll(/\/\/.*$/gm, "")
    .replaceAll(/\s+/g, " ")
    .replace(/^export /, "")
    .trim()

/** The classes that exported ones extend, which the compiler declares beside them. */
const basesIn = (source: string, body: ReadonlyArray<Declared>): ReadonlyMap<string, string> =>
  new Map(
    body.flatMap(({ declarations = [], end, start }) =>
      declarations.map(({ id }) => [nameOf(id), plain(source.slice(start, end))] as const),
    ),
  )

const readExports = (file: string, known: Map<string, Exports>): Exports => {
  const earlier = known.get(file)
  if (earlier !== undefined) return earlier
  const found = new Map<string, Declaration>()
  known.set(file, found)
  const source = readFileSync(file, "utf8")
  const other = (specifier: string): Exports =>
    readExports(resolve(dirname(file), specifier.replace(/\.js$/, ".d.ts")), known)
  const { body } = parseAst(source, { lang: "dts" })
  const bases = basesIn(source, body as unknown as ReadonlyArray<Declared>)
  for (const statement of body as unknown as ReadonlyArray<Statement>) {
    const { declaration, source: from } = statement
    if (statement.type === "ExportAllDeclaration" && from) {
      const all = other(from.value)
      if (statement.exported) {
        const text = [...all].map(([name, { text: each }]) => `${name}: ${each}`).join("\n    ")
        found.set(nameOf(statement.exported), { file, text: `namespace\n    ${text}` })
      } else for (const [name, each] of all) found.set(name, each)
    } else if (statement.type === "ExportNamedDeclaration" && declaration) {
      const text = plain(source.slice(statement.start, statement.end))
      const ids = declaration.declarations?.map(({ id }) => id) ?? [declaration.id ?? {}]
      for (const id of ids) {
        const name = nameOf(id)
        // A schema and its type have one name; what a class is made of stands beside it.
        const parts = [found.get(name)?.text, text, bases.get(`${name}_base`)]
        found.set(name, { file, text: parts.filter((part) => part !== undefined).join(" ") })
      }
    } else if (statement.type === "ExportNamedDeclaration" && from) {
      for (const { exported, local } of statement.specifiers ?? []) {
        const each = other(from.value).get(nameOf(local))
        if (each === undefined) throw new Error(`${file}: ${nameOf(local)} is not exported`)
        found.set(nameOf(exported), each)
      }
    }
  }
  return found
}

/** The path under which an entry is imported: `messages/fr` of `messagesFr`. */
const pathOf = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `/${letter.toLowerCase()}`)

/** Longer types, such as those of a whole API, are told with each member on a line of its own. */
const lineMax = 2_000

const inLines = (text: string): string => {
  let depth = 2
  const line = (): string => `\n${"  ".repeat(depth)}`
  return text.replaceAll(/"[^"]*"|[{};] ?/g, (found) => {
    switch (found.trimEnd()) {
      case "{":
        depth += 1
        return `{${line()}`
      case "}":
        depth -= 1
        return `${line()}}`
      case ";":
        return `;${line()}`
      default:
        return found
    }
  })
}

/** What a schema or an API of effect is made of stands in the API document, and as types of the client. */
const madeOf = /(?:\b(?:Schema|HttpApi\w*)|import\("effect\/(?:Schema|http-api\/\w+)"\))\.\w+</g

/** A declaration without what schemas in it are made of. */
const outlined = (text: string): string => {
  let left = ""
  let from = 0
  for (const { 0: head, index } of text.matchAll(madeOf)) {
    if (index < from) continue
    const start = index + head.length
    const end = closing(text, start)
    left += `${text.slice(from, start)}…`
    from = end
  }
  return `${left}${text.slice(from)}`
}

/** Where the bracket closes that opens before a place; arrows close none. */
const closing = (text: string, start: number): number => {
  let depth = 1
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === "<") depth += 1
    if (text[at] === ">" && text[at - 1] !== "=") depth -= 1
    if (depth === 0) return at
  }
  return text.length
}

/** A type as it is told: whole, so that a difference shows what has changed. */
const told = (text: string): string => {
  const short = outlined(text)
  return short.length <= lineMax ? short : inLines(short).replaceAll(/\s+(?=\n)/g, "")
}

/** The report of the declarations in a folder, and how many exports it lists. */
export const apiReport = (folder: string): { readonly text: string; readonly count: number } => {
  const known = new Map<string, Exports>()
  const names = Object.keys(libraryEntries) as ReadonlyArray<keyof typeof libraryEntries>
  let count = 0
  const earlier = new Map<string, string>()
  const entries = names.map((name) => {
    const exported = readExports(join(folder, declarationOf(name)), known)
    count += exported.size
    const entry = name === "index" ? "viatica" : `viatica/${pathOf(name)}`
    const lines = [...exported]
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([each, { text }]) => {
        const whole = `${each}: ${text}`
        const before = earlier.get(whole)
        if (before !== undefined) return `  ${each}: as in ${before}`
        earlier.set(whole, entry)
        return `  ${each}: ${told(text)}`
      })
    return [entry, ...lines].join("\n")
  })
  return { text: `${entries.join("\n\n")}\n`, count }
}
