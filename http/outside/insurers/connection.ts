import * as Effect from "effect/Effect"
import type * as HttpClient from "effect/http/HttpClient"
import * as Semaphore from "effect/Semaphore"
import { makeGuard } from "../guard/guard.ts"
import { notWaiting } from "../../platform/not-waiting.ts"
import { describeRefusal, insurerRefused } from "./insurer-refused.ts"
import type { InsurerPolicy } from "./policy.ts"
import { makePostRating, type PostRating } from "./post-rating.ts"

/** An insurer that is asked over HTTP: its key in the tables, and where it is. */
export interface ConnectedInsurer {
  readonly key: string
  readonly url: URL
  readonly client: HttpClient.HttpClient
}

/**
 * One insurer's connection, which all quotes share: so many calls at a time, each with a deadline,
 * and none for a while after failures in a row. Whatever goes wrong is `InsurerRefused`, at
 * the deadline at the latest.
 */
export const makeConnection = Effect.fnUntraced(function* (
  { client, key, url }: ConnectedInsurer,
  policy: InsurerPolicy,
) {
  const post = makePostRating(client, url, policy)
  const turns = yield* Semaphore.make(policy.inFlightMax)
  const guard = yield* makeGuard(
    {
      key,
      lines: {
        unavailable: "an insurer is unavailable",
        availableAgain: "an insurer is available again",
        facts: { insurer: key, address: url.origin },
      },
      failed: insurerRefused,
      describe: ({ reason }) => describeRefusal(reason),
    },
    policy,
  )
  const ask: PostRating = (body) => guard(notWaiting(Semaphore.withPermit(turns, post(body))))
  return ask
})
