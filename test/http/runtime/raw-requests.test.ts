import { describe, expect, it } from "@effect/vitest"
import { type Answer, outcomeOf, sendRaw } from "../../support/http-call.ts"
import { checkAnyAnswer } from "../../support/answer-check.ts"
import { paths, quoteBody } from "../../support/sample-trips.ts"
import { signedHeaders, useService } from "../../support/service.ts"

const service = useService()

const head = (method: string, target: string, lines: ReadonlyArray<string>) =>
  [`${method} ${target} HTTP/1.1`, "host: localhost", ...lines, "", ""].join("\r\n")

const headerLines = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers).map(([name, value]) => `${name}: ${value}`)

const signedLines = (method: string, path: string, body = "") =>
  headerLines(signedHeaders(service().key, method, path, body))

const raw = async (...pieces: ReadonlyArray<string | Uint8Array>): Promise<Answer> => {
  const { answer, received } = await sendRaw(service().port, pieces)
  if (answer === undefined) throw new Error(`no answer, only ${JSON.stringify(received)}`)
  checkAnyAnswer(answer, "raw")
  return answer
}

describe("raw targets", () => {
  it.each([
    ["another scheme", "ftp://localhost/api/v1/travel/meta"],
    ["two slashes behind the authority", "http://localhost//api/v1/travel/meta"],
    ["an asterisk in front", "*/api/v1/travel/meta"],
    ["a fragment", "/api/v1/travel/meta#x"],
    ["a dot segment", "/./api/v1/travel/meta"],
  ])("lead nowhere in %s", async (_, target) => {
    const answer = await raw(head("GET", target, signedLines("GET", target)))
    expect(outcomeOf(answer)).toBe("404 NOT_FOUND")
  })

  it("that are signed and called exactly so are answered", async () => {
    expect(outcomeOf(await raw(head("GET", paths.meta, signedLines("GET", paths.meta))))).toBe(
      "200",
    )
  })
})

describe("targets in absolute form", () => {
  it.each([
    ["http://localhost/api/v1/travel/meta"],
    ["https://other.example:8443/api/v1/travel/meta"],
    ["HTTP://[::1]/api/v1/travel/meta"],
  ])("lead where their path leads, which is what is signed: %s", async (target) => {
    const answer = await raw(head("GET", target, signedLines("GET", paths.meta)))
    expect(outcomeOf(answer)).toBe("200")
    const signedWhole = await raw(head("GET", target, signedLines("GET", target)))
    expect(outcomeOf(signedWhole)).toBe("401 INVALID_SIGNATURE")
  })

  it("keep the query and the body, and may leave out the first slash", async () => {
    const calls = await raw(
      head("GET", "http://a/api/v1/calls?limit=1", signedLines("GET", "/api/v1/calls")),
    )
    expect(outcomeOf(calls)).toBe("200")
    const body = JSON.stringify(quoteBody())
    const lines = [...signedLines("POST", paths.quotes, body), `content-length: ${body.length}`]
    expect(outcomeOf(await raw(head("POST", `http://a${paths.quotes}`, lines) + body))).toBe("200")
    for (const target of ["http://a", "http://a?lang=fr"]) {
      expect((await raw(head("GET", target, ["accept: application/json"]))).status).toBe(200)
    }
  })

  it.each(["http:///api/v1/travel/meta", "http://:80/healthz", "http://user@localhost/healthz"])(
    "are refused where they have no host of their own: %s",
    async (target) => {
      expect(outcomeOf(await raw(head("GET", target, [])))).toBe("400 BAD_REQUEST")
    },
  )
})

describe("repeated signing headers", () => {
  it.each([
    ["x-svc-key-id", "401 UNAUTHORIZED"],
    ["x-svc-timestamp", "401 STALE_TIMESTAMP"],
    ["x-svc-signature", "401 INVALID_SIGNATURE"],
  ])("are refused, the same value twice too: %s", async (name, expected) => {
    const lines = signedLines("GET", paths.meta)
    const twice = [...lines, ...lines.filter((line) => line.startsWith(name))]
    expect(outcomeOf(await raw(head("GET", paths.meta, twice)))).toBe(expected)
    const mixed = [...lines, ...lines.filter((line) => line.startsWith(name))].map((line) =>
      line.replace("x-svc", "X-SVC"),
    )
    expect(outcomeOf(await raw(head("GET", paths.meta, mixed)))).toBe(expected)
  })

  it("may be written in any case", async () => {
    const lines = signedLines("GET", paths.meta).map((line) => line.replace("x-svc", "X-SvC"))
    expect(outcomeOf(await raw(head("GET", paths.meta, lines)))).toBe("200")
  })
})

