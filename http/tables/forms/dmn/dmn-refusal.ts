import { cellNeeds } from "../../../../core/portable/feel-cells.ts"
import { type JdmNeed, jdmNeeds } from "../../../../core/portable/jdm-cells.ts"
import { describeExpectation, type TableExpectation } from "../../../../core/table/expectation.ts"
import { type TellingOf, toldBy } from "../../../../core/told-by.ts"
import { describeUndecodable, type XmlUndecodable } from "../../../../core/xml/decode-xml.ts"
import { dmnVersions } from "./dmn-versions.ts"
import type { XmlElement, XmlFault, XmlPlace } from "./xml-tree.ts"

/** What an element of a model would need to be represented here. */
export type DmnNeed =
  | JdmNeed
  | { readonly _tag: "JdmPolicy" }
  | { readonly _tag: "JdmField" }
  | { readonly _tag: "JdmFieldOnce"; readonly field: string }
  | { readonly _tag: "ClauseNamed"; readonly clause: ClauseNoun; readonly name: string }
  | { readonly _tag: "ColumnOfName" }
  | { readonly _tag: "HitPolicyOfTable"; readonly hitPolicy: string }
  | { readonly _tag: "EntryFor"; readonly entry: "input" | "output"; readonly name: string }
  | { readonly _tag: "EntryLiteral"; readonly mayBeList: boolean }
  | { readonly _tag: "KnownType" }
  | { readonly _tag: "UnknownAndNotAll" }
  | { readonly _tag: "FewerRules"; readonly rowsMax: number }
  | { readonly _tag: "FewerClauses"; readonly clausesMax: number }
  | { readonly _tag: "EntriesForAll"; readonly entry: "input" | "output"; readonly count: number }
  | { readonly _tag: "Feel" }
  | { readonly _tag: "SomeCell" }
  /** What the engine does not take of a table that was read. */
  | { readonly _tag: "CellOf"; readonly column: string; readonly expected: TableExpectation }
  | { readonly _tag: "RowsForAll"; readonly rules: number }
  | { readonly _tag: "OneResultType"; readonly type: string }
  | { readonly _tag: "HitPolicyOfDmn" }
  | { readonly _tag: "OrderedValues" }
  | { readonly _tag: "OneNumber" }
  | { readonly _tag: "TableContent" }

/** A kind of clause of a decision table. */
type ClauseNoun = "input" | "output" | "annotation"

/** An element of a model that cannot be represented here, and what it would need. */
export interface DmnRefusal extends XmlPlace {
  /** Its id, or that of the nearest element around it that has one; empty where none has. */
  readonly id: string
  readonly element: string
  readonly written: string
  readonly needs: DmnNeed
}

/** Something that an import takes otherwise than the engine of its model, or leaves aside. */
export interface ImportNote extends XmlPlace {
  readonly element: string
  readonly id: string
  readonly says: NoteOf
}

/** What there is to say of it. */
type NoteOf =
  /** Rules have no entry of a column. */
  | {
      readonly _tag: "LeftOut"
      readonly name: string
      readonly of: "input" | "output"
      readonly rules: number
    }
  | { readonly _tag: "DefaultNotRead"; readonly name: string; readonly written: string }
  /** Settings of a node of JDM, which say how the table is called. */
  | { readonly _tag: "AskedForEach"; readonly field: string }
  | { readonly _tag: "FactsFrom"; readonly field: string }
  | { readonly _tag: "AnswersUnder"; readonly path: string }
  | { readonly _tag: "FactsPassed" }
  | { readonly _tag: "UnknownMode"; readonly mode: string }
  /** What an interpreter of FEEL has to answer. */
  | { readonly _tag: "ResultsOfFeel"; readonly label: string }
  | { readonly _tag: "AskedOfFeel"; readonly expression: string }

/** Collects what is refused. */
export type Refuse = (element: XmlElement, written: string, needs: DmnNeed) => void

