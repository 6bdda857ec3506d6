import { assert, beforeAll, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { House, housePartnerCode } from "../../../../http/ports/house.ts"
import { Partners } from "../../../../http/ports/partners.ts"
import { TrackedLinks } from "../../../../http/ports/tracked-links.ts"
import { type Answer, send } from "../../../support/http-call.ts"
import { useOwnService } from "../../../support/service.ts"
import { limitOf } from "../../../../rules/reference/limits.ts"
import { shippedTables } from "../../../support/tables.ts"

const service = useOwnService({ PROXIES_IN_FRONT: "1" })

const trip = {
  residence: "FR",
  destinations: "US",
  start: "2097-07-01",
  end: "2097-07-14",
  ages: "34,31",
  lang: "en",
}

let visitors = 0

/** Each call comes from a network of its own, unless it names one; the address that answers it is opened. */
const post = async (
  path: string,
  fields: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> => {
  visitors += 1
  const answer = await send({
    port: service().port,
    method: "POST",
    path,
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      "x-forwarded-for": `198.51.100.${visitors}`,
      ...headers,
    },
    body: new URLSearchParams(fields).toString(),
  })
  const location = answer.headers["location"] ?? ""
  return location.startsWith("/compare/") ? get(location, headers) : answer
}

const get = (path: string, headers = {}): Promise<Answer> =>
  send({ port: service().port, method: "GET", path, headers })

/** The prices of a page of offers, cheapest first, as its table tells them. */
const pricesIn = ({ text }: Answer): ReadonlyArray<number> =>
  [...text.matchAll(/class="price">€([\d,.]+)</g)].map(([, price = ""]) =>
    Number(price.replaceAll(",", "")),
  )

const tablePricesIn = (answer: Answer): ReadonlyArray<number> => {
  const prices = pricesIn(answer)
  return prices.slice(0, prices.length / 2)
}

interface Opened {
  readonly ref: string
  readonly offerId: number
  readonly language: string
}

/** The subscription that an address of the redirect opens, by the code and the quote in it. */
const subscriptionsOf = (): Promise<ReadonlyArray<Opened>> =>
  service().run(
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql<Opened>`
        select partner.code || '-' || tracked_link.code as ref, language,
          offer_id as "offerId"
        from subscription
          join tracked_link on tracked_link.id = subscription.link_id
          join partner on partner.id = tracked_link.partner_id
        order by subscription.created_at`,
    ),
  )

