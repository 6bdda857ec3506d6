import { dirname, join } from "node:path"
import { parseAst } from "rolldown/parseAst"

/** A source file by its path from the root. */
export interface SourceFile {
  readonly path: string
  readonly text: string
}

/** A sentence where facts should be. */
export interface FoundSentence {
  readonly path: string
  readonly line: number
  readonly sentence: string
}

/**
 * English sentences in findings, refusals and errors: texts that stand as a field, or a part of one, of an object
 * with a `_tag`, of what a class made by `TaggedError` is made of, of the facts of a refusal, or of what an effect or
 * a result fails with; also where a function of the house, in whatever file, takes them and puts them there.
 *
 * A text is a sentence if it has two words at least and one of them is a word of English grammar, as `is`, `no` or
 * `of`; values in a template count as words. Codes, names and paths have none. Two kinds of texts stand there by
 * right: the sentence beside its code that a protocol answers (`detail`, `message`, or the `rule` beside a `path`),
 * which the contract has in English, and a `cause`, which only logs show.
 */
export const sentencesInErrors = (
  files: ReadonlyArray<SourceFile>,
): ReadonlyArray<FoundSentence> => {
  const read = files.map(readFile)
  const errors = new Set(read.flatMap(({ text }) => taggedErrors(text)))
  const helpers: Helpers = new Set()
  const places = read.flatMap((file) => file.places.map((place) => ({ file, place })))
  let known = -1
  while (known !== helpers.size) {
    known = helpers.size
    for (const { file, place } of places) {
      for (const leaf of leavesAt(place.node, file, errors, helpers)) {
        if (leaf.type === "Identifier") noteHelper(file, place, nameOf(leaf), helpers)
      }
    }
  }
  const found = new Map<string, FoundSentence>()
  for (const { file, place } of places) {
    for (const leaf of leavesAt(place.node, file, errors, helpers)) {
      const sentence = textOf(leaf)
      if (sentence === undefined || !isSentence(sentence)) continue
      const line = file.text.slice(0, leaf.start).split("\n").length
      found.set(`${file.path}:${leaf.start}`, { path: file.path, line, sentence })
    }
  }
  return [...found.values()]
}

interface Node {
  readonly type: string
  readonly start: number
  readonly [key: string]: unknown
}

const part = (node: Node, name: string): Node => node[name] as Node

const parts = (node: Node, name: string): ReadonlyArray<Node> => node[name] as ReadonlyArray<Node>

/** What a node that may be an identifier is called. */
const nameOf = (node: unknown): string => String((node as Node | undefined)?.["name"] ?? "")

/** A node with the functions around it, the innermost last. */
interface Place {
  readonly node: Node
  readonly functions: ReadonlyArray<{ readonly name: string; readonly node: Node }>
}

interface ReadFile extends SourceFile {
  /** Where a name comes from that is imported: the file and the name there. */
  readonly imports: ReadonlyMap<string, string>
  readonly places: ReadonlyArray<Place>
}

/** Arguments of functions that become a part of an error, as `file#name#place`. */
type Helpers = Set<string>

const readFile = ({ path, text }: SourceFile): ReadFile => {
  const program = parseAst(text, { lang: path.endsWith("x") ? "tsx" : "ts" }) as unknown as Node
  const imports = new Map<string, string>()
  for (const node of parts(program, "body")) {
    if (node.type !== "ImportDeclaration") continue
    const from = String(part(node, "source")["value"])
    const file = from.startsWith(".") ? join(dirname(path), from) : from
    for (const one of parts(node, "specifiers")) {
      imports.set(nameOf(one["local"]), `${file}#${nameOf(one["imported"])}`)
    }
  }
  const places: Array<Place> = []
  const walk = (node: Node, functions: Place["functions"], name = ""): void => {
    const isFunction = /Function/.test(node.type)
    const within = isFunction
      ? [...functions, { name: name === "" ? nameOf(node["id"]) : name, node }]
      : functions
    if (["NewExpression", "ObjectExpression", "CallExpression"].includes(node.type)) {
      places.push({ node, functions: within })
    }
    const declared = node.type === "VariableDeclarator" ? nameOf(node["id"]) : ""
    for (const child of childrenOf(node))
      walk(child, within, child === node["init"] ? declared : "")
  }
  walk(program, [])
  return { path, text, imports, places }
}

