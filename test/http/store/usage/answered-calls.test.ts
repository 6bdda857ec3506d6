import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { Keys } from "../../../../http/ports/keys.ts"
import type { Answer } from "../../../support/http-call.ts"
import { bilanBody, paths, quoteBody } from "../../../support/sample-trips.ts"
import { useOwnService } from "../../../support/service.ts"
import { seenUsage } from "./seen-usage.ts"

const service = useOwnService()

const requestIdOf = ({ headers }: Answer): string => String(headers["x-request-id"])

/** Every text that the tables of usage hold. */
const storedText = () =>
  service().run(
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql<{ readonly text: string }>`
        select usage_call::text as text from usage_call
        union all select usage_day::text from usage_day`,
    ),
  )

describe("a signed call", () => {
  it("is found by its request id, with what the caller was told and nothing of what it sent", async () => {
    const { call, createKey } = service()
    const key = await createKey()
    const seen = seenUsage(service(), key.partnerCode, "sandbox")
    const answers = [
      await call("POST", paths.quotes, quoteBody({ tripPrice: 7_654.32 }), { key }),
      await call("POST", paths.quotes, quoteBody({ travellers: [{ age: 9_876_543 }] }), { key }),
      await call("POST", paths.bilan, bilanBody({ card: { bin: "49701012" } }), { key }),
      await call("GET", `${paths.cards}?country=Narnia`, undefined, { key }),
      await call("HEAD", paths.meta, undefined, { key }),
      await call("POST", paths.links, "{", { key }),
    ]
    expect(await seen.countedOnce(answers.length)).toBe(answers.length)
    const calls = (await seen.calls()).toReversed()
    expect(calls.map(({ requestId }) => requestId).toSorted()).toEqual(
      answers.map(requestIdOf).toSorted(),
    )
    const shown = answers.map((answer) => {
      const found = calls.find(({ requestId }) => requestId === requestIdOf(answer))
      expect(found?.status).toBe(answer.status)
      expect(found?.keyId).toBe(key.keyId)
      expect(found?.isSigned).toBe(true)
      return [found?.method, found?.path, found?.errorCode, found?.detail]
    })
    expect(shown).toEqual([
      ["POST", paths.quotes, null, null],
      ["POST", paths.quotes, "BAD_TRIP", expect.stringContaining("trip.travellers[0].age")],
      ["POST", paths.bilan, null, null],
      ["GET", paths.cards, "BAD_COUNTRY", expect.any(String)],
      ["HEAD", paths.meta, null, null],
      ["POST", paths.links, "INVALID_JSON", "The body is not valid JSON in UTF-8."],
    ])
    const text = (await storedText()).map((row) => row.text).join("\n")
    expect(text).toContain(key.keyId)
    for (const sent of ["7654.32", "9876543", "497010", "Narnia"]) expect(text).not.toContain(sent)
  })

  it("counts where quota, scope or account refused it", async () => {
    const { call, createKey } = service()
    const key = await createKey({ limits: { reads: 1, burst: 4 }, scopes: ["quotes"] })
    const seen = seenUsage(service(), key.partnerCode, "sandbox")
    const codes: Array<unknown> = []
    for (const [path, body] of [
      [paths.quotes, quoteBody()],
      [paths.quotes, quoteBody()],
      [paths.bilan, bilanBody()],
      [paths.bilan, bilanBody()],
      [paths.bilan, bilanBody()],
      [paths.bilan, bilanBody()],
    ] as const) {
      const answer = await call("POST", path, body, { key })
      codes.push((answer.body as { readonly error?: string }).error)
    }
    expect(await seen.countedOnce(codes.length)).toBe(codes.length)
    const told = new Map(codes.map((code) => [code, codes.filter((one) => one === code).length]))
    told.delete(undefined)
    const counted = (await seen.days()).flatMap(({ refused }) => refused)
    const byCode = new Map<string, number>()
    for (const { calls, code } of counted) byCode.set(code, (byCode.get(code) ?? 0) + calls)
    expect([...byCode].toSorted()).toEqual([...told].toSorted())
    expect([...byCode.keys()]).toContain("SCOPE_FORBIDDEN")
    expect([...byCode.keys()]).toContain("QUOTA_EXCEEDED")
  })
})

describe("a call whose signature does not hold", () => {
  it("is its account's where the key is one, as refused and unsigned", async () => {
    const { call, createKey, run } = service()
    const key = await createKey()
    await call("GET", paths.meta, undefined, { key })
    const seen = seenUsage(service(), key.partnerCode, "sandbox")
    await call("POST", paths.quotes, quoteBody(), { key: { ...key, secret: "sk_test_wrong" } })
    await call("POST", paths.quotes, quoteBody(), { key, timestampOffsetSeconds: -600 })
    await call("POST", paths.quotes, quoteBody(), { key, headers: { "content-encoding": "gzip" } })
    await run(Effect.flatMap(Keys, (keys) => keys.revoke(key.keyId)))
    await new Promise((resolve) => setTimeout(resolve, 1_100))
    await call("POST", paths.quotes, quoteBody(), { key })
    expect(await seen.countedOnce(5)).toBe(5)
    const calls = (await seen.calls()).toReversed()
    expect(calls.map(({ errorCode, isSigned }) => [errorCode, isSigned])).toEqual([
      [null, true],
      ["INVALID_SIGNATURE", false],
      ["STALE_TIMESTAMP", false],
      ["UNSUPPORTED_ENCODING", false],
      ["UNAUTHORIZED", false],
    ])
    expect(calls[1]?.detail).toContain("The signature does not verify.")
  })

  it("is nobody's where there is no such key", async () => {
    const { call, createKey } = service()
    const key = await createKey()
    const seen = seenUsage(service(), key.partnerCode, "sandbox")
    const stranger = { ...key, keyId: `${key.keyId.slice(0, -4)}0000` }
    for (const one of [stranger, null, { ...key, keyId: "ak_test_" }, key]) {
      await call("GET", paths.meta, undefined, { key: one })
    }
    expect(await seen.countedOnce(1)).toBe(1)
    const rows = await storedText()
    expect(rows.filter(({ text }) => text.includes(stranger.keyId))).toEqual([])
  })
})

describe("calls of an account in both modes", () => {
  it("are kept apart", async () => {
    const { call, createKey } = service()
    const live = await createKey({ mode: "live" })
    const { partnerCode } = live
    const sandbox = await createKey({ partnerCode })
    await call("GET", paths.meta, undefined, { key: live })
    await call("GET", paths.cards, undefined, { key: sandbox })
    const seen = {
      live: seenUsage(service(), partnerCode, "live"),
      sandbox: seenUsage(service(), partnerCode, "sandbox"),
    }
    await seen.live.countedOnce(1)
    await seen.sandbox.countedOnce(1)
    const endpointsOf = async (mode: "live" | "sandbox") =>
      (await seen[mode].calls()).map(({ endpoint, keyId }) => [endpoint, keyId])
    expect(await endpointsOf("live")).toEqual([["meta", live.keyId]])
    expect(await endpointsOf("sandbox")).toContainEqual(["cards", sandbox.keyId])
    expect(await endpointsOf("sandbox")).not.toContainEqual(["meta", live.keyId])
  })
})
