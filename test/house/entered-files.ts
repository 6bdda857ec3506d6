import { registerHooks } from "node:module"
import { relative, sep } from "node:path"
import { fileURLToPath } from "node:url"
import { parseAst } from "rolldown/parseAst"

/** A file of the project, and how often its functions were entered. */
export interface EnteredFile {
  readonly file: string
  readonly functions: number
  readonly entries: number
}

/** Notes the functions of the project that are entered; see {@link watchFunctions}. */
export interface EnteredFunctions {
  readonly begin: () => void
  /** The files that were entered since, in the order in which they were first. */
  readonly end: () => ReadonlyArray<EnteredFile>
}

/** The function that every function of the project calls first, with its number. */
const probeName = "__entered"

/**
 * Has Node put a probe into each function of some folders below a root that is loaded from now on, so
 * that it can be told which of them a call enters, and in what order: coverage knows no order.
 */
export const watchFunctions = (root: string, folders: ReadonlyArray<string>): EnteredFunctions => {
  const fileOfProbe: Array<string> = []
  let entered: Array<number> | undefined
  Object.assign(globalThis, { [probeName]: (probe: number) => void entered?.push(probe) })

  const nextProbe = (file: string): string => `${probeName}(${fileOfProbe.push(file) - 1})`
  registerHooks({
    load: (url, context, nextLoad) => {
      const loaded = nextLoad(url, context)
      const { source } = loaded
      if (!url.startsWith("file:") || source === undefined || source === null) return loaded
      const file = relative(root, fileURLToPath(url)).split(sep).join("/")
      if (!file.endsWith(".ts") || !folders.includes(file.split("/")[0] ?? "")) return loaded
      const text =
        typeof loaded.source === "string" ? loaded.source : new TextDecoder().decode(loaded.source)
      return { ...loaded, source: withProbes(text, () => nextProbe(file)) }
    },
  })

  return {
    begin: () => {
      entered = []
    },
    end: () => {
      const probes = entered ?? []
      entered = undefined
      const files = new Map<string, { readonly functions: Set<number>; entries: number }>()
      for (const probe of probes) {
        const file = fileOfProbe[probe] ?? ""
        const known = files.get(file) ?? { functions: new Set<number>(), entries: 0 }
        known.functions.add(probe)
        known.entries += 1
        files.set(file, known)
      }
      return Array.from(files, ([file, { entries, functions }]) => ({
        file,
        functions: functions.size,
        entries,
      }))
    },
  }
}

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly body?: Node | null
}

// Every node of a syntax tree, from the outside in.
function* nodesOf(value: unknown): Generator<Node> {
  if (typeof value !== "object" || value === null) return
  if ("type" in value) yield value as Node
  for (const part of Object.values(value)) yield* nodesOf(part)
}

const functionTypes = new Set([
  "FunctionDeclaration",
  "FunctionExpression",
  "ArrowFunctionExpression",
])

/** A module whose functions call a probe first. Nothing is moved to another line. */
const withProbes = (text: string, nextProbe: () => string): string => {
  const pieces: Array<{ readonly at: number; readonly piece: string }> = []
  for (const { body, type } of nodesOf(parseAst(text, { lang: "ts" }))) {
    if (!functionTypes.has(type) || body === undefined || body === null) continue
    if (body.type === "BlockStatement") {
      pieces.push({ at: body.start + 1, piece: ` ${nextProbe()};` })
    } else {
      pieces.push({ at: body.start, piece: `(${nextProbe()}, ` }, { at: body.end, piece: ")" })
    }
  }
  let done = 0
  let written = ""
  for (const { at, piece } of pieces.toSorted((one, other) => one.at - other.at)) {
    written += text.slice(done, at) + piece
    done = at
  }
  return written + text.slice(done)
}
