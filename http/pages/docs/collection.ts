import type { SigningHeaderNames } from "../../../rules/signing/message.ts"
import { exampleNames, type OperationExample } from "./operation-examples.ts"
import type { OperationName } from "./docs-words.ts"

/** The name of the collection beside the files of clients. */
export const collectionName = "viatica.postman_collection.json"

/** What a collection is made of. */
export interface CollectionParts {
  /** Where the service is found. */
  readonly baseUrl: string
  readonly headers: SigningHeaderNames
  /** A call of each operation, with what it is called. */
  readonly calls: ReadonlyArray<{
    readonly name: OperationName
    readonly title: string
    readonly request: OperationExample["request"]
  }>
}

/**
 * All calls as a collection of Postman's form 2.1, which Bruno, Insomnia and Hoppscotch import, too. Its script
 * signs each call with the key and the secret of its variables; what one call answers, the next ones take up.
 */
export const postmanCollection = ({ baseUrl, calls, headers }: CollectionParts) => ({
  info: {
    name: "Viatica",
    description:
      "Write the id of a sandbox key, its secret and the ref of a link of yours, which the console shows under Links, into the variables, and send. Each call is signed before it is sent; session, endpoint and event of an answer are kept for the calls behind it.",
    schema: "https://schema.getpostman.com/json/collection/v2.1.0/collection.json",
  },
  variable: [
    { key: "baseUrl", value: baseUrl },
    { key: "keyId", value: "" },
    { key: "secret", value: "", type: "secret" },
    ...Object.keys(kept).map((key) => ({ key, value: "" })),
  ],
  event: [
    { listen: "prerequest", script: scriptOf(signingScript(headers)) },
    { listen: "test", script: scriptOf(keepingScript) },
  ],
  item: calls.map(({ name, request: { body, method, target }, title }) => {
    const [path = "", query = ""] = target.split("?")
    return {
      name: title,
      id: name,
      request: {
        method,
        header: body === undefined ? [] : [{ key: "content-type", value: "application/json" }],
        url: {
          raw: `{{baseUrl}}${target}`,
          host: ["{{baseUrl}}"],
          path: path.split("/").slice(1),
          query: [...new URLSearchParams(query)].map(([key, value]) => ({ key, value })),
        },
        ...(body === undefined
          ? {}
          : {
              body: {
                mode: "raw",
                raw: withVariables(JSON.stringify(body, null, 2)),
                options: { raw: { language: "json" } },
              },
            }),
      },
    }
  }),
})

/** What is kept of answers: the variable, the words of the examples that it stands for, and where answers have it. */
const kept = {
  sessionId: { example: exampleNames.sessionId, at: "answer.sessionId" },
  ref: { example: exampleNames.ref, at: "answer.ref" },
  endpointId: { example: exampleNames.endpointId, at: "answer.endpointId" },
  eventId: { example: exampleNames.eventId, at: "answer.eventId ?? answer.events?.[0]?.id" },
} as const

const withVariables = (text: string): string =>
  Object.entries(kept).reduce(
    (whole, [name, { example }]) =>
      whole.replaceAll(JSON.stringify(example), JSON.stringify(`{{${name}}}`)),
    text,
  )

const scriptOf = (text: string) => ({ type: "text/javascript", exec: text.trimEnd().split("\n") })

/** What is signed are the bytes that are sent, so that variables are filled in first. */
const signingScript = ({ keyId, signature, timestamp }: SigningHeaderNames): string => `\
const { HmacSHA256 } = require("crypto-js")
const filledIn = (text) => pm.variables.replaceIn(text)
const secret = (pm.variables.get("secret") || "").trim()
if (secret === "") throw new Error("Write the secret of a sandbox key under Variables.")

const body = filledIn((pm.request.body && pm.request.body.raw) || "")
if (body !== "") pm.request.body.update({ mode: "raw", raw: body })
const path = filledIn(pm.request.url.toString()).replace(/^[a-z]+:\\/\\/[^/]*/i, "").split("?")[0]
const now = String(Math.floor(Date.now() / 1000))
const signature = HmacSHA256([now, pm.request.method, path, body].join("."), secret).toString()

pm.request.headers.upsert({ key: "${keyId}", value: (pm.variables.get("keyId") || "").trim() })
pm.request.headers.upsert({ key: "${timestamp}", value: now })
pm.request.headers.upsert({ key: "${signature}", value: "v2=" + signature })
`

const keepingScript = `\
let answer = {}
try { answer = pm.response.json() } catch (error) { /* No JSON, and nothing to keep. */ }
const kept = {
${Object.entries(kept)
  .map(([name, { at }]) => `  ${name}: ${at},\n`)
  .join("")}}
for (const [name, value] of Object.entries(kept)) {
  if (typeof value === "string") pm.collectionVariables.set(name, value)
}
`
