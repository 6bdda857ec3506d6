import { assert, describe, expect, it } from "@effect/vitest"
import { endpoints, type EndpointName } from "../../../http/api/api.ts"
import type { RefusalName } from "../../../http/api/api-refusal.ts"
import { refusalNamed } from "../../../http/pages/api-document/operation.ts"
import { sendRaw } from "../../support/http-call.ts"
import { type EmulatorKey, useEmulator } from "../../support/emulator.ts"
import { listenInVain } from "../../support/listen-in-vain.ts"
import { type JsonSchema, schemaProblems } from "../../support/json-schema.ts"

type Node = Readonly<Record<string, unknown>>

const emulator = useEmulator()
const inVain = listenInVain(emulator)

const nodeOf = (value: unknown): Node =>
  typeof value === "object" && value !== null ? (value as Node) : {}

const at = (node: unknown, ...names: ReadonlyArray<string>): unknown =>
  names.reduce((inner: unknown, name) => nodeOf(inner)[name], node)

/** An example of an answer, and the schema that it stands beside. */
interface AnswerExample {
  readonly name: EndpointName | "vocabulary"
  readonly status: string
  readonly code: string
  readonly value: unknown
  /** The codes that its refusal may hold; `answer` alone where it is none. */
  readonly codes: ReadonlyArray<string>
  readonly schema: JsonSchema
}

const codesIn = (response: unknown): ReadonlyArray<string> => {
  const codes = at(response, "x-error-codes")
  return Array.isArray(codes) ? codes.map(String) : ["answer"]
}

const document = async (): Promise<Node> =>
  (await emulator().call("GET", "/openapi.json")).body as Node

const operationOf = (served: Node, name: EndpointName): Node => {
  const { method, path } = endpoints[name]
  return nodeOf(at(served, "paths", path, method.toLowerCase()))
}

const answerExamples = (served: Node): ReadonlyArray<AnswerExample> =>
  Object.values(nodeOf(served["paths"]))
    .flatMap((item) => Object.values(nodeOf(item)))
    .flatMap((operation) => {
      const id = String(at(operation, "operationId"))
      const name = id.slice(id.indexOf(".") + 1) as AnswerExample["name"]
      return Object.entries(nodeOf(at(operation, "responses"))).flatMap(([status, response]) => {
        const media = at(response, "content", "application/json")
        return Object.entries(nodeOf(at(media, "examples"))).map(([code, example]) => ({
          name,
          status,
          code,
          value: at(example, "value"),
          codes: codesIn(response),
          schema: nodeOf(at(media, "schema")),
        }))
      })
    })

const schemasOf = (served: Node) =>
  at(served, "components", "schemas") as Readonly<Record<string, JsonSchema>>

const sandboxKey = async (): Promise<EmulatorKey> => {
  const found = (await emulator().account()).keys.find(({ mode }) => mode === "sandbox")
  if (found === undefined) throw new Error("no sandbox key")
  return found
}

const trigger = async (wish: Node): Promise<void> => {
  const answer = await emulator().control("POST", "/trigger", wish)
  assert.strictEqual(answer.status, 200, answer.text)
}

/** The documented request of an operation, with a session, a ref and an event of this emulator. */
const requestOf = async (served: Node, name: EndpointName, sessionId: string) => {
  const operation = operationOf(served, name)
  const given = at(operation, "requestBody", "content", "application/json", "example")
  const { ref } = await emulator().account()
  const body = {
    ...nodeOf(given),
    ...("sessionId" in nodeOf(given) ? { sessionId } : {}),
    ...("ref" in nodeOf(given) ? { ref } : {}),
    ...("endpointId" in nodeOf(given) ? { endpointId: (await inVain()).endpointId } : {}),
    ...("eventId" in nodeOf(given) ? { eventId: (await inVain()).eventId } : {}),
  }
  const query = new URLSearchParams(
    (operation["parameters"] as ReadonlyArray<unknown>).flatMap((parameter) => {
      const example = at(parameter, "example")
      return example === undefined ? [] : [[String(at(parameter, "name")), String(example)]]
    }),
  ).toString()
  const { method, path } = endpoints[name]
  return {
    method: String(method),
    target: query === "" ? path : `${path}?${query}`,
    body: given === undefined ? undefined : body,
  }
}

const call = async (served: Node, name: EndpointName, sessionId: string, key: EmulatorKey) => {
  const { body, method, target } = await requestOf(served, name, sessionId)
  return emulator().call(method, target, body, key)
}

const openSession = async (served: Node, key: EmulatorKey): Promise<string> => {
  const quoted = await call(served, "quotes", "", key)
  return String(at(quoted.body, "sessionId"))
}

/** What differs from call to call, or from service to service. */
const ownOfCall = new Set([
  "sessionId",
  "subscriptionId",
  "expiresAt",
  "notice",
  "keyId",
  "ref",
  "url",
  "mode",
  "commission",
  "bookedAt",
  "changedAt",
  "validatesAt",
  "quota",
  "lifetime",
  "logoUrl",
  "iconUrl",
  "engineVersion",
])

/** An answer as examples show it: lists cut, and for what is a call's own only whether it is there. */
const shown = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.slice(0, 3).map(shown)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      ownOfCall.has(name) ? "its own" : shown(inner),
    ]),
  )
}

