import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import type * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as HttpApiScalar from "effect/http-api/HttpApiScalar"
import * as OpenApi from "effect/http-api/OpenApi"
import { type SigningHeaderNames, signingHeaderNames } from "../../rules/signing/headers.ts"
import type { LimitOf } from "../../rules/reference/limits.ts"
import { makeApi, openEndpoints } from "../api/api.ts"
import { guide } from "../api/guide.ts"
import type { ServerSettings } from "../config/server.ts"
import { type Answer, jsonAnswer, sharedAnswer, textAnswer } from "../api/answer.ts"
import type { OpenRoute } from "../api/open-route.ts"
import { pageHeaders } from "./page-headers.ts"

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

/** A schema that takes members it does not name: callers and service may both be the newer one. */
const openSchema = (node: unknown): unknown => {
  if (Array.isArray(node)) return node.map(openSchema)
  if (!Predicate.isObject(node)) return node
  return Object.fromEntries(
    Object.entries(node)
      .filter(([name, value]) => !(name === "additionalProperties" && value === false))
      .map(([name, value]) => [name, openSchema(value)]),
  )
}

const openPaths = new Set<string>(Object.values(openEndpoints).map(({ path }) => path))

/** The operations with what they ask for: all signing headers, or nothing where they are open. */
const securedOperations = (paths: object, schemes: object): object => {
  const signed = [Object.fromEntries(Object.keys(schemes).map((name) => [name, []]))]
  return Object.fromEntries(
    Object.entries(paths).map(([path, item]: [string, object]) => [
      path,
      Object.fromEntries(
        Object.entries(item).map(([method, operation]: [string, object]) => [
          method,
          { ...operation, security: openPaths.has(path) ? [] : signed },
        ]),
      ),
    ]),
  )
}

/** The API under the limits in force, with its guide and its signing headers under their names here. */
const described = (baseUrl: string, headers: SigningHeaderNames, limitOf: LimitOf) =>
  makeApi(limitOf)
    .annotate(OpenApi.Description, guide(headers, limitOf))
    .annotate(OpenApi.Transform, (document) => {
      const { components, paths, ...rest } = openSchema(document) as Record<string, object>
      const securitySchemes = signingSchemes(headers)
      return {
        ...rest,
        servers: [{ url: baseUrl }],
        paths: securedOperations(paths ?? {}, securitySchemes),
        components: { ...components, securitySchemes },
      }
    })

/** Nothing is fetched from elsewhere, and no call is made from a browser: it would hold the secret. */
const pageSettings = { withDefaultFonts: false, hideTestRequestButton: true }

const textOf = ({ body }: HttpServerResponse.HttpServerResponse): string =>
  body._tag === "Uint8Array" ? new TextDecoder().decode(body.body) : ""

/** What the page for people needs beside its own scripts: styles that it makes, pictures within it. */
const docsSources = [
  "style-src 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src data:",
  "connect-src 'self'",
]

const docsAnswer = (html: string): Answer =>
  textAnswer(200, "text/html", html, {
    ...pageHeaders({
      scripts: [...html.matchAll(/<script>([^]*?)<\/script>/g)].map(([, script = ""]) => script),
      others: docsSources,
    }),
    "cache-control": "public, max-age=300",
  })

const docsPath = "/docs"

/** The page as effect's router serves it, which it does to a request alone. */
const docsPage = (api: ReturnType<typeof described>) =>
  Effect.gen(function* () {
    const request = HttpServerRequest.fromWeb(new Request(`http://localhost${docsPath}`))
    const page = HttpApiScalar.layer(api, { path: docsPath, scalar: pageSettings })
    const serve = yield* HttpRouter.toHttpEffect(page)
    return yield* Effect.provideService(serve, HttpServerRequest.HttpServerRequest, request)
  }).pipe(Effect.scoped, Effect.orDie)

/**
 * `/openapi.json`, and `/docs` for people. Both are made when they are first asked for: no start
 * should wait for the document, nor for the page's own script of some megabytes.
 */
export const makeApiDocumentRoutes = (
  { baseUrl, headerPrefix }: Pick<ServerSettings, "baseUrl" | "headerPrefix">,
  limitOf: LimitOf,
) =>
  Effect.gen(function* () {
    const headers = signingHeaderNames(headerPrefix)
    const api = described(baseUrl, headers, limitOf)
    const document = yield* Effect.cached(
      Effect.sync(() =>
        sharedAnswer(
          jsonAnswer(200, OpenApi.fromApi(api), { "cache-control": "public, max-age=300" }),
        ),
      ),
    )
    const docs = yield* Effect.cached(
      // Whoever asks first may go away in the middle; what is made then is for everyone.
      Effect.uninterruptible(
        Effect.map(docsPage(api), (response) => sharedAnswer(docsAnswer(textOf(response)))),
      ),
    )
    const routes: ReadonlyArray<OpenRoute> = [
      { pattern: "/openapi.json", answer: () => document },
      { pattern: docsPath, answer: () => docs },
    ]
    return routes
  })
