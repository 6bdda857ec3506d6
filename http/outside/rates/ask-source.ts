import * as Effect from "effect/Effect"
import type * as HttpClient from "effect/http/HttpClient"
import type { RatesDocument } from "../../../rules/currency/rates/document.ts"
import { readRatesDocument } from "../../../rules/currency/rates/read-document.ts"
import { makeGetText } from "../guard/get-text.ts"
import { notWaiting } from "../../platform/not-waiting.ts"
import { withinDeadline } from "../guard/within-deadline.ts"
import { type RatesFailure, RatesUnavailable } from "./rates-unavailable.ts"

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

/** How a source is treated by default. */
export const ratesPolicy: RatesPolicy = {
  timeoutMs: 10_000,
  bytesMax: 256 * 1_024,
  refreshMs: 60 * 60_000,
  startWaitMs: 2_000,
}

const unavailable = (reason: RatesFailure): RatesUnavailable => new RatesUnavailable({ reason })

const accept = "application/json, application/xml, text/xml"

/**
 * Asks a source for its document, by GET, once. The client must not follow redirects. Whatever goes
 * wrong is {@link RatesUnavailable}, at the deadline at the latest.
 */
export const makeAskSource = (
  client: HttpClient.HttpClient,
  url: URL,
  { bytesMax, timeoutMs }: RatesPolicy,
): (() => Effect.Effect<RatesDocument, RatesUnavailable>) => {
  const getText = makeGetText(client, { accept, bytesMax })
  const ask = Effect.fn("rates.ask")(function* () {
    const text = yield* Effect.mapError(getText(url), unavailable)
    return yield* Effect.mapError(Effect.fromResult(readRatesDocument(text)), (refusal) =>
      unavailable({ _tag: "NotTaken", refusal }),
    )
  })
  return () => withinDeadline(notWaiting(ask()), timeoutMs, unavailable)
}