const childrenOf = (node: Node): ReadonlyArray<Node> =>
  Object.values(node).flatMap((value) =>
    (Array.isArray(value) ? value : [value]).filter(
      (one): one is Node => typeof one === "object" && one !== null && "type" in one,
    ),
  )

const taggedErrors = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(/class (\w+) extends\s+(?:Data|Schema)\.TaggedError/g)].map(
    ([, name = ""]) => name,
  )

/** Refusals whose second argument holds their facts. */
const refusals = [
  "http/terminal/command-refused.ts#refusal",
  "http/workbench/server/call-refused.ts#callRefused",
]

/** The parts of errors that a node holds: texts, and names of what they may be. */
const leavesAt = (
  node: Node,
  { imports, path }: ReadFile,
  errors: ReadonlySet<string>,
  helpers: Helpers,
): ReadonlyArray<Node> => {
  if (node.type === "ObjectExpression") return isTagged(node) ? leavesOf(node) : []
  const given = parts(node, "arguments")
  const callee = part(node, "callee")
  if (node.type === "NewExpression")
    return errors.has(nameOf(callee)) ? given.flatMap(leavesOf) : []
  if (callee.type === "MemberExpression") {
    const isFailure =
      nameOf(callee["property"]) === "fail" &&
      /^(?:Cause|Effect|Exit|Result)$/.test(nameOf(callee["object"]))
    return isFailure ? given.flatMap(leavesOf) : []
  }
  const called = imports.get(nameOf(callee)) ?? `${path}#${nameOf(callee)}`
  if (refusals.includes(called)) return given.slice(1).flatMap(leavesOf)
  return given.flatMap((argument, at) => (helpers.has(`${called}#${at}`) ? leavesOf(argument) : []))
}

const isTagged = (node: Node): boolean =>
  parts(node, "properties").some(
    ({ key, value }) =>
      nameOf(key) === "_tag" && value !== undefined && textOf(value as Node) !== undefined,
  )

const leavesOf = (node: Node): ReadonlyArray<Node> => {
  switch (node.type) {
    case "Identifier":
    case "Literal":
    case "TemplateLiteral":
      return [node]
    case "ObjectExpression": {
      const names = parts(node, "properties").map(({ key }) => nameOf(key))
      return parts(node, "properties").flatMap(({ key, value }) =>
        value === undefined || isByRight(nameOf(key), names) ? [] : leavesOf(value as Node),
      )
    }
    case "ArrayExpression":
      return parts(node, "elements").flatMap((one: Node | null) =>
        one === null ? [] : leavesOf(one),
      )
    case "ConditionalExpression":
      return [...leavesOf(part(node, "consequent")), ...leavesOf(part(node, "alternate"))]
    case "LogicalExpression":
    case "BinaryExpression":
      return [...leavesOf(part(node, "left")), ...leavesOf(part(node, "right"))]
    case "ParenthesizedExpression":
    case "TSAsExpression":
    case "TSSatisfiesExpression":
      return leavesOf(part(node, "expression"))
    default:
      return []
  }
}

/** Whether a field may hold a sentence: one beside its code, or what only logs show. */
const isByRight = (name: string, beside: ReadonlyArray<string>): boolean => {
  if (name === "cause") return true
  if (name === "detail" || name === "message") {
    return ["code", "error", "name"].some((code) => beside.includes(code))
  }
  return name === "rule" && (beside.includes("path") || beside.includes("parameter"))
}

const noteHelper = (file: ReadFile, { functions }: Place, name: string, helpers: Helpers): void => {
  for (const one of functions) {
    const at = parts(one.node, "params").findIndex((parameter) => nameOf(parameter) === name)
    if (at >= 0 && one.name !== "") helpers.add(`${file.path}#${one.name}#${at}`)
  }
}

/** The text of a node; values in a template stand as a word. */
const textOf = (node: Node): string | undefined => {
  if (node.type === "TemplateLiteral") {
    return parts(node, "quasis")
      .map(({ value }) => (value as { readonly cooked: string }).cooked)
      .join("…")
  }
  const { value } = node
  return node.type === "Literal" && typeof value === "string" ? value : undefined
}

const grammar =
  /\b(?:an?|and|are|as|at|be|by|cannot|for|from|has|have|in|is|its?|may|more|must|no|nobody|not|nothing|of|on|or|such|than|that|the|there|this|to|was|were|which|with|without)\b/i

const isSentence = (text: string): boolean => /\S\s+\S/.test(text) && grammar.test(text)
