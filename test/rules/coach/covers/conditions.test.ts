import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { prepareConditions, prepareGaps } from "../../../../rules/coach/covers/gaps.ts"
import { type CardProduct, coverOf, noCard } from "../../../../rules/coach/card/products.ts"
import type { TripFlags } from "../../../../rules/coach/request.ts"
import { prepareTerms, tripFlagsOf } from "../../../../rules/coach/covers/terms.ts"
import { shippedTables } from "../../../support/tables.ts"
import { cardWith, ownTerm, pieces, quiet, tablesWithTerms, usualTerm } from "../situations.ts"
import { trip } from "../support.ts"

const { gaps } = pieces

/** The conditions of trips abroad. */
const conditionsAbroad = (...args: Parameters<typeof prepareConditions>) => {
  const conditionsOf = prepareConditions(...args)
  return (product: CardProduct, flags: TripFlags) =>
    conditionsOf(product, product.currency, flags, "abroad", true)
}

const conditionsOf = conditionsAbroad(gaps, pieces.terms)

const held = { state: "value", value: 9_000_000 } as const
const everything = { friends: true, longTrip: true, riskyActivity: true }

const conditionsWith = (...rows: Parameters<typeof tablesWithTerms>) => {
  const tables = tablesWithTerms(...rows)
  const terms = prepareTerms(tables)
  return conditionsAbroad(prepareGaps(tables, terms, pieces.benchmarkIn), terms)
}

const productOf = (catalogueId: number) => {
  const card = pieces.catalogue.byId(catalogueId)
  if (card === undefined) throw new Error(`No card ${catalogueId}`)
  return card.product
}

const rbcAvion = productOf(125)
const visaPremier = productOf(3)

const flagsBroken = (...args: Parameters<typeof conditionsOf>) =>
  conditionsOf(...args).breaches.map(({ flag }) => flag)

describe("a breach", () => {
  it("is nothing on a quiet trip, and nothing without a card", () => {
    expect(conditionsOf(rbcAvion, quiet).breaches).toEqual([])
    expect(conditionsOf(noCard("CAD"), everything)).toEqual({ terms: [], breaches: [] })
  })

  it("comes once for each thing that the trip is like, in the order of the flags", () => {
    expect(flagsBroken(rbcAvion, everything)).toEqual(["long_trip", "friends", "risky_activity"])
    expect(flagsBroken(rbcAvion, { ...quiet, riskyActivity: true })).toEqual(["risky_activity"])
  })

  it("of a long trip names the known limit: of the product, else of its country, else none", () => {
    const longTrip = { ...quiet, longTrip: true }
    const limitOf = (product: typeof rbcAvion) =>
      conditionsOf(product, longTrip).breaches.map(({ limit }) => [
        limit?.amount,
        limit?.own,
        limit?.slug,
      ])
    expect(limitOf(rbcAvion)).toEqual([[15, true, "hospitalFeesAbroad"]])
    expect(limitOf(visaPremier)).toEqual([[90, expect.any(Boolean), "hospitalFeesAbroad"]])
    expect(limitOf(productOf(95))).toEqual([[undefined, undefined, undefined]])
    const friends = conditionsOf(rbcAvion, { ...quiet, friends: true }).breaches
    expect(friends).toMatchObject([{ flag: "friends", limit: null, voids: false }])
  })

  it("of a long trip voids the cover where the notice says so, whether its limit has a number or not", () => {
    const longTrip = { ...quiet, longTrip: true }
    const covered = cardWith({ hospitalFeesAbroad: held })
    const limited = ownTerm("hospitalFeesAbroad", "day_limit", 60)
    const unread = ownTerm("hospitalFeesAbroad", "day_limit", null)
    const voiding = ownTerm("hospitalFeesAbroad", "void_if_longer", null)
    const voidsWith = (...own: ReadonlyArray<ReturnType<typeof ownTerm>>) =>
      conditionsWith(own, [])(covered, longTrip).breaches.map(({ limit, voids }) => [
        limit?.amount ?? null,
        voids,
      ])
    expect(voidsWith(limited)).toEqual([[60, false]])
    expect(voidsWith(limited, voiding)).toEqual([[60, true]])
    expect(voidsWith(unread, voiding)).toEqual([[null, true]])
  })

  it.each([
    [89, true],
    [90, true],
    [91, false],
  ])("of a long trip over %d days of cover: %s", (days, broken) => {
    const conditionsOfTest = conditionsWith([ownTerm("cancelTrip", "day_limit", days)], [])
    const { breaches } = conditionsOfTest(cardWith({ cancelTrip: held }), {
      ...quiet,
      longTrip: true,
    })
    expect(breaches.map(({ flag, limit }) => [flag, limit?.amount])).toEqual(
      broken ? [["long_trip", days]] : [],
    )
  })

  it("is none of a cover that friends do not break, or that is not held", () => {
    const friends = { ...quiet, friends: true }
    const cash = cardWith({ cashAdvance: held, rentalRc: held })
    expect(flagsBroken(cash, friends)).toEqual([])
    expect(flagsBroken(cardWith({ cashAdvance: held, transportDelay: held }), friends)).toEqual([
      "friends",
    ])
    const unheld = cardWith({ transportDelay: { state: "not_available", value: null } })
    expect(flagsBroken(unheld, friends)).toEqual([])
  })
})

