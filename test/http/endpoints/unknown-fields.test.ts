import { describe, expect, it } from "@effect/vitest"
import { unreadHeader } from "../../../core/fields/unread.ts"
import { paths, quoteBody } from "../../support/sample-trips.ts"
import { type CallOptions, useService } from "../../support/service.ts"

const service = useService()

const unknownOf = async (path: string, body: unknown, options?: CallOptions) => {
  const { headers, status } = await service().call("POST", path, body, options)
  return { status, unknown: headers["x-unknown-fields"] }
}

const bilan = { residence: "FR", destinations: ["US"], crad: { none: true } }

describe("fields that nobody reads", () => {
  it("are named to a sandbox key, by all that read a trip or a card", async () => {
    expect(
      await unknownOf(paths.quotes, quoteBody({ cancelation: true }, { langauge: "fr" })),
    ).toEqual({
      status: 200,
      unknown: "trip.cancelation,langauge",
    })
    expect(await unknownOf(paths.bilan, { ...bilan, trip: { riskyActvity: true } })).toEqual({
      status: 200,
      unknown: "crad,trip.riskyActvity",
    })
  })

  it("are named with the refusal that they lead to", async () => {
    expect(await unknownOf(paths.bilan, { residense: "FR", destinations: ["US"] })).toEqual({
      status: 400,
      unknown: "residense",
    })
    expect(await unknownOf(paths.links, quoteBody({}, { sessionID: "x" }))).toEqual({
      status: 400,
      unknown: "sessionID",
    })
  })

  it("are not named where every field is known, nor to a live key", async () => {
    expect((await unknownOf(paths.quotes, quoteBody())).unknown).toBe(undefined)
    const key = await service().createKey({ mode: "live" })
    expect(await unknownOf(paths.bilan, bilan, { key })).toEqual({
      status: 200,
      unknown: undefined,
    })
  })
})

describe("parameters that nobody reads", () => {
  const unknownOfGet = async (target: string, options?: CallOptions) => {
    const { headers, status } = await service().call("GET", target, undefined, options)
    return { status, unknown: headers["x-unknown-fields"] }
  }

  it.each([
    ["/api/v1/sales?frm=2026-11-01&limit=5&until=2026-11-02", "frm"],
    ["/api/v1/calls?refused=true&Limit=5&limit=5", "Limit"],
    ["/api/v1/events?limit=5&page=2&page=3&utm_source=x", "page,utm_source"],
    ["/api/v1/events/endpoints?id=1", "id"],
    [`${paths.cards}?country=FR&lng=fr`, "lng"],
    [`${paths.meta}?=x&a%0D%0Ab`, "_,a__b"],
  ])("are named to a sandbox key: %s", async (target, unknown) => {
    expect(await unknownOfGet(target)).toEqual({ status: 200, unknown })
  })

  it("are named with the refusal that they lead to, and before fields of the body", async () => {
    expect(await unknownOfGet("/api/v1/sales?frm=x&from=x")).toEqual({
      status: 400,
      unknown: "frm",
    })
    expect(await unknownOf(`${paths.quotes}?dry=1`, quoteBody({}, { langauge: "fr" }))).toEqual({
      status: 200,
      unknown: "dry,langauge",
    })
  })

  it("are not named where every one is known, nor to a live key", async () => {
    const all = "status=pending&by=changed&from=2026-11-01&until=2026-11-02&limit=5"
    expect((await unknownOfGet(`/api/v1/sales?${all}`)).unknown).toBe(undefined)
    expect((await unknownOfGet(`${paths.cards}?country=FR&lang=fr`)).unknown).toBe(undefined)
    const key = await service().createKey({ mode: "live" })
    expect((await unknownOfGet("/api/v1/sales?frm=1", { key })).unknown).toBe(undefined)
  })
})

describe("the header of unknown fields", () => {
  it("holds nothing that a header may not, and no more than ten places", () => {
    const odd = ["a\r\nset-cookie: b", "é,ü", "x".repeat(500)].map((path) => ({ path }))
    expect(unreadHeader(odd)).toBe(`a__set-cookie__b,___,${"x".repeat(60)}`)
    const many = Array.from({ length: 13 }, (_, index) => ({ path: `f${index}` }))
    expect(unreadHeader(many)).toBe("f0,f1,f2,f3,f4,f5,f6,f7,f8,f9,+3")
    expect(unreadHeader(many.slice(0, 10))).toBe("f0,f1,f2,f3,f4,f5,f6,f7,f8,f9")
  })
})
