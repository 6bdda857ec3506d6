import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import type { RatesDocument } from "../../rules/currency/rates/document.ts"
import { readRatesDocument } from "../../rules/currency/rates/read-document.ts"
import { notWaiting } from "../outgoing/not-waiting.ts"
import { readText, type TextLost } from "../outgoing/read-text.ts"
import { type RatesFailure, RatesUnavailable } from "./errors.ts"

/** How a source is treated: times in milliseconds. */
export interface RatesPolicy {
  /** How long a source may take to answer, its whole document included. */
  readonly timeoutMs: number
  /** Bytes of a document, after decompression. */
  readonly bytesMax: number
  readonly refreshMs: number
  /** How long a start waits for the first rates; they are taken later where that is not enough. */
  readonly startWaitMs: number
}

/** How a source is treated unless something else is said. */
export const ratesPolicy: RatesPolicy = {
  timeoutMs: 10_000,
  bytesMax: 256 * 1_024,
  refreshMs: 60 * 60_000,
  startWaitMs: 2_000,
}

const unavailable = (reason: RatesFailure): RatesUnavailable => new RatesUnavailable({ reason })

const textLost = (lost: TextLost): RatesUnavailable =>
  unavailable(lost._tag === "TooLarge" ? lost : { _tag: "Unreachable" })

const accept = "application/json, application/xml, text/xml"

/**
 * Asks a source for its document, by GET, once. The client must not follow redirects; whatever is
 * left of an answer when this ends is not received. Whatever goes wrong is {@link RatesUnavailable},
 * at the deadline at the latest.
 */
export const makeAskSource = (
  client: HttpClient.HttpClient,
  url: URL,
  { bytesMax, timeoutMs }: RatesPolicy,
): (() => Effect.Effect<RatesDocument, RatesUnavailable>) => {
  const scoped = HttpClient.withScope(client)
  const timedOut = unavailable({ _tag: "TimedOut", timeoutMs })
  const ask = Effect.fn("rates.ask")(function* () {
    const response = yield* Effect.mapError(scoped.get(url, { accept }), () =>
      unavailable({ _tag: "Unreachable" }),
    )
    const { status } = response
    if (status !== 200) return yield* unavailable({ _tag: "Refused", status })
    const text = yield* Effect.mapError(readText(response, bytesMax), textLost)
    return yield* Effect.mapError(Effect.fromResult(readRatesDocument(text)), (refusal) =>
      unavailable({ _tag: "NotTaken", refusal }),
    )
  }, Effect.scoped)
  return () =>
    ask().pipe(
      notWaiting,
      Effect.timeoutOrElse({ duration: timeoutMs, orElse: () => Effect.fail(timedOut) }),
      Effect.catchDefect((defect) =>
        Effect.fail(unavailable({ _tag: "Died", defect: String(defect) })),
      ),
    )
}
