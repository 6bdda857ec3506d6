// What may be changed in a source: one operator, statement, figure or condition, of TypeScript and of the SQL in it.
import { type ESTree, parseSync } from "rolldown/utils"
import { type Equivalent, equivalents } from "./equivalent.ts"

/** One change of a source that its tests ought to notice. */
export interface Mutant {
  readonly file: string
  /** From 1. */
  readonly line: number
  /** The place in the source that is replaced, in UTF-16 units. */
  readonly start: number
  readonly end: number
  readonly was: string
  readonly becomes: string
  /** The expression or statement that is another then; a test covers the mutant that comes to it. */
  readonly within: TreeNode
}

/** The source with a mutant in it. */
export const mutated = (source: string, { becomes, end, start }: Mutant): string =>
  source.slice(0, start) + becomes + source.slice(end)

/**
 * The source unchanged, but that whoever comes to the place of one of some mutants of it calls
 * `globalThis.mutantReached` with the mutant's number.
 */
export const probed = (
  source: string,
  numbered: ReadonlyArray<readonly [number: number, mutant: Mutant]>,
): string => {
  const insertions = numbered.flatMap(([number, { within }], order) => {
    const { end, start } = within
    const call = `globalThis.mutantReached?.(${number})`
    const [before, after] = within.type.endsWith("Statement")
      ? [`{ ${call}; `, " }"]
      : [`(${call}, `, ")"]
    return [
      { at: start, rank: [1, -end, order], text: before },
      { at: end, rank: [0, -start, -order], text: after },
    ]
  })
  // What ends at a place comes before what begins there, the inner ends first and the outer beginnings.
  const inOrder = insertions.toSorted(
    (left, right) => left.at - right.at || compareArrays(left.rank, right.rank),
  )
  let text = ""
  let done = 0
  for (const { at, text: inserted } of inOrder) {
    text += source.slice(done, at) + inserted
    done = at
  }
  return text + source.slice(done)
}

const compareArrays = (left: ReadonlyArray<number>, right: ReadonlyArray<number>): number =>
  left.map((value, index) => value - (right[index] ?? 0)).find((apart) => apart !== 0) ?? 0

/** A part of the tree of a source. */
interface TreeNode {
  readonly type: string
  readonly start: number
  readonly end: number
}

type NodeOf<Type extends ESTree.Node["type"]> = Extract<ESTree.Node, { type: Type }>

const isNode = (value: unknown): value is TreeNode =>
  typeof value === "object" && value !== null && "type" in value && typeof value.type === "string"

/** What says nothing of what the program does. */
const silent = new Set([
  "ImportDeclaration",
  "TSInterfaceDeclaration",
  "TSTypeAliasDeclaration",
  "TSTypeAnnotation",
  "TSTypeParameterDeclaration",
  "TSTypeParameterInstantiation",
])

/** The nodes below one, and itself; types are left out, and what only saves work. */
const nodesOf = (node: TreeNode): ReadonlyArray<TreeNode> =>
  silent.has(node.type)
    ? []
    : [
        node,
        ...partsOf(node as ESTree.Node)
          .flat()
          .flatMap((part) => (isNode(part) ? nodesOf(part) : [])),
      ]

/** What a node is made of, as far as it can be an expression of its own. */
const partsOf = (node: ESTree.Node): ReadonlyArray<unknown> => {
  switch (node.type) {
    case "TSAsExpression":
    case "TSSatisfiesExpression":
      return [node.expression]
    case "TaggedTemplateExpression":
      return [node.tag, node.quasi.expressions]
    case "CallExpression": {
      // How often a text is split at most: its readers take no more parts.
      const isSplit =
        node.callee.type === "MemberExpression" &&
        node.callee.property.type === "Identifier" &&
        node.callee.property.name === "split"
      return [node.callee, isSplit ? node.arguments.slice(0, 1) : node.arguments]
    }
    case "Property":
    case "PropertyDefinition":
      return node.computed ? [node.key, node.value] : [node.value]
    default:
      return Object.values(node)
  }
}

