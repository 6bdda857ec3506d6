import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import { HttpClientError, TransportError } from "effect/http/HttpClientError"
import * as HttpClientResponse from "effect/http/HttpClientResponse"

/** What an outside service does with one call: answers, fails with a code, or something stranger. */
export type Turn =
  | { readonly answers: string; readonly status?: number; readonly afterMs?: number }
  | { readonly failsWith: unknown }
  | { readonly does: Effect.Effect<never> }

/** An answer without offers. */
export const emptyAnswer = '{"offers":[]}'

/** A connection error as Node reports it. */
export const failsWith = (code: string): Turn => ({
  failsWith: Object.assign(new Error("connection error"), { code }),
})

/** A client whose calls do what they are told, the last turn again and again. */
export const makeFakeClient = (...turns: ReadonlyArray<Turn>) => {
  let waiting = turns
  let calls = 0
  let open = 0
  let openMax = 0
  const next = (): Turn => {
    const [turn, ...rest] = waiting
    if (rest.length > 0) waiting = rest
    return turn ?? { answers: emptyAnswer }
  }
  const client = HttpClient.make((request) =>
    Effect.suspend(() => {
      const turn = next()
      calls += 1
      open += 1
      openMax = Math.max(openMax, open)
      if ("does" in turn) return turn.does
      if ("failsWith" in turn) {
        const reason = new TransportError({ request, cause: turn.failsWith })
        return Effect.fail(new HttpClientError({ reason }))
      }
      const web = new Response(turn.answers, { status: turn.status ?? 200 })
      return Effect.delay(
        Effect.succeed(HttpClientResponse.fromWeb(request, web)),
        turn.afterMs ?? 0,
      )
    }).pipe(
      Effect.ensuring(
        Effect.sync(() => {
          open -= 1
        }),
      ),
    ),
  )
  return {
    client,
    calls: () => calls,
    openMax: () => openMax,
    becomes: (...others: ReadonlyArray<Turn>) => {
      waiting = others
    },
  }
}
