import {
  type FeelLiteral,
  listParts,
  readFeelLiteral,
} from "../../../../core/portable/feel-cells.ts"
import type { PortableFact } from "../../../../core/portable/portable-table.ts"
import { childrenNamed, textOfChild, type XmlElement } from "./xml-tree.ts"

/** A type of FEEL that a column can have here. */
export type FeelType =
  | "string"
  | "number"
  | "boolean"
  | "date"
  | "days and time duration"
  | "years and months duration"

/** What a type reference says: its base where it is a simple one, and the values that it allows. */
export interface ResolvedType {
  readonly base: FeelType | undefined
  readonly allowed: string | undefined
}

/** Finds what a type reference says in a model. */
export type ResolveType = (reference: string | undefined) => ResolvedType

const bases = new Map<string, FeelType>([
  ["string", "string"],
  ["number", "number"],
  ["boolean", "boolean"],
  ["date", "date"],
  ["days and time duration", "days and time duration"],
  ["dayTimeDuration", "days and time duration"],
  ["years and months duration", "years and months duration"],
  ["yearMonthDuration", "years and months duration"],
])

const unknown: ResolvedType = { base: undefined, allowed: undefined }

/** More steps than this from type to type are a circle. */
const stepsMax = 20

/** Prepares to find types in a model: those of FEEL, and item definitions made of them. */
export const typeResolver = (definitions: XmlElement): ResolveType => {
  const items = new Map(
    childrenNamed(definitions, "itemDefinition").map((item) => [item.attributes["name"], item]),
  )
  const resolve = (reference: string | undefined, steps: number): ResolvedType => {
    if (reference === undefined || steps > stepsMax) return unknown
    const local = reference.replace(/^.*[:}]/, "").trim()
    const item = items.get(reference) ?? items.get(local)
    if (item === undefined) return { base: bases.get(local), allowed: undefined }
    if (item.attributes["isCollection"] === "true") return unknown
    const [typeRef] = childrenNamed(item, "typeRef")
    const inner = resolve(typeRef?.text.trim(), steps + 1)
    return { base: inner.base, allowed: textOfChild(item, "allowedValues") ?? inner.allowed }
  }
  return (reference) => resolve(reference, 0)
}

/** What a type reference says of a value that expressions name. */
export type FactKind = Omit<PortableFact, "name">

const factTypes = new Map<string, FactKind["type"]>([
  ["string", "text"],
  ["number", "number"],
  ["boolean", "boolean"],
  ["date", "day"],
  ["time", "time"],
  ["date and time", "day and time"],
  ["dateTime", "day and time"],
  ["days and time duration", "duration"],
  ["dayTimeDuration", "duration"],
  ["years and months duration", "duration"],
  ["yearMonthDuration", "duration"],
])

/** Prepares to find what a type reference says of a value, with its components. */
export const factKinds = (
  definitions: XmlElement,
): ((reference: string | undefined) => FactKind) => {
  const items = new Map(
    childrenNamed(definitions, "itemDefinition").map((item) => [item.attributes["name"], item]),
  )
  const kindOfItem = (item: XmlElement, steps: number): FactKind => {
    const parts = childrenNamed(item, "itemComponent").map((component) => ({
      name: component.attributes["name"] ?? "",
      ...kindOfItem(component, steps + 1),
    }))
    const inner =
      parts.length > 0 ? { parts } : kindOf(textOfChild(item, "typeRef")?.trim(), steps + 1)
    return item.attributes["isCollection"] === "true" ? { ...inner, isList: true } : inner
  }
  const kindOf = (reference: string | undefined, steps: number): FactKind => {
    if (reference === undefined || steps > stepsMax) return {}
    const local = reference.replace(/^.*[:}]/, "").trim()
    const item = items.get(reference) ?? items.get(local)
    if (item !== undefined) return kindOfItem(item, steps)
    const type = factTypes.get(local)
    return type === undefined ? {} : { type }
  }
  return (reference) => kindOf(reference, 0)
}

/** The literals that a list of allowed values names; undefined where it names anything else. */
export const literalsIn = (source: string | undefined): ReadonlyArray<FeelLiteral> | undefined => {
  if (source === undefined || source === "" || source === "-") return undefined
  const literals = listParts(source).map(readFeelLiteral)
  return literals.every((one) => one !== undefined) ? literals : undefined
}
