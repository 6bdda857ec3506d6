import { once } from "node:events"
import { ServerResponse } from "node:http"
import { connect, type Socket } from "node:net"
import { describe, expect, it, vi } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type { ServerSettings } from "../../../http/config/server.ts"
import { makeApiDocument, makeApiDocumentRoute } from "../../../http/pages/api-document.ts"
import type { Answer } from "../../../http/api/answer.ts"
import type { IncomingCall } from "../../../http/api/incoming.ts"
import { type LimitOf, limitsOf } from "../../../rules/reference/limits.ts"
import { send } from "../../support/http-call.ts"
import { useService } from "../../support/service.ts"
import { shippedTables } from "../../support/tables.ts"
import { unstatedOperator } from "../../support/unstated-operator.ts"

const settings: ServerSettings = {
  port: 0,
  host: "127.0.0.1",
  baseUrl: "http://viatica.example",
  funnelUrl: "http://funnel.example",
  isFunnelStandIn: false,
  headerPrefix: "svc",
  operator: unstatedOperator,
  mayIndexComparator: false,
}

/** A call of who holds nothing. */
const call: Pick<IncomingCall, "headerValues"> = { headerValues: () => [] }

/** What is answered under the document's path. */
const answering = (limits = limitsOf(shippedTables)): Effect.Effect<Answer> => {
  const route = makeApiDocumentRoute(() => makeApiDocument(settings, limits))
  return route.answer(call as IncomingCall, "") as Effect.Effect<Answer>
}

it.effect("the document is made once, as bytes, for all who ask", () =>
  Effect.gen(function* () {
    const answer = answering()
    const asked = Array.from({ length: 8 }, () => answer)
    const [first, ...others] = yield* Effect.all(asked, { concurrency: "unbounded" })
    for (const other of others) expect(other.body === first?.body).toBe(true)
    expect(first?.body).toBeInstanceOf(Uint8Array)
    expect(first?.body.length).toBeGreaterThan(10_000)
  }),
)

describe("the document", () => {
  it.effect("tells the limits of the tables, in bounds and in texts", () =>
    Effect.gen(function* () {
      const shipped = limitsOf(shippedTables)
      const changed: ReadonlyMap<string, number> = new Map([
        ["destinations_max", 7],
        ["travellers_max", 9],
        ["traveller_age_max", 99],
        ["coach_destinations_max", 5],
        ["insured_amount_max", 2_500_000],
        ["timestamp_window_s", 61],
      ])
      const limits: LimitOf = (name) => changed.get(name) ?? shipped(name)
      const { body } = yield* answering(limits)
      const text = Buffer.from(body as Uint8Array).toString()
      const { schemas } = JSON.parse(text).components
      expect(schemas.TripRequest.properties.arrivalCountries.maxItems).toBe(7)
      expect(schemas.TripRequest.properties.travellers).toMatchObject({
        maxItems: 9,
        items: { properties: { age: { minimum: 0, maximum: 99 } } },
      })
      expect(schemas.Trip.properties.arrivalCountries.maxItems).toBe(7)
      expect(schemas.BilanRequest.properties.destinations.maxItems).toBe(5)
      expect(text.match(/at most 2,500,000 EUR/g)?.length).toBeGreaterThanOrEqual(5)
      expect(text).toContain("at most 61 s off")
    }),
  )
})

describe("the documentation for people", () => {
  const service = useService()

  const docs = () => send({ port: service().port, method: "GET", path: "/docs" })

  /** A reader who asks for the page and takes its beginning. */
  const askWithoutReading = async (): Promise<Socket> => {
    const socket = connect(service().port, "127.0.0.1")
    socket.on("error", () => {})
    socket.write("GET /docs HTTP/1.1\r\nhost: a\r\n\r\n")
    await once(socket, "readable")
    return socket
  }

  it("comes whole to several who ask at once", async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, docs))
    const [first] = answers
    expect(/^\s*<!doctype html>[^]*<\/html>\s*$/i.test(first?.text ?? "")).toBe(true)
    for (const { headers, status, text } of answers) {
      expect([status, text === first?.text]).toEqual([200, true])
      expect(Number(headers["content-length"])).toBe(Buffer.byteLength(text))
      expect(headers["content-type"]).toBe("text/html; charset=utf-8")
    }
  })

  it("is held once for all who do not take it", async () => {
    const end = vi.spyOn(ServerResponse.prototype, "end")
    try {
      const readers = await Promise.all(Array.from({ length: 24 }, askWithoutReading))
      const given = end.mock.calls.map(([body]: ReadonlyArray<unknown>) => body)
      for (const reader of readers) reader.destroy()
      expect(given.length).toBe(24)
      expect(new Set(given).size).toBe(1)
      expect(given[0] instanceof Uint8Array && given[0].byteLength).toBeGreaterThan(10_000)
    } finally {
      end.mockRestore()
    }
  })
})

describe("the documents for programs", () => {
  const service = useService()

  it.each(["/openapi.json", "/arazzo.json"])("%s is not sent again to who has it", async (path) => {
    const get = (headers = {}) => send({ port: service().port, method: "GET", path, headers })
    const { headers } = await get()
    const again = await get({ "if-none-match": headers["etag"] })
    expect([again.status, again.text, again.headers["etag"]]).toEqual([304, "", headers["etag"]])
    expect((await get({ "if-none-match": '"other"' })).status).toBe(200)
  })
})
