import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"

/** How sources are asked. Redirects are answers like others, and refused: an address is configured, not handed on. */
export const layerFetchClient = FetchHttpClient.layer.pipe(
  Layer.provideMerge(Layer.succeed(FetchHttpClient.RequestInit, { redirect: "manual" })),
)
