import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import {
  caseColumnChoice,
  caseColumnsOf,
  caseDefinition,
  caseFileOf,
  chosenCases,
  newCasesText,
} from "../../../../core/table/case-table.ts"
import { csvText, readCsv } from "../../../../core/table/csv.ts"
import { headerOf } from "../../../../core/table/header.ts"
import type { DecisionDefinition } from "../../../../core/table/decision.ts"
import { columnsOf } from "../../../../core/table/load.ts"
import { readSource } from "../../../../core/table/source.ts"
import type {
  CaseColumnsAsked,
  OwnTableDone,
  TableCaseDone,
  TableCaseKept,
} from "../../protocol/table.ts"
import type { Bench } from "../bench.ts"
import type { EngineFailure } from "../engine/engine-thread.ts"
import { callRefused, type CallRefused } from "../call-refused.ts"
import type { Desk, DeskState } from "../desk/desk.ts"
import { refuseOutdated } from "./shown-table.ts"
import { definitionOf } from "./table-definition.ts"

/** Makes the file of a decision table's cases, without one, as one step; one that is there stays. */
export const makeTableCases = Effect.fnUntraced(function* (
  desk: Desk,
  file: string,
): Effect.fn.Return<OwnTableDone, CallRefused> {
  const cases = caseFileOf(file)
  const { revision } = yield* desk.edit((now) =>
    Effect.gen(function* () {
      const definition = yield* definitionOf(now, file)
      if (definition._tag !== "DecisionDefinition") {
        return yield* callRefused("NoSuchTable", { file })
      }
      const text = now.sources.get(cases) ?? newCasesText(definition)
      const label = { action: "table" as const, file: cases, count: 1 }
      return { label, texts: new Map([[cases, text]]) }
    }),
  )
  return { file: cases, revision }
})

/** The columns that cases of a table have, and may have. */
export const caseColumns = Effect.fnUntraced(function* (desk: Desk, file: string) {
  const decision = yield* decisionAsked(desk.state(), file)
  return caseColumnChoice(decision, desk.state().sources.get(file) ?? "")
})

/** Gives cases of a table other columns, as one step. */
export const chooseCaseColumns = (desk: Desk, { columns, file, revision }: CaseColumnsAsked) =>
  desk.edit((now) =>
    Effect.gen(function* () {
      yield* refuseOutdated(now, { file, revision })
      const decision = yield* decisionAsked(now, file)
      const known = caseColumnChoice(decision, "").map(({ name }) => name)
      const wrong = columns.find((column) => !known.includes(column))
      if (wrong !== undefined) return yield* callRefused("NoSuchColumn", { file, column: wrong })
      const text = chosenCases(decision, now.sources.get(file) ?? "", columns)
      return { label: { action: "table" as const, file, count: 1 }, texts: new Map([[file, text]]) }
    }),
  )

/**
 * Writes what a table answers to a traveller now as one more case of it, as one step; a file that is not there
 * yet is made, and one without a column that the case needs gets it.
 */
export const keepTableCase = Effect.fnUntraced(function* (
  { answers, desk }: Pick<Bench, "answers" | "desk">,
  { name, ...made }: TableCaseKept,
): Effect.fn.Return<TableCaseDone, CallRefused | EngineFailure> {
  const { file } = made
  const found = yield* answers.ask("table-case", made)
  const cells = found as Readonly<Record<string, string>> | null
  if (cells === null) return yield* callRefused("TableNotAsked", { file })
  const cases = caseFileOf(file)
  let line = 1
  const { revision } = yield* desk.edit((now) =>
    Effect.gen(function* () {
      const definition = yield* definitionOf(now, file)
      if (definition._tag !== "DecisionDefinition") {
        return yield* callRefused("NoSuchTable", { file })
      }
      const before = now.sources.get(cases) ?? newCasesText(definition)
      // Nobody looks at the file: one that is no table stays as it is.
      if (Result.isFailure(readCsv(before)) || headerOf(before).length === 0) {
        return yield* callRefused("EditMisplaced", { file: cases })
      }
      const kept = withCase(definition, before, {
        ...cells,
        [caseColumnsOf(definition).name]: name.trim(),
      })
      line = kept.line
      return {
        label: { action: "table" as const, file: cases, count: 1 },
        texts: new Map([[cases, kept.text]]),
      }
    }),
  )
  return { file: cases, line, revision }
})

/** A text of cases with one more at its end, under a name that no other has. */
const withCase = (
  decision: DecisionDefinition,
  before: string,
  cells: Readonly<Record<string, string>>,
): { readonly text: string; readonly line: number } => {
  const needed = Object.keys(cells).filter((column) => cells[column] !== "")
  const has = caseColumnChoice(decision, before).flatMap((each) => (each.isIn ? [each.name] : []))
  const text = chosenCases(decision, before, [...has, ...needed])
  const { name } = caseColumnsOf(decision)
  const columns = headerOf(text).map((field) => field.text)
  const definition = caseDefinition(decision, text)
  const declared = Object.keys(columnsOf(definition))
  const at = declared.indexOf(name)
  const { records } = readSource(definition.file, text, declared)
  const taken = new Set(records.map(({ fields }) => fields[at]?.text ?? ""))
  const row = columns.map((column) =>
    column === name ? freeName(cells[name] ?? "", taken) : (cells[column] ?? ""),
  )
  return { text: `${text}${row.map(csvText).join(",")}\n`, line: text.split("\n").length }
}

const freeName = (asked: string, taken: ReadonlySet<string>): string => {
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? asked : `${asked} ${count}`
    if (!taken.has(name)) return name
  }
}

/** The decision table that the cases of a file ask. */
const decisionAsked = Effect.fnUntraced(function* (
  state: DeskState,
  file: string,
): Effect.fn.Return<DecisionDefinition, CallRefused> {
  const cases = yield* definitionOf(state, file)
  const asked = cases._tag === "TableDefinition" ? cases.casesOf : undefined
  const decision = asked === undefined ? undefined : yield* definitionOf(state, asked)
  return decision?._tag === "DecisionDefinition"
    ? decision
    : yield* callRefused("NoSuchTable", { file })
})
