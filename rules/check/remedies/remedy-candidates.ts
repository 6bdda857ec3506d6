import * as Result from "effect/Result"
import { headerOf } from "../../../core/table/header.ts"
import type { CaseDifference, Finding } from "../../../core/check/finding.ts"
import { operated, type TableOperation } from "../../../core/editing/table-operations.ts"
import type { Sentence } from "../../../core/sentence.ts"
import type { TableError } from "../../../core/table/error.ts"
import { columnsOf } from "../../../core/table/load.ts"
import type { CheckedTexts } from "../checked-texts.ts"
import { narrowings } from "./narrow.ts"
import { lineBelow, openColumns } from "./remedy-columns.ts"
import type { CommentEdit, FindingRemedy, WorkbenchFinding } from "../workbench-finding.ts"
import { frenchFigure } from "../../../core/vocabulary/french-signs.ts"
import { typographyMistakes, withApostrophes } from "../../../core/vocabulary/french-typography.ts"

/** A way to repair a finding that may do so, with the text that the table would have. */
export interface RemedyCandidate {
  readonly remedy: FindingRemedy
  /** The text with cells that are left open filled as in the row above. */
  readonly text: string
  /** Whether the text alone shows that what it is for is gone; no other table has a say in that. */
  readonly isShown?: boolean
}

/** The ways to repair a mistake that may do so: what was probably meant, or how a text is typeset. */
export const mistakeCandidates = (
  error: TableError,
  view: WorkbenchFinding,
  now: CheckedTexts,
): ReadonlyArray<RemedyCandidate> => {
  const { cell, column, nearest, write: texts = [] } = error
  const { file, line } = view
  if (column === "") return []
  const row = now.rowAt(file, line)
  const whole = row?.cell(column) ?? cell
  if (error.expected._tag === "Space" || error.expected._tag === "Apostrophe") {
    const text = typesetIn(now, file, column)(whole)
    const isLeft =
      error.expected._tag === "Apostrophe"
        ? text.includes(cell)
        : typographyMistakes(text).some(({ part }) => part === cell)
    if (isLeft) return []
    const at = { file, line: row?.line ?? line, column, text }
    return write(now, at, changedPart(whole, text)).map((one) => ({ ...one, isShown: true }))
  }
  const likely = nearest === undefined || nearest === "" ? [] : [nearest]
  return [...texts, ...likely].slice(0, 3).flatMap((text) => {
    // A mistake may be about one of several words of a cell.
    const written = whole === cell ? text : whole.replace(cell, text)
    return [
      ...write(now, { file, line, column, text: written }),
      ...(whole !== cell || !cell.includes("|")
        ? []
        : write(now, { file, line, column, text: nearestPart(cell, text) })),
    ]
  })
}

/** The ways to repair a finding that may do so, the best first; the engine has tried none of them. */
export const findingCandidates = (
  finding: Finding,
  view: WorkbenchFinding,
  texts: CheckedTexts,
): ReadonlyArray<RemedyCandidate> => {
  const { file, line } = finding
  const [own] = view.lines
  switch (finding._tag) {
    case "Gap":
    case "MissingRow": {
      const { directive } = finding
      const headerLine = headerOf(texts.sources.get(file) ?? "")[0]?.line ?? 1
      const above = lineBelow(texts, file, view.ghost?.afterLine ?? headerLine)
      return [
        ...addRow(texts, view),
        ...(directive === null ? [] : declare(texts, file, directive, above)),
      ]
    }
    case "Conflict":
    case "Overlap":
      return [
        ...narrowings(finding, texts).flatMap(({ remedy, tried }) => {
          const text = done(texts, file, tried)
          return text === undefined ? [] : [{ remedy, text }]
        }),
        ...(finding._tag === "Overlap" ? remove(texts, file, own) : []),
      ]
    case "ImpossibleRow":
    case "ShadowedRow":
    case "RepeatedRow":
    case "RedundantRow":
    case "UnnamedRow":
      return remove(texts, file, own)
    case "StaleGap":
    case "StaleMeant":
    case "BadDirective":
      return withdraw(texts, file, line)
    case "Jump":
      return [
        ...(own === undefined
          ? []
          : write(texts, { file, line: own, column: finding.column, text: finding.before })),
        ...declare(texts, file, finding.directive, own ?? line),
      ]
    case "Outlier":
    case "OldDay":
    case "UntoldTerms":
      return declare(texts, file, finding.directive, own ?? line)
    case "CaseDiffers":
      return own === undefined ? [] : accept(texts, file, own, finding.differences)
    case "MissingFile":
      return own === undefined || finding.nearest === null
        ? []
        : write(texts, { file, line: own, column: finding.column, text: finding.nearest })
    default:
      return []
  }
}

