import * as Result from "effect/Result"
import { shapeOf } from "../../../core/fields/shape-of.ts"
import { bilanBody } from "../../../rules/coach/bilan-body.ts"
import { type CoachRefusal, describeCoachRefusal } from "../../../rules/coach/coach-refusal.ts"
import { limitsOf } from "../../../rules/reference/limits.ts"
import type { Tables } from "../../../rules/tables/index.ts"
import type { RequestRefusal } from "../request-reader.ts"
import { nestRequests } from "../rows/flat-requests.ts"
import { requestColumns } from "../rows/row-request.ts"
import {
  type AnsweringBilans,
  type PreparedAnswers,
  putTogether,
  stringified,
} from "./prepared-answers.ts"
import { makeOfflineCoach } from "../../../rules/coach/offline.ts"

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
  const body = bilanBody(limitsOf(tables))
  const shape = shapeOf(body)
  const coach = makeOfflineCoach(tables, engineVersion, today, shape)
  const { bilan, bilanJson, explainBilan, warningsOf } = coach
  const reading = { warningsOf, nest: nestRequests(requestColumns(body)) }
  return explain
    ? stringified(refusing(explainBilan), reading)
    : putTogether(refusing(bilan), refusing(bilanJson), reading)
}