/** A replacement of a place; undefined ends are those of the node. */
interface Change {
  readonly start: number
  readonly end: number
  readonly becomes: string
}

/** Each word of a pair in the place of the other. */
const swapped = (...pairs: ReadonlyArray<readonly [string, string]>): Map<string, string> =>
  new Map(pairs.flatMap(([one, other]) => [[one, other] as const, [other, one] as const]))

const otherOperators = swapped(["<", "<="], [">", ">="], ["===", "!=="], ["*", "/"], ["+=", "-="])
  // `+` joins texts too; `isSum` says where it does not.
  .set("-", "+")
  .set("%", "*")

const otherMethods = swapped(
  ["some", "every"],
  ["min", "max"],
  ["floor", "ceil"],
  ["startsWith", "endsWith"],
)

/** Methods that give another form of what they are called on. */
const formingMethods = new Set(["filter", "sort", "toSorted", "reverse", "toReversed", "trim"])

/** Sums of numbers, as far as one can see; what joins texts is none. */
const isSum = ({ left, operator, right }: NodeOf<"BinaryExpression">): boolean =>
  operator === "+" &&
  ![left, right].some(
    ({ type, ...side }) =>
      type === "TemplateLiteral" ||
      (type === "Literal" && "value" in side && typeof side.value === "string") ||
      // A chain of sums is judged by its innermost one.
      type === "BinaryExpression",
  )

/** What may be changed in one node, in the words of its source. */
const changesOf = (node: ESTree.Node, text: (part: TreeNode) => string): ReadonlyArray<Change> => {
  const { end, start } = node
  const whole = (becomes: string): Change => ({ start, end, becomes })
  const only = (part: TreeNode): Change => whole(`(${text(part)})`)
  const between = (left: TreeNode, right: TreeNode, was: string, becomes: string): Change => {
    const at = left.end + text({ ...node, start: left.end, end: right.start }).indexOf(was)
    return { start: at, end: at + was.length, becomes }
  }
  switch (node.type) {
    case "BinaryExpression": {
      const becomes = isSum(node) ? "-" : otherOperators.get(node.operator)
      return becomes === undefined ? [] : [between(node.left, node.right, node.operator, becomes)]
    }
    case "AssignmentExpression": {
      const becomes = otherOperators.get(node.operator)
      return becomes === undefined ? [] : [between(node.left, node.right, node.operator, becomes)]
    }
    case "LogicalExpression":
      return node.operator === "??"
        ? [only(node.left), only(node.right)]
        : [
            only(node.left),
            only(node.right),
            between(node.left, node.right, node.operator, node.operator === "&&" ? "||" : "&&"),
          ]
    case "ConditionalExpression":
      return [only(node.consequent), only(node.alternate)]
    case "IfStatement":
      return [
        { start: node.test.start, end: node.test.end, becomes: "true" },
        { start: node.test.start, end: node.test.end, becomes: "false" },
      ]
    case "ExpressionStatement": {
      const isHarmless = "directive" in node && typeof node.directive === "string"
      const isSuper = text(node).startsWith("super(")
      return isHarmless || isSuper ? [] : [whole(";")]
    }
    case "UnaryExpression":
      return node.operator === "!" || node.operator === "-" ? [only(node.argument)] : []
    case "Literal": {
      if (typeof node.value === "boolean") return [whole(String(!node.value))]
      if (typeof node.value === "number") return [whole(String(node.value + 1))]
      return typeof node.value === "bigint" ? [whole(`${node.value + 1n}n`)] : []
    }
    case "CallExpression": {
      const { callee } = node
      if (callee.type !== "MemberExpression" || callee.property.type !== "Identifier") return []
      const { name } = callee.property
      const other = otherMethods.get(name)
      if (other !== undefined) {
        return [{ start: callee.property.start, end: callee.property.end, becomes: other }]
      }
      // `Array.filter(items, f)` of a library is no method of what it is called on.
      const isOfLibrary = /^[A-Z]\w*$/.test(text(callee.object))
      return formingMethods.has(name) && !isOfLibrary ? [only(callee.object)] : []
    }
    case "TaggedTemplateExpression":
      return isSql.test(text(node.quasi)) ? sqlChangesOf(node.quasi) : []
    case "TemplateLiteral":
      return isSql.test(text(node)) ? sqlChangesOf(node) : []
    default:
      return []
  }
}

