import { describe, expect, it } from "@effect/vitest"
import { errorCode, outcomeOf } from "../../support/http-call.ts"
import { bilanBody, paths, quoteBody } from "../../support/sample-trips.ts"
import { type CallOptions, useService } from "../../support/service.ts"

const service = useService()

const call = async (method: string, path: string, body?: unknown, options?: CallOptions) =>
  outcomeOf(await service().call(method, path, body, options))

describe("paths", () => {
  it.each([
    ["/api"],
    ["/api/v1/travel"],
    ["/API/v1/travel/meta"],
    ["/api/v1/travel/Meta"],
    ["/api/v1/travel/meta/"],
    ["//api/v1/travel/meta"],
    ["/api//v1/travel/meta"],
    ["/api/v1/./travel/meta"],
    ["/api/v1/travel/../travel/meta"],
    ["/api/v1%2ftravel/meta"],
    ["/api/v1/travel/met%61"],
    ["/api/v1/travel/meta%20"],
    ["/api/v1/travel/meta;a=1"],
    ["/api/v1/travel/meta%3Fa=1"],
    ["/api/v2/travel/meta"],
    ["/__proto__"],
    ["/constructor"],
    ["/documents/"],
    ["/documents/*"],
    ["/documents/101"],
    ["/documents/101/terms/"],
    ["/documents/0101/terms"],
    ["/documents/__proto__/terms"],
    ["/icons/"],
    ["/icons/*"],
    ["/icons/../package.json"],
    ["/icons/suitcase.svg"],
  ])("that differ by a byte lead nowhere: %s", async (path) => {
    expect(await call("GET", path)).toBe("404 NOT_FOUND")
  })

  it("are compared before the query only", async () => {
    expect(await call("GET", `${paths.meta}?/api//x`, undefined, { signedPath: paths.meta })).toBe(
      "200",
    )
  })
})

describe("methods", () => {
  it.each([
    ["PUT", paths.quotes, "POST"],
    ["GET", paths.quotes, "POST"],
    ["HEAD", paths.bilan, "POST"],
    ["OPTIONS", paths.quotes, "POST"],
    ["OPTIONS", paths.meta, "GET, HEAD"],
    ["POST", paths.meta, "GET, HEAD"],
    ["DELETE", paths.cards, "GET, HEAD"],
    ["PATCH", "/openapi.json", "GET, HEAD"],
    ["POST", "/healthz", "GET, HEAD"],
    ["TRACE", paths.meta, "GET, HEAD"],
    ["PROPFIND", paths.meta, "GET, HEAD"],
  ])("%s of %s is refused, with what is allowed", async (method, path, allow) => {
    const answer = await service().call(method, path, undefined, {
      headers: { origin: "https://example.org", "access-control-request-method": "POST" },
    })
    expect(answer.status).toBe(405)
    expect(answer.headers["allow"]).toBe(allow)
    if (method !== "HEAD") expect(errorCode(answer)).toBe("METHOD_NOT_ALLOWED")
  })

  it("takes HEAD where GET is taken, signed as HEAD, without a body", async () => {
    const head = await service().call("HEAD", paths.cards)
    const get = await service().call("GET", paths.cards)
    expect([head.status, head.text]).toEqual([200, ""])
    expect(head.headers["content-length"]).toBe(get.headers["content-length"])
    expect((await service().call("HEAD", "/openapi.json", undefined, { key: null })).status).toBe(
      200,
    )
  })

  it("answer nothing with a CORS header, a preflight neither", async () => {
    const headers = { origin: "https://example.org" }
    expect(await call("GET", paths.meta, undefined, { headers })).toBe("200")
    expect(await call("GET", "/nowhere", undefined, { headers, key: null })).toBe("404 NOT_FOUND")
    expect(await call("POST", paths.quotes, "{}", { headers, key: null })).toBe("401 UNAUTHORIZED")
  })
})

