import * as Result from "effect/Result"
import { shapeOf } from "../../../core/fields/shape-of.ts"
import { bilanBody } from "../../../rules/coach/bilan-body.ts"
import { type CoachRefusal, describeCoachRefusal } from "../../../rules/coach/coach-refusal.ts"
import { limitsOf } from "../../../rules/reference/limits.ts"
import type { Tables } from "../../../rules/tables/index.ts"
import type { RequestRefusal } from "../request-reader.ts"
import { type PreparedAnswers, putTogether, stringified } from "./prepared-answers.ts"
import { makeOfflineCoach } from "../../../rules/coach/offline.ts"
import type { AnsweringBilans } from "./prepared-answers.ts"

const coachRefusal = (refused: CoachRefusal): RequestRefusal => ({
  error: refused.code,
  detail: describeCoachRefusal(refused),
})

const refusing =
  <Answer>(make: (request: unknown) => Result.Result<Answer, CoachRefusal>) =>
  (request: unknown) =>
    Result.mapError(make(request), coachRefusal)

/** Prepares bilans over a set of tables. */
export const bilanAnswers = (
  { engineVersion, explain, today }: AnsweringBilans,
  tables: Tables,
): PreparedAnswers => {
  const shape = shapeOf(bilanBody(limitsOf(tables)))
  const coach = makeOfflineCoach(tables, engineVersion, today, shape)
  const { bilan, bilanJson, explainBilan, warningsOf } = coach
  return explain
    ? stringified(refusing(explainBilan), warningsOf)
    : putTogether(refusing(bilan), refusing(bilanJson), warningsOf)
}
