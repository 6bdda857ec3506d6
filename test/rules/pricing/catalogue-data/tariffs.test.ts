import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import {
  add,
  compare,
  fromInteger,
  multiply,
  type Rational,
} from "../../../../core/money/rational.ts"
import { loadDecision } from "../../../../core/table/decision.ts"
import { type PricingZone, pricingZones } from "../../../../rules/pricing/zone.ts"
import {
  catalogueCancellationRates,
  catalogueEligibility,
  catalogueTariffs,
} from "../../../../rules/pricing/tables/catalogue.ts"
import { shippedTables } from "../../../support/tables.ts"
import { matches, offers, witnessOf } from "./shipped.ts"
import { shippedSources } from "../../../support/shipped-sources.ts"

const source = (file: string): string => shippedSources().get(file) ?? ""
const tariffs = loadDecision(
  { ...catalogueTariffs, hitPolicy: "collect" },
  source("catalogue/tariffs.csv"),
).content
const { evaluate } = tariffs

const eligibility = shippedTables.catalogueEligibility

/** Every number in cells of a column, with what lies just before and after, and both ends. */
const edges = (
  cells: ReadonlyArray<string>,
  least: number,
  most: number,
): ReadonlyArray<number> => {
  const bounds = cells.flatMap((cell) => (cell.match(/\d+/g) ?? []).map(Number))
  const near = [least, most, ...bounds.flatMap((bound) => [bound - 1, bound, bound + 1])]
  const inside = near.filter((value) => value >= least && value <= most)
  return [...new Set(inside)].toSorted((left, right) => left - right)
}

type Offer = (typeof offers)[number]

/** A tariff with its offer and every length and age at which something could change. */
interface RatedOffer {
  readonly offer: Offer
  readonly tariff: string
  readonly days: ReadonlyArray<number>
  readonly ages: ReadonlyArray<number>
}

const cellsOf = (
  { fields }: Pick<typeof tariffs, "fields">,
  inputs: object,
  column: string,
  isRow: (line: ReadonlyArray<string>) => boolean,
): ReadonlyArray<string> => {
  const index = Object.keys(inputs).indexOf(column)
  const lines = fields.map((line) => line.map(({ text }) => text))
  return lines.filter(isRow).flatMap((line) => line[index] ?? [])
}

const ratedOffer = (offer: Offer): RatedOffer | [] => {
  const { offerId, tariff } = offer
  if (tariff === null) return []
  const inTariff = (column: string) =>
    cellsOf(tariffs, catalogueTariffs.inputs, column, (line) => line[0] === tariff)
  const inEligibility = (column: string) =>
    cellsOf(
      eligibility,
      catalogueEligibility.inputs,
      column,
      (line) => line.at(-1) === `${offerId}`,
    )
  const ages = [inTariff("age"), inEligibility("youngest_age"), inEligibility("oldest_age")]
  return {
    offer,
    tariff,
    days: edges([inTariff("days"), inEligibility("days")].flat(), 1, 1_000),
    ages: edges(ages.flat(), 0, 120),
  }
}

const rated = offers.flatMap(ratedOffer)
const names: ReadonlyArray<string> = rated.map(({ tariff }) => tariff)

interface Asked {
  readonly tariff: string
  readonly zone: PricingZone
  readonly days: number
}

/** The premium of a party: the flat part of its oldest once, and the parts of everyone. */
const premium = (asked: Asked, party: ReadonlyArray<number>): Rational | undefined => {
  const hits = party.map((age) => evaluate({ ...asked, age })[0])
  const oldest = evaluate({ ...asked, age: Math.max(...party) })[0]
  if (oldest === undefined) return undefined
  let sum = oldest.perContract
  for (const hit of hits) {
    if (hit === undefined) return undefined
    const perDay = multiply(hit.perPersonPerDay, fromInteger(BigInt(asked.days)))
    sum = add(sum, add(hit.perPerson, perDay))
  }
  return sum
}

/** Asserts that no premium is below the one before it. */
const assertAllRise = (premiums: ReadonlyArray<Rational | undefined>, law: string): void => {
  for (const [index, dearer] of premiums.entries()) assertRises(premiums[index - 1], dearer, law)
}

/** Asserts that the second premium is no less than the first, where both exist. */
const assertRises = (
  left: Rational | undefined,
  right: Rational | undefined,
  law: string,
): void => {
  if (left !== undefined && right !== undefined) assert.isAtMost(compare(left, right), 0, law)
}