describe("bodies", () => {
  const padded = (bytes: number) => {
    const text = JSON.stringify(quoteBody())
    return text + " ".repeat(bytes - text.length)
  }

  it("may have 65536 bytes and not one more, with a declared length or in chunks", async () => {
    for (const chunked of [false, true]) {
      expect(await call("POST", paths.quotes, padded(65_536), { chunked })).toBe("200")
      expect(await call("POST", paths.quotes, padded(65_537), { chunked })).toBe(
        "413 PAYLOAD_TOO_LARGE",
      )
    }
  })

  it("are measured before the key is looked at", async () => {
    expect(await call("POST", paths.bilan, padded(70_000), { key: null })).toBe(
      "413 PAYLOAD_TOO_LARGE",
    )
  })

  it.each([["gzip"], ["identity"], ["br, gzip"]])(
    "come without Content-Encoding: %s",
    async (coding) => {
      const headers = { "content-encoding": coding }
      expect(await call("POST", paths.quotes, quoteBody(), { headers })).toBe(
        "415 UNSUPPORTED_ENCODING",
      )
    },
  )

  it.each([["text/plain"], ["application/xml"], ["nonsense"], [""]])(
    "are read as JSON whatever their type is called: %j",
    async (type) => {
      const headers = { "content-type": type }
      expect(await call("POST", paths.quotes, quoteBody(), { headers })).toBe("200")
    },
  )

  const json = JSON.stringify(quoteBody())
  it.each([
    ["nothing", ""],
    ["a space", " "],
    ["a byte order mark", Buffer.from(`\ufeff${json}`)],
    ["half of it", json.slice(0, 40)],
    ["two values", `${json}${json}`],
    ["single quotes", json.replaceAll('"', "'")],
    ["a trailing comma", json.replace(/}$/, ",}")],
    ["NaN", '{"trip":NaN}'],
    ["a raw control character", '{"trip":"\u0001"}'],
    ["an invalid byte", Buffer.concat([Buffer.from('{"trip":"'), Buffer.from([0xff, 0x22, 0x7d])])],
    [
      "an overlong form",
      Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xc0, 0xaf, 0x22, 0x7d])]),
    ],
    [
      "a surrogate in UTF-8",
      Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xed, 0xa0, 0x80, 0x22, 0x7d])]),
    ],
    ["UTF-16", Buffer.from(json, "utf16le")],
  ])("that are no JSON are refused: %s", async (_, body) => {
    expect(await call("POST", paths.quotes, body)).toBe("400 INVALID_JSON")
    expect(await call("POST", paths.bilan, body)).toBe("400 INVALID_JSON")
  })

  it("may nest as deep as they fit", async () => {
    const deep = (open: string, close: string) => open.repeat(9_000) + close.repeat(9_000)
    expect(await call("POST", paths.quotes, deep("[", "]"))).toBe("400 BAD_TRIP")
    const nested = `{"trip":${'{"a":'.repeat(9_000)}1${"}".repeat(9_000)}}`
    expect(await call("POST", paths.quotes, nested)).toBe("400 BAD_INTENT")
    expect(await call("POST", paths.bilan, nested)).toBe("400 BAD_RESIDENCE")
  })

  it("cannot reach what every object inherits", async () => {
    const proto = `{"__proto__":${json.slice(0, -1)}},"constructor":{"prototype":{"trip":1}}}`
    expect(await call("POST", paths.quotes, proto)).toBe("400 BAD_TRIP")
    const inside = json.replace('"intent":', '"__proto__":{"intent":"forTourism"},"x":')
    expect(await call("POST", paths.quotes, inside)).toBe("400 BAD_INTENT")
    expect(await call("POST", paths.quotes, quoteBody({ intent: "__proto__" }))).toBe(
      "400 BAD_INTENT",
    )
    expect(await call("POST", paths.bilan, bilanBody({ market: "toString" }))).toBe("200")
    expect(await call("POST", paths.quotes, quoteBody())).toBe("200")
  })

  it("take the last of a repeated member, as JSON parsers do", async () => {
    const repeated = json.replace('"intent":', '"intent":"nonsense","intent":')
    expect(await call("POST", paths.quotes, repeated)).toBe("200")
  })

  it("may hold lone surrogates, which are no known word", async () => {
    const lone = json.replace("forTourism", "\\ud800")
    expect(await call("POST", paths.quotes, lone)).toBe("400 BAD_INTENT")
    const card = { bank: "\ud800", network: "\udfff", tier: "\ud800\ud800" }
    expect(await call("POST", paths.bilan, bilanBody({ card }))).toBe("200")
  })
})

describe("documents for people and machines", () => {
  it.each([["/healthz"], ["/readyz"], ["/openapi.json"], ["/docs"], ["/documents/101/terms"]])(
    "are served unsigned under %s",
    async (path) => {
      const answer = await service().call("GET", path, undefined, { key: null })
      expect(answer.status).toBe(200)
      expect(answer.text.length).toBeGreaterThan(0)
    },
  )

  it("stay what they are when a key is sent along", async () => {
    expect(await call("GET", "/healthz")).toBe("200")
  })
})
