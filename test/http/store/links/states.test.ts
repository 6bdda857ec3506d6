import { beforeAll, describe, expect, it } from "@effect/vitest"
import { limitOf } from "../../../../rules/reference/limits.ts"
import { apiVersion } from "../../../../http/config/version.ts"
import { shippedTables } from "../../../support/tables.ts"
import { sampleTrip } from "../../../support/sample-trips.ts"
import { type TestKey, useService } from "../../../support/service.ts"
import { makeLinking, offers } from "./linking.ts"

const service = useService()
const { advance, link, listLinks, quoted, rows, session, subscription } = makeLinking(service)

const quoteOf = (url: string) => new URL(url).searchParams.get("quote") ?? ""

/** The subscription that an address names, without its MAC. */
const quoteRefOf = (url: string) => quoteOf(url).split(".")[0] ?? ""

describe("a live session", () => {
  let key: TestKey
  beforeAll(async () => {
    key = await service().createKey({ mode: "live" })
  })

  it("opens a subscription that is credited to the account's first link", async () => {
    const [first] = await listLinks(key.partnerCode)
    const before = Date.now()
    const made = await link(201, key, await quoted(key), {}, { offerId: offers.live })
    const quoteRef = quoteRefOf(made.url)
    expect(made).toMatchObject({
      ok: true,
      mode: "live",
      url: `${service().baseUrl}/r/${first?.code}?quote=${quoteOf(made.url)}&offer=${offers.live}`,
      ref: `${key.partnerCode}-${first?.code}`,
      offerId: offers.live,
      replayed: false,
      updated: false,
      meta: { apiVersion, language: "en" },
    })
    expect(made.subscriptionId).toMatch(/^sub_[A-Za-z0-9]{22}$/)
    expect(quoteOf(made.url)).toMatch(/^[A-Za-z0-9]{22}\.[\w-]{21}[AQgw]en$/)
    const lifetimeMs = limitOf(shippedTables, "link_lifetime_days") * 86_400_000
    expect(lifetimeMs).toBe(30 * 86_400_000)
    const expiresMs = Date.parse(made.expiresAt) - lifetimeMs
    expect(expiresMs).toBeGreaterThanOrEqual(before)
    expect(expiresMs).toBeLessThanOrEqual(Date.now())
    const kept = await subscription(made.subscriptionId)
    expect(kept).toMatchObject({
      subscriptionId: made.subscriptionId,
      quoteRef,
      stage: "quoting",
      ref: made.ref,
      language: "en",
      offerId: offers.live,
      trip: { ...sampleTrip, currency: "EUR", isAnnual: false },
    })
    expect(await subscription(quoteRef)).toEqual(kept)
  })

  it("replays on the same trip: the same subscription with the newly clicked offer", async () => {
    const sessionId = await session(key)
    const first = await link(201, key, sessionId, {}, { offerId: offers.live })
    const other = await link(200, key, sessionId, {}, { offerId: offers.otherLive, language: "fr" })
    expect(other).toMatchObject({
      subscriptionId: first.subscriptionId,
      ref: first.ref,
      offerId: offers.otherLive,
      replayed: true,
      updated: false,
      meta: { language: "fr" },
    })
    expect(quoteRefOf(other.url)).toBe(quoteRefOf(first.url))
    expect(other.url).toBe(
      first.url
        .replace(quoteOf(first.url), quoteOf(other.url))
        .replace(`=${offers.live}`, `=${offers.otherLive}`),
    )
    const list = await link(200, key, sessionId)
    expect(quoteRefOf(list.url)).toBe(quoteRefOf(first.url))
    expect(new URL(list.url).searchParams.has("offer")).toBe(false)
    expect(new Set([first, other, list].map(({ url }) => quoteOf(url))).size).toBe(3)
    expect(list).toMatchObject({ offerId: null, replayed: true, updated: false })
    const [row] = await rows(
      `select offer_id, offer_ids, language from subscription where id = '${first.subscriptionId}'`,
    )
    expect(row).toEqual({
      offer_id: offers.otherLive,
      offer_ids: [offers.live, offers.otherLive],
      language: "en",
    })
  })

  it("updates a changed trip in place, and replays on it from then on", async () => {
    const sessionId = await session(key)
    const first = await link(201, key, sessionId)
    const changed = await link(200, key, sessionId, { endDate: "2027-07-20" })
    expect(changed).toMatchObject({
      subscriptionId: first.subscriptionId,
      url: first.url,
      replayed: true,
      updated: true,
    })
    expect((await subscription(first.subscriptionId)).trip.endDate).toBe("2027-07-20")
    const again = await link(200, key, sessionId, { endDate: "2027-07-20" })
    expect(again).toMatchObject({ replayed: true, updated: false })
    expect(await link(200, key, sessionId)).toMatchObject({ replayed: true, updated: true })
  })

  it.each(["presubscribed", "paid", "subscribed"] as const)(
    "opens another subscription once the one it follows is %s, and follows that",
    async (stage) => {
      const sessionId = await session(key)
      const first = await link(201, key, sessionId)
      await advance(first.subscriptionId, stage)
      const rolled = await link(201, key, sessionId, { travellers: [{ age: 40 }] })
      expect(rolled).toMatchObject({ ref: first.ref, replayed: false, updated: false })
      expect(rolled.subscriptionId).not.toBe(first.subscriptionId)
      expect(quoteRefOf(rolled.url)).not.toBe(quoteRefOf(first.url))
      const frozen = await subscription(first.subscriptionId)
      expect(frozen).toMatchObject({ stage, trip: { travellers: sampleTrip.travellers } })
      const next = await link(200, key, sessionId, { travellers: [{ age: 40 }] })
      expect(next).toMatchObject({ subscriptionId: rolled.subscriptionId, updated: false })
    },
  )

  it("is another traveller's on another session, also with an identical trip", async () => {
    const one = await link(201, key, await session(key))
    const other = await link(201, key, await session(key))
    expect(other.subscriptionId).not.toBe(one.subscriptionId)
  })

  it("takes tripInfo for trip", async () => {
    const sessionId = await session(key)
    const made = await link(201, key, sessionId, {}, { trip: null, tripInfo: sampleTrip })
    const again = await link(200, key, sessionId)
    expect(again).toMatchObject({ subscriptionId: made.subscriptionId, updated: false })
  })
})

