import { describe, expect, it } from "@effect/vitest"
import { unreadHeader } from "../../../core/fields/unread-header.ts"
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

describe("the header of unknown fields", () => {
  it("holds nothing that a header may not, and no more than ten places", () => {
    const odd = ["a\r\nset-cookie: b", "é,ü", "x".repeat(500)].map((path) => ({ path }))
    expect(unreadHeader(odd)).toBe(`a__set-cookie__b,___,${"x".repeat(60)}`)
    const many = Array.from({ length: 13 }, (_, index) => ({ path: `f${index}` }))
    expect(unreadHeader(many)).toBe("f0,f1,f2,f3,f4,f5,f6,f7,f8,f9,+3")
    expect(unreadHeader(many.slice(0, 10))).toBe("f0,f1,f2,f3,f4,f5,f6,f7,f8,f9")
  })
})
