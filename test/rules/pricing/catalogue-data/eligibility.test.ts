import { assert, describe, it } from "@effect/vitest"
import { pricingZones } from "../../../../rules/pricing/zone.ts"
import { shippedTables } from "../../../support/tables.ts"
import {
  type Facts,
  factsOf,
  individualsMax,
  intents,
  isGroup,
  linesOf,
  matches,
  matching,
  offers,
  serving,
  witnessOf,
  zoneOf,
} from "./shipped.ts"

const residences = ["FR", "US", "GB", "CH", "CA", "BR", "IN", "SG"]
const long = ["studyInternship", "whv", "digitalNomad", "expat", "humanitarian", "auPair", "toWork"]

/** Asserts that enough insurers serve a party of each trip type, from everywhere to everywhere. */
const assertServed = (
  some: ReadonlyArray<string>,
  changes: Partial<Facts>,
  atLeast: { readonly insurers: number; readonly tariff: number },
): void => {
  for (const intent of some) {
    for (const residence of residences) {
      for (const zone of pricingZones) {
        const facts = factsOf({ intent, residence, zone, ...changes })
        const { insurers, tariff } = serving(facts)
        const asked = JSON.stringify({ intent, residence, zone, ...changes })
        assert.isAtLeast(insurers, atLeast.insurers, asked)
        assert.isAtLeast(tariff, atLeast.tariff, asked)
      }
    }
  }
}

const every = intents.map(({ intent }) => intent)

describe("eligibility of the live catalogue", () => {
  it("lets two insurers, one of them rated here, serve every trip type from anywhere to anywhere", () => {
    assert.lengthOf(every, 16)
    assertServed(every, {}, { insurers: 2, tariff: 1 })
    assertServed(
      every,
      { travellers: 10, youngestAge: 18, oldestAge: 30 },
      { insurers: 2, tariff: 1 },
    )
  })

  it("sells where insurers are authorised: six of them to Europe, others to North America", () => {
    const sellers = (residence: string) =>
      new Set(matching(factsOf({ residence })).map(({ insurer }) => insurer))
    assert.includeMembers(
      [...sellers("FR")],
      ["brindelune", "quillmarsh", "alpkranz", "tresolivos", "montecedro", "kestrelgate"],
    )
    assert.isFalse(sellers("FR").has("harborwick"))
    assert.sameMembers([...sellers("US")], ["harborwick", "kestrelgate"])
    assert.includeMembers([...sellers("BR")], ["harborwick", "quillmarsh", "tresolivos"])
  })

  it("serves stays of 200 days where the trip type is a long one", () => {
    assertServed(long, { days: 200 }, { insurers: 2, tariff: 1 })
  })

  it("serves 11 and 50 of every trip type as well as it serves ten", () => {
    for (const travellers of [11, 50]) {
      for (const [youngestAge, oldestAge] of [
        [18, 30],
        [9, 70],
      ] as const) {
        const ages = { youngestAge, oldestAge }
        for (const intent of every) {
          for (const residence of residences) {
            for (const zone of pricingZones) {
              const facts = factsOf({ intent, residence, zone, ...ages })
              const ten = serving({ ...facts, travellers: 10 })
              const many = serving({ ...facts, travellers })
              const asked = JSON.stringify({ intent, residence, zone, travellers, ...ages })
              assert.isAtLeast(many.tariff, Math.min(ten.tariff, 1), asked)
              assert.isAtLeast(many.insurers, Math.min(ten.insurers, 2), asked)
            }
          }
        }
      }
    }
  })

  it("has a group product for leisure and for the year, to the age of 64", () => {
    for (const facts of [factsOf({}), factsOf({ intent: "annual", zone: "world" })]) {
      const eleven = (oldestAge: number) => isGroup({ ...facts, travellers: 11, oldestAge })
      assert.deepStrictEqual([eleven(64), eleven(65)], [true, false])
    }
    assert.isFalse(isGroup(factsOf({ intent: "digitalNomad", travellers: 11 })))
  })

  it("ends every offer at a top age, and every group offer before 80", () => {
    for (const offer of offers) {
      const facts = witnessOf(offer)
      const at = (oldestAge: number): boolean => matches(offer, { ...facts, oldestAge })
      assert.isFalse(at(facts.travellers > 10 ? 80 : 90), String(offer.offerId))
    }
  })

  it("serves families and elders on leisure trips", () => {
    const leisure = ["forTourism", "rentalStay", "groupTravel", "mountainTrip", "cruise"]
    const family = { travellers: 4, youngestAge: 2, oldestAge: 45 }
    assertServed(leisure, family, { insurers: 2, tariff: 1 })
    assertServed(leisure, { youngestAge: 80, oldestAge: 82 }, { insurers: 2, tariff: 1 })
  })

  it("serves every trip type but living abroad when cancellation cover is asked for", () => {
    const some = every.filter((intent) => intent !== "expat")
    assertServed(some, { cancellation: true }, { insurers: 1, tariff: 0 })
    assert.strictEqual(serving(factsOf({ intent: "expat", cancellation: true })).insurers, 0)
  })

  it("keeps individual offers to 10 travellers and group offers to 11 and more, but for cancellation alone", () => {
    const ofAnySize: Array<number> = []
    for (const offer of offers) {
      const facts = witnessOf(offer)
      const at = (travellers: number): boolean => matches(offer, { ...facts, travellers })
      const forGroups = facts.travellers > individualsMax
      if (!forGroups && at(11)) {
        assert.strictEqual(facts.intent, "cancellation", String(offer.offerId))
        assert.isTrue(at(50), String(offer.offerId))
        ofAnySize.push(offer.offerId)
        continue
      }
      assert.strictEqual(at(11), forGroups, String(offer.offerId))
      assert.strictEqual(at(50), forGroups, String(offer.offerId))
      assert.isFalse(forGroups && at(10), String(offer.offerId))
    }
    assert.sameMembers(ofAnySize, [1008, 1029, 1048, 1085, 1147, 1166])
  })

  it("covers excluded countries for aid workers and for cancellation only", () => {
    const served = every.filter((intent) => {
      return serving(factsOf({ intent, excluded: true })).insurers > 0
    })
    assert.sameMembers(served, ["humanitarian", "cancellation"])
    const { rows } = shippedTables.catalogueExcludedCountries
    assert.isAtMost(rows.length, 12)
    for (const country of residences) {
      assert.isFalse(rows.some((row) => row.country === country))
    }
  })

  it("matches an option only where the offer has the cover", () => {
    for (const offer of offers) {
      const facts = witnessOf(offer)
      const states = new Map(linesOf(offer).map(({ slug, state }) => [slug, state]))
      const has = (slug: string): boolean =>
        (states.get(slug) ?? "not_available") !== "not_available"
      const id = String(offer.offerId)
      assert.strictEqual(matches(offer, { ...facts, cancellation: true }), has("cancelTrip"), id)
      assert.strictEqual(
        matches(offer, { ...facts, extremeSports: true }),
        has("extremeSports"),
        id,
      )
    }
  })

  it("prices the Schengen area in the zone europe, so that a visa needs no rate elsewhere", () => {
    for (const { code, schengen } of shippedTables.countries.rows) {
      if (schengen) assert.strictEqual(zoneOf(code), "europe", code)
    }
  })

  it("says of every condition that may be relaxed what relaxing it means", () => {
    const { rows } = shippedTables.catalogueRelaxable
    assert.lengthOf(rows, 9)
  })
})
