import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { listenedAtOnceMax } from "../../rules/events/event-policy.ts"
import { type Refusal, refusal } from "../api/api-refusal.ts"
import { afterCharge, type Operations, readJson, type SignedCall } from "../api/operation.ts"
import { tellOutage } from "../observability/outage-log.ts"
import type { EventListeners, ListenerPoll } from "../ports/event-listeners.ts"
import { badRequest, memberOf } from "./events.ts"

/** `POST /api/v1/events/listen`: sandbox events for a machine that no endpoint reaches. */
export const makeListen = (listeners: EventListeners["Service"]): Operations["listen"] => ({
  admit: ({ body, key }: SignedCall) =>
    Result.gen(function* () {
      if (key.mode === "live") return yield* liveKey
      const poll = yield* readPoll(yield* readJson(body))
      return afterCharge(() =>
        Effect.matchEffect(listeners.poll({ ...poll, partnerId: key.partner.id }), {
          onSuccess: (listened) => Effect.succeed({ ok: true, mode: key.mode, ...listened }),
          onFailure: (failed) => {
            switch (failed._tag) {
              case "ListenerNotFound":
                return Effect.fail(refusal("EVENT_NOT_FOUND", failed.message))
              case "TooManyListeners":
                return Effect.fail(refusal("TOO_MANY_EVENT_ENDPOINTS", failed.message))
              case "EventStoreUnavailable":
                return Effect.andThen(
                  tellOutage("events cannot be listened to", failed),
                  Effect.fail(unavailable),
                )
            }
          },
        }),
      )
    }),
})

const liveKey = badRequest(
  "Only the events of the sandbox can be listened to, with a sandbox key: those of live sales go to an endpoint.",
)

const unavailable = refusal(
  "SERVICE_UNAVAILABLE",
  "Events cannot be listened to right now; try again shortly.",
  { headers: { "retry-after": "5" } },
)

const isTexts = (value: unknown): value is ReadonlyArray<string> =>
  Array.isArray(value) && value.every((one) => typeof one === "string")

const readPoll = (body: unknown): Result.Result<Omit<ListenerPoll, "partnerId">, Refusal> => {
  const listenerId = memberOf(body, "listenerId")
  const settled = memberOf(body, "settled") ?? []
  const ends = memberOf(body, "ends") ?? false
  if (listenerId !== undefined && typeof listenerId !== "string") {
    return badRequest("listenerId: a text, or left out for a new listener")
  }
  if (!isTexts(settled) || settled.length > listenedAtOnceMax) {
    return badRequest(`settled: a list of at most ${listenedAtOnceMax} ids of events`)
  }
  return typeof ends === "boolean"
    ? Result.succeed({ listenerId, settled, ends })
    : badRequest("ends: true or false")
}
