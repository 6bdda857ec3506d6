import { request } from "node:http"
import { buffer } from "node:stream/consumers"
import { brotliDecompressSync, gunzipSync } from "node:zlib"
import { describe, expect, it } from "@effect/vitest"
import { freePort } from "../../support/http-call.ts"
import { makeAssets } from "../../../http/pages/kit/assets.ts"
import { bilanBody, openPaths, paths, quoteBody } from "../../support/sample-trips.ts"
import { signedHeaders, useOwnService } from "../../support/service.ts"

const metricsPort = await freePort()
const service = useOwnService({ METRICS_PORT: String(metricsPort) })

interface Received {
  readonly status: number | undefined
  readonly headers: Readonly<Record<string, unknown>>
  readonly bytes: Buffer
}

const receive = (
  path: string,
  headers: Readonly<Record<string, string>>,
  { body = "", method = "GET", port = service().port } = {},
): Promise<Received> =>
  new Promise((resolve, reject) => {
    const sent = request({ host: "127.0.0.1", port, path, method, headers }, (incoming) => {
      buffer(incoming).then(
        (bytes) => resolve({ status: incoming.statusCode, headers: incoming.headers, bytes }),
        reject,
      )
    })
    sent.on("error", reject)
    sent.end(body)
  })

const decode = { br: brotliDecompressSync, gzip: gunzipSync }

/** Pages and pictures that are long enough. */
const targets = async (): Promise<ReadonlyArray<string>> => {
  const { bytes } = await receive("/openapi.json", {})
  expect(bytes.length).toBeGreaterThan(10_000)
  const quoted = await service().call("POST", paths.quotes, quoteBody())
  const [offer] = (quoted.body as { readonly offers: ReadonlyArray<{ readonly iconUrl: string }> })
    .offers
  return [
    "/docs",
    "/docs/files/signing.json",
    makeAssets().path("kit.css"),
    "/openapi.json",
    "/widget.js",
    new URL(offer?.iconUrl ?? "").pathname,
    "/cards/1.svg",
    openPaths.vocabulary,
  ]
}

describe("answers without a signature", () => {
  it.each(["br", "gzip"] as const)(
    "come in %s when asked, the same in all else",
    async (coding) => {
      for (const path of await targets()) {
        const plain = await receive(path, {})
        const coded = await receive(path, { "accept-encoding": `${coding}, identity;q=0` })
        expect([path, coded.headers["content-encoding"]]).toEqual([path, coding])
        expect(decode[coding](coded.bytes).equals(plain.bytes)).toBe(true)
        expect(coded.headers["content-length"]).toBe(String(coded.bytes.length))
        const varied =
          path === "/docs" ? "Accept, Accept-Language, Accept-Encoding" : "Accept-Encoding"
        for (const { headers } of [plain, coded]) expect(headers["vary"]).toBe(varied)
        const ofBoth = ["content-type", "cache-control", "content-security-policy"]
        expect(ofBoth.map((name) => coded.headers[name])).toEqual(
          ofBoth.map((name) => plain.headers[name]),
        )
        const head = await receive(path, { "accept-encoding": coding }, { method: "HEAD" })
        const whole = await receive(path, { "accept-encoding": coding })
        const ofHead = ["content-encoding", "content-length", "content-type", "vary"]
        expect(ofHead.map((name) => head.headers[name])).toEqual(
          ofHead.map((name) => whole.headers[name]),
        )
        expect(head.bytes.length).toBe(0)
      }
    },
  )

  it("are shorter for it: the reference by three quarters", async () => {
    for (const path of ["/docs", "/openapi.json", openPaths.vocabulary]) {
      const plain = await receive(path, {})
      const coded = await receive(path, { "accept-encoding": "gzip, deflate, br" })
      expect(coded.bytes.length).toBeLessThan(plain.bytes.length / 3)
    }
  })

  it("stay plain for who does not ask, and where they are tiny", async () => {
    const asked = { "accept-encoding": "br, gzip" }
    const answers = [
      await receive("/openapi.json", {}),
      await receive("/healthz", asked),
      await receive("/nothing", asked),
    ]
    for (const { headers } of answers) expect(headers["content-encoding"]).toBeUndefined()
  })

  it("come compressed where the answer is that there is no such page", async () => {
    const { bytes, headers, status } = await receive("/nothing", {
      "accept-encoding": "gzip, identity;q=0",
    })
    expect([status, headers["content-encoding"]]).toEqual([404, "gzip"])
    expect(JSON.parse(gunzipSync(bytes).toString())).toMatchObject({ error: "NOT_FOUND" })
  })

  it("come compressed where they are figures", async () => {
    const asked = { "accept-encoding": "gzip" }
    const { bytes, headers } = await receive("/metrics", asked, { port: metricsPort })
    expect(headers["content-encoding"]).toBe("gzip")
    expect(gunzipSync(bytes).toString()).toContain("viatica_process_memory_bytes")
  })
})

describe("signed answers", () => {
  it.each([
    ["GET", paths.meta, ""],
    ["GET", paths.cards, ""],
    ["POST", paths.quotes, JSON.stringify(quoteBody())],
    ["POST", paths.bilan, JSON.stringify(bilanBody())],
  ])("%s %s stays as it is, whatever is asked", async (method, path, body) => {
    const { key } = service()
    const signed = signedHeaders(key, method, path, body)
    const asked = { ...signed, "accept-encoding": "br, gzip, identity;q=0" }
    const { bytes, headers, status } = await receive(path, asked, { method, body })
    expect([status, headers["content-encoding"], headers["vary"]]).toEqual([
      200,
      undefined,
      undefined,
    ])
    expect(JSON.parse(bytes.toString())).toMatchObject({ ok: true })
  })
})
