import * as Result from "effect/Result"
import type { Feel } from "../dmn/feel.ts"
import { childrenNamed, readXml, textOfChild, type XmlElement } from "../dmn/xml-tree.ts"

/** One result that a case of the kit expects of a model. */
export interface TckResult {
  readonly name: string
  /** Whether it is one of a decision; services are called in other ways. */
  readonly isDecision: boolean
  readonly expected: unknown
}

/** A case of the kit: inputs by name, and what they come to. */
export interface TckCase {
  readonly id: string
  readonly inputs: Readonly<Record<string, unknown>>
  readonly results: ReadonlyArray<TckResult>
}

/** The cases of a file of the kit, and the file of the model that they are of. */
export interface TckFile {
  readonly modelName: string
  readonly cases: ReadonlyArray<TckCase>
}

/** Reads the cases of a file of the kit; undefined where it holds none. */
export const readCases = (source: string, feel: Pick<Feel, "evaluate">): TckFile | undefined => {
  const tree = readXml(source)
  if (Result.isFailure(tree) || tree.success.name !== "testCases") return undefined
  const { resultOf, valueIn } = readValues(feel)
  return {
    modelName: textOfChild(tree.success, "modelName")?.trim() ?? "",
    cases: childrenNamed(tree.success, "testCase").map((element) => ({
      id: element.attributes["id"] ?? "",
      inputs: Object.fromEntries(
        childrenNamed(element, "inputNode").map((one) => [
          one.attributes["name"] ?? "",
          valueIn(one),
        ]),
      ),
      results: childrenNamed(element, "resultNode").map(resultOf),
    })),
  }
}

const temporal = new Map([
  ["date", "date"],
  ["time", "time"],
  ["dateTime", "date and time"],
  ["duration", "duration"],
])

const numbers = new Set(["decimal", "double", "integer", "int", "long", "float"])

const readValues = ({ evaluate }: Pick<Feel, "evaluate">) => {
  const scalar = (element: XmlElement): unknown => {
    if (element.attributes["xsi:nil"] === "true") return null
    const type = element.attributes["xsi:type"]?.replace(/^.*:/, "") ?? "string"
    const { text } = element
    if (numbers.has(type)) return Number(text)
    if (type === "boolean") return text.trim() === "true"
    const constructor = temporal.get(type)
    return constructor === undefined
      ? text
      : evaluate(`${constructor}(given)`, { given: text.trim() })
  }

  /** The value that an element holds: one value, a list, or components by name. */
  const valueIn = (element: XmlElement): unknown => {
    const [list] = childrenNamed(element, "list")
    if (list !== undefined) {
      if (list.attributes["xsi:nil"] === "true") return null
      return childrenNamed(list, "item").map(valueIn)
    }
    const components = childrenNamed(element, "component")
    if (components.length > 0) {
      return Object.fromEntries(
        components.map((one) => [one.attributes["name"] ?? "", valueIn(one)]),
      )
    }
    const [value] = childrenNamed(element, "value")
    return value === undefined ? null : scalar(value)
  }

  const resultOf = (node: XmlElement): TckResult => {
    const [expected] = childrenNamed(node, "expected")
    return {
      name: node.attributes["name"] ?? "",
      isDecision: (node.attributes["type"] ?? "decision") === "decision",
      expected: expected === undefined ? null : valueIn(expected),
    }
  }
  return { resultOf, valueIn }
}
