import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { ratesRefreshMinutes, ratesUrl } from "../../config/outside.ts"
import { layerFetchClient } from "../../platform/fetch-client.ts"
import { TableBundle } from "../../ports/table-bundle.ts"
import { makeAskSource, type RatesPolicy, ratesPolicy } from "./ask-source.ts"
import { Rates } from "../../ports/rates.ts"
import { makeOver } from "./rates.ts"
import { makeRefresh } from "./refresh.ts"
import { refreshRegularly } from "./refresh-loop.ts"
import { makeSharing } from "./sharing.ts"
import { makeStoredRates } from "./stored-rates.ts"
import { layerTableRates } from "./rates.ts"

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
