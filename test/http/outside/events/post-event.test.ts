import { once } from "node:events"
import { createServer as createHttpServer, type ServerResponse } from "node:http"
import { createServer as createHttpsServer } from "node:https"
import { type AddressInfo, createServer, type LookupFunction, type Server } from "node:net"
import { gzipSync } from "node:zlib"
import tls from "node:tls"
import { afterAll, beforeAll, describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as fc from "fast-check"
import { addressRefusal } from "../../../../http/outside/events/event-addresses.ts"
import { answerBeginning, makePostEvent } from "../../../../http/outside/events/post-event.ts"
import { makeNodeClient } from "../../../../http/outside/guard/node-client.ts"
import { times } from "../../../support/long.ts"
import { makeCertificate, type TestCertificate } from "../../../support/certificate.ts"

const authority = makeCertificate({ name: "Authority of a test" })
const servers: Array<Server> = []
const trustedBefore = tls.getCACertificates()

const listen = async (server: Server): Promise<number> => {
  servers.push(server)
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  return (server.address() as AddressInfo).port
}

const secured = ({ cert, key }: Pick<TestCertificate, "cert" | "key">): Promise<number> =>
  listen(createHttpsServer({ cert, key }, (_, answer) => answer.writeHead(204).end()))

/** All names are this machine, but for one that is none. */
const lookup: LookupFunction = (host, options, callback) => {
  if (host === "nowhere.example") {
    return callback(Object.assign(new Error("none"), { code: "ENOTFOUND" }), [])
  }
  return options.all === true
    ? callback(null, [{ address: "127.0.0.1", family: 4 }])
    : callback(null, "127.0.0.1", 4)
}

const post = (url: string) =>
  Effect.runPromise(
    Effect.gen(function* () {
      const client = yield* makeNodeClient({ allowPrivate: true, socketsMax: 8, lookup })
      return yield* makePostEvent(client, { timeoutMs: 2_000, bodyTimeoutMs: 300 })({
        eventId: "evt_1",
        body: "{}",
        url,
        secrets: [Redacted.make("whsec_c2VjcmV0")],
      })
    }).pipe(Effect.scoped),
  )

beforeAll(() => tls.setDefaultCACertificates([...trustedBefore, authority.cert]))

afterAll(() => {
  tls.setDefaultCACertificates(trustedBefore)
  for (const server of servers) server.close()
})

describe("an attempt over TLS", () => {
  const before = new Date(Date.now() - 30 * 86_400_000)
  const yesterday = new Date(Date.now() - 86_400_000)

  it.each([
    ["delivered", { name: "good.example", by: authority }],
    ["tls_wrong_name", { name: "other.example", by: authority }],
    ["tls_expired", { name: "good.example", by: authority, from: before, until: yesterday }],
    ["tls_untrusted", { name: "good.example" }],
    [
      "tls_untrusted",
      { name: "good.example", by: makeCertificate({ name: "Authority of nobody" }) },
    ],
  ])("is %s with such a certificate: %j", async (outcome, wish) => {
    const port = await secured(makeCertificate(wish))
    expect(await post(`https://good.example:${port}/`)).toMatchObject({ outcome, answer: "" })
  })

  it("says so where plain HTTP answers", async () => {
    const port = await listen(createHttpServer((_, answer) => answer.end()))
    expect((await post(`https://good.example:${port}/`)).outcome).toBe("tls_failed")
  })
})

describe("an attempt that reaches nobody", () => {
  it("tells an unknown name, a closed port, a lost connection and another protocol apart", async () => {
    const closed = createServer()
    const closedPort = await listen(closed)
    await new Promise((done) => closed.close(done))
    const resetting = await listen(createServer((socket) => socket.resetAndDestroy()))
    const talking = await listen(createServer((socket) => socket.end("220 mail.example\r\n")))
    const outcomes = await Promise.all(
      [
        "http://nowhere.example:8080/",
        `http://good.example:${closedPort}/`,
        `http://good.example:${resetting}/`,
        `http://good.example:${talking}/`,
      ].map(async (url) => (await post(url)).outcome),
    )
    expect(outcomes).toEqual(["unknown_host", "connection_refused", "connection_reset", "no_http"])
  })

  it("is not made at a port that endpoints may not have, however the endpoint came by it", async () => {
    for (const port of [0, 1, 22, 25, 53, 444, 993, 1023]) {
      expect((await post(`http://good.example:${port}/`)).outcome).toBe("port_not_allowed")
    }
  })
})

it("an endpoint has port 443, 80, or one above 1023", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 65_535 }), fc.boolean(), (port, allowPrivate) => {
      const isAllowed = port === 443 || port === 80 || port > 1_023
      expect(addressRefusal(`https://partner.example:${port}/`, allowPrivate)).toBe(
        isAllowed ? undefined : "port",
      )
    }),
  )
})

describe("what is kept of an answer", () => {
  const answerOf = async (reply: (answer: ServerResponse) => void) => {
    const port = await listen(createHttpServer((_, answer) => reply(answer)))
    return (await post(`http://good.example:${port}/`)).answer
  }

  it("is its first 200 characters, however long it is and whether or not it ends", async () => {
    const page = `<h1>Out of order</h1>\n${"x".repeat(5_600)}`
    const kept = `<h1>Out of order</h1> ${"x".repeat(178)}`
    expect(await answerOf((answer) => answer.writeHead(500).end(page))).toBe(kept)
    expect(await answerOf((answer) => answer.writeHead(500).write(page))).toBe(kept)
    expect(await answerOf((answer) => answer.writeHead(500).write("half of it"))).toBe("half of it")
    expect(
      await answerOf((answer) => {
        answer.writeHead(500, { "content-length": "900" })
        answer.write("cut", () => answer.destroy())
      }),
    ).toBe("cut")
  })

  it("is read by its charset, and is no text where it is none", async () => {
    const latin = Buffer.from("r\u00e9ponse refus\u00e9e", "latin1")
    expect(
      await answerOf((answer) =>
        answer.writeHead(500, { "content-type": "text/plain; charset=ISO-8859-1" }).end(latin),
      ),
    ).toBe("r\u00e9ponse refus\u00e9e")
    expect(
      await answerOf((answer) =>
        answer
          .writeHead(500, { "content-type": "text/html", "content-encoding": "gzip" })
          .end(gzipSync("refused")),
      ),
    ).toBe("(no text: text/html, gzip)")
  })

  it("is at most 200 whole characters on one line, whatever comes", () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 4_096 }),
      fc
        .string({ unit: "binary", maxLength: 900 })
        .map((text) => new TextEncoder().encode(text).subarray(0, 700)),
      fc
        .integer({ min: 790, max: 810 })
        .map((length) => Buffer.from("😀".repeat(300)).subarray(0, length)),
    )
    const type = fc.constantFrom(
      undefined,
      "text/plain",
      "text/html; charset=utf-16le",
      "x; charset=none",
    )
    fc.assert(
      fc.property(bytes, type, (body, contentType) => {
        const kept = answerBeginning(body, { "content-type": contentType })
        expect([...kept].length).toBeLessThanOrEqual(200)
        expect(kept.isWellFormed()).toBe(true)
        expect(kept).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u)
      }),
      { numRuns: times(60, 2_000) },
    )
    expect(answerBeginning(Buffer.from("😀".repeat(300)), {})).toBe("😀".repeat(200))
  })
})
