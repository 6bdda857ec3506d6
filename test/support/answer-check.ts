import { assert } from "@effect/vitest"
import * as Exit from "effect/Exit"
import * as Schema from "effect/Schema"
import { OpenApi } from "effect/http-api"
import { Api, endpoints } from "../../http/api/api.ts"
import type { Answer } from "./http-call.ts"
import { type JsonSchema, schemaProblems } from "./json-schema.ts"

type Endpoint = (typeof endpoints)[keyof typeof endpoints]

interface Documented {
  readonly schemas: ReadonlyArray<Schema.Top>
  readonly jsonSchema: JsonSchema
}

const specification = OpenApi.fromApi(Api)
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

const documentedBy = (endpoint: Endpoint): ReadonlyMap<number, Documented> => {
  const byStatus = new Map<number, Documented>()
  for (const schema of [...endpoint.success, ...endpoint.error] as ReadonlyArray<Schema.Top>) {
    const status = statusOf(schema)
    const jsonSchema = jsonSchemaOf(endpoint, status)
    assert.isDefined(jsonSchema, `${endpoint.identifier} ${status} is not in the API document`)
    byStatus.set(status, {
      schemas: [...(byStatus.get(status)?.schemas ?? []), schema],
      jsonSchema: jsonSchema ?? {},
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

const decodes = (schema: Schema.Top, body: unknown): Exit.Exit<unknown, unknown> =>
  Schema.decodeUnknownExit(schema as Schema.Codec<unknown>)(body, {
    errors: "all",
    onExcessProperty: "error",
  })

const requestIdPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** What holds of every answer, whatever it answers. */
export const checkAnyAnswer = (answer: Answer, what: string): void => {
  assert.match(answer.headers["x-request-id"] ?? "", requestIdPattern, `${what}: request id`)
  assert.strictEqual(answer.headers["x-content-type-options"], "nosniff", `${what}: nosniff`)
  const cors = Object.keys(answer.headers).filter((name) => name.startsWith("access-control-"))
  assert.deepStrictEqual(cors, [], `${what}: CORS headers`)
}

/** That a body is `{error, detail?}` with the members that some codes add. */
const checkErrorBody = (answer: Answer, what: string): void => {
  const body = answer.body as Readonly<Record<string, unknown>> | undefined
  assert.isObject(body, `${what}: an error is an object`)
  assert.match(String(body?.["error"]), /^[A-Z][A-Z0-9_]*$/, `${what}: error`)
  if (body !== undefined && "detail" in body) assert.isString(body["detail"], `${what}: detail`)
  const others = Object.keys(body ?? {}).filter((name) => !["error", "detail"].includes(name))
  const allowed: Readonly<Record<string, ReadonlyArray<string>>> = {
    QUOTA_EXCEEDED: ["bucket"],
    CARD_MODE_FORBIDDEN: ["cardModes"],
  }
  assert.deepStrictEqual(others, [...(allowed[String(body?.["error"])] ?? [])], `${what}: members`)
}

const wholeNumber = (answer: Answer, name: string, what: string): number => {
  assert.match(answer.headers[name] ?? "", /^\d+$/, `${what}: ${name}`)
  return Number(answer.headers[name])
}

const checkRateHeaders = (answer: Answer, what: string): void => {
  const limit = wholeNumber(answer, "x-ratelimit-limit", what)
  const left = wholeNumber(answer, "x-ratelimit-remaining", what)
  const reset = wholeNumber(answer, "x-ratelimit-reset", what)
  wholeNumber(answer, "x-ratelimit-burst-remaining", what)
  assert.isAtMost(left, limit, `${what}: remaining`)
  assert.isTrue(reset >= 1 && reset <= 86_400, `${what}: reset ${reset}`)
  if (answer.status !== 429) return
  const retryAfter = wholeNumber(answer, "retry-after", what)
  const { error } = answer.body as { readonly error: string }
  if (error === "QUOTA_EXCEEDED") {
    assert.strictEqual(retryAfter, reset, `${what}: retry-after`)
    assert.strictEqual(left, 0, `${what}: nothing remains`)
  } else {
    assert.isTrue(retryAfter >= 1 && retryAfter <= 60, `${what}: retry-after ${retryAfter}`)
  }
}

/** Whether an answer was given before the key or its quota was known; 500 and 503 also come after. */
const isUnauthenticated = ({ body, headers, status }: Answer): boolean =>
  [401, 413, 415].includes(status) ||
  ([500, 503].includes(status) && headers["x-ratelimit-limit"] === undefined) ||
  (body as { readonly error?: string } | undefined)?.error === "AUTH_LOOKUP_FAILED"

const checkBody = (known: Documented, answer: Answer, what: string): void => {
  const outcomes = known.schemas.map((schema) => decodes(schema, answer.body))
  assert.isTrue(
    outcomes.some(Exit.isSuccess),
    `${what}: ${outcomes.map(String).join("\n")}\n${answer.text.slice(0, 500)}`,
  )
  const problems = schemaProblems(known.jsonSchema, answer.body, componentSchemas)
  assert.deepStrictEqual(problems, [], `${what}: API document`)
}

const checkSigned = (method: string, path: string, answer: Answer, what: string): void => {
  const known = documented.get(path)
  if (known === undefined) return
  const methods = known.endpoint.method === "GET" ? ["GET", "HEAD"] : [known.endpoint.method]
  if (!methods.includes(method)) {
    assert.strictEqual(answer.status, 405, what)
    assert.strictEqual(answer.headers["allow"], methods.join(", "), what)
    return
  }
  assert.strictEqual(answer.headers["content-type"], "application/json; charset=utf-8", what)
  const body = known.answers.get(answer.status)
  assert.isDefined(body, `${what}: the status is not documented: ${answer.text.slice(0, 300)}`)
  if (method === "HEAD") assert.strictEqual(answer.text, "", what)
  else if (body !== undefined) checkBody(body, answer, what)
  if (![413, 415].includes(answer.status)) {
    assert.strictEqual(answer.headers["cache-control"], "no-store", what)
  }
  if (isUnauthenticated(answer)) {
    assert.isUndefined(answer.headers["x-ratelimit-limit"], what)
  } else checkRateHeaders(answer, what)
}

/**
 * Holds an answer against everything that is documented: its status and body under the schemas of
 * the API definition and of the served API document, and its headers.
 */
export const checkAnswer = (method: string, target: string, answer: Answer): void => {
  const what = `${method} ${target} answered ${answer.status}`
  const path = target.split("?", 1)[0] ?? ""
  checkAnyAnswer(answer, what)
  if (answer.status >= 400 && method !== "HEAD" && path !== "/readyz") checkErrorBody(answer, what)
  checkSigned(method, path, answer, what)
}
