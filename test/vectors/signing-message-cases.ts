import { createHmac } from "node:crypto"
import {
  accepted,
  day,
  invalid,
  liveKey,
  now,
  oldestSecret,
  otherKey,
  previousSecret,
  pricing,
  rotatedKey,
  sandboxKey,
  setting,
  signatureTo,
  v1,
  type SigningVector,
} from "./signing-draft.ts"

/** Calls in every form that verifies. */
export const acceptedCases: ReadonlyArray<SigningVector> = [
  accepted("a POST with a JSON body"),
  accepted("a live key", { signed: { keyId: liveKey.keyId, secret: liveKey.secret } }),
  accepted("a GET signs an empty body, so the message ends on the final dot", {
    signed: { method: "GET", path: "/api/v1/travel/meta", body: "" },
  }),
  accepted("HEAD is signed as HEAD", {
    signed: { method: "HEAD", path: "/api/v1/travel/meta", body: "" },
  }),
  accepted("the conversion postback is signed like every call", {
    signed: { path: "/api/postback/conversion", body: '{"ref":"acme-x1","amount":10}' },
  }),
  accepted("the query is not part of the message", {
    signed: { method: "GET", path: "/api/v1/coach/cards", body: "" },
    sent: { path: "/api/v1/coach/cards?country=FR&lang=en" },
  }),
  accepted("an empty query is not part of the message", {
    signed: { method: "GET", path: "/api/v1/coach/cards", body: "" },
    sent: { path: "/api/v1/coach/cards?" },
  }),
  accepted("a second question mark belongs to the query", {
    signed: { method: "GET", path: "/api/v1/coach/cards", body: "" },
    sent: { path: "/api/v1/coach/cards?a=?b" },
  }),
  accepted("a POST with an empty body", { signed: { body: "" } }),
  accepted(
    "upper-case hex in the signature",
    signatureTo((old) => `v2=${old.slice(3).toUpperCase()}`),
  ),
  accepted(
    "mixed-case hex in the signature",
    signatureTo((old) => `v2=${old.slice(3, 35).toUpperCase()}${old.slice(35)}`),
  ),
  accepted("header names in any case", {
    headers: (headers) => headers.map(([name, value]) => [name.toUpperCase(), value]),
  }),
  accepted("headers in any order, others between them", {
    headers: (headers) => [["accept", "*/*"], ...headers.toReversed(), ["x-svc-note", "hello"]],
  }),
  accepted("another header prefix", { signed: { prefix: "acme-travel" }, prefix: "acme-travel" }),
  accepted("a UTF-8 body beyond ASCII", { signed: { body: '{"name":"Zoë 🧳 東京"}' } }),
  accepted("a body with a byte order mark", { signed: { body: "\ufeff{}" } }),
  accepted("a body with a trailing newline that was signed", { signed: { body: "{}\n" } }),
  accepted("a body with CRLF line ends", { signed: { body: '{\r\n"a":1\r\n}' } }),
  accepted("a binary body that is no UTF-8", {
    signed: { body: Uint8Array.of(0, 255, 254, 128, 192, 10, 13, 0) },
  }),
  accepted("a body of 4 KiB", { signed: { body: `"${"a".repeat(4_094)}"` } }),
  accepted("a percent-encoded path signed as it is sent", {
    signed: { path: "/api/v1/travel/qu%6Ftes" },
  }),
  accepted("a body that begins with a dot", { signed: { body: ".quotes" } }),
]

