import * as Effect from "effect/Effect"
import { caseFileOf, newCasesText } from "../../../../core/table/case-table.ts"
import type { OwnTableDone } from "../../protocol/table.ts"
import { callRefused, type CallRefused } from "../call-refused.ts"
import type { Desk } from "../desk/desk.ts"
import { definitionOf } from "./table-definition.ts"

/** Makes the file of a decision table's own cases, without one, as one step; one that is there stays. */
export const makeOwnCases = Effect.fnUntraced(function* (
  desk: Desk,
  file: string,
): Effect.fn.Return<OwnTableDone, CallRefused> {
  const definition = yield* definitionOf(desk.state(), file)
  if (definition._tag !== "DecisionDefinition") return yield* callRefused("NoSuchTable", { file })
  const cases = caseFileOf(file)
  if (desk.state().sources.has(cases)) return { file: cases, revision: desk.state().revision }
  const state = yield* desk.take({
    label: { action: "table", file: cases, count: 1 },
    texts: new Map([[cases, newCasesText(definition)]]),
  })
  return { file: cases, revision: state.revision }
})
