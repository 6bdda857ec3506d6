import * as Effect from "effect/Effect"
import * as OpenApi from "effect/http-api/OpenApi"
import { once } from "../../core/memory.ts"
import { type SigningHeaderNames, signingHeaderNames } from "../../rules/signing/headers.ts"
import type { LimitOf } from "../../rules/reference/limits.ts"
import { makeApi, openEndpoints } from "../api/api.ts"
import { guide } from "../api/guide.ts"
import type { ServerSettings } from "../config/server.ts"
import { jsonAnswer, sharedAnswer } from "../api/answer.ts"
import { tellsUnknownFields } from "../api/unknown-fields.ts"
import type { OpenRoute } from "../api/open-route.ts"
import { plainSchema } from "./api-document/plain-schema.ts"
import { shownOperation, type ShownOperations, type ShownParts } from "./api-document/operation.ts"

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

const openPaths = new Set<string>(Object.values(openEndpoints).map(({ path }) => path))

/** The name of the endpoint that an operation describes. */
const endpointNameOf = (operation: object): string => {
  const id = "operationId" in operation ? String(operation.operationId) : ""
  return id.slice(id.indexOf(".") + 1)
}

/**
 * The operations with their examples and with what they ask for: all signing headers, or nothing
 * where they are open.
 */
const finishedOperations = (paths: object, schemes: object, parts: ShownParts): object => {
  const signed = [Object.fromEntries(Object.keys(schemes).map((name) => [name, []]))]
  const finished = (path: string, method: string, operation: object) => {
    const isOpen = openPaths.has(path)
    return {
      ...shownOperation(
        isOpen ? { ...operation } : tellsUnknownFields({ ...operation }),
        { name: endpointNameOf(operation), method: method.toUpperCase(), path },
        parts,
      ),
      security: isOpen ? [] : signed,
    }
  }
  return Object.fromEntries(
    Object.entries(paths).map(([path, item]: [string, object]) => [
      path,
      Object.fromEntries(
        Object.entries(item).map(([method, operation]: [string, object]) => [
          method,
          finished(path, method, operation),
        ]),
      ),
    ]),
  )
}

/** No licence of SPDX's list is given; `LICENSE` says so. */
const license = { name: "All rights reserved", identifier: "LicenseRef-Viatica" }

/** The API under the limits in force, with its guide and its signing headers under their names here. */
const described = (headers: SigningHeaderNames, parts: ShownParts) =>
  makeApi(parts.limitOf)
    .annotate(OpenApi.Description, guide(headers, parts.limitOf))
    .annotate(OpenApi.Transform, (document) => {
      const plain = plainSchema(document) as Record<string, object>
      const { components, info, paths, ...rest } = plain
      const securitySchemes = signingSchemes(headers)
      return {
        ...rest,
        info: { ...info, license },
        servers: [{ url: parts.baseUrl }],
        paths: finishedOperations(paths ?? {}, securitySchemes, parts),
        components: { ...components, securitySchemes },
      }
    })

/**
 * The API document under the limits in force, with the addresses and header names of this service,
 * and with examples of calls where some are given.
 */
export const makeApiDocument = (
  { baseUrl, headerPrefix }: Pick<ServerSettings, "baseUrl" | "headerPrefix">,
  limitOf: LimitOf,
  shown: ShownOperations = {},
): OpenApi.OpenAPISpec =>
  OpenApi.fromApi(described(signingHeaderNames(headerPrefix), { baseUrl, limitOf, shown }))

/** `/openapi.json`, made when it is first asked for: no start should wait for the document. */
export const makeApiDocumentRoute = (
  document: () => OpenApi.OpenAPISpec | Promise<OpenApi.OpenAPISpec>,
): OpenRoute => {
  const answer = once(async () =>
    sharedAnswer(jsonAnswer(200, await document(), { "cache-control": "public, max-age=300" })),
  )
  return { pattern: "/openapi.json", answer: () => Effect.promise(answer) }
}
