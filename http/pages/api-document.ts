import * as Predicate from "effect/Predicate"
import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import * as HttpApi from "effect/http-api/HttpApi"
import * as OpenApi from "effect/http-api/OpenApi"
import { once } from "../../core/memory.ts"
import { jsonAnswer } from "../api/answer.ts"
import { makeApi, openEndpoints } from "../api/api.ts"
import { deprecations } from "../api/deprecations.ts"
import { RefusalBody } from "../api/error-schemas.ts"
import { eventBodies } from "../api/event-bodies.ts"
import { documentedEvent } from "../../rules/events/event-examples.ts"
import { eventTypes, pingType } from "../../rules/events/event-policy.ts"
import { guide } from "../api/guide.ts"
import type { OpenRoute } from "../api/open-route.ts"
import { tellsUnknownFields } from "../api/unknown-fields.ts"
import type { ServerSettings } from "../config/server.ts"
import { withDeprecations } from "./api-document/deprecated.ts"
import { plainSchema, referenceTo, withoutCopies } from "./api-document/plain-schemas.ts"
import { shownOperation, type ShownOperations, type ShownParts } from "./api-document/operation.ts"
import type { LimitOf } from "../../rules/reference/limits.ts"
import { answerOf, tagged } from "./validated.ts"
import { type SigningHeaderNames, signingHeaderNames } from "../../rules/signing/message.ts"

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
  const made = once(async () =>
    tagged(jsonAnswer(200, await document(), { "cache-control": "public, max-age=300" })),
  )
  return {
    pattern: "/openapi.json",
    answer: (call) => Effect.map(Effect.promise(made), (document) => answerOf(document, call)),
  }
}

/** No licence of SPDX's list is given; `LICENSE` says so. */
const license = { name: "All rights reserved", identifier: "LicenseRef-Viatica" }

/** The API under the limits in force, with its guide and its signing headers under their names here. */
const described = (headers: SigningHeaderNames, parts: ShownParts) =>
  makeApi(parts.limitOf)
    .annotate(OpenApi.Description, guide(headers, parts.limitOf))
    .annotate(HttpApi.AdditionalSchemas, [RefusalBody, ...Object.values(eventBodies)])
    .annotate(OpenApi.Transform, (document) => {
      const plain = plainSchema(document) as Record<string, object>
      const { components, info, paths, ...rest } = plain
      const securitySchemes = signingSchemes(headers)
      const whole = {
        ...rest,
        info: { ...info, license },
        servers: [{ url: parts.baseUrl }],
        paths: finishedOperations(paths ?? {}, securitySchemes, parts),
        webhooks: webhooks(),
        components: {
          ...components,
          securitySchemes,
        },
      }
      return withDeprecations(withoutCopies(whole), deprecations)
    })

/** The bodies of events by the names that they have in the document. */
const namedEvents = ([...eventTypes, pingType] as const).map((type) => {
  const body: Schema.Top = eventBodies[type]
  const { description } = SchemaAST.resolve(body.ast) ?? {}
  return { type, name: SchemaAST.resolveIdentifier(body.ast) ?? type, description }
})

const webhookHeader = (name: string, description: string) => ({
  name,
  in: "header",
  required: true,
  schema: { type: "string" },
  description,
})

const webhookHeaders = [
  webhookHeader("webhook-id", "The id of the event, the same at every attempt."),
  webhookHeader("webhook-timestamp", "Unix seconds of this attempt."),
  webhookHeader("webhook-signature", "By Standard Webhooks: a word `v1,…` for each secret."),
]

/** The requests that endpoints of events receive, by type. */
const webhooks = () =>
  Object.fromEntries(
    namedEvents.map(({ description, name, type }) => [
      type,
      {
        post: {
          operationId: `webhook.${name}`,
          summary: type,
          description,
          parameters: webhookHeaders,
          requestBody: {
            required: true,
            content: {
              "application/json": {
                schema: { $ref: referenceTo(name) },
                example: documentedEvent(type),
              },
            },
          },
          responses: { "200": { description: "You took it; any other 2xx says so, too." } },
          security: [],
        },
      },
    ]),
  )

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
        isOpen ? tellsTag({ ...operation }) : tellsUnknownFields({ ...operation }),
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

/** The name of the endpoint that an operation describes. */
const endpointNameOf = (operation: object): string => {
  const id = "operationId" in operation ? String(operation.operationId) : ""
  return id.slice(id.indexOf(".") + 1)
}

type Node = Readonly<Record<string, unknown>>

const tag = {
  description: "The tag of this content: sent back as `If-None-Match`, it spares sending it again.",
  schema: { type: "string" },
}

const kept = {
  name: "If-None-Match",
  in: "header",
  required: false,
  schema: { type: "string", description: "The `ETag` of what you hold." },
}

/** An operation of the API document whose answer comes under a tag, and not at all to who holds it. */
const tellsTag = (operation: Node): Node => {
  const { parameters, responses } = operation
  if (!Predicate.isObject(responses)) return operation
  const answers = responses as Readonly<Record<string, Node>>
  const headers = { ETag: tag }
  return {
    ...operation,
    parameters: [...(Array.isArray(parameters) ? parameters : []), kept],
    responses: {
      ...answers,
      "200": { ...answers["200"], headers },
      "304": { description: "What you hold is what is served.", headers },
    },
  }
}