/** Why a file as a whole is no model whose tables can be taken. */
export type ModelFault =
  | ({ readonly _tag: "NotXml"; readonly fault: XmlFault } & XmlPlace)
  | ({ readonly _tag: "NotDmn"; readonly name: string; readonly space: string } & XmlPlace)
  | { readonly _tag: "NoTables" }
  | { readonly _tag: "NotJson" }
  | { readonly _tag: "NoGraph" }
  | { readonly _tag: "JsonNotUtf8" }
  | { readonly _tag: "Undecodable"; readonly fault: XmlUndecodable }
  | {
      readonly _tag: "NoTableNamed"
      readonly name: string
      readonly known: ReadonlyArray<string>
    }
  /** Two tables of a model would be one file. */
  | { readonly _tag: "SameFile"; readonly file: string; readonly name: string }

const idOf = (element: XmlElement, around: XmlElement): string =>
  element.attributes["id"] ?? around.attributes["id"] ?? ""

/** Prepares to refuse elements within another one. */
export const refuser =
  (around: XmlElement, refusals: Array<DmnRefusal>): Refuse =>
  (element, written, needs) => {
    const { column, line, name } = element
    refusals.push({ id: idOf(element, around), element: name, line, column, written, needs })
  }

/**
 * The sentence of a refusal, with its place.
 *
 * ```ts
 * import { describeRefusal } from "../http/tables/forms/dmn/dmn-refusal.ts"
 *
 * describeRefusal("a.dmn", { id: "i1", element: "inputEntry", line: 3, column: 7, written: "x + 1", needs: { _tag: "EntryLiteral", mayBeList: true } }) // => 'a.dmn:3:7 inputEntry i1: "x + 1" would need a literal, or a list of literals'
 * ```
 */
export const describeRefusal = (
  path: string,
  { column, element, id, line, needs, written }: DmnRefusal,
): string => {
  const named = id === "" ? element : `${element} ${id}`
  const subject = written === "" ? "it" : JSON.stringify(written)
  return `${path}:${line}:${column} ${named}: ${subject} would need ${toldBy(dmnNeeds, needs)}`
}

/**
 * The sentence of a note, with its place.
 *
 * ```ts
 * import { describeNote } from "../http/tables/forms/dmn/dmn-refusal.ts"
 *
 * describeNote("a.json", { id: "t", element: "decisionTableNode", line: 3, column: 7, says: { _tag: "FactsFrom", field: "order" } }) // => "a.json:3:7 decisionTableNode t: its facts are those of order there (inputField); here they are its own"
 * ```
 */
export const describeNote = (
  path: string,
  { column, element, id, line, says }: ImportNote,
): string =>
  `${path}:${line}:${column} ${[element, id].join(" ").trim()}: ${toldBy(importNotes, says)}`

/**
 * Why a file as a whole is refused, with its place in it.
 *
 * ```ts
 * import { describeModelFault } from "../http/tables/forms/dmn/dmn-refusal.ts"
 *
 * describeModelFault("a.dmn", { _tag: "NoTables" }) // => "a.dmn holds no decision table"
 * ```
 */
export const describeModelFault = (path: string, fault: ModelFault): string =>
  toldBy(modelFaultsOf(path), fault)

const modelFaultsOf = (path: string): TellingOf<ModelFault> => ({
  NotXml: ({ column, fault, line }) => `${path}:${line}:${column} ${toldBy(xmlFaults, fault)}`,
  NotDmn: ({ column, line, name, space }) => {
    const known = Object.keys(dmnVersions).join(", ")
    return `${path}:${line}:${column} ${name}: ${JSON.stringify(space)} is no model of DMN ${known}`
  },
  NoTables: () => `${path} holds no decision table`,
  NotJson: () => `${path} is no JSON`,
  NoGraph: () => `${path} is no JDM graph: it has no list of nodes`,
  JsonNotUtf8: () => `${path} is not in UTF-8, as JSON has to be; save it as UTF-8`,
  Undecodable: ({ fault }) => {
    const place = fault._tag === "BytesBroken" ? `:${fault.line}:${fault.column}` : ""
    return `${path}${place} ${describeUndecodable(fault)}`
  },
  NoTableNamed: ({ known, name }) => {
    const names = known.map((one) => JSON.stringify(one)).join(", ")
    return `${path} has no table ${JSON.stringify(name)}; it has ${names}`
  },
  SameFile: ({ file, name }) => `two tables of the model would be ${file}: ${name} is one`,
})