describe("tariffs of the live catalogue", () => {
  it("belong to one offer each, which one row at a time makes eligible", () => {
    assert.strictEqual(new Set(names).size, names.length)
    for (const offer of offers) {
      const facts = witnessOf(offer)
      for (const residenceZone of pricingZones) {
        for (const zone of pricingZones) {
          const rows = eligibility.evaluate({ ...facts, residenceZone, zone })
          const own = rows.filter(({ offerId }) => offerId === String(offer.offerId))
          assert.isAtMost(own.length, 1, `${offer.offerId} ${residenceZone} ${zone}`)
        }
      }
    }
  })

  it("have one row for every zone, length and age that eligibility lets through, never two", () => {
    let eligible = 0
    for (const { ages, days, offer, tariff } of rated) {
      const facts = witnessOf(offer)
      const zones: ReadonlyArray<PricingZone> = facts.allSchengen ? ["europe"] : pricingZones
      for (const zone of pricingZones) {
        for (const length of days) {
          for (const age of ages) {
            const rows = evaluate({ tariff, zone, days: length, age }).length
            const asked = { zone, days: length, youngestAge: age, oldestAge: age }
            const isEligible = zones.includes(zone) && matches(offer, { ...facts, ...asked })
            if (isEligible) eligible += 1
            const isHeld = isEligible ? rows === 1 : rows <= 1
            assert.isTrue(isHeld, `${rows} rows for ${tariff} ${zone} ${length} ${age}`)
          }
        }
      }
    }
    assert.isAbove(eligible, 3_000)
  })

  it("charge a group flat per head to 64, and a party as a whole where the price is one for all", () => {
    let groups = 0
    let flat = 0
    for (const { offer, tariff } of rated) {
      const rows = tariffs.rows.filter((_, index) => tariffs.fields[index]?.[0]?.text === tariff)
      assert.isNotEmpty(rows, tariff ?? "")
      const perHead = rows.some(
        (row) => row.perPerson.numerator + row.perPersonPerDay.numerator > 0n,
      )
      if (!perHead) flat += 1
      if (witnessOf(offer).travellers < 11) continue
      groups += 1
      for (const row of rows) {
        assert.strictEqual(row.perContract.numerator, 0n, `${tariff}`)
        assert.isAbove(Number(row.perPerson.numerator), 0, `${tariff}`)
      }
      const asked = { tariff, zone: "europe", days: 10 } as const
      for (const age of [17, 40, 64]) {
        const [child, adult] = [evaluate({ ...asked, age: 0 }), evaluate({ ...asked, age })]
        assert.deepStrictEqual(adult, child, `${tariff} at ${age}`)
      }
    }
    assert.isAtLeast(groups, 3)
    assert.isAtLeast(flat, 3)
  })

  it("never cost less for a longer trip, at any bound", () => {
    for (const { ages, days, tariff } of rated) {
      for (const age of ages) {
        for (const zone of pricingZones) {
          const rising = days.map((length) => premium({ tariff, zone, days: length }, [age]))
          assertAllRise(rising, `${tariff} ${zone} at ${age}`)
        }
      }
    }
  })

  it("never cost less for an older adult, at any bound", () => {
    for (const { ages, days, tariff } of rated) {
      const adults = ages.filter((age) => age >= 18)
      for (const length of days) {
        for (const zone of pricingZones) {
          const rising = adults.map((age) => premium({ tariff, zone, days: length }, [age]))
          assertAllRise(rising, `${tariff} ${zone} for ${length} days`)
        }
      }
    }
  })

  it("never cost less in the world than in Europe, nor in North America than in the world", () => {
    for (const { ages, days, tariff } of rated) {
      for (const age of ages) {
        for (const length of days) {
          const rising = pricingZones.map((zone) => premium({ tariff, zone, days: length }, [age]))
          assertAllRise(rising, `${tariff} for ${length} days at ${age}`)
        }
      }
    }
  })

  it("keep these laws for whole parties", () => {
    const anyParty = fc.array(fc.integer({ min: 0, max: 84 }), { minLength: 1, maxLength: 12 })
    const anyTrip = fc.record({
      tariff: fc.constantFrom(...names),
      zone: fc.constantFrom(...pricingZones),
      days: fc.integer({ min: 1, max: 400 }),
      party: anyParty,
      longer: fc.integer({ min: 0, max: 60 }),
      older: fc.integer({ min: 0, max: 40 }),
      wider: fc.constantFrom(...pricingZones),
    })
    let priced = 0
    fc.assert(
      fc.property(anyTrip, ({ days: length, longer, older, party, tariff, wider, zone }) => {
        const asked = { tariff, zone, days: length }
        const price = premium(asked, party)
        if (price !== undefined) priced += 1
        assertRises(price, premium({ ...asked, days: length + longer }, party), "longer")
        const aged = party.map((age) => (age >= 18 ? age + older : age))
        assertRises(price, premium(asked, aged), "older")
        if (pricingZones.indexOf(wider) >= pricingZones.indexOf(zone)) {
          assertRises(price, premium({ ...asked, zone: wider }, party), "wider")
        }
        assertRises(price, premium(asked, [...party, party[0] ?? 0]), "one more")
      }),
      { numRuns: 3_000 },
    )
    assert.isAbove(priced, 500)
  })
})

describe("cancellation rates of the live catalogue", () => {
  it("are one for every age of every scale up to its end, and never less for an older traveller", () => {
    const shares = loadDecision(
      { ...catalogueCancellationRates, hitPolicy: "collect" },
      source("catalogue/cancellation_rates.csv"),
    ).content
    const scales = new Set(offers.flatMap(({ cancellationScale }) => cancellationScale ?? []))
    assert.isAtLeast(scales.size, 6)
    for (const cancellationScale of scales) {
      let before = 0
      for (let oldestAge = 0; oldestAge <= 120; oldestAge += 1) {
        const hits = shares.evaluate({ cancellationScale, oldestAge })
        const isSold = offers.some(
          (offer) =>
            offer.cancellationScale === cancellationScale &&
            matches(offer, { ...witnessOf(offer), oldestAge }),
        )
        if (isSold) assert.lengthOf(hits, 1, `${cancellationScale} ${oldestAge}`)
        const share = hits[0]?.shareBps ?? before
        assert.isAtLeast(share, before, `${cancellationScale} ${oldestAge}`)
        before = share
      }
    }
  })
})