/** Whether a template holds a statement of SQL, or a part of one. */
const isSql = /\b(select|insert into|update|delete from|where|order by|exists|on conflict|when)\b/

/** What may be changed in SQL: a pattern, and what stands in its place. */
const sqlChanges: ReadonlyArray<readonly [pattern: RegExp, becomes: string]> = [
  [/ desc\b/g, " asc"],
  [/ asc\b/g, " desc"],
  [/\bnulls first\b/g, "nulls last"],
  [/\bnulls last\b/g, "nulls first"],
  [/\bis not null\b/g, "is null"],
  [/\bis null\b/g, "is not null"],
  [/\bnot exists\b/g, "exists"],
  [/(?<!not )\bexists(?= *\()/g, "not exists"],
  [/(?<!between \S+ )\band\b(?! interval)/g, "or"],
  [/\bor\b/g, "and"],
  [/\bgreatest\(/g, "least("],
  [/\bleast\(/g, "greatest("],
  [/\bdistinct /g, ""],
  [/ (?:<=) /g, " < "],
  [/ < /g, " <= "],
  [/ >= /g, " > "],
  [/ > /g, " >= "],
  [/ <> /g, " = "],
  // Of a condition: behind `set` it would be an assignment.
  [/(?<=\b(?:where|and|or|on|when) [\w."()]+) = /g, " <> "],
  [/ \+ /g, " - "],
  [/ - /g, " + "],
]

const sqlChangesOf = ({ quasis }: NodeOf<"TemplateLiteral">): ReadonlyArray<Change> =>
  quasis.flatMap((quasi) =>
    sqlChanges.flatMap(([pattern, becomes]) =>
      [...quasi.value.raw.matchAll(pattern)].map((found) => {
        // A part of a template begins with its backtick or the brace before it.
        const start = quasi.start + 1 + found.index
        return { start, end: start + found[0].length, becomes }
      }),
    ),
  )

/** Every mutant of a source that a test could notice, in the order of its places. */
export const mutantsOf = (file: string, source: string): ReadonlyArray<Mutant> => {
  const lines = source.split("\n")
  return everyMutant(file, source).filter(
    (mutant) => !equivalents.some((equivalent) => isThat(equivalent, mutant, lines)),
  )
}

/** Those of some changes that no mutant of their file is any more. */
export const staleEquivalents = (sourceOf: (file: string) => string): ReadonlyArray<Equivalent> =>
  equivalents.filter((equivalent) => {
    const source = sourceOf(equivalent.file)
    const lines = source.split("\n")
    return !everyMutant(equivalent.file, source).some((each) => isThat(equivalent, each, lines))
  })

const isThat = (
  equivalent: Equivalent,
  { becomes, file, line, was }: Mutant,
  lines: ReadonlyArray<string>,
): boolean =>
  file === equivalent.file &&
  was === equivalent.was &&
  becomes === equivalent.becomes &&
  lines[line - 1]?.trim() === equivalent.line

const everyMutant = (file: string, source: string): ReadonlyArray<Mutant> => {
  const { errors, program } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file} is not read: ${errors[0]?.message}`)
  const text = ({ end, start }: TreeNode): string => source.slice(start, end)
  const changes = nodesOf(program).flatMap((within) =>
    changesOf(within as ESTree.Node, text).map((change) => ({ ...change, within })),
  )
  const lineEnds = [...source.matchAll(/\n/g)].map(({ index }) => index)
  return changes
    .toSorted((left, right) => left.start - right.start || left.end - right.end)
    .map(({ becomes, end, start, within }) => ({
      file,
      line: 1 + (lineEnds.findLastIndex((at) => at < start) + 1),
      start,
      end,
      was: source.slice(start, end),
      becomes,
      within: { type: within.type, start: within.start, end: within.end },
    }))
}
