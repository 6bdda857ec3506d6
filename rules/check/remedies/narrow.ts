import type { Finding } from "../../../core/check/finding.ts"
import type { TableOperation } from "../../../core/editing/table-operations.ts"
import { cellFor } from "../../../core/analysis/region-cells.ts"
import { type Region, rowRegion } from "../../../core/analysis/region.ts"
import { type Dimension, makeSpace } from "../../../core/analysis/space.ts"
import type { Decision } from "../../../core/table/decision.ts"
import type { FindingRemedy } from "../workbench-finding.ts"
import type { Sentence } from "../../../core/sentence.ts"
import { cellWords, columnWords } from "../tell/column-words.ts"
import type { CheckedTexts } from "../checked-texts.ts"
import { lineBelow, openColumns } from "./remedy-columns.ts"
import { nbsp } from "../../../core/vocabulary/french-signs.ts"

/** A remedy with the operations by which it is tried, in which nothing is left open. */
export interface TriedRemedy {
  readonly remedy: FindingRemedy
  readonly tried: ReadonlyArray<TableOperation>
}

type SharingFinding = Extract<Finding, { readonly _tag: "Conflict" | "Overlap" }>

/** Two rows of a decision table that apply to the same, in a space of their own. */
interface SharingRows {
  readonly file: string
  readonly dimensions: ReadonlyArray<Dimension>
  readonly rows: ReadonlyArray<{ readonly line: number; readonly region: Region }>
}

const sharingRows = (
  { file, line, otherLine }: SharingFinding,
  texts: CheckedTexts,
): SharingRows | undefined => {
  const table = texts.tableOf(file)
  if (table === undefined || !("tests" in table)) return undefined
  const decision: Decision = table
  const lines = [Math.min(line, otherLine), Math.max(line, otherLine)]
  const numbers = lines.map((each) => decision.rows.findIndex((row) => row.line === each))
  if (numbers.includes(-1)) return undefined
  const tests = numbers.map((number) => decision.tests[number] ?? [])
  const space = makeSpace(decision.definition.inputs, tests, texts.wordsOf)
  const rows = lines.flatMap((each, index) => {
    const region = rowRegion(space, index)
    return region === undefined ? [] : [{ line: each, region }]
  })
  return rows.length === 2 ? { file, dimensions: space.dimensions, rows } : undefined
}

/** Words behind `Limiter à`: an interval takes a dash, as « 18–64 ». */
const afterA = (words: string): string => words.replaceAll(/(\d) à (−?\d)/g, "$1–$2")

const isTelling = ({ input }: Dimension): boolean => input.kind === "number"

/** What is left of a row in one condition without what another row shares with it there. */
const leftOf = (mine: Region, other: Region, index: number): ReadonlyArray<number> =>
  (mine[index] ?? []).filter((segment) => other[index]?.includes(segment) !== true)

const plain = { comment: null, needs: null } as const

const narrowLabel = (line: number, dimension: Dimension, cell: string): Sentence => {
  const { input, name } = dimension
  const [en, fr] = [cellWords(input, cell, "en"), afterA(cellWords(input, cell, "fr"))]
  if (isTelling(dimension)) return { en: `Narrow ${line} to ${en}`, fr: `Limiter ${line} à ${fr}` }
  return {
    en: `Narrow ${line} to ${columnWords(name, "en")} ${en}`,
    fr: `Limiter ${line}${nbsp}: ${columnWords(name, "fr")} ${fr}`,
  }
}

const narrowed = ({ dimensions, rows }: SharingRows, index: number): ReadonlyArray<TriedRemedy> => {
  const dimension = dimensions[index]
  if (dimension === undefined) return []
  return rows.flatMap(({ line, region }, at): ReadonlyArray<TriedRemedy> => {
    const other = rows[1 - at]
    const left = other === undefined ? [] : leftOf(region, other.region, index)
    const cell = left.length === 0 ? undefined : cellFor(dimension, left)
    if (cell === undefined || cell === "") return []
    const operations: ReadonlyArray<TableOperation> = [
      { _tag: "Set", cells: [{ line, column: dimension.name, text: cell }] },
    ]
    const label = narrowLabel(line, dimension, cell)
    return [
      {
        remedy: { ...plain, label, action: "narrow", operations, leavesOpen: [], newLine: null },
        tried: operations,
      },
    ]
  })
}

const firstFigure = (cell: string): string => /-?\d+(?:\.\d+)?/.exec(cell)?.[0] ?? cell

/** Gives what both rows share on one condition a row of its own, where each of them keeps something. */
const splitAlong = (
  { dimensions, file, rows }: SharingRows,
  index: number,
  texts: CheckedTexts,
): ReadonlyArray<TriedRemedy> => {
  const dimension = dimensions[index]
  const [first, second] = rows
  if (dimension === undefined || first === undefined || second === undefined) return []
  if (dimension.input.kind !== "number") return []
  const common = (first.region[index] ?? []).filter(
    (segment) => second.region[index]?.includes(segment) === true,
  )
  const cells = [
    leftOf(first.region, second.region, index),
    leftOf(second.region, first.region, index),
    common,
  ].map((segments) => (segments.length === 0 ? undefined : cellFor(dimension, segments)))
  const [upper, lower, shared] = cells
  const row = texts.rowAt(file, first.line)
  const definition = texts.definitionOf(file)
  if (upper === undefined || lower === undefined || shared === undefined) return []
  if (row === undefined || definition?._tag !== "DecisionDefinition") return []
  const { name } = dimension
  const conditions = {
    ...Object.fromEntries(
      Object.keys(definition.inputs).map((column) => [column, row.cell(column)]),
    ),
    [name]: shared,
  }
  const leavesOpen = openColumns(texts, file, conditions)
  const kept = Object.fromEntries(leavesOpen.map((column) => [column, row.cell(column)]))
  const set: TableOperation = {
    _tag: "Set",
    cells: [
      { line: first.line, column: name, text: upper },
      { line: second.line, column: name, text: lower },
    ],
  }
  const insert = (cellsOfRow: Readonly<Record<string, string>>): ReadonlyArray<TableOperation> => [
    set,
    { _tag: "Insert", afterLine: first.line, rows: [cellsOfRow] },
  ]
  const [en, fr] = [
    cellWords(dimension.input, shared, "en"),
    cellWords(dimension.input, shared, "fr"),
  ]
  const at = firstFigure(shared)
  return [
    {
      remedy: {
        ...plain,
        label: {
          en: `Split at ${at}: a row of its own for ${en}`,
          fr: `Scinder à ${at}${nbsp}: une ligne à part pour ${afterA(fr)}`,
        },
        action: "split",
        operations: insert(conditions),
        leavesOpen,
        newLine: lineBelow(texts, file, first.line),
      },
      tried: insert({ ...conditions, ...kept }),
    },
  ]
}

/** The ways in which two rows can be kept from applying to the same; none of them is proven yet. */
export const narrowings = (
  finding: SharingFinding,
  texts: CheckedTexts,
): ReadonlyArray<TriedRemedy> => {
  const sharing = sharingRows(finding, texts)
  if (sharing === undefined) return []
  const { dimensions } = sharing
  const numbers = [...dimensions.keys()].filter((index) => {
    const dimension = dimensions[index]
    return dimension !== undefined && isTelling(dimension)
  })
  const others = [...dimensions.keys()].filter((index) => !numbers.includes(index))
  return [
    ...numbers.flatMap((index) => narrowed(sharing, index)),
    ...numbers.flatMap((index) => splitAlong(sharing, index, texts)),
    ...others.flatMap((index) => narrowed(sharing, index)),
  ]
}
