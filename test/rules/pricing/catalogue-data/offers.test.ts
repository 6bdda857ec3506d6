import { assert, describe, it } from "@effect/vitest"
import { existsSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { pricingZones } from "../../../../rules/pricing/zone.ts"
import { printedLanguages } from "../../../../rules/guarantees/printed/printed-vocabulary.ts"
import { shippedTables } from "../../../support/tables.ts"
import {
  factsOf,
  highlightsOf,
  insurerOf,
  intents,
  isTariff,
  matches,
  offers,
  witnessOf,
} from "./shipped.ts"

const { catalogueInsurers, catalogueSurcharges, sandboxOffers } = shippedTables
const insurers = catalogueInsurers.rows
const icon = (file: string): string =>
  fileURLToPath(new URL(`../../../../data/icons/${file}`, import.meta.url))
const returned = offers.filter(({ soldByRedirect }) => !soldByRedirect)

describe("the insurers of the live catalogue", () => {
  it("are at least eight, six of them rated here and three asked over HTTP", () => {
    assert.isAtLeast(insurers.length, 8)
    assert.isAtLeast(insurers.filter(({ adapter }) => adapter === "tariff").length, 6)
    assert.isAtLeast(insurers.filter(({ adapter }) => adapter === "http").length, 3)
  })

  it("say in their names that they do not exist", () => {
    for (const { name } of insurers) assert.match(name, /\(fictional\)$/)
  })

  it("print in every language that printed guarantees are read in", () => {
    assert.sameMembers(
      [...new Set(insurers.map(({ language }) => language))],
      [...printedLanguages],
    )
  })
})

describe("the offers of the live catalogue", () => {
  it("are at least 40 that a partner can be paid on, from every insurer", () => {
    assert.isAtLeast(returned.length, 40)
    assert.strictEqual(new Set(returned.map(({ insurer }) => insurer)).size, insurers.length)
  })

  it("have ids of their own from 1001 on, none of them the sandbox's", () => {
    const sandbox = new Set(sandboxOffers.rows.map(({ offerId }) => offerId))
    for (const { offerId } of offers) {
      assert.isAtLeast(offerId, 1001)
      assert.isFalse(sandbox.has(offerId), String(offerId))
    }
  })

  it("have one code each within their insurer", () => {
    const codes = new Set(offers.map(({ code, insurer }) => `${insurer} ${code}`))
    assert.strictEqual(codes.size, offers.length)
  })

  it("are of every kind: for each trip type alone and as a group, for a trip and for a year", () => {
    for (const { intent } of intents) {
      for (const travellers of intent === "expat" ? [1] : [1, 11]) {
        const facts = factsOf({ intent, travellers })
        assert.isTrue(
          returned.some((offer) => matches(offer, facts)),
          `${intent} ${travellers}`,
        )
      }
    }
    const charged = new Set(returned.map(({ cancellation }) => cancellation))
    assert.sameMembers([...charged], ["never", "when_asked", "always"])
  })

  it("have from-prices for a month and for a year, and premiums in five currencies or more", () => {
    const starting = returned.filter(({ startingPrice }) => startingPrice)
    assert.includeMembers(
      starting.map(({ period }) => period),
      ["month", "year"],
    )
    const currencies = [...new Set(offers.map(({ currency }) => currency))]
    assert.includeMembers(currencies, ["EUR", "GBP", "CHF", "USD"])
    assert.isAtLeast(currencies.length, 5)
    assert.isTrue(returned.some((row) => row.currency !== row.guaranteeCurrency))
  })

  it("leave some without a pictogram, and none without a document", () => {
    const plain = returned.filter(({ iconFile }) => iconFile === null)
    assert.isAtLeast(plain.length, 2)
    assert.isBelow(plain.length, returned.length / 2)
    assert.isTrue(offers.every(({ hasIpid, hasTerms }) => hasIpid && hasTerms))
  })

  it("are sold by redirect in a few narrow cases only", () => {
    const redirect = offers.filter(({ soldByRedirect }) => soldByRedirect)
    assert.isAtLeast(redirect.length, 2)
    assert.isAtMost(redirect.length, 3)
    for (const offer of redirect) {
      const facts = witnessOf(offer)
      assert.isFalse(matches(offer, { ...facts, residence: "BR", residenceZone: "world" }))
      assert.isFalse(matches(offer, { ...facts, days: 32 }))
    }
  })

  it("name a tariff exactly where their insurer is rated here, and surcharges nowhere else", () => {
    assert.isNotEmpty(catalogueSurcharges.rows)
    for (const offer of offers) {
      assert.strictEqual(offer.tariff !== null, isTariff(offer), String(offer.offerId))
      if (isTariff(offer)) continue
      const facts = { intent: "mountainTrip", extremeSports: true, atHome: false }
      for (const residenceZone of pricingZones) {
        const offerId = String(offer.offerId)
        assert.isEmpty(catalogueSurcharges.evaluate({ offerId, residenceZone, ...facts }))
      }
    }
  })

  it("name a cancellation scale exactly where a tariff charges a share of the trip price", () => {
    for (const offer of offers) {
      const charged = isTariff(offer) && offer.cancellation !== "never"
      assert.strictEqual(offer.cancellationScale !== null, charged, String(offer.offerId))
    }
  })

  it("say two to four things that they include and one to three that they exclude", () => {
    for (const offer of offers) {
      const id = String(offer.offerId)
      assert.oneOf(highlightsOf(offer, "included").length, [2, 3, 4], id)
      assert.oneOf(highlightsOf(offer, "excluded").length, [1, 2, 3], id)
    }
  })
})

describe("the icons of the live catalogue", () => {
  it("exist for every icon and logo that is named, and hold no script and no reference", () => {
    const logos = insurers.map(({ logoFile }) => logoFile)
    const files = new Set([...logos, ...offers.flatMap(({ iconFile }) => iconFile ?? [])])
    for (const file of files) {
      assert.isTrue(existsSync(icon(file)), file)
      const svg = readFileSync(icon(file), "utf8")
      assert.match(svg, /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 64 64"/)
      assert.notMatch(svg, /script|href|url\(|<!|\son\w+=|foreignObject|style/i)
      assert.isBelow(svg.length, 2_000, file)
    }
  })

  it("show each insurer under its own logo", () => {
    assert.strictEqual(new Set(insurers.map(({ logoFile }) => logoFile)).size, insurers.length)
    for (const offer of offers) {
      const { logoFile, name } = insurerOf(offer)
      assert.include(readFileSync(icon(logoFile), "utf8"), `aria-label="${name}"`)
    }
  })
})