const importNotes: TellingOf<NoteOf> = {
  LeftOut: ({ name, of, rules }) => {
    const read = of === "input" ? "anything" : "nothing"
    const by = rules === 1 ? "" : ` by ${rules} rules, of which this is the first,`
    return `${name} is left out${by} and read as ${read}; GoRules 0.52 never applies such a rule`
  },
  DefaultNotRead: ({ name, written }) =>
    `the default of ${name}, ${written}, is not read: GoRules answers nothing where no rule applies`,
  AskedForEach: ({ field }) =>
    `it is asked for each of ${field === "" ? "the items" : field} there (executionMode loop); here it is asked once, with the facts of one`,
  FactsFrom: ({ field }) =>
    `its facts are those of ${field} there (inputField); here they are its own`,
  AnswersUnder: ({ path }) =>
    `its answer stands under ${path} there (outputPath); here it is the results alone`,
  FactsPassed: () =>
    "its answer holds the facts, too, there (passThrough); here it is the results alone",
  ResultsOfFeel: ({ label }) => `the results of ${label} are FEEL, and answers hold them as it`,
  AskedOfFeel: ({ expression }) =>
    `${expression} is a truth value that FEEL answers; nothing is proven of it`,
  UnknownMode: ({ mode }) => `its executionMode is ${mode}, which is not known; it is asked once`,
}

const xmlFaults: TellingOf<XmlFault> = {
  Malformed: ({ says }) => `is no XML: ${says}`,
  NoElement: () => "is no XML: there is no element",
  TooMuch: ({ most, of }) => tooMuch[of](most),
}

const tooMuch: Readonly<
  Record<Extract<XmlFault, { readonly _tag: "TooMuch" }>["of"], (most: number) => string>
> = {
  depth: (most) => `has elements within more than ${most} others`,
  elements: (most) => `has more than ${most} elements; split the model`,
  attributes: (most) => `has an element of more than ${most} attributes`,
}

const dmnNeeds: TellingOf<DmnNeed> = {
  ...cellNeeds,
  ...jdmNeeds,
  JdmPolicy: () => "first or collect, as GoRules writes its hit policies",
  JdmField: () => "a field: without one its cells are expressions of their own",
  JdmFieldOnce: ({ field }) => `a field of its own: what GoRules makes of ${field} is not certain`,
  ClauseNamed: ({ clause, name }) => `an ${clause} named ${name}`,
  ColumnOfName: () => "a column of that name in the table",
  HitPolicyOfTable: ({ hitPolicy }) => `the hit policy of the table, ${hitPolicy}`,
  EntryFor: ({ entry, name }) => `an ${entry} entry for ${name}`,
  EntryLiteral: ({ mayBeList }) =>
    mayBeList
      ? "a literal, or a list of literals"
      : "a literal: expressions are not evaluated in results",
  KnownType: () => "the type string, number, boolean or date",
  UnknownAndNotAll: () => "a cell that takes what is unknown and not all of the rest",
  FewerRules: ({ rowsMax }) => `at most ${rowsMax} rules; split the table`,
  FewerClauses: ({ clausesMax }) => `at most ${clausesMax} inputs, outputs and annotations`,
  EntriesForAll: ({ count, entry }) =>
    `${count} ${entry} entries, as many as the table has columns for them`,
  Feel: () => "FEEL as its language",
  SomeCell: () => "a condition or a result: a row of empty cells is none",
  CellOf: ({ column, expected }) =>
    `${column === "" ? "" : `in ${column} `}${describeExpectation(expected)}`,
  RowsForAll: ({ rules }) => `rows for all of its ${rules} rules`,
  OneResultType: ({ type }) => `one type for all results of a column, ${type}`,
  HitPolicyOfDmn: () => "a hit policy of DMN",
  OrderedValues: () => "output values: their order is what the hit policy goes by",
  OneNumber: () => "one output, which is a number",
  TableContent: () => "inputs, outputs, rules of texts and a hit policy",
}
