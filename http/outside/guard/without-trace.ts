import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"

/** The same client, but its calls carry no ids of this process's traces: they are nobody else's concern. */
export const withoutTrace: (client: HttpClient.HttpClient) => HttpClient.HttpClient =
  HttpClient.transformResponse(Effect.provideService(HttpClient.TracerPropagationEnabled, false))
