import * as Exit from "effect/Exit"
import * as Schema from "effect/Schema"
import { OpenApi } from "effect/http-api"
import { endpoints, makeApi } from "../../http/api/api.ts"
import { limitsOf } from "../../rules/reference/limits.ts"
import type { Answer } from "./http-call.ts"
import { type JsonSchema, schemaProblems } from "./json-schema.ts"
import { shippedTables } from "./tables.ts"

type Endpoint = (typeof endpoints)[keyof typeof endpoints]

type Problems = ReadonlyArray<string>

type Decode = (body: unknown) => Exit.Exit<unknown, unknown>

interface Documented {
  readonly decoders: ReadonlyArray<Decode>
  readonly jsonSchema: JsonSchema | undefined
}

const specification = OpenApi.fromApi(makeApi(limitsOf(shippedTables)))
const componentSchemas = specification.components.schemas as Readonly<Record<string, JsonSchema>>

const jsonSchemaOf = (endpoint: Endpoint, status: number): JsonSchema | undefined => {
  const path: unknown = specification.paths[endpoint.path]
  const method = endpoint.method.toLowerCase()
  const found = [
    method,
    "responses",
    String(status),
    "content",
    "application/json",
    "schema",
  ].reduce(
    (node: unknown, name) => (node as Readonly<Record<string, unknown>> | undefined)?.[name],
    path,
  )
  return found as JsonSchema | undefined
}

const statusOf = (schema: Schema.Top): number => {
  const annotations = schema.ast.annotations as { readonly httpApiStatus?: number } | undefined
  return annotations?.httpApiStatus ?? 200
}

const decoderOf = (schema: Schema.Top): Decode => {
  const decode = Schema.decodeUnknownExit(schema as Schema.Codec<unknown>)
  return (body) => decode(body, { errors: "all", onExcessProperty: "error" })
}

const documentedBy = (endpoint: Endpoint): ReadonlyMap<number, Documented> => {
  const byStatus = new Map<number, Documented>()
  for (const schema of [...endpoint.success, ...endpoint.error] as ReadonlyArray<Schema.Top>) {
    const status = statusOf(schema)
    byStatus.set(status, {
      decoders: [...(byStatus.get(status)?.decoders ?? []), decoderOf(schema)],
      jsonSchema: jsonSchemaOf(endpoint, status),
    })
  }
  return byStatus
}

const documented = new Map(
  Object.values(endpoints).map((endpoint) => [
    endpoint.path as string,
    { endpoint, answers: documentedBy(endpoint) },
  ]),
)

const requestIdPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

const unless = (holds: boolean, problem: () => string): Problems => (holds ? [] : [problem()])

/** What is wrong with an answer, whatever it answers. */
export const anyAnswerProblems = ({ headers }: Answer): Problems => [
  ...unless(requestIdPattern.test(headers["x-request-id"] ?? ""), () => "no request id"),
  ...unless(headers["x-content-type-options"] === "nosniff", () => "no nosniff"),
  ...Object.keys(headers)
    .filter((name) => name.startsWith("access-control-"))
    .map((name) => `the CORS header ${name}`),
]

/** The members that some codes add to `{error, detail?}`. */
const addedMembers: Readonly<Record<string, string>> = {
  QUOTA_EXCEEDED: "bucket",
  CARD_MODE_FORBIDDEN: "cardModes",
}

/** What is wrong with an answer as `{error, detail?}` with the members that some codes add. */
export const errorBodyProblems = ({ body, text }: Answer): Problems => {
  if (typeof body !== "object" || body === null) return [`no error: ${text.slice(0, 300)}`]
  const { detail, error, ...others } = body as Readonly<Record<string, unknown>>
  const added = Object.keys(others).join()
  return [
    ...unless(/^[A-Z][A-Z0-9_]*$/.test(String(error)), () => `the error ${String(error)}`),
    ...unless(!("detail" in body) || typeof detail === "string", () => "a detail that is no text"),
    ...unless(added === (addedMembers[String(error)] ?? ""), () => `the members ${added}`),
  ]
}

/** Links are followed by people: what is wrong with one is told in a page. */
const isLinkPage = (path: string, { headers }: Answer): boolean =>
  path.startsWith("/r/") && headers["content-type"] === "text/html; charset=utf-8"

const linkPageProblems = ({ headers, status, text }: Answer): Problems => [
  ...unless(status === 404 || status === 503, () => `a page with ${status}`),
  ...unless(text.startsWith("<!doctype html>\n"), () => `no page: ${text.slice(0, 300)}`),
  ...unless(headers["cache-control"] === "no-store", () => "it may be stored"),
]

