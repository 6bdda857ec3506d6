import * as Effect from "effect/Effect"
import * as Scope from "effect/Scope"
import { HttpRouter } from "effect/http"
import { HttpApiScalar, OpenApi } from "effect/http-api"
import { type SigningHeaderNames, signingHeaderNames } from "../../rules/signing/headers.ts"
import { Api } from "../api/api.ts"
import { guide } from "../api/guide.ts"
import type { ServerSettings } from "../config.ts"
import { type Answer, jsonAnswer } from "../serve/answer.ts"
import type { OpenRoute } from "../serve/routes.ts"

/** The signing headers as OpenAPI's security schemes; a call needs all of them at once. */
const signingSchemes = ({ keyId, signature, timestamp }: SigningHeaderNames) => {
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

/** The API with its guide, under the names that the signing headers have here. */
const described = (headers: SigningHeaderNames) => Api.annotate(OpenApi.Description, guide(headers))

const specification = (baseUrl: string, headers: SigningHeaderNames): Answer => {
  const document = OpenApi.fromApi(described(headers))
  const securitySchemes = signingSchemes(headers)
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

/** Nothing is fetched from elsewhere, and no call is made from a browser: it would hold the secret. */
const pageSettings = { withDefaultFonts: false, hideTestRequestButton: true }

/**
 * `/openapi.json`, and `/docs` for people. The page carries its own script of some megabytes,
 * which is loaded when the page is first asked for.
 */
export const makeApiDocumentRoutes = ({ baseUrl, headerPrefix }: ServerSettings) =>
  Effect.gen(function* () {
    const headers = signingHeaderNames(headerPrefix)
    const answer = specification(baseUrl, headers)
    const scope = yield* Effect.scope
    const page = yield* Effect.cached(
      Scope.provide(
        HttpRouter.toHttpEffect(
          HttpApiScalar.layer(described(headers), { path: "/docs", scalar: pageSettings }),
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
