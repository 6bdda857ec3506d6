import {
  type FeelLiteral,
  listParts,
  readFeelLiteral,
} from "../../../../core/portable/feel-cells.ts"
import { childrenNamed, textOfChild, type XmlElement } from "./xml-tree.ts"

/** A type of FEEL that a column can have here. */
export type FeelType = "string" | "number" | "boolean" | "date"

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

/** The literals that a list of allowed values names; undefined where it names anything else. */
export const literalsIn = (source: string | undefined): ReadonlyArray<FeelLiteral> | undefined => {
  if (source === undefined || source === "" || source === "-") return undefined
  const literals = listParts(source).map(readFeelLiteral)
  return literals.every((one) => one !== undefined) ? literals : undefined
}
