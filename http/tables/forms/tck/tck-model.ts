import { readdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import * as Result from "effect/Result"
import { describeRefusal } from "../dmn/dmn-refusal.ts"
import type { Feel } from "../dmn/feel.ts"
import { readDmn } from "../dmn/read-dmn.ts"
import {
  childrenNamed,
  elementsNamed,
  readXml,
  textOfChild,
  type XmlElement,
} from "../dmn/xml-tree.ts"
import { askWithFeel } from "./ask-with-feel.ts"
import { loadPortable } from "../portable/portable-files.ts"

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

/** An element that another one requires: its id, in this model or in one that this one imports. */
interface Required {
  readonly space: string
  readonly id: string
}

const requiredBy = (element: XmlElement): ReadonlyArray<Required> =>
  ["requiredDecision", "requiredInput", "requiredKnowledge"].flatMap((kind) =>
    elementsNamed(element, kind).map(({ attributes }) => {
      const [space = "", id = ""] = (attributes["href"] ?? "").split("#")
      return { space, id }
    }),
  )

/** The model of a name space, which lies beside the one that imports it. */
const modelBeside = (path: string, space: string): string => {
  const folder = dirname(path)
  const found = readdirSync(folder)
    .filter((file) => file.endsWith(".dmn"))
    .map((file) => join(folder, file))
    .find((file) => {
      const { attributes } = Result.getOrThrow(readXml(readFileSync(file, "utf8")))
      return attributes["namespace"] === space
    })
  if (found === undefined) throw new NotHere(`another model, ${space}`)
  return found
}

type Model = ReturnType<typeof makeModel>

/** Prepares a model: its decision tables are asked in our engine, all else is FEEL around them. */
export const makeModel = (path: string, source: string, interpreter: Feel) => {
  const definitions = Result.getOrThrow(readXml(source))
  const read = readDmn(source, interpreter)
  const tables = Result.isSuccess(read) ? read.success : []
  const imported = new Map<string, Model>()

  /** What the names of an imported model are called here, and their values. */
  const importedScope = ({ id, space }: Required, inputs: Scope): readonly [string, Scope] => {
    const file = modelBeside(path, space)
    const other = imported.get(space) ?? makeModel(file, readFileSync(file, "utf8"), interpreter)
    imported.set(space, other)
    const own = childrenNamed(definitions, "import").find(
      ({ attributes }) => attributes["namespace"] === space,
    )
    return [own === undefined ? "" : nameOf(own), other.named(id, inputs)]
  }

  /** The values of what an element requires, by their names; those of an import under its name. */
  const scopeOf = (element: XmlElement, valueOf: (id: string) => unknown, inputs: Scope): Scope => {
    const scope: Record<string, unknown> = {}
    for (const required of requiredBy(element)) {
      if (required.space === "") {
        const found = byId.get(required.id)
        scope[found === undefined ? "" : nameOf(found)] = valueOf(required.id)
      } else {
        const [name, values] = importedScope(required, inputs)
        scope[name] = { ...(scope[name] as Scope | undefined), ...values }
      }
    }
    return scope
  }
  const placeOf = ({ column, line }: XmlElement): string => `${line}:${column}`
  const byPlace = new Map(tables.map((table) => [placeOf(table.element), table]))
  const byId = new Map(definitions.children.map((child) => [child.attributes["id"], child]))

  /** What keeps an expression of FEEL from being answered, where a function that it calls is not here. */
  let notHere: NotHere | undefined

  const feel = (text: string, scope: Scope): unknown => {
    notHere = undefined
    const value = interpreter.evaluate(text, scope)
    if (notHere !== undefined) throw notHere
    return value
  }

  const askTable = (element: XmlElement, scope: Scope): unknown => {
    const read = byPlace.get(placeOf(element))?.read
    if (read === undefined || Result.isFailure(read)) {
      const [first] = read === undefined ? [] : read.failure
      throw new NotHere(first === undefined ? "a table that is read" : describeRefusal(path, first))
    }
    const { csv, table } = read.success
    const loaded = Result.getOrThrow(loadPortable("table.csv", JSON.stringify(table), csv))
    if (loaded.errors.length > 0) throw new Error(JSON.stringify(loaded.errors))
    return askWithFeel(loaded, { evaluate: feel }, scope)
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
    const functions = scopeOf(knowledge, knownFunction, {})
    return logic === undefined ? null : answer(logicOf(logic), { ...functions, ...given })
  }

  const knownFunction = (id: string): unknown => {
    const required = byId.get(id)
    return required === undefined ? null : functionOf(required)
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

  /** What the elements of this model come to for some inputs, by their ids. */
  const valuesFor = (inputs: Scope) => {
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
      const scope = scopeOf(element, valueOf, inputs)
      // A decision without logic is made elsewhere: cases give what it comes to.
      const logic = logicOf(element)
      return logic === undefined ? (inputs[nameOf(element)] ?? null) : answer(logic, scope)
    }
    return { valueOf, decision }
  }

  /** What a decision comes to for some inputs. */
  const decide = (name: string, inputs: Scope): unknown => {
    const asked = definitions.children.find(
      (child) => child.name === "decision" && nameOf(child) === name,
    )
    if (asked === undefined) throw new NotHere(`a decision named ${name}`)
    return valuesFor(inputs).decision(asked)
  }

  /** An element by its id, under its name, for a model that imports this one. */
  const named = (id: string, inputs: Scope): Scope => {
    const element = byId.get(id)
    return element === undefined ? {} : { [nameOf(element)]: valuesFor(inputs).valueOf(id) }
  }

  return { tables, decide, named }
}