/**
 * A text with a comment written above a line, or with that of a line taken away; all else stays as it
 * is. A line behind the last one is the end of the text.
 *
 * ```ts
 * import { commented } from "../rules/check/remedies/remedy-candidates.ts"
 *
 * const add = { _tag: "Add", aboveLine: 2, text: "# gap a=1 : " } as const
 * commented("a,b\n2,3\n", add, "why") // => "a,b\n# gap a=1 : why\n2,3\n"
 * commented("a,b\n# x\n2,3\n", { _tag: "Remove", line: 2 }, "") // => "a,b\n2,3\n"
 * ```
 */
export const commented = (source: string, comment: CommentEdit, reason: string): string => {
  const lines = source.split("\n")
  if (comment._tag === "Remove") return lines.toSpliced(comment.line - 1, 1).join("\n")
  const end = lines.at(-1) === "" ? lines.length - 1 : lines.length
  return lines
    .toSpliced(Math.min(comment.aboveLine - 1, end), 0, `${comment.text}${reason}`)
    .join("\n")
}

/** How a text of a column is typeset: by the signs of its language, else by its apostrophes. */
const typesetIn = (
  { definitionOf }: CheckedTexts,
  file: string,
  column: string,
): ((text: string) => string) => {
  const definition = definitionOf(file)
  const declared = definition === undefined ? undefined : columnsOf(definition)[column]
  return declared !== undefined && "parse" in declared && declared.typeset !== undefined
    ? declared.typeset
    : withApostrophes
}

/** As many signs around a change are shown of a long text. */
const aroundMax = 24

/** A text as far as a button shows it: around what has changed in it. */
const changedPart = (before: string, after: string): string => {
  let first = 0
  while (first < after.length && before[first] === after[first]) first += 1
  const start = first <= aroundMax ? 0 : first - aroundMax
  const end = first + aroundMax
  return `${start === 0 ? "" : "…"}${after.slice(start, end)}${end < after.length ? "…" : ""}`
}

const plain = {
  comment: null,
  needs: null,
  leavesOpen: [],
  newLine: null,
} as const

const done = (
  texts: CheckedTexts,
  file: string,
  operations: ReadonlyArray<TableOperation>,
): string | undefined => {
  const definition = texts.definitionOf(file)
  if (definition === undefined) return undefined
  const columns = Object.keys(columnsOf(definition)).length
  let text = texts.sources.get(file) ?? ""
  for (const operation of operations) {
    const next = operated(text, columns, operation)
    if (Result.isFailure(next)) return undefined
    text = next.success
  }
  return text
}

const candidate = (
  texts: CheckedTexts,
  file: string,
  remedy: FindingRemedy,
): ReadonlyArray<RemedyCandidate> => {
  const text = done(texts, file, remedy.operations)
  return text === undefined ? [] : [{ remedy, text }]
}

/** A new row behind a line; what it leaves open is tried as the row of that line has it. */
const insertion = (
  texts: CheckedTexts,
  file: string,
  { afterLine, cells }: NonNullable<WorkbenchFinding["ghost"]>,
): Pick<FindingRemedy, "leavesOpen" | "operations"> & {
  readonly tried: ReadonlyArray<TableOperation>
} => {
  const leavesOpen = openColumns(texts, file, cells)
  const near = texts.rowAt(file, afterLine) ?? texts.rowsOf(file)[0]
  const borrowed = Object.fromEntries(
    leavesOpen.map((column) => [column, near?.cell(column) ?? ""]),
  )
  return {
    leavesOpen,
    operations: [{ _tag: "Insert", afterLine, rows: [cells] }],
    tried: [{ _tag: "Insert", afterLine, rows: [{ ...cells, ...borrowed }] }],
  }
}

