import { beforeAll, describe, expect, it } from "@effect/vitest"
import { outcomeOf } from "../../../support/http-call.ts"
import { withinOneMinute } from "../../../support/one-minute.ts"
import { sampleTrip } from "../../../support/sample-trips.ts"
import { type TestKey, useService } from "../../../support/service.ts"
import { linkBody, makeLinking, offers } from "./linking.ts"

const service = useService()
const { call, link, listLinks, outcome, quoted, rows, session } = makeLinking(service)

let key: TestKey
let sessionId: string
beforeAll(async () => {
  key = await service().createKey({ mode: "live" })
  sessionId = await session(key)
})

const bad = {
  language: "xx",
  linkCode: "a-b-c",
  sessionId: "qs_0.0",
  offerId: 0,
} as const

const manyOf = <Item>(count: number, item: Item) => Array.from({ length: count }, () => item)

/** What breaks a body, in the order in which it is refused; each is put right after its turn. */
const mistakes: ReadonlyArray<readonly [string, object, object]> = [
  ["BAD_LANGUAGE", { language: "xx" }, {}],
  ["BAD_INTENT", {}, { intent: "leisure" }],
  ["BAD_DATES", {}, { endDate: "2027-06-30" }],
  ["BAD_RESIDENCE", {}, { countryResidence: "France" }],
  ["BAD_STATE_RESIDENCE", {}, { countryResidence: "US", stateResidence: "PR" }],
  ["NO_DESTINATIONS", {}, { arrivalCountries: [] }],
  ["TOO_MANY_DESTINATIONS", {}, { arrivalCountries: manyOf(21, "ES") }],
  ["NO_TRAVELLERS", {}, { travellers: [] }],
  ["TOO_MANY_TRAVELLERS", {}, { travellers: manyOf(51, { age: 30 }) }],
  ["CANCELLATION_NEEDS_TRIP_PRICE", {}, { shouldCoverCancellation: true }],
  ["BAD_LINK_CODE", { linkCode: bad.linkCode }, {}],
  ["MISSING_SESSION_ID", { sessionId: "" }, {}],
  ["BAD_SESSION_ID", { sessionId: bad.sessionId }, {}],
  ["BAD_OFFER_ID", { offerId: bad.offerId }, {}],
  ["BAD_TRIP", {}, { travellers: [{ age: 121 }] }],
]

describe("the refusals of a link", () => {
  it("come in the order of their codes, the first one only", async () => {
    for (const [index, [code]] of mistakes.entries()) {
      // Later mistakes first, so that of two on one field the earlier one stands.
      const left = mistakes.slice(index).toReversed()
      const top = Object.assign({}, ...left.map(([, one]) => one)) as Record<string, unknown>
      const trip = Object.assign({}, ...left.map(([, , one]) => one)) as Record<string, unknown>
      const body = linkBody(top["sessionId"] ?? sessionId, trip, top)
      expect(await outcome(body, key)).toBe(`400 ${code}`)
    }
    await link(201, key, sessionId)
  })

  it("begin with what is no JSON, the language, and a body without a trip", async () => {
    expect(await outcome("{", key)).toBe("400 INVALID_JSON")
    expect(await outcome(JSON.stringify({ ...bad, trip: 1 }), key)).toBe("400 BAD_LANGUAGE")
    expect(await outcome({ ...bad, language: "en" }, key)).toBe("400 BAD_TRIP")
    expect(await outcome([], key)).toBe("400 BAD_TRIP")
  })

  it("name the field and the rule, and never echo a session", async () => {
    const answer = await call(linkBody(`${sessionId}x`), key)
    expect(outcomeOf(answer)).toBe("400 BAD_SESSION_ID")
    expect(answer.body).toMatchObject({ detail: expect.stringMatching(/^sessionId: /) as unknown })
    expect(answer.text).not.toContain(sessionId.slice(0, 12))
    const offer = await call(linkBody(sessionId, {}, { offerId: "7" }), key)
    expect(offer.body).toMatchObject({ detail: expect.stringMatching(/^offerId: /) as unknown })
  })

  it.each([0, -1, 1.5, "7", `${offers.live}`, true, [offers.live], 999_999_999, 1e300])(
    "take %j for no offer",
    async (offerId) => {
      const body = linkBody(await session(key), {}, { offerId })
      expect(await outcome(body, key)).toBe("400 BAD_OFFER_ID")
    },
  )

  it("take an offer of the other mode's catalogue for none, and null for no offer", async () => {
    const sandbox = service().key
    const modes = [
      { mode: "live", by: key, own: offers.live, other: offers.sandbox },
      { mode: "sandbox", by: sandbox, own: offers.sandbox, other: offers.live },
    ] as const
    for (const { by, mode, other, own } of modes) {
      const held = await session(by, mode)
      const fresh = await session(by, mode)
      await link(201, by, held)
      for (const sessionId of [held, fresh]) {
        const answer = await call(linkBody(sessionId, {}, { offerId: other }), by)
        expect(outcomeOf(answer)).toBe("400 BAD_OFFER_ID")
      }
      for (const offerId of [own, null]) await link(200, by, held, {}, { offerId })
      await link(201, by, fresh, {}, { offerId: own })
    }
  })

  it("let an offer pass that this trip has no price of", async () => {
    const trip = { arrivalCountries: ["GS"] }
    await link(201, key, await session(key), trip, { offerId: offers.otherLive })
    const { key: sandbox } = service()
    await link(201, sandbox, await session(sandbox, "sandbox"), trip, { offerId: offers.sandbox })
  })

  it.each(["abc", "a".repeat(33), "spring-27", "été27", "", 2027, true])(
    "take %j for no link code",
    async (linkCode) => {
      expect(await outcome(linkBody(sessionId, {}, { linkCode }), key)).toBe("400 BAD_LINK_CODE")
    },
  )

  it("let codes of 4 and of 32 characters through to be looked up", async () => {
    for (const linkCode of ["zzz9", "z9".repeat(16)]) {
      expect(await outcome(linkBody(sessionId, {}, { linkCode }), key)).toBe("404 LINK_NOT_FOUND")
    }
  })
})