/** A header that is a whole number, or NaN. */
const wholeNumber = ({ headers }: Answer, name: string): number =>
  /^\d+$/.test(headers[name] ?? "") ? Number(headers[name]) : Number.NaN

const retryProblems = (answer: Answer, left: number, reset: number): Problems => {
  if (answer.status !== 429) return []
  const retryAfter = wholeNumber(answer, "retry-after")
  return (answer.body as { readonly error?: string } | undefined)?.error === "QUOTA_EXCEEDED"
    ? [
        ...unless(retryAfter === reset, () => `retry-after ${retryAfter}, not ${reset}`),
        ...unless(left === 0, () => `${left} remain of a day that is spent`),
      ]
    : unless(retryAfter >= 1 && retryAfter <= 60, () => `retry-after ${retryAfter}`)
}

const rateHeaderProblems = (answer: Answer): Problems => {
  const limit = wholeNumber(answer, "x-ratelimit-limit")
  const left = wholeNumber(answer, "x-ratelimit-remaining")
  const reset = wholeNumber(answer, "x-ratelimit-reset")
  const burstLeft = wholeNumber(answer, "x-ratelimit-burst-remaining")
  return [
    ...unless(left <= limit, () => `${left} remain of ${limit}`),
    ...unless(reset >= 1 && reset <= 86_400, () => `reset ${reset}`),
    ...unless(burstLeft >= 0, () => `${burstLeft} remain of the minute`),
    ...retryProblems(answer, left, reset),
  ]
}

/** Whether an answer was given before the key or its quota was known; 500 and 503 also come after. */
const isUnauthenticated = ({ body, headers, status }: Answer): boolean =>
  [401, 413, 415].includes(status) ||
  ([500, 503].includes(status) && headers["x-ratelimit-limit"] === undefined) ||
  (body as { readonly error?: string } | undefined)?.error === "AUTH_LOOKUP_FAILED"

const bodyProblems = ({ decoders, jsonSchema }: Documented, { body, text }: Answer): Problems => {
  if (jsonSchema === undefined) return ["the status is not in the API document"]
  const outcomes = decoders.map((decode) => decode(body))
  return [
    ...unless(
      outcomes.some(Exit.isSuccess),
      () => `${outcomes.map(String).join("\n")}\n${text.slice(0, 500)}`,
    ),
    ...schemaProblems(jsonSchema, body, componentSchemas),
  ]
}

/** What is wrong with the body of a signed endpoint's answer. */
export type BodyProblems = (path: string, answer: Answer) => Problems

/** What is wrong with a body under the API's schemas and under the served document's. */
export const signedBodyProblems: BodyProblems = (path, answer) => {
  const known = documented.get(path)?.answers.get(answer.status)
  return known === undefined
    ? [`the status is not documented: ${answer.text.slice(0, 300)}`]
    : bodyProblems(known, answer)
}

const signedProblems = (
  method: string,
  path: string,
  answer: Answer,
  ofBody: BodyProblems,
): Problems => {
  const known = documented.get(path)
  if (known === undefined) return []
  const { headers, status } = answer
  const methods = known.endpoint.method === "GET" ? ["GET", "HEAD"] : [known.endpoint.method]
  if (!methods.includes(method)) {
    return [
      ...unless(status === 405, () => `${status}, not 405`),
      ...unless(headers["allow"] === methods.join(", "), () => `allow: ${headers["allow"]}`),
    ]
  }
  const isTold = headers["x-ratelimit-limit"] !== undefined
  return [
    ...unless(headers["content-type"] === "application/json; charset=utf-8", () => "no JSON"),
    ...unless(known.answers.has(status), () => `the status is not documented: ${answer.text}`),
    ...(method === "HEAD"
      ? unless(answer.text === "", () => "a body of HEAD")
      : ofBody(path, answer)),
    ...unless(
      [413, 415].includes(status) || headers["cache-control"] === "no-store",
      () => "it may be stored",
    ),
    ...(isUnauthenticated(answer)
      ? unless(!isTold, () => "rate headers for nobody")
      : rateHeaderProblems(answer)),
  ]
}

/**
 * Holds an answer against everything that is documented, and gives what is wrong: with its status
 * and body under the schemas of the API definition and of the served API document, and with its
 * headers.
 */
export const answerProblems = (
  method: string,
  target: string,
  answer: Answer,
  ofBody: BodyProblems = signedBodyProblems,
): Problems => {
  const path = target.split("?", 1)[0] ?? ""
  const isError = answer.status >= 400 && method !== "HEAD" && path !== "/readyz"
  const ofError = isLinkPage(path, answer) ? linkPageProblems : errorBodyProblems
  return [
    ...anyAnswerProblems(answer),
    ...(isError ? ofError(answer) : []),
    ...signedProblems(method, path, answer, ofBody),
  ]
}
