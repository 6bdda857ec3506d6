import { createHmac } from "node:crypto"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { Webhook } from "standardwebhooks"
import { describeEventFault, verifyEvent } from "../../../http/clients/typescript/index.ts"
import { sampleTrip } from "../../../http/pages/samples.ts"
import { scopes } from "../../../rules/accounts/scopes.ts"
import { type Answer, send } from "../../support/http-call.ts"
import { paths } from "../../support/sample-trips.ts"
import { type TestKey, useService } from "../../support/service.ts"

/*
 * Mistakes that people make in their first hour, each made for real against the running service, and what the
 * sentence that they get has to say.
 */

const service = useService()

/** A mistake, and how the sentence that answers it names it. */
type Mistake = readonly [
  name: string,
  make: (key: TestKey) => Promise<string>,
  names: RegExp | ReadonlyArray<RegExp>,
]

/** How a call is signed otherwise than it should be. */
interface Signing {
  readonly secret?: (secret: string) => string | Uint8Array
  readonly keyId?: string
  readonly path?: string
  readonly body?: string
  readonly method?: string
  readonly atSeconds?: (now: number) => number
  readonly written?: (hex: string) => string
  readonly headers?: Readonly<Record<string, string>>
  readonly without?: string
}

const sentenceOf = ({ headers, text }: Answer): string => {
  const { detail = "", error = "" } = JSON.parse(text === "" ? "{}" : text) as {
    readonly error?: string
    readonly detail?: string
  }
  const unread = headers["x-unknown-fields"]
  return unread === undefined ? `${error}: ${detail}` : `X-Unknown-Fields: ${String(unread)}`
}

const quote = JSON.stringify({ trip: sampleTrip })

/** A call that is signed by hand, so that every part of it may be wrong. */
const call =
  (signing: Signing, method = "POST", target: string = paths.quotes, body = quote) =>
  async (key: TestKey): Promise<string> => {
    const now = Math.floor(Date.now() / 1000)
    const timestamp = (signing.atSeconds ?? ((seconds: number) => seconds))(now)
    const [path] = target.split("?")
    const text = `${timestamp}.${signing.method ?? method}.${signing.path ?? path}.${signing.body ?? body}`
    const secret = (signing.secret ?? ((own: string) => own))(key.secret)
    const hex = createHmac("sha256", secret).update(text).digest("hex")
    const headers: Record<string, string> = {
      "x-svc-key-id": signing.keyId ?? key.keyId,
      "x-svc-timestamp": String(timestamp),
      "x-svc-signature": (signing.written ?? ((digits: string) => `v2=${digits}`))(hex),
      ...signing.headers,
    }
    if (signing.without !== undefined) delete headers[signing.without]
    const { port } = service()
    return sentenceOf(
      await send({ port, method, path: target, headers, ...(body === "" ? {} : { body }) }),
    )
  }

const trip = (fields: object) =>
  call({}, "POST", paths.quotes, JSON.stringify({ trip: { ...sampleTrip, ...fields } }))

const report = (fields: object) => (key: TestKey) =>
  call({}, "POST", paths.conversion, JSON.stringify({ ...sale(key), ...fields }))(key)

const sale = ({ partnerCode }: TestKey) => ({
  contractVersion: "3.2",
  ref: `${partnerCode}-NOWHERE1`,
  externalOrderId: "AC-1",
  status: "pending",
  amount: 102.96,
  currency: "EUR",
})

const other = () => `vsk_test_${"0".repeat(72)}`

const digitsOf = (secret: string): string => secret.replace("vsk_test_", "")

