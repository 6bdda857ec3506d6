import { describe, expect, it } from "@effect/vitest"
import { outcomeOf } from "../../../support/http-call.ts"
import { withinOneMinute } from "../../../support/one-minute.ts"
import { useService } from "../../../support/service.ts"
import { linkBody, makeLinking, offers } from "./linking.ts"

const service = useService()
const { call, link, outcome, rows, session } = makeLinking(service)

const to = (...arrivalCountries: ReadonlyArray<string>) => ({ arrivalCountries })

/** What a session has come to, as a row. */
const rowOf = async (sessionId: string) =>
  (await rows(`select * from link_session where nonce = '${sessionId.slice(3, 25)}'`))[0]

describe("a magic destination of POST /links in the sandbox", () => {
  it.each([
    [to("BV"), "502 QUOTE_CREATE_FAILED"],
    [to("HM"), "504 QUOTE_CREATE_UNAVAILABLE"],
    [to("ES", "BV"), "502 QUOTE_CREATE_FAILED"],
    [to("HM", "BV"), "502 QUOTE_CREATE_FAILED"],
  ])("%j answers %s, costs nothing and leaves nothing", async (trip, expected) => {
    await withinOneMinute()
    const key = await service().createKey({ limits: { writes: 1 } })
    const sessionId = await session(key, "sandbox")
    const answer = await call(linkBody(sessionId, trip, { offerId: offers.sandbox }), key)
    expect(outcomeOf(answer)).toBe(expected)
    expect(answer.headers["x-ratelimit-remaining"]).toBe("1")
    expect(await service().quotaOf(key)).toMatchObject({
      writes_used: 0,
      reads_used: 0,
      links: 0,
      burst_used: 1,
    })
    expect(await rowOf(sessionId)).toBeUndefined()
    await link(201, key, sessionId)
  })

  it("leaves the link of a session as it is", async () => {
    const { key } = service()
    const sessionId = await session(key, "sandbox")
    const made = await link(201, key, sessionId)
    const before = await rowOf(sessionId)
    expect(await outcome(linkBody(sessionId, to("BV")), key)).toBe("502 QUOTE_CREATE_FAILED")
    expect(await outcome(linkBody(sessionId, to("HM")), key)).toBe("504 QUOTE_CREATE_UNAVAILABLE")
    expect(await rowOf(sessionId)).toEqual(before)
    const again = await link(200, key, sessionId)
    expect(again).toMatchObject({ subscriptionId: made.subscriptionId, updated: false })
  })

  it("comes after everything that is refused before the quote is asked for", async () => {
    const key = await service().createKey({ limits: { writes: 1 } })
    const fresh = await session(key, "sandbox")
    const refused = (top: Readonly<Record<string, unknown>>, sessionId: unknown = fresh) =>
      outcome(linkBody(sessionId, to("BV"), top), key)
    expect(await refused({ language: "xx" })).toBe("400 BAD_LANGUAGE")
    expect(await refused({ offerId: offers.live })).toBe("400 BAD_OFFER_ID")
    expect(await refused({}, "qs_x")).toBe("400 BAD_SESSION_ID")
    expect(await refused({ linkCode: "nobodys" })).toBe("404 LINK_NOT_FOUND")
    await link(201, key, await session(key, "sandbox"))
    expect(await refused({})).toBe("429 QUOTA_EXCEEDED")
  })

  it("is a destination like any other where it rehearses prices alone, and in live mode", async () => {
    const { key } = service()
    await link(201, key, await session(key, "sandbox"), to("GS"))
    const live = await service().createKey({ mode: "live" })
    for (const country of ["BV", "HM"]) await link(201, live, await session(live), to(country))
  })
})