describe("the terms that bind a card on a trip", () => {
  it("are those of covers that it holds and the trip needs", () => {
    const rows = [
      ownTerm("cancelTrip", "listed_causes", null),
      ownTerm("disabilityInsurance", "public_transport", null),
      ownTerm("suitcaseInsurance", "carrier_first", null),
    ]
    const conditionsOfTest = conditionsWith(rows, [usualTerm(["cancelTrip"], "paid_share", 75)])
    const card = cardWith({ cancelTrip: held, disabilityInsurance: held })
    const kinds = (flags: typeof quiet) =>
      conditionsOfTest(card, flags).terms.map(({ term }) => term)
    expect(kinds(quiet)).toEqual(["listed_causes", "paid_share"])
    expect(kinds({ ...quiet, riskyActivity: true })).toEqual([
      "listed_causes",
      "paid_share",
      "public_transport",
    ])
  })

  it("are those of every cover that is held, and what is excluded from those that may be", () => {
    const rows = [
      ownTerm("cancelTrip", "paid_share", 75),
      ownTerm("suitcaseInsurance", "paid_share", 50),
    ]
    const usual = [usualTerm(["hospitalFeesAbroad"], "excluded_causes", null)]
    const read = conditionsWith(rows, usual)
    const termsOf = (medical: "unknown" | "not_available") =>
      read(
        cardWith({
          cancelTrip: held,
          suitcaseInsurance: held,
          hospitalFeesAbroad: { state: medical, value: null },
        }),
        quiet,
      ).terms.map(({ slug, term }) => `${slug} ${term}`)
    const ofHeld = ["cancelTrip paid_share", "suitcaseInsurance paid_share"]
    expect(termsOf("unknown").sort()).toEqual(
      [...ofHeld, "hospitalFeesAbroad excluded_causes"].sort(),
    )
    expect(termsOf("not_available").sort()).toEqual(ofHeld)
  })
})

describe("laws of conditions", () => {
  const products = shippedTables.coachCards.rows.map(({ catalogueId }) => productOf(catalogueId))
  const product = fc.constantFrom(...products)

  it("only what the trip is like breaks anything, and more of it never breaks less", () => {
    fc.assert(
      fc.property(product, trip, trip, (some, flags, more) => {
        const both = {
          friends: flags.friends || more.friends,
          longTrip: flags.longTrip || more.longTrip,
          riskyActivity: flags.riskyActivity || more.riskyActivity,
        }
        const broken = flagsBroken(some, flags)
        expect(tripFlagsOf(flags)).toEqual(expect.arrayContaining(broken))
        expect(flagsBroken(some, both)).toEqual(expect.arrayContaining(broken))
      }),
    )
  })

  it("what breaks a gap that is covered is a breach of the card", () => {
    fc.assert(
      fc.property(product, trip, (some, flags) => {
        const broken = flagsBroken(some, flags)
        for (const gap of gaps.gapsOf(some, flags, "abroad", {
          marketCurrency: some.currency,
          target: 1,
        })) {
          if (gap.gap.covered) expect(broken).toEqual(expect.arrayContaining([...gap.broken]))
        }
      }),
    )
  })

  it("every term belongs to a needed cover that is held, or may be and excludes", () => {
    fc.assert(
      fc.property(product, trip, (some, flags) => {
        const { terms } = conditionsOf(some, flags)
        const needed = new Set(gaps.needsOf(some.currency, flags, "abroad").map(({ slug }) => slug))
        for (const { slug, term } of terms) {
          expect(needed.has(slug)).toBe(true)
          const { state } = coverOf(some, slug)
          expect(state).not.toBe("not_available")
          if (state === "unknown") expect(term).toBe("excluded_causes")
        }
      }),
    )
  })
})
