import * as Result from "effect/Result"
import { cellOfTests } from "../../../../core/portable/feel-cells.ts"
import type { DecisionDefinition } from "../../../../core/table/decision.ts"
import { layoutOf, type Piece } from "../../../../core/table/layout.ts"
import { columnsOf } from "../../../../core/table/load.ts"
import { mergeSheet, type SheetRow } from "../sheets/import-tables.ts"
import { inDeclaredOrder, rowSignature } from "../sheets/table-sheet.ts"
import type { CellLanguage } from "./cell-language.ts"
import { writtenPolicies } from "./dmn-hit-policy.ts"
import { type DmnRefusal, type Refuse, refuser } from "./dmn-refusal.ts"
import { dmnPolicyOf } from "./own-to-dmn.ts"
import type { ModelTable } from "./read-dmn.ts"
import { childrenNamed, type XmlElement } from "./xml-tree.ts"

const textIn = (entry: XmlElement): string => (childrenNamed(entry, "text")[0] ?? entry).text

const nameOf = ({ attributes }: XmlElement): string =>
  attributes["name"] ?? attributes["label"] ?? ""

/** Where each column of a table stands among the clauses of a model; a missing one is refused. */
const placesOf = (
  element: XmlElement,
  names: ReadonlyArray<string>,
  clauses: ReadonlyArray<XmlElement>,
  clause: "input" | "output" | "annotation",
  refuse: Refuse,
): ReadonlyArray<number> => {
  const found = clauses.map(nameOf)
  for (const name of names) {
    if (!found.includes(name)) refuse(element, "", { _tag: "ClauseNamed", clause, name })
  }
  for (const one of clauses) {
    const name = nameOf(one)
    if (!names.includes(name)) refuse(one, name, { _tag: "ColumnOfName" })
  }
  return names.map((name) => found.indexOf(name))
}

const checkPolicy = (
  element: XmlElement,
  { file, hitPolicy }: DecisionDefinition,
  refuse: Refuse,
): void => {
  const { aggregation, hitPolicy: written = "UNIQUE" } = element.attributes
  const expected = writtenPolicies[dmnPolicyOf(file, hitPolicy)]
  const isSame = written === expected.hitPolicy && aggregation === expected.aggregation
  if (isSame) return
  refuse(element, written, { _tag: "HitPolicyOfTable", hitPolicy: expected.hitPolicy })
}

/** The rows of a model's table as cells in the order of the declared columns. */
const rowsIn = (
  element: XmlElement,
  definition: DecisionDefinition,
  { ownResultOf, testsOf }: CellLanguage,
  refuse: Refuse,
): ReadonlyArray<ReadonlyArray<string>> => {
  const inputs = Object.entries(definition.inputs)
  const outputs = Object.entries(definition.outputs)
  const results = outputs.filter(([, column]) => column.note !== true).map(([name]) => name)
  const notes = outputs.filter(([, column]) => column.note === true).map(([name]) => name)
  const inputNames = inputs.map(([name]) => name)
  const inputAt = placesOf(element, inputNames, childrenNamed(element, "input"), "input", refuse)
  const resultAt = placesOf(element, results, childrenNamed(element, "output"), "output", refuse)
  const noteAt = placesOf(
    element,
    notes,
    childrenNamed(element, "annotation"),
    "annotation",
    refuse,
  )
  return childrenNamed(element, "rule").map((rule) => {
    const entries = (name: string, at: number | undefined): XmlElement | undefined =>
      childrenNamed(rule, name)[at ?? -1]
    const conditions = inputs.map(([name, input], index) => {
      // A column that the model lacks is refused once, and not again in each rule.
      if (inputAt[index] === -1) return ""
      const entry = entries("inputEntry", inputAt[index])
      if (entry === undefined) {
        refuse(rule, "", { _tag: "EntryFor", entry: "input", name })
        return ""
      }
      const cell = Result.flatMap(testsOf(textIn(entry)), (tests) => cellOfTests(input.kind, tests))
      if (Result.isSuccess(cell)) return cell.success
      refuse(entry, cell.failure.written, cell.failure.needs)
      return ""
    })
    const others = outputs.map(([name, column]) => {
      if (column.note === true) {
        const note = entries("annotationEntry", noteAt[notes.indexOf(name)])
        return note === undefined ? "" : textIn(note)
      }
      const at = resultAt[results.indexOf(name)]
      if (at === -1) return ""
      const entry = entries("outputEntry", at)
      if (entry === undefined) {
        refuse(rule, "", { _tag: "EntryFor", entry: "output", name })
        return ""
      }
      const cell = ownResultOf(textIn(entry))
      if (Result.isSuccess(cell)) return cell.success
      refuse(entry, cell.failure.written, cell.failure.needs)
      return ""
    })
    return [...conditions, ...others]
  })
}

/** Rows with the comments of the file woven in: each stays above the row that it stood above. */
const withComments = (
  definition: DecisionDefinition,
  source: string,
  rows: ReadonlyArray<ReadonlyArray<string>>,
): ReadonlyArray<SheetRow> => {
  const layout = layoutOf(source, Object.keys(columnsOf(definition)).length)
  const pieces: ReadonlyArray<Piece> = Result.getOrElse(layout, () => [])
  const header = pieces.find(({ kind }) => kind === "header")?.texts ?? []
  const keyAt = new Map<string, Array<number>>()
  for (const [at, piece] of pieces.entries()) {
    if (piece.kind !== "row") continue
    const key = rowSignature(definition, inDeclaredOrder(definition, header, piece.texts))
    keyAt.set(key, [...(keyAt.get(key) ?? []), at])
  }
  const matched = rows.map((row) => keyAt.get(rowSignature(definition, row))?.shift())
  const taken = new Set(matched)
  let done = 0
  const woven: Array<SheetRow> = []
  const commentsBefore = (end: number): void => {
    for (; done < end; done += 1) {
      const piece = pieces[done]
      if (piece?.kind !== "comment") continue
      woven.push({ row: woven.length, kind: "comment", text: piece.texts[0] ?? "" })
    }
  }
  for (const [index, row] of rows.entries()) {
    const at = matched[index]
    if (at === undefined) {
      // A row that says something new takes the place of the next one that is gone.
      const next = pieces.findIndex(({ kind }, place) => place >= done && kind === "row")
      if (next >= 0 && !taken.has(next)) {
        commentsBefore(next)
        done = next + 1
      }
    } else commentsBefore(at)
    woven.push({ row: woven.length, kind: "row", cells: row })
  }
  commentsBefore(pieces.length)
  return woven
}

/** The text of a table of ours with the rows of a model; what cannot be a row is refused. */
export const ownFromDmn = (
  { element, language }: Pick<ModelTable, "element" | "language">,
  definition: DecisionDefinition,
  source: string,
): Result.Result<string, ReadonlyArray<DmnRefusal>> => {
  const refusals: Array<DmnRefusal> = []
  const refuse = refuser(element, refusals)
  checkPolicy(element, definition, refuse)
  const rows = rowsIn(element, definition, language, refuse)
  if (refusals.length > 0) return Result.fail(refusals)
  const woven = withComments(definition, source, rows)
  const { file } = definition
  return Result.succeed(
    mergeSheet(definition, source, { sheet: file, places: [], rows: woven }).text,
  )
}
