import { assert, describe, it } from "@effect/vitest"
import { identity } from "effect/Function"
import * as fc from "fast-check"
import { contains } from "../../../core/table/cell.ts"
import type { ConditionTest } from "../../../core/table/condition.ts"
import { loadDecision } from "../../../core/table/decision.ts"
import { camelCase } from "../../../core/table/names.ts"
import { type CatalogueOffer, prepareOffers } from "../../../rules/pricing/catalogue.ts"
import {
  judgedFacts,
  prepareEligibility,
  prepareSelection,
  type Selection,
} from "../../../rules/pricing/selection.ts"
import { prepareGeography, tripFacts } from "../../../rules/pricing/plan.ts"
import { sandboxPricingTables } from "../../../rules/pricing/sandbox.ts"
import type { EligibilityRow, TripFacts } from "../../../rules/pricing/pricing-tables.ts"
import { widestZone } from "../../../rules/pricing/zone.ts"
import { sandboxEligibility } from "../../../rules/pricing/tables/sandbox.ts"
import { shippedTables } from "../../support/tables.ts"
import { anyTrip, party, tripOf } from "./trips.ts"

const { sandboxEligibility: table, sandboxRelaxable } = shippedTables
const pricingTables = sandboxPricingTables(shippedTables)
const relaxable = sandboxRelaxable.rows.map(({ condition }) => condition as string)
const eligible = prepareEligibility<TripFacts, EligibilityRow>(table, relaxable, identity)
const geography = prepareGeography(pricingTables)
const names = Object.keys(sandboxEligibility.inputs)

const accepts = (test: ConditionTest | undefined, fact: unknown): boolean => {
  switch (test?._tag) {
    case "AnyOf":
      return test.words.includes(String(fact))
    case "NoneOf":
      return !test.words.includes(String(fact))
    case "Is":
      return test.value === fact
    case "Within":
      return test.intervals.some((interval) => contains(interval, Number(fact)))
    case "Outside":
      return !test.intervals.some((interval) => contains(interval, Number(fact)))
    default:
      return true
  }
}

/** The conditions that a row fails, read cell by cell. */
const failed = (row: number, facts: Readonly<Record<string, unknown>>): ReadonlyArray<string> =>
  names.filter((name, index) => !accepts(table.tests[row]?.[index], facts[camelCase(name)]))

describe("eligibility", () => {
  it("matches and nearly matches what reading the table row by row says", () => {
    let nearMisses = 0
    fc.assert(
      fc.property(anyTrip, (trip) => {
        const facts = tripFacts(trip, geography)
        const failures = table.rows.map((row, index) => ({
          row,
          failed: failed(index, { ...facts }),
        }))
        const found = eligible(facts)
        assert.deepStrictEqual(
          found.matched.map(({ line }) => line),
          failures.filter((each) => each.failed.length === 0).map(({ row }) => row.line),
        )
        const near = failures.flatMap((each) => {
          const [condition = ""] = each.failed
          const single = each.failed.length === 1 && relaxable.includes(condition)
          return single ? `${each.row.line} ${condition}` : []
        })
        nearMisses += near.length
        assert.sameMembers(
          found.nearMisses.map(({ condition, row }) => `${row.line} ${condition}`),
          near,
        )
      }),
      { numRuns: 2_000 },
    )
    assert.isAbove(nearMisses, 1_000)
  })

  it("names the one condition that keeps an offer apart", () => {
    const facts = tripFacts(tripOf({ travellers: party(1, 80) }), geography)
    const premium = eligible(facts).nearMisses.find(({ row }) => row.offerId === "103")
    assert.strictEqual(premium?.condition, "oldest_age")
  })

  it("has no near miss when nothing can be relaxed", () => {
    const strict = prepareEligibility<TripFacts, EligibilityRow>(table, [], identity)
    assert.deepStrictEqual(strict(tripFacts(tripOf(), geography)).nearMisses, [])
  })
})

