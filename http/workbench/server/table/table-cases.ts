import * as Effect from "effect/Effect"
import {
  caseColumnChoice,
  caseFileOf,
  chosenCases,
  newCasesText,
} from "../../../../core/table/case-table.ts"
import type { DecisionDefinition } from "../../../../core/table/decision.ts"
import type { CaseColumnsAsked, OwnTableDone } from "../../protocol/table.ts"
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
