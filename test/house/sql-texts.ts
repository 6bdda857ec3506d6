import { readFileSync } from "node:fs"
import { dirname, join, normalize } from "node:path"
import { parseAst } from "rolldown/parseAst"

/** A statement, or a part of one, as a file writes it. */
export interface SqlText {
  readonly file: string
  readonly line: number
  readonly text: string
}

/** A node of a syntax tree, of which only what is asked for is known. */
interface Node {
  readonly type: string
  readonly start: number
  readonly [field: string]: unknown
}

/** What a file declares: its constants, and the files that it has others from. */
interface Names {
  readonly file: string
  readonly constants: ReadonlyMap<string, Node>
  readonly imports: ReadonlyMap<string, string>
}

/** What stands where a value comes in that the text does not tell. */
const unknownValue = " $0 "

/** Expressions that texts are written as. */
const textTypes = new Set(["TemplateLiteral", "Literal", "BinaryExpression"])

const sqlWord = /\b(?:select|with|insert|update|delete|create|alter)\b/i

/** How deep constants are looked up in constants. */
const depthMax = 8

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "type" in value && "start" in value

/** A node and all below it, in the order of the text. */
const nodesIn = (top: Node): ReadonlyArray<Node> => {
  const nodes: Array<Node> = []
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit)
    else if (isNode(value)) {
      nodes.push(value)
      for (const field in value) visit(value[field])
    }
  }
  visit(top)
  return nodes
}

const nameOf = (node: unknown): string | undefined =>
  isNode(node) && node.type === "Identifier" && typeof node["name"] === "string"
    ? node["name"]
    : undefined

const nodesOf = (value: unknown): ReadonlyArray<Node> =>
  Array.isArray(value) ? value.filter(isNode) : []

const namesOf = (file: string, tree: Node): Names => {
  const constants = new Map<string, Node>()
  const imports = new Map<string, string>()
  for (const node of nodesIn(tree)) {
    const name = nameOf(node["id"])
    if (node.type === "VariableDeclarator" && name !== undefined && isNode(node["init"])) {
      constants.set(name, node["init"])
    }
    if (node.type !== "ImportDeclaration") continue
    const from = (node["source"] as { readonly value: string }).value
    if (!from.startsWith(".")) continue
    for (const specifier of nodesOf(node["specifiers"])) {
      const local = nameOf(specifier["local"])
      if (local !== undefined) imports.set(local, normalize(join(dirname(file), from)))
    }
  }
  return { file, constants, imports }
}

/** Reads the SQL that files hold, with what their constants, here and elsewhere, bring into it. */
export const makeSqlReader = (read: (file: string) => string) => {
  const trees = new Map<string, { readonly tree: Node; readonly names: Names }>()

  const open = (file: string) => {
    const known = trees.get(file)
    if (known !== undefined) return known
    const tree = parseAst(read(file), { lang: "ts" }) as unknown as Node
    const opened = { tree, names: namesOf(file, tree) }
    trees.set(file, opened)
    return opened
  }

  /** The text of an expression; undefined where it is none that a file tells. */
  const textOf = (node: Node, names: Names, depth = 0): string | undefined => {
    if (depth > depthMax) return undefined
    const inner = (value: unknown) => (isNode(value) ? textOf(value, names, depth + 1) : undefined)
    switch (node.type) {
      case "Literal":
        return typeof node["value"] === "string" ? node["value"] : undefined
      case "TaggedTemplateExpression":
        return inner(node["quasi"])
      case "TemplateLiteral": {
        const values = nodesOf(node["expressions"])
        return nodesOf(node["quasis"])
          .map(({ value }, place) => {
            const after = values[place]
            const { cooked } = value as { readonly cooked: string }
            return after === undefined ? cooked : cooked + (inner(after) ?? unknownValue)
          })
          .join("")
      }
      case "BinaryExpression":
        return node["operator"] === "+"
          ? `${inner(node["left"]) ?? unknownValue}${inner(node["right"]) ?? unknownValue}`
          : undefined
      // What makes a text of its arguments, such as `sql.literal(columns)` and `codeOf("sale")`.
      case "CallExpression": {
        const { callee } = node
        const made = nameOf(callee) === undefined ? undefined : inner(callee)
        return made ?? inner(nodesOf(node["arguments"])[0])
      }
      case "ArrowFunctionExpression":
        return inner(node["body"])
      case "Identifier": {
        const name = nameOf(node) ?? ""
        const held = names.constants.get(name)
        if (held !== undefined) return textOf(held, names, depth + 1)
        const from = names.imports.get(name)
        if (from === undefined) return undefined
        const there = open(from).names
        const exported = there.constants.get(name)
        return exported === undefined ? undefined : textOf(exported, there, depth + 1)
      }
      default:
        return undefined
    }
  }

  return (file: string): ReadonlyArray<SqlText> => {
    const source = read(file)
    if (!sqlWord.test(source)) return []
    const { names, tree } = open(file)
    return nodesIn(tree)
      .filter(({ type }) => textTypes.has(type))
      .flatMap((node) => {
        const text = textOf(node, names)
        if (text === undefined || !sqlWord.test(text)) return []
        return [{ file, line: source.slice(0, node.start).split("\n").length, text }]
      })
  }
}

/** Reads the SQL of files below a folder. */
export const sqlReaderOf = (root: string) =>
  makeSqlReader((file) => readFileSync(join(root, file), "utf8"))