/** The text of a refusal without what is told of the body that was received. */
const withoutBody = (text: unknown): unknown => {
  const told = JSON.stringify(text)
  return JSON.parse(
    told
      .replace(/body of \d+ bytes with SHA-256 [0-9a-f]{64}/, "body")
      // A second may go by between the signing of a call and the look at its time.
      .replace(/timestamp is 360\d s/, "timestamp is 3600 s"),
  )
}

describe("the examples of /openapi.json", () => {
  it("stand beside every answer, for every code, and keep to the schema", async () => {
    const served = await document()
    const examples = answerExamples(served)
    const shownCodes = new Set(
      examples.map(({ code, name, status }) => `${name} ${status} ${code}`),
    )
    for (const { code, codes, name, schema, status, value } of examples) {
      for (const each of codes) {
        assert.include([...shownCodes], `${name} ${status} ${each}`)
      }
      const problems = schemaProblems(schema, value, schemasOf(served))
      expect([name, status, code, problems]).toEqual([name, status, code, []])
    }
    const answers = Object.values(nodeOf(served["paths"]))
      .flatMap((item) => Object.values(nodeOf(item)))
      .flatMap((operation) => Object.keys(nodeOf(at(operation, "responses"))))
    const exampled = new Set(examples.map(({ name, status }) => `${name} ${status}`))
    // The long answer that needs no signature has none, nor has the 304 that spares it.
    expect(exampled.size).toBe(answers.length - 2)
  })

  it("are what the service answers the documented requests", async () => {
    const served = await document()
    const key = await sandboxKey()
    const sessionId = await openSession(served, key)
    const successes = answerExamples(served).filter(({ status }) => status.startsWith("2"))
    // A first link is answered with 201, and the same again with 200.
    const inTurn = successes.toSorted((one, other) => Number(other.status) - Number(one.status))
    const seen: Array<string> = []
    for (const { name, schema, status, value } of inTurn) {
      if (name === "vocabulary") continue
      // Changes of the last five seconds are not listed yet.
      if (name === "sales") await emulator().control("POST", "/clock", { advance: "10s" })
      const answer = await call(served, name, sessionId, key)
      expect([name, String(answer.status)]).toEqual([name, status])
      expect([name, schemaProblems(schema, answer.body, schemasOf(served))]).toEqual([name, []])
      // Which events, calls and statements there are is the account's own: a sandbox makes no statement, and
      // docs/events.md is compared with the events of each type.
      if (!name.startsWith("event") && name !== "calls" && !name.startsWith("statement")) {
        expect([name, shown(answer.body)]).toEqual([name, shown(value)])
      }
      seen.push(`${name} ${status}`)
    }
    expect(seen.length).toBe(Object.keys(endpoints).length + 1)
  })

  it("stand beside no answer that is long and needs no signature: it keeps to its schema", async () => {
    const served = await document()
    const path = "/api/v1/coach/vocabulary.json"
    const [ok, unchanged] = ["200", "304"].map((status) =>
      at(served, "paths", path, "get", "responses", status),
    )
    const schema = nodeOf(at(ok, "content", "application/json", "schema"))
    const answer = await emulator().call("GET", path)
    expect([answer.status, schemaProblems(schema, answer.body, schemasOf(served))]).toEqual([
      200,
      [],
    ])
    expect([ok, unchanged].map((told) => Object.keys(nodeOf(at(told, "headers"))))).toEqual([
      ["ETag"],
      ["ETag"],
    ])
    expect(answer.headers["etag"]).toMatch(/^W\/"/)
  })

  it("are what the service answers where it refuses them, code by code", async () => {
    const served = await document()
    const key = await sandboxKey()
    await trigger({ trigger: "fresh-quota" })
    const lasting: ReadonlySet<RefusalName> = new Set(["QUOTA_EXCEEDED", "RATE_LIMITED"])
    let provoked = 0
    for (const { code, name, schema, status, value } of answerExamples(served)) {
      const refused = refusalNamed(status, code)
      if (refused === undefined || name === "vocabulary") continue
      await trigger({ trigger: "fresh-quota" })
      const sessionId = name === "links" ? await openSession(served, key) : ""
      await trigger({
        trigger: refused,
        ...(lasting.has(refused) ? {} : { endpoint: name }),
      })
      const answer = await call(served, name, sessionId, key)
      const what = `${name} ${status} ${code}`
      expect([what, answer.status]).toEqual([what, Number(status)])
      expect([what, withoutBody(answer.body)]).toEqual([what, withoutBody(value)])
      expect([what, schemaProblems(schema, answer.body, schemasOf(served))]).toEqual([what, []])
      provoked += 1
    }
    expect(provoked).toBeGreaterThan(80)
  }, 120_000)

  it("tell what an unsigned address refuses: headers that are too long", async () => {
    const served = await document()
    const example = answerExamples(served).find(
      ({ name, status }) => name === "vocabulary" && status === "431",
    )
    const { answer } = await sendRaw(emulator().port, [
      `GET /api/v1/coach/vocabulary.json HTTP/1.1\r\nhost: a\r\nx-long: ${"a".repeat(200_000)}\r\n\r\n`,
    ])
    expect([answer?.status, answer?.body]).toEqual([431, example?.value])
  })
})
