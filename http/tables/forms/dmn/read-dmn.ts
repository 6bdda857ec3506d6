import * as Result from "effect/Result"
import { describeRefusal, type DmnRefusal } from "./dmn-refusal.ts"
import { typeResolver } from "./dmn-types.ts"
import { dmnVersionOf, dmnVersions } from "./dmn-versions.ts"
import { readDecisionTable, type ReadTable } from "./read-decision-table.ts"
import { childrenNamed, elementsNamed, readXml, textOfChild, type XmlElement } from "./xml-tree.ts"

/** A decision table of a model: what it is, or why it cannot be. */
export interface ModelTable {
  readonly name: string
  /** The file under data/ that the table was exported from; undefined for tables of others. */
  readonly exportedFrom: string | undefined
  readonly element: XmlElement
  readonly read: Result.Result<ReadTable, ReadonlyArray<DmnRefusal>>
}

const variableOf = (element: XmlElement): XmlElement | undefined =>
  childrenNamed(element, "variable")[0]

/** The decision tables that are the logic of an element, or stand inside of it, under their names. */
const tablesIn = (
  element: XmlElement,
  name: string,
): ReadonlyArray<readonly [name: string, element: XmlElement]> =>
  element.children.flatMap((child) => {
    if (child.name === "decisionTable") return [[name, child] as const]
    const own = child.name === "contextEntry" ? variableOf(child)?.attributes["name"] : undefined
    return tablesIn(child, own ?? name)
  })

/** The attribute of a table that says which of our files it was exported from. */
export const sourceAttribute = "viatica:table"

/** Reads all decision tables of a DMN model; what is no such model is refused as a whole, in words. */
export const readDmn = (
  path: string,
  source: string,
): Result.Result<ReadonlyArray<ModelTable>, string> => {
  const tree = readXml(source)
  if (Result.isFailure(tree)) {
    const { column, isTooMuch, line, reason } = tree.failure
    const told = isTooMuch ? reason : `is no XML: ${reason}`
    return Result.fail(`${path}:${line}:${column} ${told}`)
  }
  const definitions = tree.success
  const version = definitions.name === "definitions" ? dmnVersionOf(definitions.space) : undefined
  if (version === undefined) {
    const known = Object.keys(dmnVersions).join(", ")
    const { column, line, space } = definitions
    return Result.fail(
      `${path}:${line}:${column} ${definitions.name}: ${JSON.stringify(space)} is no model of DMN ${known}`,
    )
  }
  const resolve = typeResolver(definitions)
  const owners = [
    ...elementsNamed(definitions, "decision"),
    ...elementsNamed(definitions, "businessKnowledgeModel"),
  ]
  const tables = owners.flatMap((owner) => {
    const description = textOfChild(owner, "description") ?? ""
    const typeRef = variableOf(owner)?.attributes["typeRef"]
    return tablesIn(owner, owner.attributes["name"] ?? "").map(([name, element]): ModelTable => {
      const setting = { name, description, typeRef, format: "DMN", version, resolve }
      const exportedFrom = element.attributes[sourceAttribute]
      return { name, exportedFrom, element, read: readDecisionTable(element, setting) }
    })
  })
  return tables.length === 0
    ? Result.fail(`${path} holds no decision table`)
    : Result.succeed(tables)
}

/** Why tables of a model cannot be taken, a line each. */
export const refusalLines = (
  path: string,
  tables: ReadonlyArray<ModelTable>,
): ReadonlyArray<string> =>
  tables.flatMap(({ read }) =>
    Result.isFailure(read) ? read.failure.map((refusal) => describeRefusal(path, refusal)) : [],
  )