describe("the comparator", () => {
  it("prefills places, trip type and ref from its address, and nothing that addresses must not hold", async () => {
    const { status, text } = await get(
      "/compare?residence=FR&destinations=ES,PT&intent=cruise&lang=en&ref=acme-SPRING27&ages=34&start=2097-07-01&bin=497010",
    )
    assert.strictEqual(status, 200)
    assert.include(text, '<html lang="en">')
    assert.match(text, /<input id="residence" name="residence" type="text" value="France"/)
    assert.match(text, /<input id="destination-1" name="destinations" type="text" value="Spain"/)
    assert.match(text, /<input id="destination-2" name="destinations" type="text" value="Portugal"/)
    assert.match(text, /<option value="cruise" selected/)
    assert.match(text, /name="ref" value="acme-SPRING27"/)
    assert.notInclude(text, 'value="34"')
    assert.notInclude(text, "2097-07-01")
    assert.notInclude(text, "497010")
  })

  it("shows offers cheapest first, with insurers, documents, near misses and those without a price", async () => {
    const answer = await post("/compare", trip)
    assert.strictEqual(answer.status, 200)
    const prices = tablePricesIn(answer)
    assert.isAbove(prices.length, 5)
    assert.deepStrictEqual(
      prices,
      prices.toSorted((left, right) => left - right),
    )
    const { text } = answer
    assert.match(text, /<caption/)
    assert.match(text, /Tresolivos Seguros/)
    assert.match(text, /href="\/documents\/\d+\/ipid\?lang=en"/)
    assert.match(text, /more offers if you change one thing/)
    assert.match(text, /Sold by the year/)
    assert.match(text, /offers without a price today/)
    assert.match(text, /Enter the price of your trip/)
    assert.strictEqual(answer.headers["cache-control"], "no-store")
    assert.isUndefined(answer.headers["set-cookie"])
  })

  it("shows the same prices as a signed call of an account without an uplift", async () => {
    const key = await service().createKey({ mode: "live", partnerCode: "plain" })
    const { body } = await service().call(
      "POST",
      "/api/v1/travel/quotes",
      {
        trip: {
          intent: "forTourism",
          startDate: trip.start,
          endDate: trip.end,
          countryResidence: "FR",
          arrivalCountries: ["US"],
          travellers: [{ age: 34 }, { age: 31 }],
        },
      },
      { key },
    )
    const { offers } = body as {
      readonly offers: ReadonlyArray<{ readonly price: { readonly amount: number } }>
    }
    assert.deepStrictEqual(
      tablePricesIn(await post("/compare", trip)),
      offers.map(({ price }) => price.amount),
    )
  })

  it("marks what no insurer states as not stated, and shows a card's gaps by the Coach", async () => {
    const { text } = await post("/compare", { ...trip, network: "visa", tier: "mid" })
    assert.include(text, "Not stated".toLowerCase())
    assert.match(text, /<h2>[^<]*500,000/)
    assert.match(text, /With the card: €155,000; benchmark: €500,000/)
    assert.include(text, "See the reading")
    assert.include(text, "Unverified")
  })

  it("tells a card's reading in the language of the page", async () => {
    const { text } = await post("/compare", { ...trip, lang: "de", network: "visa", tier: "mid" })
    assert.include(text, '<html lang="de">')
    const panel = text.slice(text.indexOf('<section class="card coach"'))
    assert.match(panel, /<h2>[^<]*\d\.\d{3}\s€/u)
    assert.notInclude(panel.slice(0, panel.indexOf("</section>")), "lang=")
  })

  it("keeps what was typed and says beside the field what is wrong", async () => {
    const answer = await post("/compare", { ...trip, ages: "old", price: "much" })
    assert.strictEqual(answer.status, 422)
    assert.match(answer.text, /id="age-1"[^>]*value="old"/)
    assert.match(answer.text, /id="price"[^>]*value="much"/)
    assert.match(answer.text, /id="age-1-wrong".*?Enter each age as a whole number from 0 to 120/s)
    assert.match(answer.text, /data-code="BAD_TRIP"[^>]*>\s*<a href="#age-1"/)
    assert.match(answer.text, /Please check 2 answers/)
    assert.match(answer.text, /<title>Error: Compare travel insurance/)
    assert.notMatch(answer.text.replaceAll(/<[^>]*>/gu, ""), /[A-Z]{3,}_[A-Z]/)
  })

  it("adds a row without script, and prices nothing for it", async () => {
    const { status, text } = await post("/compare", { ...trip, more: "ages" })
    assert.strictEqual(status, 200)
    assert.match(text, /id="age-3"/)
    assert.notInclude(text, "<table")
  })

  it("shows the offers of a filter and a page without script", async () => {
    const { text } = await post("/compare", { ...trip, shown: "baggage 5" })
    assert.match(
      text,
      /data-filter="baggage" aria-pressed="true"|aria-pressed="true"[^>]*data-filter="baggage"/,
    )
    assert.match(text, /6 to \d+ of \d+/)
  })

  it("stands bare in a frame, and what is chosen there opens beside it", async () => {
    const framed = await post("/compare", trip, { "sec-fetch-dest": "iframe" })
    assert.notInclude(framed.text, "<header")
    assert.match(framed.text, /id="choose"[^>]*target="_blank"/)
    const whole = await post("/compare", trip)
    assert.include(whole.text, "<header")
    assert.notMatch(whole.text, /id="choose"[^>]*target=/)
    assert.include(framed.headers["vary"] ?? "", "Sec-Fetch-Dest")
  })
})