describe("a sandbox session", () => {
  it("rehearses the same with a placeholder, a plain form and nothing in the funnel", async () => {
    const { key } = service()
    const subscriptions = await rows("select count(*)::int as count from subscription")
    const sessionId = await quoted(key)
    const trip = { arrivalCountries: ["ES", "PT"] }
    const made = await link(201, key, sessionId, trip, { offerId: offers.sandbox, language: "de" })
    expect(made).toMatchObject({
      mode: "sandbox",
      ref: null,
      offerId: offers.sandbox,
      replayed: false,
      updated: false,
      url: `${service().baseUrl}/funnel/quote?residence=FR&destinations=ES,PT&travellers=2&intent=forTourism&lang=de`,
    })
    expect(made.subscriptionId).toMatch(/^sub_sandbox_[A-Za-z0-9]{22}$/)
    const again = await link(200, key, sessionId, trip)
    expect(again).toMatchObject({
      subscriptionId: made.subscriptionId,
      offerId: null,
      replayed: true,
      updated: false,
    })
    const changed = await link(200, key, sessionId)
    expect(changed).toMatchObject({
      subscriptionId: made.subscriptionId,
      replayed: true,
      updated: true,
    })
    expect(changed.url).toContain("destinations=ES&")
    expect(await link(200, key, sessionId)).toMatchObject({ replayed: true, updated: false })
    expect(await rows("select count(*)::int as count from subscription")).toEqual(subscriptions)
  })

  it("says nothing of dates or ages in its link", async () => {
    const { key } = service()
    const made = await link(
      201,
      key,
      await session(key, "sandbox"),
      { travellers: [{ age: 97 }, { age: 3 }, { age: 41 }] },
      { offerId: offers.sandbox },
    )
    const { pathname, search, searchParams } = new URL(made.url)
    expect(pathname).toBe("/funnel/quote")
    expect([...searchParams.keys()].toSorted()).toEqual([
      "destinations",
      "intent",
      "lang",
      "residence",
      "travellers",
    ])
    expect(search).not.toMatch(/2027|97|41/)
  })
})
