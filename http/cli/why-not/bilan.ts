import * as Clock from "effect/Clock"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { cardModes } from "../../../rules/coach/coach-vocabulary.ts"
import { describeCoachRefusal } from "../../../rules/coach/coach-refusal.ts"
import { offlineContext } from "../../../rules/coach/offline.ts"
import { limitOf } from "../../../rules/reference/limits.ts"
import { definitionsIn } from "../../../rules/tables/index.ts"
import { wordsOfSources } from "../../../rules/tables/compare-versions.ts"
import { utcDay } from "../../platform/utc-day.ts"
import { type RequestOrigin } from "../../bulk/request-origin.ts"
import { loneRequest, whyNotText } from "./why-not.ts"
import { refusal } from "../../terminal/command-refused.ts"
import { prepareBilanWhyNot } from "../../../rules/coach/why-not.ts"
import { answeringTables } from "../../bulk/answering-tables.ts"

/** `viatica bilan --why-not ID`: why an argument or a headline is not in the bilan of a request. */
export const whyNotInBilan = Effect.fnUntraced(function* (
  origin: RequestOrigin,
  id: string,
  json: boolean,
) {
  const { folder, sources, tables } = yield* answeringTables
  const request = yield* loneRequest(origin, limitOf(tables, "body_bytes_max"))
  const wordsOf = wordsOfSources(Object.values(definitionsIn(sources)), sources)
  const { ids, read, whyNot } = prepareBilanWhyNot(tables, wordsOf)
  if (!ids.includes(id)) {
    return yield* refusal("name-unknown", { noun: "told", id, known: ids })
  }
  const asked = read(request, cardModes)
  if (Result.isFailure(asked)) {
    const { failure } = asked
    return yield* refusal("request-refused", {
      error: failure.code,
      detail: describeCoachRefusal(failure),
    })
  }
  const today = utcDay(yield* Clock.currentTimeMillis)
  const found = whyNot(asked.success, offlineContext("", today), id)
  return yield* Console.log(
    json
      ? JSON.stringify(found)
      : whyNotText(found, folder, id.startsWith("coach.headline.") ? "the headline" : "told"),
  )
})