const addRow = (texts: CheckedTexts, view: WorkbenchFinding): ReadonlyArray<RemedyCandidate> => {
  if (view.ghost === null) return []
  const { leavesOpen, operations, tried } = insertion(texts, view.file, view.ghost)
  const text = done(texts, view.file, tried)
  if (text === undefined) return []
  const newLine = lineBelow(texts, view.file, view.ghost.afterLine)
  const label = { en: "Add this row", fr: "Ajouter cette ligne" }
  return [
    { remedy: { ...plain, label, action: "accept-gap", operations, leavesOpen, newLine }, text },
  ]
}

/** What a reason is tried as: any text is one. */
const anyReason = "meant"

const declare = (
  texts: CheckedTexts,
  file: string,
  directive: string,
  aboveLine: number,
): ReadonlyArray<RemedyCandidate> => {
  const comment = { _tag: "Add", aboveLine, text: directive } as const
  return [
    {
      remedy: {
        ...plain,
        label: { en: "It is meant…", fr: "C’est voulu…" },
        action: "declare",
        operations: [],
        comment,
        needs: "reason",
      },
      text: commented(texts.sources.get(file) ?? "", comment, anyReason),
    },
  ]
}

const withdraw = (
  texts: CheckedTexts,
  file: string,
  line: number,
): ReadonlyArray<RemedyCandidate> => {
  const comment = { _tag: "Remove", line } as const
  return [
    {
      remedy: {
        ...plain,
        label: { en: "Delete this comment", fr: "Supprimer ce commentaire" },
        action: "declare",
        operations: [],
        comment,
      },
      text: commented(texts.sources.get(file) ?? "", comment, ""),
    },
  ]
}

const remove = (
  texts: CheckedTexts,
  file: string,
  line: number | undefined,
): ReadonlyArray<RemedyCandidate> =>
  line === undefined
    ? []
    : candidate(texts, file, {
        ...plain,
        label: { en: `Delete row ${line}`, fr: `Supprimer la ligne ${line}` },
        action: "delete",
        operations: [{ _tag: "Delete", lines: [line] }],
      })

/** A case that expects what the table answers. */
const accept = (
  texts: CheckedTexts,
  file: string,
  line: number,
  differences: ReadonlyArray<CaseDifference>,
): ReadonlyArray<RemedyCandidate> => {
  const found = differences.map((each) => each.found).join(", ")
  return candidate(texts, file, {
    ...plain,
    label: { en: `Accept ${found}`, fr: `Accepter ${frenchFigure(found)}` },
    action: "cells",
    operations: [
      {
        _tag: "Set",
        cells: differences.map(({ column, found: text }) => ({ line, column, text })),
      },
    ],
  })
}

interface CellWrite {
  readonly file: string
  readonly line: number
  readonly column: string
  readonly text: string
}

const write = (
  texts: CheckedTexts,
  { column, file, line, text }: CellWrite,
  shown = text,
): ReadonlyArray<RemedyCandidate> => {
  const label: Sentence =
    text === ""
      ? { en: "Leave it empty", fr: "Laisser vide" }
      : { en: `Write ${shown}`, fr: `Écrire ${frenchFigure(shown)}` }
  return candidate(texts, file, {
    ...plain,
    label,
    action: "cells",
    operations: [{ _tag: "Set", cells: [{ line, column, text }] }],
  })
}

/** A cell of several words with the one that most resembles a text replaced by it. */
const nearestPart = (cell: string, text: string): string => {
  const negated = cell.startsWith("not(")
  const words = (negated ? cell.slice("not(".length, -1) : cell).split("|")
  const shared = (word: string): number => [...word].filter((each) => text.includes(each)).length
  const best = words
    .filter((word) => word !== text)
    .toSorted((left, right) => shared(right) / right.length - shared(left) / left.length)[0]
  const joined = words.map((word) => (word === best ? text : word)).join("|")
  return negated ? `not(${joined})` : joined
}
