import { changedRows } from "../../core/difference/changed-rows.ts"
import { type AnyDefinition, columnsOf } from "../../core/table/load.ts"
import type { ResponsibleRow } from "./impact-view.ts"
import type { Situation } from "../corpus/situation.ts"
import { type CitationsOf, prepareCitations } from "../impact/coverage.ts"
import type { TouchedAnswers } from "../impact/touched-answers.ts"
import type { TextsOfVersions } from "../impact/watched-tables.ts"
import { type Tables, definitions } from "../tables/index.ts"

/** The lines of rows that a change takes from a table and adds to it. */
interface ChangedLines {
  readonly gone: ReadonlySet<number>
  readonly come: ReadonlySet<number>
  /** Whether each row that went has one in its place. */
  readonly isInPlace: boolean
}

const all: ReadonlyArray<AnyDefinition> = Object.values(definitions)

const linesIn = (file: string, { after, before }: TextsOfVersions): ChangedLines | undefined => {
  const definition = all.find((each) => each.file === file)
  const [older, newer] = [before.get(file), after.get(file)]
  if (definition === undefined || older === undefined || newer === undefined) return undefined
  const rows = changedRows(older, newer, Object.keys(columnsOf(definition)).length)
  if (rows === undefined) return undefined
  const { come, gone } = rows
  return {
    gone: new Set(gone.map(({ line }) => line)),
    come: new Set(come.map(({ line }) => line)),
    isInPlace: come.length === gone.length,
  }
}

const keyOf = ({ file, line, version }: ResponsibleRow): string => `${version} ${file} ${line}`

/** Looks for the changed rows that the answers to a situation went through. */
export type RowsOf = (
  situation: Situation,
  touched: TouchedAnswers,
) => ReadonlyArray<ResponsibleRow>

/**
 * Prepares to look for the changed rows that answers cite: those of the version after, and those of the
 * version before that have no row in their place.
 */
export const prepareResponsible = (
  citations: { readonly before: () => CitationsOf; readonly after: Tables },
  files: ReadonlyArray<string>,
  texts: TextsOfVersions,
): RowsOf => {
  const lines = new Map(
    files.flatMap((file) => {
      const found = linesIn(file, texts)
      return found === undefined ? [] : [[file, found] as const]
    }),
  )
  const after = prepareCitations(citations.after)
  const hasGone = [...lines.values()].some(({ isInPlace }) => !isInPlace)
  return ({ bilan, quote }, touched) => {
    const asked = {
      ...(touched.bilan ? { bilan } : {}),
      ...(touched.live || touched.quote ? { quote } : {}),
    }
    const rows = new Map<string, ResponsibleRow>()
    const add = (row: ResponsibleRow): void => void rows.set(keyOf(row), row)
    for (const { file, line } of after(asked)) {
      if (lines.get(file)?.come.has(line) === true) add({ file, line, version: "after" })
    }
    if (hasGone) {
      for (const { file, line } of citations.before()(asked)) {
        const found = lines.get(file)
        if (found?.isInPlace === false && found.gone.has(line)) {
          add({ file, line, version: "before" })
        }
      }
    }
    return [...rows.values()].sort(
      (left, right) => left.file.localeCompare(right.file, "en") || left.line - right.line,
    )
  }
}