describe("a hostile visitor", () => {
  const names = [
    "residence",
    "state",
    "destinations",
    "start",
    "end",
    "ages",
    "intent",
    "price",
    "currency",
    "bank",
    "network",
    "tier",
    "bin",
    "ref",
    "session",
    "lang",
    "offset",
    "filter",
    "shown",
  ]

  it.each(names)("finds no way to have %s run as a script", async (name) => {
    const script = `"><script>alert(1)</script><img src=x onerror=alert(1)>`
    for (const answer of [
      await post("/compare", { ...trip, network: "visa", tier: "mid", [name]: script }),
      await get(`/compare?${new URLSearchParams({ [name]: script }).toString()}`),
    ]) {
      assert.isBelow(answer.status, 500)
      assert.notMatch(answer.text, /<script>|<img src=x/i)
    }
  })

  it.each([
    ["a thousand ages", Array.from({ length: 1_000 }, () => "ages=30").join("&"), 422],
    ["bytes that are no text", "residence=%FF%FE&destinations=%00&ages=%80", 422],
    ["nothing", "", 422],
    ["no form", '{"residence":"FR"}', 422],
    ["more than a form holds", `bank=${"x".repeat(20_000)}`, 413],
  ])("%s is refused in words", async (_, body, status) => {
    const answer = await send({
      port: service().port,
      method: "POST",
      path: "/compare",
      headers: { "x-forwarded-for": "203.0.113.9" },
      body,
    })
    assert.strictEqual(answer.status, status)
    assert.match(answer.headers["content-type"] ?? "", /^text\/html/)
    assert.strictEqual(answer.headers["cache-control"], "no-store")
  })

  it("who comes too often is told when to come again, with the form kept", async () => {
    const most = limitOf(shippedTables, "compare_prices_per_minute")
    const from = { "x-forwarded-for": "203.0.113.77" }
    let last: Answer | undefined
    for (let turn = 0; turn <= most * 2 && last?.status !== 429; turn += 1) {
      last = await post("/compare", trip, from)
    }
    assert.strictEqual(last?.status, 429)
    const seconds = Number(last?.headers["retry-after"])
    assert.isTrue(seconds >= 1 && seconds <= 60)
    assert.include(last?.text, "RATE_LIMITED")
    assert.match(last?.text ?? "", /id="age-1"[^>]*value="34"/)
  })
})

describe("a partner that shows facts alone", () => {
  it("has a card read without advice, and compares no offer with it or a benchmark", async () => {
    await service().createKey({ mode: "live", partnerCode: "informs" })
    await service().run(
      Effect.gen(function* () {
        yield* (yield* TrackedLinks).create({ partnerCode: "informs", code: "INFORMS1" })
      }),
    )
    const asked = { ...trip, lang: "en", network: "visa", tier: "mid", ref: "informs-INFORMS1" }
    const from = { "x-forwarded-for": "203.0.113.78" }
    const usual = await post("/compare", asked, from)
    assert.strictEqual(usual.status, 200)
    assert.include(usual.text, 'class="meter"')
    assert.include(usual.text, 'class="card-column"')
    await service().run(
      Effect.flatMap(Partners, (partners) => partners.setFactsOnly("informs", true)),
    )
    const facts = await post("/compare", asked, from)
    assert.strictEqual(facts.status, 200)
    assert.include(facts.text, 'class="card coach"')
    for (const left of [
      'class="meter"',
      'class="card-column"',
      "flag reached",
      "aim for",
      "Insufficient",
    ])
      assert.notInclude(facts.text, left)
    assert.include(
      await post("/compare", { ...asked, ref: "" }, from).then(({ text }) => text),
      'class="meter"',
    )
  })
})

