import * as Result from "effect/Result"
import type { Sentence } from "../../core/sentence.ts"
import { columnsOf } from "../../core/table/load.ts"
import { refusalOf, tableError } from "../../core/table/error.ts"
import { definitionsByFile } from "../tables/table-named.ts"
import { toldMistake } from "../check/tell/told-finding.ts"
import { severityOf } from "../../core/check/severity.ts"
import { type CheckedTexts, makeCheckedTexts } from "../check/checked-texts.ts"
import type { FoundInTables } from "../check/check-report.ts"
import { findingView, mistakeView } from "../check/finding-view.ts"
import { namedFindings } from "../check/remedies/prove-remedy.ts"
import type { WorkbenchFinding } from "../check/workbench-finding.ts"
import { type Drafted, drafted, factsOf } from "./drafted.ts"
import { type Draft, draftTables, type Recipe } from "./recipe.ts"

/** What a draft lacks, or what contradicts it: where that shows in the tables that it would make. */
export interface MissingFact {
  readonly file: string
  readonly line: number
  /** The fact to answer; null where no single one would do. */
  readonly fact: string | null
  readonly column: string | null
  readonly title: Sentence
  readonly detail: Sentence
}

/** The tables that something is added to, with what is wrong in them, and what finds that in others. */
export interface CheckedTables {
  readonly sources: ReadonlyMap<string, string>
  readonly found: FoundInTables
  readonly find: (sources: ReadonlyMap<string, string>) => FoundInTables
}

/** A draft with what it makes of tables, and what it lacks. */
export interface WeighedDraft extends Drafted {
  readonly missing: ReadonlyArray<MissingFact>
}

/**
 * What a draft lacks until nothing is: every error that checks find in the tables with it and not in those
 * without it, by the fact that mends it. Nothing is missing just where `tables check` finds no new error.
 */
export const weighDraft = (
  recipe: Recipe,
  draft: Draft,
  { find, found: before, sources }: CheckedTables,
): WeighedDraft => {
  const made = drafted(recipe, draft, sources)
  const tables = draftTables(sources)
  const [own] = made.tables
  const place = { file: own?.file ?? "", line: own?.rows[0]?.line ?? 1 }
  const wrong = (recipe.wrong?.(made.whole, tables) ?? []).map((one): MissingFact => ({
    ...one,
    ...place,
    column: null,
  }))
  const unknown = isUnknownModel(recipe, draft, sources) ? [unknownModel(draft.like, place)] : []
  const after = new Map([...sources, ...made.texts])
  const textsOf = makeCheckedTexts()
  const known = namedFindings(before, textsOf(sources)).counts
  const asked = factsOf(recipe, made.whole, tables).map(({ name }) => name)
  const fresh = errorsIn(find(after), textsOf(after)).filter(
    ({ id, times }) => times > (known.get(id) ?? 0),
  )
  // A row that is not whole yet is as if it were not there: that it lacks follows from that.
  const broken = new Set(fresh.flatMap(({ view }) => (view.ghost === null ? [view.file] : [])))
  const found = fresh
    .filter(({ view }) => view.ghost === null || !broken.has(view.file))
    .map(({ view }): MissingFact => {
      const { column = null, detail, file, line, title } = view
      return { fact: factBehind(made, view), file, line, column, title, detail }
    })
  const order = ({ fact }: MissingFact): number =>
    fact === null ? asked.length : asked.indexOf(fact)
  const all = [...wrong, ...found, ...unbegun(made, sources)].toSorted(
    (one, other) => order(one) - order(other),
  )
  const firsts = all.filter(
    ({ fact }, index) => fact !== null && all.findIndex((other) => other.fact === fact) === index,
  )
  // What nobody is asked for follows from the rest, or is all there is.
  const missing = [...unknown, ...firsts]
  const isOpen = ({ fact }: MissingFact): boolean =>
    fact !== null && (made.whole.answers[fact] ?? "") === ""
  return {
    ...made,
    missing: (missing.length > 0 ? missing : all).map((one) =>
      isOpen(one) && !wrong.includes(one) ? { ...one, title: nothingSaid } : one,
    ),
  }
}

/** What rows lack that hold nothing yet: tables leave those out. */
const unbegun = (
  { tables }: Drafted,
  sources: ReadonlyMap<string, string>,
): ReadonlyArray<MissingFact> =>
  tables.flatMap(({ file, rows }) => {
    const definition = definitionsByFile(sources).get(file)
    const columns = definition === undefined ? {} : columnsOf(definition)
    return rows
      .filter(({ cells }) => Object.values(cells).every((cell) => cell === ""))
      .flatMap(({ facts, line }) =>
        Object.entries(facts).flatMap(([column, [fact = null]]): ReadonlyArray<MissingFact> => {
          const declared = columns[column]
          const read =
            declared !== undefined && "parse" in declared ? declared.parse("") : undefined
          if (read === undefined || Result.isSuccess(read)) return []
          const place = { file, line, character: 1, column, cell: "" }
          const told = toldMistake(tableError(place, refusalOf(read.failure)))
          return [{ fact, file, line, column, ...told }]
        }),
      )
  })

const nothingSaid: Sentence = { en: "Nothing is said yet", fr: "Rien n’est encore dit" }

const isUnknownModel = (
  { model }: Recipe,
  { like }: Draft,
  sources: ReadonlyMap<string, string>,
): boolean => like !== "" && model.answers(like, draftTables(sources)) === undefined

const unknownModel = (like: string, place: Pick<MissingFact, "file" | "line">): MissingFact => ({
  ...place,
  fact: null,
  column: null,
  title: { en: `Nothing is called “${like}”`, fr: `Rien ne s’appelle «\u00a0${like}\u00a0»` },
  detail: {
    en: "It cannot begin from that.",
    fr: "On ne peut pas commencer à partir de là.",
  },
})

interface NamedError {
  readonly id: string
  /** How often it was found by then. */
  readonly times: number
  readonly view: WorkbenchFinding
}

const errorsIn = (
  { findings, mistakes }: FoundInTables,
  now: CheckedTexts,
): ReadonlyArray<NamedError> => {
  const told = { now, before: now.sources }
  const views = [
    ...mistakes.map((error) => mistakeView(error, told)),
    ...findings
      .filter((finding) => severityOf(finding) === "error")
      .map((finding) => findingView(finding, told)),
  ]
  const seen = new Map<string, number>()
  return views.map((view) => {
    const times = (seen.get(view.id) ?? 0) + 1
    seen.set(view.id, times)
    return { id: view.id, times, view }
  })
}

/** The fact that an error hangs on: that of the cell it is about, else the one whose row it is. */
const factBehind = (
  { tables, whole }: Drafted,
  { column, file, ghost, line, lines }: WorkbenchFinding,
): string | null => {
  if (ghost !== null) {
    const lacking = Object.values(ghost.cells).filter((cell) => cell !== "")
    const named = Object.entries(whole.answers).find(([, answer]) => lacking.includes(answer))
    return named?.[0] ?? null
  }
  const rows = tables.find((each) => each.file === file)?.rows ?? []
  const row = rows.find((each) => each.line === line || lines.includes(each.line))
  const ofCell = column === undefined ? undefined : row?.facts[column]?.[0]
  return ofCell ?? Object.values(row?.facts ?? {}).flat()[0] ?? null
}