describe("the selection of offers", () => {
  const header = [...names, "offer_id"].join(",")
  const rowFor = (days: string, offerId: number) =>
    names.map((name) => (name === "days" ? days : "")).join(",") + `,${offerId}`
  const selectAmong = (
    offers: ReturnType<typeof prepareOffers>,
    ...lines: ReadonlyArray<string>
  ) => {
    const { content } = loadDecision(sandboxEligibility, [header, ...lines, ""].join("\n"))
    return prepareSelection(
      { eligibility: content, relaxable: sandboxRelaxable, limits: shippedTables.limits },
      offers,
    )
  }
  const selectFrom = (...lines: ReadonlyArray<string>) =>
    selectAmong(prepareOffers(pricingTables), ...lines)
  const week = tripFacts(tripOf(), geography)

  it("takes an offer once when several of its rows match", () => {
    const { matched } = selectFrom(rowFor("<=30", 101), rowFor(">=2", 101))(week)
    assert.deepStrictEqual(
      matched.map(({ row }) => row.offerId),
      [101],
    )
  })

  it("counts no offer as a near miss by one row that matches by another, nor twice", () => {
    assert.strictEqual(selectFrom(rowFor("<=30", 101), rowFor("<=3", 101))(week).nearMissCount, 0)
    assert.strictEqual(selectFrom(rowFor("<=2", 101), rowFor("<=3", 101))(week).nearMissCount, 1)
  })

  const rowOf = (cells: Readonly<Record<string, string>>, offerId: number) =>
    names.map((name) => cells[name] ?? "").join(",") + `,${offerId}`
  const individual = rowOf({ travellers: "<=10", oldest_age: "<=80" }, 102)
  const group = rowOf({ travellers: ">=11", oldest_age: "<=64" }, 132)
  const partyOf = (size: number, age = 35) =>
    tripFacts(tripOf({ travellers: party(size, age) }), geography)
  const idsOf = ({ sold }: Pick<Selection, "sold">) => sold.map(({ row }) => row.offerId)

  it("gives individual products up above ten travellers where a group product takes the party", () => {
    const select = selectFrom(individual, group)
    assert.deepStrictEqual(idsOf(select(partyOf(10))), [102])
    assert.deepStrictEqual(idsOf(select(partyOf(11))), [132])
    assert.isUndefined(select(partyOf(11)).judgedTravellers)
    assert.deepStrictEqual(judgedFacts(partyOf(11), select(partyOf(11))), [partyOf(11)])
  })

  it("judges individual products as for ten where no group product takes a larger party", () => {
    const select = selectFrom(individual, group)
    for (const size of [11, 50]) {
      const facts = partyOf(size, 65)
      const selection = select(facts)
      assert.deepStrictEqual(idsOf(selection), [102])
      assert.strictEqual(selection.judgedTravellers, 10)
      assert.deepStrictEqual(
        judgedFacts(facts, selection).map(({ travellers }) => travellers),
        [size, 10],
      )
      assert.deepStrictEqual(selection.eligible.matched.map(selection.takenAsItIs), [false])
      assert.strictEqual(selection.nearMissCount, 1, "the group product, but for the age")
      assert.strictEqual(select(facts), selection, "made once")
    }
    assert.deepStrictEqual(idsOf(select(partyOf(11, 81))), [])
    assert.strictEqual(select(partyOf(11, 81)).nearMissCount, 2)
  })

  it("keeps individual products beside a group product that is sold elsewhere or that its insurer rates", () => {
    for (const asOther of [
      (offer: CatalogueOffer) => ({ ...offer, row: { ...offer.row, soldByRedirect: true } }),
      (offer: CatalogueOffer) => ({
        ...offer,
        insurer: { ...offer.insurer, adapter: "http" as const },
      }),
    ]) {
      const offers = new Map(
        [...prepareOffers(pricingTables)].map(([id, offer]) => [
          id,
          id === "132" ? asOther(offer) : offer,
        ]),
      )
      const { eligible, takenAsItIs } = selectAmong(offers, individual, group)(partyOf(11))
      assert.deepStrictEqual(
        eligible.matched.map((row) => [row.offerId, takenAsItIs(row)]),
        [
          ["102", false],
          ["132", true],
        ],
      )
    }
  })
})

describe("the facts of a trip", () => {
  it("take the widest zone of the destinations, world for one that no table lists", () => {
    const zone = (arrivalCountries: ReadonlyArray<string>) =>
      tripFacts(tripOf({ arrivalCountries }), geography).zone
    assert.strictEqual(zone(["ES", "FR"]), "europe")
    assert.strictEqual(zone(["ES", "ZZ"]), "world")
    assert.strictEqual(zone(["US", "ES"]), "north_america")
    assert.strictEqual(widestZone([]), "world")
  })

  it("say whether every destination is in the Schengen area", () => {
    const all = (arrivalCountries: ReadonlyArray<string>) =>
      tripFacts(tripOf({ arrivalCountries }), geography).allSchengen
    assert.isTrue(all(["ES", "CH"]))
    assert.isFalse(all(["ES", "IE"]))
    assert.isFalse(all(["ZZ"]))
  })

  it("count both ends of the stay and find the oldest and the youngest traveller", () => {
    const travellers = [{ age: 3 }, { age: 71 }, { age: 40 }]
    const facts = tripFacts(tripOf({ travellers }), geography)
    assert.strictEqual(facts.days, 7)
    assert.strictEqual(facts.oldestAge, 71)
    assert.strictEqual(facts.youngestAge, 3)
    assert.strictEqual(facts.travellers, 3)
  })
})
