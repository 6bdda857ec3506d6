import { describe, expect, it } from "vitest"
import { fromInteger, zero } from "../../../core/money/rational.ts"
import {
  breachOf,
  type OfferPrice,
  type PricedTrip,
  shortfall,
  type TripPrices,
} from "../../../rules/plausibility/rated-trip.ts"
import {
  decisivePart,
  greatestPart,
  headPrice,
  prepareBounds,
} from "../../../rules/plausibility/price-bounds.ts"
import {
  askedForms,
  longer,
  olderAdult,
  oneMore,
  partyOf,
} from "../../../rules/plausibility/neighbour-laws.ts"
import { tripText } from "../../../core/check/tell/english.ts"
import { shownTrip } from "../../../rules/plausibility/breach-finding.ts"
import type { Rating } from "../../../rules/pricing/tariff.ts"
import type { Trip } from "../../../rules/trip/trip.ts"
import { shippedTables } from "../../support/tables.ts"

const trip: Trip = {
  intent: "forTourism",
  startDate: "2027-07-01",
  endDate: "2027-07-08",
  countryResidence: "FR",
  arrivalCountries: ["US"],
  travellers: [{ age: 34 }, { age: 8 }],
  tripPrice: 3000,
  currency: "EUR",
  shouldCoverCancellation: true,
  shouldCoverExtremeSports: false,
  isAnnual: false,
}

const rating = (perPerson: bigint, minimum = 0n, share = 0): Rating =>
  ({
    perContract: zero,
    heads: [
      {
        rate: { line: 1, perPerson: fromInteger(perPerson), perPersonPerDay: zero },
        ages: [34],
        factorPercentSum: 100,
      },
    ],
    days: 8,
    years: 1,
    surcharges: [],
    surchargePercent: 0,
    minimumPremium: fromInteger(minimum),
    cancellation:
      share === 0
        ? undefined
        : { tripPrice: fromInteger(3000n), shareBps: share, row: { line: 1, shareBps: share } },
  }) as unknown as Rating

const priced = (amountMinor: number, eurRate = 1n, code = "EUR", from = rating(50n)): OfferPrice =>
  ({
    offer: { row: { offerId: 1, period: null } },
    rating: from,
    amountMinor,
    currency: { code, minorUnits: 2, eurRate: fromInteger(eurRate) },
  }) as unknown as OfferPrice

const rated = (oldestAge = 34): TripPrices => ({
  trip,
  facts: { zone: "north_america", days: 8, travellers: 2, oldestAge } as TripPrices["facts"],
  prices: new Map(),
})

describe("breachOf()", () => {
  const one = (price: OfferPrice): PricedTrip => ({ rated: rated(), price })

  it("is a breach below a share of the higher price, and none at it", () => {
    const high = one(priced(10_000))
    expect(breachOf("group", one(priced(8_999)), high, 9_000)).toHaveLength(1)
    expect(breachOf("group", one(priced(9_000)), high, 9_000)).toEqual([])
    expect(breachOf("plan", one(priced(9_999)), high)).toHaveLength(1)
    expect(breachOf("plan", one(priced(10_000)), high)).toEqual([])
  })

  it("compares other currencies at the table's rate", () => {
    expect(shortfall(priced(19_999, 2n, "USD"), priced(10_000))).toBeGreaterThan(0)
    expect(shortfall(priced(20_000, 2n, "USD"), priced(10_000))).toBe(0)
  })
})

describe("decisivePart()", () => {
  it("is the first part with which the lower price falls below the other", () => {
    expect(decisivePart(rating(40n), rating(50n), 1)).toBe("tariff")
    expect(decisivePart(rating(60n), rating(50n, 0n, 420), 1)).toBe("cancellation")
    expect(decisivePart(rating(50n), rating(50n, 70n), 1)).toBe("minimum")
  })

  it("knows what makes most of a premium", () => {
    expect(greatestPart(rating(50n))).toBe("tariff")
    expect(greatestPart(rating(50n, 0n, 420))).toBe("cancellation")
    expect(greatestPart(rating(10n, 70n))).toBe("minimum")
  })
})

describe("headPrice()", () => {
  const bounds = {
    head_flat_max: 100,
    head_trip_price_max_bps: 2000,
    head_ceiling_day_max_ppm: 30,
    older_age: 60,
    older_times_max: 5,
  }
  const boundOf = (name: string): number => bounds[name as keyof typeof bounds] ?? 0
  const terms = { boundOf, ceiling: 100_000 }

  it("allows so much at all, and of the ceiling for each day", () => {
    expect(headPrice(rated(), priced(20_000), terms)).toEqual({ euros: 100, eurosMax: 124 })
  })

  it("allows a share of the trip price where it is charged", () => {
    const charged = priced(20_000, 1n, "EUR", rating(50n, 0n, 420))
    expect(headPrice(rated(), charged, terms).eurosMax).toBe(100 + 300 + 24)
  })

  it("allows more from the declared age on", () => {
    expect(headPrice(rated(59), priced(1), terms).eurosMax).toBe(124)
    expect(headPrice(rated(60), priced(1), terms).eurosMax).toBe(620)
  })

  it("knows every bound of the tables", () => {
    expect(prepareBounds(shippedTables)("group_share_min_bps")).toBe(9000)
    expect(prepareBounds(shippedTables)("adult_age")).toBe(18)
  })
})

describe("neighbours of a trip", () => {
  it("asks in every form, without cancellation where the trip has no price", () => {
    expect(askedForms(trip)).toHaveLength(4)
    const { tripPrice: _, ...unpriced } = trip
    expect(askedForms(unpriced).map((form) => form.shouldCoverCancellation)).toEqual([false, false])
  })

  it("makes the oldest older, from the adult age on and up to the greatest age", () => {
    expect(olderAdult(trip, 5, 18)?.travellers).toEqual([{ age: 39 }, { age: 8 }])
    expect(olderAdult(trip, 86, 18)?.travellers[0]?.age).toBe(120)
    expect(olderAdult(trip, 87, 18)).toBeUndefined()
    expect(olderAdult(trip, 1, 34)).toBeDefined()
    expect(olderAdult(trip, 1, 35)).toBeUndefined()
  })

  it("adds days, and a traveller as old as the youngest", () => {
    expect(longer(trip, 30)?.endDate).toBe("2027-08-07")
    expect(oneMore(trip).travellers).toEqual([{ age: 34 }, { age: 8 }, { age: 8 }])
    expect(oneMore(trip).tripPrice).toBe(3000)
  })

  it("repeats the ages of a party, and its trip price by head", () => {
    const three = partyOf(trip, 3)
    expect(three.travellers.map(({ age }) => age)).toEqual([34, 8, 34])
    expect(three.tripPrice).toBe(4500)
  })
})

describe("tripText()", () => {
  it("tells a trip in words", () => {
    expect(tripText(shownTrip(rated()))).toBe(
      "forTourism, 8 days from FR to US (zone north_america), 2 travellers of 34 and 8, trip price 3000 EUR, with cancellation",
    )
  })

  it("counts travellers of the same age together", () => {
    const school = { ...rated(), trip: partyOf({ ...trip, travellers: [{ age: 12 }] }, 11) }
    expect(tripText(shownTrip(school))).toContain("11 travellers of 11 x 12")
  })
})
