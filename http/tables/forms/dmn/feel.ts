import type { evaluate, parseExpression } from "feelin"
import { type EvaluateFeel, evaluatorOf } from "../../../../core/engine/ask-with-feel.ts"

/** An interpreter of FEEL, which is no part of this. */
export interface Feel {
  /** Whether a text is an expression, where some names are known. */
  readonly reads: (text: string, names: ReadonlyArray<string>) => boolean
  /** The values that an expression names, and does not make itself, where some names are known. */
  readonly namesIn: (text: string, names: ReadonlyArray<string>) => ReadonlyArray<NamedValue>
  /** What an expression comes to where names have values; null where that is nothing. */
  readonly evaluate: EvaluateFeel
}

/** A name in an expression, and whether it is called. */
export interface NamedValue {
  readonly name: string
  readonly isCalled: boolean
}

/** The interpreter `feelin`; undefined where it is not installed. */
export const loadFeel = (): Promise<Feel | undefined> =>
  import("feelin").then(feelOf, () => undefined)

interface Feelin {
  readonly evaluate: typeof evaluate
  readonly parseExpression: typeof parseExpression
}

type TreeNode = ReturnType<typeof parseExpression>["topNode"]

const feelOf = (feelin: Feelin): Feel => {
  const treeOf = (text: string, names: ReadonlyArray<string>) => {
    const known = Object.fromEntries(names.map((name) => [name, null]))
    return feelin.parseExpression(text, known, undefined)
  }
  const evaluate = evaluatorOf(feelin)
  const isOwn = (name: string): boolean => name === "item" || name === "?" || name === "partial"
  return {
    reads: (text, names) => {
      if (text.trim() === "") return false
      let isSound = true
      treeOf(text, names).iterate({
        enter: ({ type }) => {
          if (type.isError) isSound = false
        },
      })
      return isSound
    },
    namesIn: (text, names) => {
      const found = new Map<string, NamedValue>()
      const visit = (node: TreeNode, bound: ReadonlySet<string>, isFiltered: boolean): void => {
        const name = text.slice(node.from, node.to)
        if (node.name === "VariableName") {
          const isCalled = node.parent?.name === "FunctionInvocation" && node.prevSibling === null
          const isBuiltIn = isCalled && evaluate(name, {}) !== null
          // In a filter a name may be that of a component.
          const isOther = isFiltered && !names.includes(name)
          if (!bound.has(name) && !isOwn(name) && !isBuiltIn && !isOther) {
            found.set(name, { name, isCalled })
          }
          return
        }
        const made = new Set([...bound, ...madeIn(node, text)])
        for (let child = node.firstChild; child !== null; child = child.nextSibling) {
          const isInside = node.name === "FilterExpression" && child.prevSibling !== null
          visit(child, made, isFiltered || isInside)
        }
      }
      visit(treeOf(text, names).topNode, new Set(), false)
      return [...found.values()]
    },
    evaluate,
  }
}

/** The names that an expression makes for what stands in it: of parameters, iterations and entries. */
const madeIn = (node: TreeNode, text: string): ReadonlyArray<string> =>
  (makers[node.name] ?? []).flatMap((path) =>
    path
      .reduce<ReadonlyArray<TreeNode>>(
        (nodes, name) => nodes.flatMap((one) => one.getChildren(name)),
        [node],
      )
      .map(({ from, to }) => text.slice(from, to)),
  )

const inIterations = [["InExpressions", "InExpression", "Name"]]

/** Where the names stand that an expression makes. */
const makers: Readonly<Record<string, ReadonlyArray<ReadonlyArray<string>>>> = {
  ForExpression: inIterations,
  QuantifiedExpression: inIterations,
  FunctionDefinition: [["FormalParameters", "FormalParameter", "ParameterName"]],
  Context: [["ContextEntry", "Key", "Name"]],
}
