import * as Result from "effect/Result"
import { evaluate } from "feelin"
import { readDmn } from "../../../http/tables/forms/dmn/read-dmn.ts"
import {
  childrenNamed,
  elementsNamed,
  readXml,
  textOfChild,
  type XmlElement,
} from "../../../http/tables/forms/dmn/xml-tree.ts"
import { makeTable } from "./tck-table.ts"

/** Something that a model asks for and that is not represented here. */
export class NotHere extends Error {}

type Scope = Readonly<Record<string, unknown>>

/** The expressions that an element may hold as its logic. */
const expressions = [
  "literalExpression",
  "decisionTable",
  "invocation",
  "context",
  "relation",
  "list",
  "functionDefinition",
  "conditional",
  "for",
  "some",
  "every",
  "filter",
]

const logicOf = ({ children }: XmlElement): XmlElement | undefined =>
  children.find(({ name }) => expressions.includes(name))

const nameOf = ({ attributes }: XmlElement): string => attributes["name"] ?? ""

/** The elements that another one requires, by the ids in this model. */
const requiredBy = (element: XmlElement): ReadonlyArray<string> =>
  ["requiredDecision", "requiredInput", "requiredKnowledge"].flatMap((kind) =>
    elementsNamed(element, kind).map(({ attributes }) => {
      const href = attributes["href"] ?? ""
      if (!href.startsWith("#")) throw new NotHere(`another model, ${href}`)
      return href.slice(1)
    }),
  )

/** Prepares a model: its decision tables are asked in our engine, all else is FEEL around them. */
export const makeModel = (path: string, source: string) => {
  const definitions = Result.getOrThrow(readXml(source))
  const tables = Result.getOrThrow(readDmn(path, source))
  const placeOf = ({ column, line }: XmlElement): string => `${line}:${column}`
  const byPlace = new Map(tables.map((table) => [placeOf(table.element), table]))
  const byId = new Map(definitions.children.map((child) => [child.attributes["id"], child]))

  /** What keeps an expression of FEEL from being answered, where a function that it calls is not here. */
  let notHere: NotHere | undefined

  const feel = (text: string, scope: Scope): unknown => {
    notHere = undefined
    const { value } = evaluate(text, scope)
    if (notHere !== undefined) throw notHere
    return value
  }

  const askTable = (element: XmlElement, scope: Scope): unknown => {
    const read = byPlace.get(placeOf(element))?.read
    if (read === undefined || Result.isFailure(read)) {
      const [first] = read === undefined ? [] : read.failure
      throw new NotHere(first?.needs ?? "a table that is read")
    }
    const { ask, inputs } = makeTable(read.success)
    return ask(inputs.map(({ expression }) => feel(expression, scope)))
  }

  const inContext = (element: XmlElement, scope: Scope): unknown => {
    let known = scope
    const entries: Record<string, unknown> = {}
    for (const entry of childrenNamed(element, "contextEntry")) {
      const value = answer(logicOf(entry), known)
      const [variable] = childrenNamed(entry, "variable")
      if (variable === undefined) return value
      entries[nameOf(variable)] = value
      known = { ...known, [nameOf(variable)]: value }
    }
    return entries
  }

  const invoked = (element: XmlElement, scope: Scope): unknown => {
    const name = textOfChild(element, "literalExpression") ?? ""
    const knowledge = definitions.children.find(
      (child) => child.name === "businessKnowledgeModel" && nameOf(child) === name,
    )
    if (knowledge === undefined) throw new NotHere(`a function named ${name}`)
    const given = Object.fromEntries(
      childrenNamed(element, "binding").map((binding) => {
        const [parameter] = childrenNamed(binding, "parameter")
        return [parameter === undefined ? "" : nameOf(parameter), answer(logicOf(binding), scope)]
      }),
    )
    return callKnowledge(knowledge, given)
  }

  const answer = (element: XmlElement | undefined, scope: Scope): unknown => {
    if (element === undefined) return null
    switch (element.name) {
      case "literalExpression":
        return feel(childrenNamed(element, "text")[0]?.text ?? "", scope)
      case "decisionTable":
        return askTable(element, scope)
      case "context":
        return inContext(element, scope)
      case "invocation":
        return invoked(element, scope)
      default:
        throw new NotHere(`a boxed ${element.name}`)
    }
  }

  const logicIn = (knowledge: XmlElement): XmlElement | undefined =>
    childrenNamed(knowledge, "encapsulatedLogic")[0]

  const callKnowledge = (knowledge: XmlElement, given: Scope): unknown => {
    const logic = logicIn(knowledge)
    const functions = Object.fromEntries(
      requiredBy(knowledge).flatMap((id) => {
        const required = byId.get(id)
        return required === undefined ? [] : [[nameOf(required), functionOf(required)]]
      }),
    )
    return logic === undefined ? null : answer(logicOf(logic), { ...functions, ...given })
  }

  /** A business knowledge model as a function that FEEL calls. */
  const functionOf = (knowledge: XmlElement) => {
    const logic = logicIn(knowledge)
    const parameters =
      logic === undefined ? [] : childrenNamed(logic, "formalParameter").map(nameOf)
    return (...values: ReadonlyArray<unknown>): unknown => {
      try {
        const given = parameters.map((name, index) => [name, values[index] ?? null] as const)
        return callKnowledge(knowledge, Object.fromEntries(given))
      } catch (cause) {
        if (!(cause instanceof NotHere)) throw cause
        notHere = cause
        return null
      }
    }
  }

  /** What a decision comes to for some inputs. */
  const decide = (name: string, inputs: Scope): unknown => {
    const known = new Map<string, unknown>()
    const valueOf = (id: string): unknown => {
      const element = byId.get(id)
      if (element === undefined) throw new NotHere(`an element ${id}`)
      if (element.name === "inputData") return inputs[nameOf(element)] ?? null
      if (element.name === "businessKnowledgeModel") return functionOf(element)
      if (element.name !== "decision") throw new NotHere(`a ${element.name} as a function`)
      if (!known.has(id)) known.set(id, decision(element))
      return known.get(id)
    }
    const decision = (element: XmlElement): unknown => {
      const scope = Object.fromEntries(
        requiredBy(element).map((id) => {
          const required = byId.get(id)
          return [required === undefined ? "" : nameOf(required), valueOf(id)]
        }),
      )
      // A decision without logic is made elsewhere: cases give what it comes to.
      const logic = logicOf(element)
      return logic === undefined ? (inputs[nameOf(element)] ?? null) : answer(logic, scope)
    }
    const asked = definitions.children.find(
      (child) => child.name === "decision" && nameOf(child) === name,
    )
    if (asked === undefined) throw new NotHere(`a decision named ${name}`)
    return decision(asked)
  }

  return { tables, decide }
}
