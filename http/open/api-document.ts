import * as Effect from "effect/Effect"
import * as Scope from "effect/Scope"
import { HttpRouter } from "effect/http"
import { HttpApiScalar, OpenApi } from "effect/http-api"
import { signingHeaderNames } from "../../rules/signing/headers.ts"
import { Api } from "../api/api.ts"
import type { ServerSettings } from "../config.ts"
import { type Answer, jsonAnswer } from "../serve/answer.ts"
import type { OpenRoute } from "../serve/routes.ts"

/** The signing headers as OpenAPI's security schemes; a call needs all of them at once. */
const signingSchemes = (prefix: string) => {
  const { keyId, signature, timestamp } = signingHeaderNames(prefix)
  const header = (name: string, description: string) => ({
    type: "apiKey",
    in: "header",
    name,
    description,
  })
  return {
    keyId: header(keyId, "Key id."),
    timestamp: header(timestamp, "Unix seconds, ten digits."),
    signature: header(signature, "`v2=` and the hex HMAC-SHA256 of the signed message."),
  }
}

const specification = ({ baseUrl, headerPrefix }: ServerSettings): Answer => {
  const document = OpenApi.fromApi(Api)
  const securitySchemes = signingSchemes(headerPrefix)
  const everyScheme = Object.fromEntries(Object.keys(securitySchemes).map((name) => [name, []]))
  const paths = Object.entries(document.paths).map(([path, item]) => [
    path,
    Object.fromEntries(
      Object.entries(item).map(([method, operation]) => [
        method,
        { ...operation, security: [everyScheme] },
      ]),
    ),
  ])
  return jsonAnswer(
    200,
    {
      ...document,
      servers: [{ url: baseUrl }],
      paths: Object.fromEntries(paths),
      components: { ...document.components, securitySchemes },
    },
    { "cache-control": "public, max-age=300" },
  )
}

/**
 * `/openapi.json`, and `/docs` for people. The page carries its own script of some megabytes,
 * which is loaded when the page is first asked for.
 */
export const makeApiDocumentRoutes = (settings: ServerSettings) =>
  Effect.gen(function* () {
    const answer = specification(settings)
    const scope = yield* Effect.scope
    const page = yield* Effect.cached(
      Scope.provide(
        HttpRouter.toHttpEffect(
          HttpApiScalar.layer(Api, { path: "/docs", scalar: { withDefaultFonts: false } }),
        ),
        scope,
      ),
    )
    const routes: ReadonlyArray<OpenRoute> = [
      { pattern: "/openapi.json", answer: () => Effect.succeed(answer) },
      { pattern: "/docs", answer: () => Effect.orDie(Effect.flatten(page)) },
    ]
    return routes
  })
