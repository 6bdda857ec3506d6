import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import { notWaiting } from "../platform/not-waiting.ts"

/** How long one batch of spans may take to be sent, its answer read. */
const sendTimeout = "5 seconds"

/** Batches on their way at once. */
const batchesMax = 4

/** A collector that takes batches slower than they come; what it does not take is dropped. */
class CollectorTooSlow extends Data.TaggedError("CollectorTooSlow")<{}> {}

/**
 * A client that no collector of spans can hold up: a batch has a deadline, and where so many are
 * under way, one more is dropped, so that what waits to be sent stays bounded. Both are defects, for
 * the exporter would try any other failure again; after one it rests for a minute.
 */
export const collectorClient = (client: HttpClient.HttpClient): HttpClient.HttpClient => {
  let underWay = 0
  const tooSlow = Effect.die(new CollectorTooSlow())
  return HttpClient.transform(client, (sent) =>
    Effect.suspend(() => {
      if (underWay >= batchesMax) return tooSlow
      underWay += 1
      const whole = Effect.tap(sent, (response) => Effect.ignore(response.arrayBuffer))
      return notWaiting(whole).pipe(
        Effect.timeoutOrElse({ duration: sendTimeout, orElse: () => tooSlow }),
        Effect.ensuring(
          Effect.sync(() => {
            underWay -= 1
          }),
        ),
      )
    }),
  )
}
