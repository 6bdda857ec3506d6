import * as Result from "effect/Result"
import { readFeelLiteral } from "../../../../core/portable/feel-cells.ts"
import { type CellLanguage, feelLanguage, wholeFeel, withConstants } from "./cell-language.ts"
import {
  describeNote,
  describeRefusal,
  type DmnRefusal,
  type ImportNote,
  type ModelFault,
} from "./dmn-refusal.ts"
import type { Feel } from "./feel.ts"
import { type FactKind, factKinds, typeResolver } from "./dmn-types.ts"
import { dmnVersionOf } from "./dmn-versions.ts"
import { readDecisionTable, type ReadTable } from "./read-decision-table.ts"
import { sourceAttribute } from "./table-setting.ts"
import { childrenNamed, elementsNamed, readXml, textOfChild, type XmlElement } from "./xml-tree.ts"

/** A decision table of a model: what it is, or why it cannot be. */
export interface ModelTable {
  readonly name: string
  /** The file under data/ that the table was exported from; undefined for tables of others. */
  readonly exportedFrom: string | undefined
  readonly element: XmlElement
  /** What its model is written in. */
  readonly format: "DMN" | "JDM"
  readonly language: CellLanguage
  /** Where the engine of its model may answer otherwise than it does here. */
  readonly notes: ReadonlyArray<ImportNote>
  readonly read: Result.Result<ReadTable, ReadonlyArray<DmnRefusal>>
}

/** All names that a model gives to values, with what it says first that they are. */
const kindsIn = (definitions: XmlElement): ReadonlyMap<string, FactKind> => {
  const kindOf = factKinds(definitions)
  const kinds = new Map<string, FactKind>()
  for (const kind of ["variable", "formalParameter", "inputData", "itemComponent", "import"]) {
    for (const { attributes } of elementsNamed(definitions, kind)) {
      const { name, typeRef } = attributes
      if (name !== undefined && !kinds.has(name)) kinds.set(name, kindOf(typeRef))
    }
  }
  return kinds
}

/** The literals that a decision requires by name: tests read them as if they were written there. */
const constantsOf = (owner: XmlElement, definitions: XmlElement): ReadonlyMap<string, string> => {
  const required = new Set(
    elementsNamed(owner, "requiredDecision").map(({ attributes }) => attributes["href"] ?? ""),
  )
  return new Map(
    childrenNamed(definitions, "decision").flatMap((decision) => {
      const { id = "", name = "" } = decision.attributes
      const written = textOfChild(decision, "literalExpression") ?? ""
      const isLiteral = readFeelLiteral(written) !== undefined && written !== "null"
      return isLiteral && required.has(`#${id}`) ? [[name, written] as const] : []
    }),
  )
}

/** Notes on what a table keeps as FEEL. */
const feelNotes = (element: XmlElement, { table }: ReadTable): ReadonlyArray<ImportNote> => {
  const { column, line, name } = element
  const id = element.attributes["id"] ?? ""
  const results = table.outputs.flatMap(({ label, type }) => (type === "feel" ? label : []))
  const tests = table.inputs.flatMap(({ asked, expression }) => (asked === true ? expression : []))
  return [
    ...results.map((label) => ({ _tag: "ResultsOfFeel", label }) as const),
    ...tests.map((expression) => ({ _tag: "AskedOfFeel", expression }) as const),
  ].map((says) => ({ element: name, id, line, column, says }))
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

/**
 * Reads all decision tables of a DMN model; what is no such model is refused as a whole. With an
 * interpreter, results may be expressions, and conditions tests that no cell holds.
 */
export const readDmn = (
  source: string,
  feel?: Feel,
): Result.Result<ReadonlyArray<ModelTable>, ModelFault> => {
  const tree = readXml(source)
  if (Result.isFailure(tree)) {
    const { column, line, ...fault } = tree.failure
    return Result.fail({ _tag: "NotXml", fault, line, column })
  }
  const definitions = tree.success
  const version = definitions.name === "definitions" ? dmnVersionOf(definitions.space) : undefined
  if (version === undefined) {
    const { column, line, name, space } = definitions
    return Result.fail({ _tag: "NotDmn", name, space, line, column })
  }
  const resolve = typeResolver(definitions)
  const kinds = kindsIn(definitions)
  const names = [...kinds.keys()]
  const language = feel === undefined ? feelLanguage : wholeFeel(feel, kinds)
  const owners = [
    ...elementsNamed(definitions, "decision"),
    ...elementsNamed(definitions, "businessKnowledgeModel"),
  ]
  const tables = owners.flatMap((owner) => {
    const description = textOfChild(owner, "description") ?? ""
    const typeRef = variableOf(owner)?.attributes["typeRef"]
    const constants = constantsOf(owner, definitions)
    return tablesIn(owner, owner.attributes["name"] ?? "").map(([name, element]): ModelTable => {
      // Inside of a context other names may hide those of the model.
      const isWhole = owner.children.includes(element)
      const own = isWhole ? withConstants(language, constants, names) : language
      const setting = { name, description, typeRef, format: "DMN", version, resolve, language: own }
      const exportedFrom = element.attributes[sourceAttribute]
      const read = readDecisionTable(element, setting)
      const notes = Result.isFailure(read) ? [] : feelNotes(element, read.success)
      return { name, exportedFrom, element, format: "DMN", language, notes, read }
    })
  })
  return tables.length === 0 ? Result.fail({ _tag: "NoTables" }) : Result.succeed(tables)
}

/** Why tables of a model cannot be taken, a line each. */
export const refusalLines = (
  path: string,
  tables: ReadonlyArray<ModelTable>,
): ReadonlyArray<string> =>
  tables.flatMap(({ read }) =>
    Result.isFailure(read) ? read.failure.map((refusal) => describeRefusal(path, refusal)) : [],
  )

/** The notes of tables, a line each. */
export const noteLines = (path: string, tables: ReadonlyArray<ModelTable>): ReadonlyArray<string> =>
  tables.flatMap(({ notes }) => notes.map((note) => describeNote(path, note)))