describe("raw bodies", () => {
  const body = JSON.stringify(quoteBody())
  const chunk = (bytes: number) => `${bytes.toString(16)}\r\n${"x".repeat(bytes)}\r\n`

  it("may come in chunks of one byte", async () => {
    const lines = [...signedLines("POST", paths.quotes, body), "transfer-encoding: chunked"]
    const pieces = [...body].map((byte) => `1\r\n${byte}\r\n`)
    const answer = await raw(head("POST", paths.quotes, lines), ...pieces, "0\r\n\r\n")
    expect(outcomeOf(answer)).toBe("200")
  })

  it("are refused by their declared length before they come", async () => {
    const lines = [...signedLines("POST", paths.quotes), "content-length: 10000000"]
    expect(outcomeOf(await raw(head("POST", paths.quotes, lines)))).toBe("413 PAYLOAD_TOO_LARGE")
  })

  it.each([
    [
      "declared",
      [`content-length: ${2 ** 22}`],
      Array.from({ length: 64 }, () => "x".repeat(65_536)),
    ],
    ["chunked", ["transfer-encoding: chunked"], Array.from({ length: 64 }, () => chunk(65_536))],
  ])("that are far too long, %s, get an answer that can be read", async (_, framing, pieces) => {
    const lines = [...signedLines("POST", paths.quotes), ...framing]
    const answer = await raw(head("POST", paths.quotes, lines), ...pieces)
    expect(outcomeOf(answer)).toBe("413 PAYLOAD_TOO_LARGE")
  })

  it("that stay away do not keep the service from answering others", async () => {
    const lines = [...signedLines("POST", paths.quotes), "content-length: 100"]
    const waiting = sendRaw(service().port, [head("POST", paths.quotes, lines), "half"], 300)
    expect((await service().call("GET", paths.meta)).status).toBe(200)
    expect((await waiting).answer).toBeUndefined()
  })

  it("that are waited for, in a row, are answered one after another", async () => {
    const lines = [
      ...signedLines("POST", paths.quotes, body),
      "expect: 100-continue",
      `content-length: ${body.length}`,
    ]
    const call = head("POST", paths.quotes, lines) + body
    const { received } = await sendRaw(service().port, [call.repeat(2)])
    // A sign to go on inside of an answer would be taken for a part of it.
    expect(received.match(/HTTP\/1\.1 \d+/g)).toEqual([
      "HTTP/1.1 100",
      "HTTP/1.1 200",
      "HTTP/1.1 200",
    ])
    expect(
      received
        .toLowerCase()
        .match(/connection: \S+/g)
        ?.at(-1),
    ).toBe("connection: close")
  })

  it("answer two calls of one connection in their order", async () => {
    const one = head("GET", paths.meta, signedLines("GET", paths.meta))
    const two = head("GET", "/nowhere", [])
    const { received } = await sendRaw(service().port, [one + two])
    expect(received.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 200", "HTTP/1.1 404"])
  })
})

describe("what is no HTTP, or asks for another protocol", () => {
  it.each([
    ["noise", "400 BAD_REQUEST", "\u0000\u0001\u0002\r\n\r\n"],
    ["a backslash for a path", "404 NOT_FOUND", head("GET", "\\api\\v1\\travel\\meta", [])],
    ["bytes beyond ASCII in a path", "404 NOT_FOUND", head("GET", "/api/v1/travel/met\u00e4", [])],
    [
      "a header without a colon",
      "400 BAD_REQUEST",
      "GET /healthz HTTP/1.1\r\nhost: x\r\nnonsense\r\n\r\n",
    ],
    [
      "two lengths",
      "400 BAD_REQUEST",
      "POST /healthz HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n",
    ],
    [
      "length and chunks",
      "400 BAD_REQUEST",
      "POST /healthz HTTP/1.1\r\nhost: x\r\ncontent-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n",
    ],
    [
      "endless headers",
      "431 HEADERS_TOO_LARGE",
      `GET /healthz HTTP/1.1\r\nhost: x\r\na: ${"b".repeat(20_000)}\r\n\r\n`,
    ],
    ["a tunnel", "404 NOT_FOUND", "CONNECT db:5432 HTTP/1.1\r\nhost: db:5432\r\n\r\n"],
  ])("is refused, and others are served on: %s", async (_, expected, bytes) => {
    const answer = await raw(bytes)
    expect(outcomeOf(answer)).toBe(expected)
    expect(answer.headers["connection"]).toBe("close")
    expect((await service().call("GET", "/healthz")).status).toBe(200)
  })

  it.each([
    ["without a host", "GET /healthz HTTP/1.1\r\n\r\n"],
    ["with two hosts", "GET /healthz HTTP/1.1\r\nhost: x\r\nHost: y\r\n\r\n"],
    ["of HTTP/0.9", "GET /healthz\r\n\r\n"],
    ["of HTTP/2.0", "GET /healthz HTTP/2.0\r\nhost: x\r\n\r\n"],
  ])("is refused %s", async (_, bytes) => {
    const answer = await raw(bytes)
    expect(outcomeOf(answer)).toBe("400 BAD_REQUEST")
    expect(answer.headers["connection"]).toBe("close")
  })

  it("needs no host in HTTP/1.0", async () => {
    expect(outcomeOf(await raw("GET /healthz HTTP/1.0\r\n\r\n"))).toBe("200")
  })

  it("may expect what nobody knows, and is answered all the same", async () => {
    const lines = [...signedLines("GET", paths.meta), "expect: tea"]
    expect(outcomeOf(await raw(head("GET", paths.meta, lines)))).toBe("200")
  })

  it("is not upgraded", async () => {
    const lines = [...signedLines("GET", paths.meta), "connection: upgrade", "upgrade: websocket"]
    expect(outcomeOf(await raw(head("GET", paths.meta, lines)))).toBe("200")
    const chunked = ["connection: upgrade", "upgrade: h2c", "transfer-encoding: chunked"]
    const posted = await raw(head("POST", paths.quotes, chunked), "0\r\n\r\n")
    expect(outcomeOf(posted)).toBe("401 UNAUTHORIZED")
    expect((await service().call("GET", "/healthz")).status).toBe(200)
  })
})
