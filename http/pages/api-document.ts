import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as OpenApi from "effect/http-api/OpenApi"
import { once } from "../../core/once.ts"
import { type SigningHeaderNames, signingHeaderNames } from "../../rules/signing/headers.ts"
import type { LimitOf } from "../../rules/reference/limits.ts"
import { makeApi, openEndpoints } from "../api/api.ts"
import { guide } from "../api/guide.ts"
import type { ServerSettings } from "../config/server.ts"
import { jsonAnswer, sharedAnswer } from "../api/answer.ts"
import type { OpenRoute } from "../api/open-route.ts"

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

/** The API document under the limits in force, with the addresses and header names of this service. */
export const makeApiDocument = (
  { baseUrl, headerPrefix }: Pick<ServerSettings, "baseUrl" | "headerPrefix">,
  limitOf: LimitOf,
): OpenApi.OpenAPISpec =>
  OpenApi.fromApi(described(baseUrl, signingHeaderNames(headerPrefix), limitOf))

/** `/openapi.json`, made when it is first asked for: no start should wait for the document. */
export const makeApiDocumentRoute = (document: () => OpenApi.OpenAPISpec): OpenRoute => {
  const answer = once(() =>
    sharedAnswer(jsonAnswer(200, document(), { "cache-control": "public, max-age=300" })),
  )
  return { pattern: "/openapi.json", answer: () => Effect.sync(answer) }
}