describe("the session of a link", () => {
  it.each([undefined, null, ""])("is missing as %j", async (value) => {
    expect(await outcome({ ...linkBody(value), sessionId: value }, key)).toBe(
      "400 MISSING_SESSION_ID",
    )
  })

  it.each([7, true, {}, [], "qs_", "x"])("is not issued as %j", async (value) => {
    expect(await outcome(linkBody(value), key)).toBe("400 BAD_SESSION_ID")
  })

  it("is refused truncated, altered, and in another's hand or mode", async () => {
    const { partnerCode } = key
    const sandbox = await service().createKey({ partnerCode })
    const sameAccount = await service().createKey({ mode: "live", partnerCode })
    const stranger = await service().createKey({ mode: "live" })
    const issued = await quoted(key)
    const altered = issued.replace(/^qs_./, (start) => (start === "qs_A" ? "qs_B" : "qs_A"))
    for (const value of [issued.slice(0, -1), issued.split(".")[0], altered, ` ${issued}`]) {
      expect(await outcome(linkBody(value), key)).toBe("400 BAD_SESSION_ID")
    }
    expect(await outcome(linkBody(issued), stranger)).toBe("400 BAD_SESSION_ID")
    expect(await outcome(linkBody(issued), sandbox)).toBe("400 BAD_SESSION_ID")
    expect(await outcome(linkBody(await quoted(sandbox)), key)).toBe("400 BAD_SESSION_ID")
    const made = await link(201, key, issued)
    const again = await link(200, sameAccount, issued)
    expect(again.subscriptionId).toBe(made.subscriptionId)
  })
})

describe("a refused link", () => {
  it("leaves no session, no subscription and no write behind", async () => {
    await withinOneMinute()
    const fresh = await service().createKey({ mode: "live" })
    const [owner] = await rows(`select id from partner where code = '${fresh.partnerCode}'`)
    const issued = await session(fresh)
    const [first] = await listLinks(fresh.partnerCode)
    const bodies = [
      linkBody(issued, { intent: "x" }),
      linkBody(issued, {}, { offerId: 5_555 }),
      linkBody(issued, {}, { linkCode: "nobodys" }),
      { sessionId: issued, trip: { ...sampleTrip, travellers: [{ age: -1 }] } },
    ]
    for (const body of bodies) expect(await outcome(body, fresh)).toMatch(/^40[04] /)
    expect(
      await rows(`select * from link_session where partner_id = '${String(owner?.["id"])}'`),
    ).toEqual([])
    expect(
      await rows(`select subscription.id from subscription join tracked_link on link_id = tracked_link.id
        where code = '${first?.code}'`),
    ).toEqual([])
    expect(await service().quotaOf(fresh)).toMatchObject({
      writes_used: 0,
      links: 0,
      reads_used: 0,
      burst_used: bodies.length,
    })
  })
})
