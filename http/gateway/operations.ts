import type * as Effect from "effect/Effect"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpServer from "effect/http/HttpServer"
import type { HttpServerResponse } from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import { type EndpointName, endpoints } from "../api/api.ts"
import type { ThisCall } from "./this-call.ts"

const endpointNames = Object.keys(endpoints) as ReadonlyArray<EndpointName>

/**
 * A signed endpoint of the API as it is served. Its bytes are signed, so that they are read raw; and what
 * they say is read by its operation alone, once the signature holds. Effect's builder knows no query,
 * which it would decode before that, and refuse in other words than the API's.
 */
const servedEndpoint = (name: EndpointName) => {
  const { annotations, identifier, method, path } = endpoints[name]
  return HttpApiEndpoint.make(method)(identifier, path).annotateMerge(annotations)
}

const signed = endpointNames.reduce(
  (group, name) => group.add(servedEndpoint(name)),
  HttpApiGroup.make("signed").add(servedEndpoint("meta")),
)

const served = HttpApi.make("viatica").add(signed)

/** The routes of all operations, each of which `answer` answers as a whole. */
export const layerOperations = (
  answer: (name: EndpointName) => Effect.Effect<HttpServerResponse, never, ThisCall>,
) =>
  HttpApiBuilder.layer(served).pipe(
    Layer.provide(HttpServer.layerServices),
    Layer.provide(
      HttpApiBuilder.group(served, "signed", (handlers) => {
        for (const name of endpointNames) {
          // Made once, and run for each call.
          const answering = answer(name)
          handlers.handleRaw(name, () => answering, { uninterruptible: true })
        }
        return handlers as never
      }),
    ),
  )