describe("a choice", () => {
  beforeAll(async () => {
    await service().createKey({ mode: "live", partnerCode: "acme" })
    await service().run(
      Effect.gen(function* () {
        yield* (yield* Partners).setCommission("acme", 1_500)
        const links = yield* TrackedLinks
        yield* links.create({ partnerCode: "acme", code: "SPRING27" })
        yield* links.create({ partnerCode: "acme", code: "WINTER26" })
        yield* links.archive({ partnerCode: "acme", code: "WINTER26" })
        yield* (yield* Partners).create({ code: "new", name: "Not live yet" })
        yield* links.create({ partnerCode: "new", code: "NEWLINK1" })
      }),
    )
  })

  const choose = async (fields: Readonly<Record<string, string>>) => {
    const answer = await post("/compare/choose", { ...trip, offer: "1041", ...fields })
    const location = answer.headers["location"] ?? ""
    return { answer, location, code: /^\/r\/(\w+)\?/.exec(location)?.[1] }
  }

  it("of a live partner's visitor opens a subscription under that link, and leads to the funnel", async () => {
    const { answer, code, location } = await choose({ ref: "acme-SPRING27", lang: "fr" })
    assert.strictEqual(answer.status, 303)
    assert.strictEqual(code, "SPRING27")
    const led = await get(location)
    assert.strictEqual(led.status, 302)
    assert.match(
      led.headers["location"] ?? "",
      /\/funnel\/presubscribe\?quote=\w+&offer=1041&lang=fr$/,
    )
    const opened = await subscriptionsOf()
    assert.deepInclude(opened, { ref: "acme-SPRING27", offerId: 1041, language: "fr" })
  })

  it.each([
    ["no ref", ""],
    ["an unknown ref", "acme-NOWHERE1"],
    ["another partner's link", "usual-SPRING27"],
    ["a partner that is not live", "new-NEWLINK1"],
    ["a ref that is none", "../../etc"],
  ])("with %s credits the house", async (_, ref) => {
    const { answer, code } = await choose({ ref })
    assert.strictEqual(answer.status, 303)
    const links = await service().run(
      Effect.flatMap(TrackedLinks, (tracked) => tracked.list(housePartnerCode)),
    )
    assert.deepStrictEqual(
      links.map((link) => link.code),
      [code],
    )
  })

  it("under an archived link credits the partner's first link in use", async () => {
    const { code } = await choose({ ref: "acme-WINTER26" })
    assert.isDefined(code)
    assert.notStrictEqual(code, "WINTER26")
    const links = await service().run(
      Effect.flatMap(TrackedLinks, (tracked) => tracked.list("acme")),
    )
    assert.include(
      links.map((link) => link.code),
      code,
    )
  })

  it("again in the same search changes the subscription instead of opening another", async () => {
    const { text } = await post("/compare", { ...trip, ref: "acme-SPRING27" })
    const session = /name="session" value="([^"]+)"/.exec(text)?.[1] ?? ""
    assert.match(session, /^qs_/)
    const before = (await subscriptionsOf()).length
    await choose({ ref: "acme-SPRING27", session })
    await choose({ ref: "acme-SPRING27", session, offer: "1061" })
    const after = await subscriptionsOf()
    assert.strictEqual(after.length, before + 1)
    assert.strictEqual(after.at(-1)?.offerId, 1061)
  })

  it("of an offer that is not on sale, or of none, is refused", async () => {
    for (const offer of ["101", "0", "x", ""]) {
      const { answer } = await choose({ offer })
      assert.strictEqual(answer.status, 404)
      assert.include(answer.text, "BAD_OFFER_ID")
    }
  })

  it("begins anew where its address is opened", async () => {
    const { headers, status } = await get("/compare/choose")
    assert.deepStrictEqual([status, headers["location"]], [303, "/compare"])
  })

  it("prices carry the uplift of the partner that the ref names, and of nobody else", async () => {
    const plain = tablePricesIn(await post("/compare", trip))
    const lifted = tablePricesIn(await post("/compare", { ...trip, ref: "acme-SPRING27" }))
    const unknown = tablePricesIn(await post("/compare", { ...trip, ref: "acme-NOWHERE1" }))
    assert.deepStrictEqual(unknown, plain)
    const [before = 0] = plain
    const [after = 0] = lifted
    // 15 % over the premium in place of 10 %, up to a cent.
    assert.closeTo(after, (before / 1.1) * 1.15, 0.02)
  })
})

describe("the house", () => {
  it("has one account and one key, however often it is made sure of, and no scope to sign with", async () => {
    await service().run(
      Effect.flatMap(House, ({ ensured }) =>
        Effect.all([ensured, ensured, ensured], { concurrency: "unbounded" }),
      ),
    )
    const keys = await service().run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql<{ readonly scopes: ReadonlyArray<string>; readonly mode: string }>`
          select scopes, mode from api_key join partner on partner.id = partner_id
          where code = ${housePartnerCode}`,
      ),
    )
    assert.deepStrictEqual(keys, [{ scopes: [], mode: "live" }])
  })

  it("sells nothing while its account is suspended, and goes on once that is lifted", async () => {
    const change = (act: "approve" | "suspend") =>
      service().run(
        Effect.flatMap(Partners, (partners): Effect.Effect<unknown, unknown> =>
          act === "suspend"
            ? partners.suspend(housePartnerCode, "unpaid")
            : partners.approve(housePartnerCode, {}),
        ),
      )
    await change("suspend")
    const closed = await post("/compare", trip)
    assert.strictEqual(closed.status, 503)
    assert.strictEqual(closed.headers["retry-after"], "5")
    await change("approve")
    assert.strictEqual((await post("/compare", trip)).status, 200)
  })
})