const signing: ReadonlyArray<Mistake> = [
  [
    "the secret of another key",
    call({ secret: other }),
    /whether the secret is the one of this key and mode/,
  ],
  [
    "a secret with a line feed",
    call({ secret: (own) => `${own}\n` }),
    /line feed behind the secret/,
  ],
  ["a secret with a blank", call({ secret: (own) => `${own} ` }), /space .*around the secret/],
  ["a secret in quotes", call({ secret: (own) => `"${own}"` }), /quotes around the secret/],
  ["a secret without vsk_test_", call({ secret: digitsOf }), /secret without its beginning/],
  [
    "a secret that was decoded",
    call({ secret: (own) => Buffer.from(digitsOf(own), "hex") }),
    /sign with its text/,
  ],
  [
    "the secret as the key id",
    (key) => call({ keyId: key.secret })(key),
    /key id header holds a secret/,
  ],
  ["the path without /api/v1", call({ path: "/travel/quotes" }), /whole path .* from \/api on/],
  [
    "the whole address",
    (key) => call({ path: `${service().baseUrl}${paths.quotes}` })(key),
    /sign the path alone/,
  ],
  [
    "the query signed",
    call({ path: `${paths.sales}?limit=2` }, "GET", `${paths.sales}?limit=2`, ""),
    /before the question mark/,
  ],
  [
    "{} signed for a GET",
    call({ body: "{}" }, "GET", paths.sales, ""),
    /sign nothing where you send no body/,
  ],
  ["a body that was not signed", call({ body: "" }), /sign the body that you send/],
  ["a body signed with a line feed", call({ body: `${quote}\n` }), /line feed at the end/],
  [
    "a body written anew, indented",
    call({ body: JSON.stringify(JSON.parse(quote), null, 2) }),
    /same JSON written otherwise/,
  ],
  [
    "a body written anew, as Python does",
    call({ body: pythonJson(JSON.parse(quote)) }),
    /same JSON written otherwise/,
  ],
  [
    "a body written anew, sorted",
    call({ body: JSON.stringify(sortedOf(JSON.parse(quote))) }),
    /same JSON written otherwise/,
  ],
  ["the method in small letters", call({ method: "post" }), /capital letters/],
  [
    "a signature in base64",
    call({ written: (hex) => `v2=${Buffer.from(hex, "hex").toString("base64")}` }),
    /64 hex digits/,
  ],
  ["a signature without v2=", call({ written: (hex) => hex }), /must be v2= followed/],
  ["the scheme of before", call({ written: (hex) => `v1=${hex}` }), /v1 scheme is retired/],
  [
    "a clock that is ahead",
    call({ atSeconds: (now) => now + 400 }),
    /400 s ahead of the server's clock/,
  ],
  ["a time in milliseconds", call({ atSeconds: (now) => now * 1000 }), /Unix seconds, ten digits/],
  ["no time", call({ without: "x-svc-timestamp" }), /timestamp header is missing/],
  ["no key", call({ without: "x-svc-key-id" }), /key id header is missing/],
  [
    "a key of the other mode",
    (key) => call({ keyId: key.keyId.replace("test", "live") })(key),
    /key is unknown or revoked/,
  ],
]

const sending: ReadonlyArray<Mistake> = [
  [
    "a path without /api/v1",
    call({}, "POST", "/travel/quotes"),
    /POST \/api\/v1\/travel\/quotes is/,
  ],
  [
    "a slash behind the path",
    call({}, "POST", `${paths.quotes}/`),
    /POST \/api\/v1\/travel\/quotes is/,
  ],
  [
    "a GET in place of a POST, as after a redirect",
    call({}, "GET", paths.quotes, ""),
    /This path takes POST/,
  ],
  [
    "a body that is packed",
    call({ headers: { "content-encoding": "gzip" } }),
    /without a Content-Encoding/,
  ],
  [
    "the fields of a form",
    call({}, "POST", paths.quotes, "trip=1&intent=2"),
    /fields of a form: send JSON/,
  ],
  ["a byte order mark", call({}, "POST", paths.quotes, `\uFEFF${quote}`), /byte order mark/],
  [
    "a trip without its name",
    call({}, "POST", paths.quotes, JSON.stringify(sampleTrip)),
    /X-Unknown-Fields: .*startDate|trip: object/,
  ],
]

const fields: ReadonlyArray<Mistake> = [
  [
    "dates as 28/11/2026",
    trip({ startDate: "28/11/2026" }),
    /trip\.startDate: calendar day YYYY-MM-DD/,
  ],
  [
    "an end before the start",
    trip({ endDate: "2027-06-01" }),
    /trip\.endDate: not before startDate/,
  ],
  [
    "the name of a country",
    trip({ arrivalCountries: ["United States"] }),
    /arrivalCountries\[0\]: two capital letters/,
  ],
  [
    "the name of a residence",
    trip({ countryResidence: "France" }),
    /countryResidence: two capital letters/,
  ],
  ["a country that is no list", trip({ arrivalCountries: "US" }), /list of 1 to 20 country codes/],
  ["a count of travellers", trip({ travellers: 2 }), /travellers: list of/],
  ["an age as text", trip({ travellers: [{ age: "34" }] }), /travellers\[0\]\.age: integer/],
  [
    "a price as 3.200",
    trip({ tripPrice: "3.200", shouldCoverCancellation: true }),
    /tripPrice: number >= 0, not a text/,
  ],
  ["a field that nobody reads", trip({ destination: "US" }), /X-Unknown-Fields: trip\.destination/],
  ["an amount as text", report({ amount: "102.96" }), /amount: number >= 0, not a text/],
  ["an amount with a comma", report({ amount: "102,96" }), /a point before decimals/],
  ["an amount in the wrong currency's decimals", report({ currency: "JPY" }), /at most 0 decimals/],
  ["the sign of a currency", report({ currency: "€" }), /currency: three capital letters/],
  ["a currency that is none", report({ currency: "XXX" }), /active currency of ISO 4217/],
  [
    "a status that is none",
    report({ status: "confirmed" }),
    /one of pending, validated, cancelled/,
  ],
  [
    "the code of a link alone",
    report({ ref: "NOWHERE1" }),
    /a tracked ref of this account, whole: \w+-CODE/,
  ],
  ["an order id as a number", report({ externalOrderId: 2291 }), /externalOrderId: text/],
  ["a version as a number", report({ contractVersion: 3.2 }), /the text "3\.1" or "3\.2"/],
  [
    "a day as 28/11/2026 in a query",
    call({}, "GET", `${paths.sales}?from=28/11/2026`, ""),
    /from: a day YYYY-MM-DD/,
  ],
  [
    "a parameter that nobody reads",
    call({}, "GET", `${paths.sales}?frm=2026-11-28`, ""),
    /X-Unknown-Fields: frm/,
  ],
]

