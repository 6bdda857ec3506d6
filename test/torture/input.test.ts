import { assert, describe, it } from "@effect/vitest"
import type { InputCase } from "./input/case.ts"
import { makeBatches } from "./input/draw-cases.ts"
import { caseProblems, isAskedFailure, trickProblems } from "./input/judge.ts"
import type { RawTrick } from "./input/raw-tricks.ts"
import { makeAnswerReader } from "./input/read-answers.ts"
import type { Answer } from "../support/http-call.ts"
import { paths } from "../support/sample-trips.ts"

const key = { keyId: "ak_test_1", secret: "vsk_test_1", partnerCode: "acme" }

const sent = (body: string): InputCase => ({
  kind: "doctored",
  method: "POST",
  target: paths.quotes,
  body: Buffer.from(body),
  key,
  lines: [],
  isChunked: false,
})

const answer = (
  status: number,
  error: string,
  headers: Readonly<Record<string, string>> = {},
): Answer => {
  const body = { error }
  return {
    status,
    headers: {
      "x-request-id": "00000000-0000-4000-8000-000000000000",
      "x-content-type-options": "nosniff",
      "content-type": "application/json; charset=utf-8",
      "cache-control": "no-store",
      "x-ratelimit-limit": "200",
      "x-ratelimit-remaining": "200",
      "x-ratelimit-reset": "60",
      "x-ratelimit-burst-remaining": "60",
      ...headers,
    },
    text: JSON.stringify(body),
    body,
  }
}

describe("bad input", () => {
  it("is drawn alike from the same seed, whatever was drawn before", () => {
    const issued = { sessionIds: ["qs_1"], offerIds: [1], linkCodes: ["abcd"], refs: ["acme-abcd"] }
    const draw = makeBatches({ keys: [key], issued })
    const first = draw(7, 3, 1_800_000_000)
    draw(7, 4, 1_800_000_000)
    assert.deepStrictEqual(draw(7, 3, 1_800_000_000), first)
    assert.notDeepEqual(draw(8, 3, 1_800_000_000), first)
  })
})

describe("the judge of bad input", () => {
  const refused = answer(400, "BAD_TRIP")

  it("finds nothing wrong with a documented refusal", () => {
    assert.deepStrictEqual(caseProblems(sent("{}"), refused), [])
  })

  it.each([
    ["no answer", undefined],
    ["a failure", answer(500, "INTERNAL_ERROR")],
    ["a failure of the sandbox that nobody asked for", answer(502, "PRICING_UNAVAILABLE")],
    ["a status that is not documented", answer(418, "TEAPOT")],
    ["a code that is not documented", answer(400, "BAD_LINK_CODE")],
    ["an answer without rate headers", answer(400, "BAD_TRIP", { "x-ratelimit-limit": "" })],
    ["an answer that may be stored", answer(400, "BAD_TRIP", { "cache-control": "public" })],
    ["an answer without a request id", answer(400, "BAD_TRIP", { "x-request-id": "" })],
    ["a CORS header", answer(400, "BAD_TRIP", { "access-control-allow-origin": "*" })],
  ])("sees %s", (_, seen) => {
    assert.isNotEmpty(caseProblems(sent("{}"), seen))
  })

  it("lets a magic destination fail in the sandbox, and nothing else", () => {
    for (const code of ["PRICING_UNAVAILABLE", "QUOTE_CREATE_FAILED"]) {
      const failed = answer(502, code)
      assert.isTrue(isAskedFailure(sent('{"trip":{"arrivalCountries":["BV"]}}'), failed))
      assert.isFalse(isAskedFailure(sent('{"trip":{"arrivalCountries":["FR"]}}'), failed))
    }
    assert.isFalse(isAskedFailure(sent('{"trip":"BV"}'), answer(500, "INTERNAL_ERROR")))
  })

  it("lets no live trip fail, as no insurer of the test servers is asked over HTTP", () => {
    const live = { ...key, keyId: "ak_live_1" }
    const failed = answer(502, "PRICING_UNAVAILABLE")
    assert.isTrue(isAskedFailure(sent('{"trip":"BV"}'), failed))
    assert.isFalse(isAskedFailure({ ...sent('{"trip":"BV"}'), key: live }, failed))
  })

  it("takes a page for the answer to a link that leads nowhere, and to nothing else", () => {
    const page = (status: number, text = "<!doctype html>\n<html></html>"): Answer => ({
      ...answer(status, "", { "content-type": "text/html; charset=utf-8" }),
      text,
      body: undefined,
    })
    const followed = (target: string): InputCase => ({ ...sent(""), method: "GET", target })
    assert.deepStrictEqual(caseProblems(followed("/r/a/b?c"), page(404)), [])
    assert.isNotEmpty(caseProblems(followed("/r/a"), page(400)))
    assert.isNotEmpty(caseProblems(followed("/r/a"), page(404, "nothing")))
    assert.isNotEmpty(caseProblems(followed("/x/a"), page(404)))
    assert.isNotEmpty(caseProblems(followed(paths.meta), page(404)))
  })

  const trick: RawTrick = { kind: "raw: x", bytes: Buffer.of(), expected: ["400 BAD_REQUEST"] }
  const malformed = answer(400, "BAD_REQUEST")

  it.each([
    ["a hidden request that was answered", [malformed, answer(404, "NOT_FOUND")], "closed"],
    ["a request that was let through", [answer(200, "")], "closed"],
    ["nothing at all", [], "closed"],
    ["a connection that stays open", [malformed], "silence"],
  ] as const)("sees, over a raw socket, %s", (_, answers, end) => {
    assert.isNotEmpty(trickProblems(trick, { answers, end, fault: undefined }))
  })

  it("finds nothing wrong with one refusal and the end of the connection", () => {
    assert.deepStrictEqual(
      trickProblems(trick, { answers: [malformed], end: "closed", fault: undefined }),
      [],
    )
  })
})

describe("the reader of answers", () => {
  const bytes = Buffer.from(
    "HTTP/1.1 100 Continue\r\n\r\n" +
      "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}HTTP/1.1 404 Not Found\r\nContent-Length: 5\r\n\r\n",
  )

  it("reads answers that come a byte at a time, of HEAD without their body", () => {
    const reader = makeAnswerReader()
    const methods = ["GET", "HEAD"]
    const answers = [...bytes].flatMap((byte) =>
      reader.take(Buffer.of(byte), (index) => methods[index] ?? "GET"),
    )
    assert.deepStrictEqual(
      answers.map(({ status, text }) => [status, text]),
      [
        [200, "{}"],
        [404, ""],
      ],
    )
    assert.strictEqual(reader.rest().length, 0)
  })

  it("says so when what comes is no answer", () => {
    assert.throws(() => makeAnswerReader().take(Buffer.from("nonsense\r\n\r\n"), () => "GET"))
  })
})