/** What the signature binds: method, path, body, timestamp. */
export const bindingCases: ReadonlyArray<SigningVector> = [
  invalid("a body serialised again after signing", {
    sent: { body: '{"trip": {"intent": "forTourism"}}' },
  }),
  invalid("a newline added to the body", { sent: { body: `${pricing.body}\n` } }),
  invalid("a byte order mark added to the body", { sent: { body: `\ufeff${pricing.body}` } }),
  invalid("one letter changed in the body", { sent: { body: pricing.body.replace("T", "t") } }),
  invalid("the body dropped", { sent: { body: "" } }),
  invalid("a body added to a GET", {
    signed: { method: "GET", path: "/api/v1/travel/meta", body: "" },
    sent: { body: "{}" },
  }),
  invalid("the same letters in another Unicode form", {
    signed: { body: '"Zo\u00eb"' },
    sent: { body: '"Zoe\u0308"' },
  }),
  invalid("a UTF-8 body sent as Latin-1", {
    signed: { body: '"Zo\u00eb"' },
    sent: { body: Buffer.from('"Zo\u00eb"', "latin1") },
  }),
  invalid("the path of another endpoint", { sent: { path: "/api/v1/travel/links" } }),
  invalid("a trailing slash added", { sent: { path: `${pricing.path}/` } }),
  invalid("a slash doubled", { sent: { path: "/api//v1/travel/quotes" } }),
  invalid("the path in another case", { sent: { path: "/api/v1/travel/Quotes" } }),
  invalid("a letter of the path percent-encoded", { sent: { path: "/api/v1/travel/qu%6Ftes" } }),
  invalid("percent-encoding in the other case", {
    signed: { path: "/api/v1/travel/qu%6ftes" },
    sent: { path: "/api/v1/travel/qu%6Ftes" },
  }),
  invalid("dot segments that would resolve to the path", {
    sent: { path: "/api/v1/coach/../travel/quotes" },
  }),
  invalid("the query signed as if it were part of the path", {
    signed: { method: "GET", path: "/api/v1/coach/cards?country=FR", body: "" },
  }),
  invalid("the whole URL signed instead of the path", {
    signed: { path: "https://api.example.com/api/v1/travel/quotes" },
    sent: { path: pricing.path },
  }),
  invalid("POST signed, GET sent", { sent: { method: "GET" } }),
  invalid("GET signed, HEAD sent", {
    signed: { method: "GET", path: "/api/v1/travel/meta", body: "" },
    sent: { method: "HEAD" },
  }),
  invalid("the method signed in lower case", {
    signed: { method: "post" },
    sent: { method: "POST" },
  }),
  invalid("another timestamp sent than signed", {
    headers: setting("timestamp", () => String(now - 1)),
  }),
  invalid(
    "the timestamp left out of the message",
    signatureTo(() => {
      const message = `${pricing.method}.${pricing.path}.${pricing.body}`
      return `v2=${createHmac("sha256", sandboxKey.secret).update(message).digest("hex")}`
    }),
  ),
  invalid(
    "the v1 message under the v2 scheme",
    signatureTo(() => v1().replace("v1", "v2")),
  ),
  invalid("a GET signed without the final dot", {
    signed: { method: "GET", path: "/api/v1/travel/meta", body: "" },
    headers: setting("signature", () => {
      const message = `${now}.GET./api/v1/travel/meta`
      return `v2=${createHmac("sha256", sandboxKey.secret).update(message).digest("hex")}`
    }),
  }),
  accepted("the joining dot is ambiguous: the body X. signs like a path that ends in .X", {
    signed: { body: "X." },
    sent: { path: `${pricing.path}.X`, body: "" },
  }),
  invalid("a body moved into the path, without the dot that ends it", {
    signed: { body: "X" },
    sent: { path: `${pricing.path}.X`, body: "" },
  }),
]

/** Whose secret signs, and for how long. */
export const secretCases: ReadonlyArray<SigningVector> = [
  invalid("the secret of another key of the same partner", { signed: { secret: otherKey.secret } }),
  invalid("the secret of a sandbox key on a live key", { signed: { keyId: liveKey.keyId } }),
  invalid("an empty secret", { signed: { secret: "" } }),
  invalid("the secret with a trailing newline", { signed: { secret: `${sandboxKey.secret}\n` } }),
  invalid("the key id used as the secret", { signed: { secret: sandboxKey.keyId } }),
  accepted("the new secret after a rotation", { keys: [rotatedKey(now + day)] }),
  accepted("the previous secret right after a rotation", {
    signed: { secret: previousSecret },
    keys: [rotatedKey(now + day)],
  }),
  accepted("the previous secret one second before its 24 hours end", {
    signed: { secret: previousSecret },
    keys: [rotatedKey(now + 1)],
  }),
  invalid("the previous secret when its 24 hours end", {
    signed: { secret: previousSecret },
    keys: [rotatedKey(now)],
  }),
  invalid("the previous secret one second after its 24 hours", {
    signed: { secret: previousSecret },
    keys: [rotatedKey(now - 1)],
  }),
  accepted("the new secret after the previous one ended", { keys: [rotatedKey(now - day)] }),
  invalid("the oldest secret after two rotations within a day", {
    signed: { secret: oldestSecret },
    keys: [rotatedKey(now + day)],
  }),
  accepted("the end of the overlap counts on the server's clock, not on the timestamp", {
    signed: { secret: previousSecret, timestamp: String(now + 300) },
    keys: [rotatedKey(now + 1)],
  }),
]