const rights: ReadonlyArray<Mistake> = [
  [
    "a scope that the key has not",
    async () => call({})(await service().createKey({ scopes: ["coach"] })),
    /lacks the scope quotes/,
  ],
  [
    "a call from a network that the key does not list",
    async () => call({})(await keyWith("networks = array['203.0.113.0/24']")),
    /ADDRESS_FORBIDDEN: .*network/s,
  ],
  [
    "a key that has ended",
    async () => call({})(await keyWith("expires_at = now() - interval '1 day'")),
    /has ended/,
  ],
  ["an endpoint without https", async () => endpointAt("http://partner.example/hooks"), /https/],
  [
    "an endpoint on one's own machine",
    async () => endpointAt("https://localhost:3000/hooks"),
    /public|private/,
  ],
]

/** A new key whose terms are others than usual. */
const keyWith = async (terms: string): Promise<TestKey> => {
  const key = await service().createKey()
  await service().run(
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql`update api_key set ${sql.literal(terms)} where key_id = ${key.keyId}`,
    ),
  )
  return key
}

const endpointAt = async (url: string): Promise<string> => {
  const key = await service().createKey({ scopes })
  return call({}, "POST", "/api/v1/events/endpoints/create", JSON.stringify({ url }))(key)
}

const secret = `whsec_${Buffer.alloc(32, "a").toString("base64")}`
const event = '{"id": "evt_1", "type": "ping", "mode": "sandbox", "timestamp": "x", "data": {}}'

/** What the client says of an event that was signed rightly and is verified in some way. */
const verified =
  (change: {
    readonly body?: string
    readonly secret?: string
    readonly agoSeconds?: number
    readonly without?: string
  }) =>
  async (): Promise<string> => {
    const sentAt = new Date(Date.now() - (change.agoSeconds ?? 0) * 1000)
    const headers: Record<string, string> = {
      "webhook-id": "evt_1",
      "webhook-timestamp": String(Math.floor(sentAt.getTime() / 1000)),
      "webhook-signature": new Webhook(secret).sign("evt_1", sentAt, event),
    }
    if (change.without !== undefined) delete headers[change.without]
    const found = await verifyEvent(change.body ?? event, headers, change.secret ?? secret)
    return found._tag === "Refused" ? describeEventFault(found.fault) : found._tag
  }

const webhooks: ReadonlyArray<Mistake> = [
  [
    "an event parsed before it is verified",
    verified({ body: JSON.stringify(JSON.parse(event)) }),
    /body is not the raw one/,
  ],
  [
    "the secret of another endpoint",
    verified({ secret: `whsec_${Buffer.alloc(32, "b").toString("base64")}` }),
    /secret is another endpoint's/,
  ],
  [
    "the secret of a key in place of the endpoint's",
    verified({ secret: `vsk_test_${"0a".repeat(36)}` }),
    /whsec_ and base64/,
  ],
  [
    "a header that a proxy takes away",
    verified({ without: "webhook-id" }),
    /webhook-id, .* is missing/,
  ],
  ["an event of ten minutes ago", verified({ agoSeconds: 600 }), /clock is off/],
]

describe("a mistake of the first hour", () => {
  const all = [...signing, ...sending, ...fields, ...rights, ...webhooks]

  for (const [name, make, names] of all) {
    it(`is named where it is ${name}`, async () => {
      const sentence = await make(service().key)
      for (const each of [names].flat()) assert.match(sentence, each)
    })
  }

  it("is one of forty and more, each told by a sentence of its own kind", () => {
    assert.isAtLeast(all.length, 40)
    assert.strictEqual(new Set(all.map(([name]) => name)).size, all.length)
  })
})

function pythonJson(json: unknown): string {
  return JSON.stringify(json, null, 1)
    .replaceAll(/([[{])\n */g, "$1")
    .replaceAll(/\n *([\]}])/g, "$1")
    .replaceAll(/,\n */g, ", ")
}

function sortedOf(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(sortedOf)
  if (typeof json !== "object" || json === null) return json
  return Object.fromEntries(
    Object.entries(json)
      .sort(([one], [two]) => (one < two ? -1 : 1))
      .map(([name, value]) => [name, sortedOf(value)]),
  )
}
