import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { Keys } from "../../../../http/ports/keys.ts"
import { outcomeOf, send } from "../../../support/http-call.ts"
import { paths, quoteBody } from "../../../support/sample-trips.ts"
import {
  type CallOptions,
  signedHeaders,
  type TestKey,
  useService,
} from "../../../support/service.ts"

const service = useService()

const meta = async (options?: CallOptions) =>
  outcomeOf(await service().call("GET", paths.meta, undefined, options))

describe("signed calls", () => {
  it("without any header, or with a key that does not exist, are unauthorized", async () => {
    expect(await meta({ key: null })).toBe("401 UNAUTHORIZED")
    for (const keyId of ["ak_test_0", "", "x".repeat(500), "ak_test_%00", "'; drop table quota"]) {
      expect(await meta({ key: { ...service().key, keyId } })).toBe("401 UNAUTHORIZED")
    }
  })

  it("with another secret do not verify, and a sandbox key is told what arrived", async () => {
    const key = { ...service().key, secret: "other" }
    const answer = await service().call("POST", `${paths.quotes}?a=1`, "{}", { key })
    expect(outcomeOf(answer)).toBe("401 INVALID_SIGNATURE")
    const { detail } = answer.body as { detail: string }
    expect(detail).toContain(`method POST, path ${paths.quotes}, body of 2 bytes`)
    expect(detail).not.toContain(answer.headers["x-svc-signature"] ?? "v2=")
  })

  it("of a live key that do not verify are told nothing", async () => {
    const key = { ...(await service().createKey({ mode: "live" })), secret: "other" }
    const answer = await service().call("POST", paths.quotes, "{}", { key })
    expect(outcomeOf(answer)).toBe("401 INVALID_SIGNATURE")
    expect((answer.body as { detail: string }).detail).not.toContain("SHA-256")
  })

  it.each([
    [-298, "200"],
    [298, "200"],
    [-302, "401 STALE_TIMESTAMP"],
    [302, "401 STALE_TIMESTAMP"],
    [-86_400, "401 STALE_TIMESTAMP"],
  ])("%i s off are answered with %s", async (timestampOffsetSeconds, expected) => {
    expect(await meta({ timestampOffsetSeconds })).toBe(expected)
  })

  it("exactly 300 s off pass and 301 s off do not, in both directions", async () => {
    const onSecond = async (offset: number): Promise<string> => {
      // Only a call that was sent and answered within one second tells the exact age.
      for (;;) {
        const started = Math.floor(Date.now() / 1000)
        const outcome = await meta({ timestampOffsetSeconds: offset })
        if (Math.floor(Date.now() / 1000) === started) return outcome
      }
    }
    expect(await onSecond(-300)).toBe("200")
    expect(await onSecond(300)).toBe("200")
    expect(await onSecond(-301)).toBe("401 STALE_TIMESTAMP")
    expect(await onSecond(301)).toBe("401 STALE_TIMESTAMP")
  })

  const withHeaders = (change: (headers: Readonly<Record<string, string>>) => object) => {
    const headers = signedHeaders(service().key, "GET", paths.meta)
    return meta({ key: null, headers: { ...headers, ...change(headers) } })
  }

  it.each([
    ["0123456789"],
    ["99999999999"],
    ["1e9"],
    ["soon"],
    [""],
    ["-1767225600"],
    [String(Number.MAX_SAFE_INTEGER)],
  ])("with the timestamp %j are stale", async (timestamp) => {
    expect(await withHeaders(() => ({ "x-svc-timestamp": timestamp }))).toBe("401 STALE_TIMESTAMP")
  })

  it("in the v1 scheme are told that it is retired, whatever their timestamp", async () => {
    const v1 = { "x-svc-signature": `v1=${"0".repeat(64)}` }
    expect(await withHeaders(() => v1)).toBe("401 V1_SCHEME_RETIRED")
    expect(await withHeaders(() => ({ ...v1, "x-svc-timestamp": "x" }))).toBe(
      "401 V1_SCHEME_RETIRED",
    )
    expect(await withHeaders(() => ({ ...v1, "x-svc-key-id": "ak_test_0" }))).toBe(
      "401 UNAUTHORIZED",
    )
  })

  it.each([["v2="], ["v3=00"], [""], [`v2=${"0".repeat(63)}`], [`v2=${"g".repeat(64)}`]])(
    "with the signature %j do not verify",
    async (signature) => {
      expect(await withHeaders(() => ({ "x-svc-signature": signature }))).toBe(
        "401 INVALID_SIGNATURE",
      )
    },
  )

  it("may spell the signature's hex in either case", async () => {
    const upper = (headers: Readonly<Record<string, string>>) =>
      `v2=${(headers["x-svc-signature"] ?? "").slice(3).toUpperCase()}`
    expect(await withHeaders((headers) => ({ "x-svc-signature": upper(headers) }))).toBe("200")
  })

  it("bind the body byte for byte", async () => {
    const body = JSON.stringify(quoteBody())
    const spaced = JSON.stringify(quoteBody(), null, 1)
    const call = async (sent: string, signedBody: string) =>
      outcomeOf(await service().call("POST", paths.quotes, sent, { signedBody }))
    expect(await call(body, body)).toBe("200")
    expect(await call(spaced, body)).toBe("401 INVALID_SIGNATURE")
    expect(await call(`${body}\n`, body)).toBe("401 INVALID_SIGNATURE")
  })

  it("bind method and path, and leave the query free", async () => {
    expect(await meta({ signedPath: paths.cards })).toBe("401 INVALID_SIGNATURE")
    const headers = signedHeaders(service().key, "HEAD", paths.meta)
    expect(await meta({ key: null, headers })).toBe("401 INVALID_SIGNATURE")
    const queried = await service().call("GET", `${paths.cards}?country=SG`, undefined, {
      signedPath: paths.cards,
    })
    expect(outcomeOf(queried)).toBe("200")
    expect(await meta({ signedPath: `${paths.meta}?a=1` })).toBe("200")
  })

  it("of a GET sign the body that they carry, if they do", async () => {
    const headers = signedHeaders(service().key, "GET", paths.meta, "x")
    const request = { port: service().port, method: "GET", path: paths.meta, headers }
    expect((await send({ ...request, body: "x" })).status).toBe(200)
    expect((await send({ ...request, body: "y" })).status).toBe(401)
  })

  it("with a secret before the last rotation pass, with the one before that not", async () => {
    const first = await service().createKey()
    const rotate = async (): Promise<TestKey> => {
      const { secret } = await service().run(
        Effect.flatMap(Keys, (keys) => keys.rotate(first.keyId)),
      )
      return { ...first, secret: Redacted.value(secret) }
    }
    expect(await meta({ key: first })).toBe("200")
    const second = await rotate()
    expect([await meta({ key: first }), await meta({ key: second })]).toEqual(["200", "200"])
    const third = await rotate()
    expect([await meta({ key: second }), await meta({ key: third })]).toEqual(["200", "200"])
    expect(await meta({ key: first })).toBe("401 INVALID_SIGNATURE")
  })
})
