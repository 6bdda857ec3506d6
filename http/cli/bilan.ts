import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Command from "effect/cli/Command"
import { makeOfflineCoach } from "../../rules/coach/offline.ts"
import { type CoachRefusal, describeCoachRefusal } from "../../rules/coach/refusal.ts"
import { limitOf } from "../../rules/trip/vocabulary.ts"
import { TableBundle } from "../tables/table-bundle.ts"
import { apiVersion } from "../version.ts"
import { answerRequests, requestOrigin } from "./answer-requests.ts"
import { answerText, explainFlag } from "./explanation-text.ts"
import { jsonFlag } from "./output.ts"
import { makeReader, type RequestRefusal } from "./request-lines.ts"
import { requestArgument, type RequestOrigin } from "./request-origin.ts"

const refusalOf = (refused: CoachRefusal): RequestRefusal => ({
  error: refused.code,
  detail: describeCoachRefusal(refused),
})

const bilans = Effect.fnUntraced(function* (
  origin: RequestOrigin,
  flags: { readonly explain: boolean; readonly json: boolean },
) {
  const { folder, hash, tables } = (yield* TableBundle).current()
  const bytesMax = limitOf(tables, "body_bytes_max")
  const coach = makeOfflineCoach(tables, `${apiVersion}+${hash}`)
  const make: (request: unknown) => Result.Result<object, CoachRefusal> = flags.explain
    ? coach.explainBilan
    : coach.bilan
  const bilan = (request: unknown) => Result.mapError(make(request), refusalOf)
  return yield* answerRequests(origin, {
    noun: "bilan",
    bytesMax,
    answer: makeReader(bilan, bytesMax),
    text: answerText(flags.json, folder),
  })
})

/** `viatica bilan`: bilans without network and database, one or one for each line. */
export const bilanCommand = Command.make(
  "bilan",
  { request: requestArgument, explain: explainFlag, json: jsonFlag },
  Effect.fn("bilan")(function* ({ request, ...flags }) {
    const origin = yield* requestOrigin("bilan", request)
    return yield* Effect.provide(bilans(origin, flags), TableBundle.layer)
  }),
).pipe(
  Command.withDescription("Read what a card's cover lacks for a trip, offline"),
  Command.withExamples([
    {
      command: `viatica bilan '{"residence":"FR","destinations":["US"],"card":{"none":true}}'`,
      description: "One bilan",
    },
    {
      command: "viatica bilan - < requests.ndjson > bilans.ndjson",
      description: "A bilan for each line",
    },
    {
      command: `viatica bilan --explain '{"residence":"FR","destinations":["US"]}'`,
      description: "The rows that decided each figure",
    },
  ]),
)
