import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schedule from "effect/Schedule"
import type * as Scope from "effect/Scope"
import * as HttpClient from "effect/http/HttpClient"
import { ratesRefreshMinutes, ratesUrl } from "../../config/outside.ts"
import { makeGetText } from "../guard/get-text.ts"
import { withinDeadline } from "../guard/within-deadline.ts"
import { type RatesFailure, RatesUnavailable } from "./rates-unavailable.ts"
import { layerTableRates, makeOver } from "./rates.ts"
import { makeRefresh } from "./refresh.ts"
import { makeSharing } from "./sharing.ts"
import { makeStoredRates } from "./stored-rates.ts"
import { layerFetchClient } from "../../platform/fetch-client.ts"
import { notWaiting } from "../../platform/not-waiting.ts"
import { Rates } from "../../ports/rates.ts"
import { TableBundle } from "../../ports/table-bundle.ts"
import type { RatesDocument } from "../../../rules/currency/rates/document.ts"
import { readRatesDocument } from "../../../rules/currency/rates/read-document.ts"

/**
 * The rates of a source under an address, which the client around this effect asks at once and
 * again and again until the scope closes. The layer is ready once the first rates are there, or
 * once it has waited long enough for them.
 */
export const makeRefreshedRates = Effect.fnUntraced(function* (url: URL, policy: RatesPolicy) {
  const bundles = yield* TableBundle
  const { accepted, refresh, status } = makeRefresh({
    source: url.origin,
    ask: makeAskSource(yield* HttpClient.HttpClient, url, policy),
    sharing: makeSharing(yield* makeStoredRates, policy.timeoutMs),
    tables: () => bundles.current().tables,
  })
  yield* refreshRegularly(refresh, policy)
  return { over: makeOver(accepted), status }
})

const layerSource = (url: URL) =>
  Layer.effect(
    Rates,
    Effect.flatMap(ratesRefreshMinutes, (minutes) =>
      makeRefreshedRates(url, { ...ratesPolicy, refreshMs: minutes * 60_000 }),
    ),
  ).pipe(Layer.provide(layerFetchClient))

/** The rates of the source that `RATES_URL` names, over those of the tables; or the tables' alone. */
export const layerRates = Layer.unwrap(
  Effect.map(ratesUrl, Option.match({ onNone: () => layerTableRates, onSome: layerSource })),
)

/**
 * Refreshes at once and then at fixed intervals until the scope closes, even if a refresh fails.
 * Waits for the first one to end, but no longer than a start may.
 */
export const refreshRegularly = Effect.fnUntraced(function* (
  refresh: Effect.Effect<void>,
  { refreshMs, startWaitMs }: Pick<RatesPolicy, "refreshMs" | "startWaitMs">,
): Effect.fn.Return<void, never, Scope.Scope> {
  const first = yield* Deferred.make<void>()
  yield* refresh.pipe(
    Effect.catchDefect((defect) => Effect.logError("refreshing exchange rates failed", defect)),
    Effect.ensuring(Deferred.succeed(first, undefined)),
    Effect.repeat(Schedule.fixed(refreshMs)),
    Effect.forkScoped,
  )
  yield* Effect.timeoutOption(Deferred.await(first), startWaitMs)
})

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
