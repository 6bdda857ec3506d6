import { assert, describe, it } from "@effect/vitest"
import { existsSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { loadDecision } from "../../../core/table/decision.ts"
import { guaranteeStates } from "../../../core/vocabulary/guarantee.ts"
import { pricingZones } from "../../../rules/pricing/zone.ts"
import {
  sandboxAgeFactors,
  sandboxCancellationRates,
  sandboxTariffs,
} from "../../../rules/pricing/tables/sandbox.ts"
import { shippedTables } from "../../support/tables.ts"
import { shippedSources } from "../../support/shipped-sources.ts"

const sources = shippedSources()
const source = (file: string): string => sources.get(file) ?? ""
const offers = shippedTables.sandboxOffers.rows
const icon = (file: string): string =>
  fileURLToPath(new URL(`../../../data/icons/${file}`, import.meta.url))
const ages = Array.from({ length: 121 }, (_, age) => age)

/** The top age of an offer, as its cell of eligibility.csv says. */
const topAge = (offerId: number): number => {
  const { definition, fields, rows } = shippedTables.sandboxEligibility
  const column = Object.keys(definition.inputs).indexOf("oldest_age")
  const row = rows.findIndex((each) => each.offerId === String(offerId))
  const [, age] = /^<=(\d+)$/.exec(fields[row]?.[column]?.text ?? "") ?? []
  assert.isDefined(age, `${offerId} has no top age`)
  return Number(age)
}

describe("tables of the sandbox", () => {
  it("hold one fictional insurer that says so", () => {
    const insurers = shippedTables.sandboxInsurers.rows
    assert.strictEqual(insurers.length, 1)
    assert.match(insurers[0]?.name ?? "", /\(fictional\)$/)
  })

  it("hold at least 12 individual and 3 group products in four currencies", () => {
    const group = offers.filter(({ name }) => name.startsWith("Group"))
    assert.isAtLeast(group.length, 3)
    assert.isAtLeast(offers.length - group.length, 12)
    assert.sameMembers(
      [...new Set(offers.map(({ currency }) => currency))],
      ["EUR", "GBP", "USD", "CHF"],
    )
    assert.isTrue(offers.some((row) => row.currency !== row.guaranteeCurrency))
  })

  it("let every offer match by some row, guarantee something and say what it leaves out", () => {
    for (const { offerId } of offers) {
      const id = String(offerId)
      const lines = shippedTables.sandboxGuarantees.rows.filter((row) => row.offerId === id)
      const texts = shippedTables.sandboxHighlights.rows.filter((row) => row.offerId === id)
      assert.isTrue(
        shippedTables.sandboxEligibility.rows.some((row) => row.offerId === id),
        id,
      )
      assert.isTrue(
        lines.some(({ state }) => state !== "not_available"),
        id,
      )
      assert.sameMembers([...new Set(texts.map(({ kind }) => kind))], ["included", "excluded"])
    }
  })

  it("show all 28 guarantees and all eight states somewhere", () => {
    const { rows } = shippedTables.sandboxGuarantees
    assert.strictEqual(new Set(rows.map(({ slug }) => slug)).size, 28)
    assert.sameMembers([...new Set(rows.map(({ state }) => state))], [...guaranteeStates])
  })

  it("print a value for the states value and per_day, and for no other", () => {
    for (const { offerId, slug, state, value } of shippedTables.sandboxGuarantees.rows) {
      const valued = state === "value" || state === "per_day"
      assert.strictEqual(value !== null, valued, `${offerId} ${slug}`)
    }
  })

  it("name a cancellation scale exactly where a share of the trip price is charged", () => {
    for (const { cancellation, cancellationScale, offerId } of offers) {
      assert.strictEqual(cancellationScale === null, cancellation === "never", String(offerId))
    }
  })

  it("have one rate for every tariff, zone and duration", () => {
    const collect = { ...sandboxTariffs, hitPolicy: "collect" as const }
    const { evaluate } = loadDecision(collect, source("sandbox/tariffs.csv")).content
    for (const { tariff } of offers) {
      for (const zone of pricingZones) {
        for (let days = 1; days <= 500; days += 1) {
          assert.strictEqual(
            evaluate({ tariff, zone, days }).length,
            1,
            `${tariff} ${zone} ${days}`,
          )
        }
      }
    }
  })

  it("have one factor and one cancellation share for every age that an offer is sold to", () => {
    const factors = loadDecision(
      { ...sandboxAgeFactors, hitPolicy: "collect" },
      source("sandbox/age_factors.csv"),
    ).content
    const shares = loadDecision(
      { ...sandboxCancellationRates, hitPolicy: "collect" },
      source("sandbox/cancellation_rates.csv"),
    ).content
    for (const { ageScale, cancellationScale, offerId } of offers) {
      for (const age of ages.slice(0, topAge(offerId) + 1)) {
        if (ageScale !== null) {
          assert.strictEqual(factors.evaluate({ ageScale, age }).length, 1, `${ageScale} ${age}`)
        }
        if (cancellationScale !== null) {
          const hits = shares.evaluate({ cancellationScale, oldestAge: age })
          assert.strictEqual(hits.length, 1, `${cancellationScale} ${age}`)
        }
      }
    }
  })

  it("have a clean pictogram for every icon and logo that they name", () => {
    const logos = shippedTables.sandboxInsurers.rows.map(({ logoFile }) => logoFile)
    const files = new Set([...logos, ...offers.flatMap(({ iconFile }) => iconFile ?? [])])
    assert.isAtLeast(files.size, 9)
    for (const file of files) {
      assert.isTrue(existsSync(icon(file)), file)
      const svg = readFileSync(icon(file), "utf8")
      assert.match(svg, /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 64 64"/)
      assert.notMatch(svg, /script|href|url\(|<!|\son\w+=|foreignObject|style/i)
    }
  })

  it("rehearse failures at uninhabited destinations", () => {
    const magic = shippedTables.sandboxMagic.rows.map(({ country, outcome }) => [country, outcome])
    assert.deepStrictEqual(magic, [
      ["BV", "refused"],
      ["HM", "timed_out"],
      ["GS", "near_miss_only"],
    ])
  })
})

describe("tables of currencies and fees", () => {
  it("hold the euro at 1 without margin", () => {
    const euro = shippedTables.currencies.get("EUR")
    assert.deepStrictEqual(euro?.eurRate, { numerator: 1n, denominator: 1n })
    assert.strictEqual(euro?.marginBps, 0)
    const whole = shippedTables.currencies.rows.filter(({ minorUnits }) => minorUnits === 0)
    assert.sameMembers(
      whole.map(({ code }) => code),
      ["JPY", "KRW", "ISK"],
    )
  })

  it("hold the house's fee and commission figures", () => {
    const { fees } = shippedTables
    assert.strictEqual(fees.get("standard_handling_fee_bps")?.value, 1000)
    assert.strictEqual(fees.get("base_commission_bps")?.value, 1000)
    assert.strictEqual(fees.get("max_commission_bps")?.value, 5000)
  })
})
