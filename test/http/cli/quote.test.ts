import { afterAll, assert, describe, it } from "@effect/vitest"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Result from "effect/Result"
import { plusDays } from "../../../core/vocabulary/day.ts"
import { makeOfflineQuotes } from "../../../http/bulk/offline-quotes.ts"
import { limitOf } from "../../../rules/reference/limits.ts"
import { rateDays } from "../../../rules/currency/rates/accepted.ts"
import { prepareSandbox } from "../../../rules/pricing/sandbox.ts"
import { prepareTravellerTexts } from "../../../http/messages/traveller-texts.ts"
import type { OfferLinks, PricedQuote } from "../../../rules/pricing/offer.ts"
import { decoded } from "../../support/decoded.ts"
import { shippedTables } from "../../support/tables.ts"
import { expectLine, runCommand } from "./run.ts"
import { sampleTripIn } from "../../../rules/trip/sample-trip.ts"

const folder = mkdtempSync(join(tmpdir(), "viatica-quote-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const viatica = runCommand({})

const trip = {
  ...sampleTripIn(2027),
  travellers: [{ age: 34 }, { age: 71 }],
}

const normalTrip = {
  ...trip,
  currency: "EUR",
  shouldCoverCancellation: false,
  shouldCoverExtremeSports: false,
  isAnnual: false,
}

const links: OfferLinks = { iconUrl: (file) => file, documentUrl: (id, kind) => `${id}/${kind}` }

const parts = { engineVersion: "any", links, today: "2027-01-01" }

const terms = { standardFeeBps: 1000, upliftBps: 0, baseRateBps: 1000 }

const priced: PricedQuote = Result.getOrThrow(
  prepareSandbox(shippedTables).price(normalTrip, terms, links),
)

interface Printed extends PricedQuote {
  readonly trip: unknown
  readonly quote: unknown
  readonly meta: { readonly engineVersion: string; readonly language: string }
}

describe("viatica quote", () => {
  it("reads a trip behind a byte order mark", async () => {
    const marked = `\uFEFF${JSON.stringify({ trip }, null, 2)}\r\n`
    const ended = await viatica(["quote", "-", "--json"], marked)
    assert.strictEqual(ended.status, 0, ended.stderr)
    assert.deepStrictEqual((JSON.parse(ended.stdout) as Printed).trip, normalTrip)
  })

  it("prices a trip as the sandbox does, with the trip as it was read", async () => {
    const ended = await viatica(["quote", JSON.stringify({ trip, language: "fr" }), "--json"])
    assert.strictEqual(ended.status, 0, ended.stderr)
    const answer = JSON.parse(ended.stdout) as Printed
    assert.deepStrictEqual(
      answer.offers.map(({ id, position, price }) => ({ id, position, price })),
      priced.offers.map(({ id, position, price }) => ({ id, position, price })),
    )
    assert.isAbove(answer.offers.length, 0)
    assert.deepStrictEqual(answer.trip, normalTrip)
    assert.deepStrictEqual(answer.quote, { mode: "sandbox", days: 14, travellers: 2 })
    assert.strictEqual(answer.meta.language, "fr")
    assert.match(answer.meta.engineVersion, /^\d+\.\d+\.\d+\+[0-9a-f]{12}$/)
    assert.match(answer.offers[0]?.insurer.logoUrl ?? "", /^http:\/\/127\.0\.0\.1:8080\/icons\//)
  })

  it("explains a quote to people by the places of the rows", async () => {
    writeFileSync(join(folder, "trip.json"), JSON.stringify({ trip }))
    const ended = await viatica(["quote", "--explain", `@${join(folder, "trip.json")}`])
    assert.strictEqual(ended.status, 0, ended.stderr)
    const [first] = priced.offers
    const tariff = /^ {2}(data\/sandbox\/tariffs\.csv):(\d+) (\w+) in north_america for 14 days: /m
    const [, path = "", line, name] = tariff.exec(ended.stdout) ?? []
    const row = readFileSync(path, "utf8").split("\n")[Number(line) - 1]
    assert.match(row ?? "", new RegExp(`^${name},north_america,`))
    assert.include(
      ended.stdout,
      `offers[0].price.insurerAmount: ${first?.price.insurerAmount ?? ""}\n`,
    )
    assert.match(ended.stdout, /^ {2}data\/sandbox\/age_factors\.csv:\d+ at 71, 210 percent/m)
    assert.match(ended.stdout, /^nearMissCount: \d+\n {2}data\/sandbox\/eligibility\.csv:\d+ /m)
  })

  it("answers lines in their order, each beside its explanation", async () => {
    const magic = { trip: { ...trip, arrivalCountries: ["BV"] } }
    const lines = [{ id: 1, trip }, { trip: {} }, { ...magic, id: 3 }, { id: 4, trip }]
      .map((line) => JSON.stringify(line))
      .join("\n")
    const ended = await viatica(["quote", "--explain", "-"], lines)
    const answers = ended.stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>)
    const quotes = makeOfflineQuotes(shippedTables, { ...parts, mode: "sandbox" })
    const { explanation } = Result.getOrThrow(quotes.explainQuote({ trip }))
    assert.lengthOf(answers[0]?.["explanation"] as ReadonlyArray<unknown>, explanation.length)
    assert.deepStrictEqual(
      answers.map(({ id }) => id),
      [1, 4],
    )
    assert.deepStrictEqual(ended.stderr.split("\n"), [
      "line 2: BAD_INTENT: trip.intent: one of the trip types of /travel/meta",
      "line 3: PRICING_UNAVAILABLE: No insurer gave a price. (id 3)",
      "viatica: 2 of 4 lines got no quote",
      "",
    ])
    assert.strictEqual(ended.status, 1)
  })

  it("writes the JSON of the quotes that it gives as objects, in both modes", () => {
    const requests = [
      { trip },
      { trip: { ...trip, currency: "JPY" }, language: "fr" },
      { trip: { ...trip, arrivalCountries: ["ES"], shouldCoverCancellation: true, tripPrice: 99 } },
      { trip: { ...trip, arrivalCountries: ["BV"] } },
      { trip: {} },
    ]
    let offers = 0
    for (const mode of ["sandbox", "live"] as const) {
      const { quote, quoteJson } = makeOfflineQuotes(shippedTables, { ...parts, mode })
      for (const request of requests) {
        const quoted = quote(request)
        const written = Result.map(quoteJson(request), decoded)
        assert.deepStrictEqual(
          written,
          Result.map(quoted, (found) => JSON.stringify(found)),
        )
        if (Result.isSuccess(quoted)) offers += quoted.success.offers.length
      }
    }
    assert.isAbove(offers, 10)
  })

  it("says in its language how old the tables' exchange rates are, once they are old", () => {
    const { newest } = rateDays(shippedTables.currencies.rows)
    const noticeOf = (language: string, days: number) => {
      const today = plusDays(newest, days) ?? ""
      const { quote } = makeOfflineQuotes(shippedTables, { ...parts, today, mode: "live" })
      return Result.getOrThrow(quote({ trip, language })).meta.notice
    }
    const { date } = prepareTravellerTexts(shippedTables)("fr")
    const staleDays = limitOf(shippedTables, "rates_stale_days")
    assert.notInclude(noticeOf("en", staleDays), "exchange rates")
    assert.include(noticeOf("en", staleDays + 1), `, ${staleDays + 1} days old.`)
    assert.match(noticeOf("en", 8), /converted at exchange rates of .+, 8 days old\.$/)
    assert.include(noticeOf("fr", 8), `taux de change du ${date(newest)}, vieux de 8 jours.`)
  })

  it("explains what it cannot answer in one line, with status 1", async () => {
    const cases = [
      { request: "{", says: "INVALID_JSON: not valid JSON in UTF-8" },
      { request: "{}", says: "BAD_TRIP: trip: object" },
      {
        request: JSON.stringify({ trip: { ...trip, shouldCoverCancellation: true } }),
        says: "CANCELLATION_NEEDS_TRIP_PRICE: trip.tripPrice: required when",
      },
      {
        request: JSON.stringify({ trip: { ...trip, arrivalCountries: ["HM"] } }),
        says: "PRICING_UNAVAILABLE: No insurer answered in time.",
      },
    ]
    for (const { request, says } of cases) {
      expectLine(await viatica(["quote", request]), 1, says)
    }
  })
})
