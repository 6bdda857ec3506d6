import { assert, describe, it } from "@effect/vitest"
import { emptyBitset } from "../../../core/table/bitset.ts"
import { type LawContext, prepareLawCatalogue } from "../../../rules/price-laws/law-catalogue.ts"
import type { Bargain } from "../../../rules/price-laws/law-grid.ts"
import { partsPerUnit, type PremiumLine } from "../../../rules/price-laws/premium-lines.ts"
import { prepareStepProof, type Step, type StepBox } from "../../../rules/price-laws/step-proof.ts"
import { sandboxPricingTables } from "../../../rules/pricing/sandbox.ts"
import { shippedTables } from "../../support/tables.ts"

const catalogue = prepareLawCatalogue("sandbox", sandboxPricingTables(shippedTables))
const [offer] = catalogue.offers.filter(({ row }) => row.currency === "EUR")
if (offer === undefined) throw new Error("no offer in euros")

/** Two insured prices, a cent apart, between which no proof cuts. */
const bounds = { travellersMax: 5, insuredMax: 0.01, daysMax: 30, adultAge: 26 }
const prove = prepareStepProof(catalogue, bounds)

const context = (priceKnown: boolean): LawContext => ({
  kind: {
    intent: "forTourism",
    annual: false,
    residence: "FR",
    residenceZone: "europe",
    zone: "europe",
    domestic: false,
    atHome: false,
    excluded: false,
    allSchengen: true,
    cancellation: false,
    extremeSports: false,
  },
  destinations: ["ES"],
  priceKnown,
  rows: emptyBitset(0),
})

/** Another day, on a trip of which nothing else changes. */
const oneDayMore = (priceKnown: boolean): Step => ({
  law: "day",
  before: context(priceKnown),
  after: context(priceKnown),
  traveller: undefined,
  dayShift: 1,
})

/** An offer that costs so much for the contract, and for each head by its age, in euros. */
const costing = (contract: number, head: (age: number) => number | undefined): Bargain => ({
  offer,
  lines: {
    offer,
    key: "made up",
    rateKey: "made up",
    ageStarts: [0, 18, 65],
    dayStarts: [1],
    at: (_, age): PremiumLine | undefined => {
      const euros = head(age)
      return euros === undefined
        ? undefined
        : {
            contract: BigInt(contract) * partsPerUnit,
            head: BigInt(euros) * partsPerUnit,
            share: 0n,
            minimum: 0n,
          }
    },
  },
})

const adults: StepBox = {
  days: { from: 3, to: 3 },
  others: { from: 1, to: 3 },
  youngest: { from: 18, to: 64 },
  oldest: { from: 18, to: 64 },
  changed: undefined,
}

const flat = costing(10, () => 10)

describe("the proof of a step", () => {
  it("is of the ages of its box alone: a price that others would have decides nothing", () => {
    const cheapFor = (isCheap: (age: number) => boolean) =>
      costing(10, (age) => (isCheap(age) ? 1 : 10))
    const verdict = (after: Bargain, box: StepBox) =>
      prove(oneDayMore(false), box, after, [flat], "quick")._tag
    assert.strictEqual(verdict(flat, adults), "Proven")
    for (const isCheap of [(age: number) => age < 18, (age: number) => age >= 65]) {
      assert.strictEqual(verdict(cheapFor(isCheap), adults), "Proven")
    }
    const families = { ...adults, youngest: { from: 0, to: 17 } }
    assert.strictEqual(
      verdict(
        cheapFor((age) => age < 18),
        families,
      ),
      "Undecided",
    )
    // The youngest of one are the oldest, too, and nobody is both a child and an adult.
    const single = { ...families, others: { from: 1, to: 1 } }
    assert.strictEqual(
      verdict(
        cheapFor((age) => age < 18),
        single,
      ),
      "Proven",
    )
    const elders = { ...adults, oldest: { from: 65, to: 80 } }
    assert.strictEqual(
      verdict(
        cheapFor((age) => age >= 65),
        elders,
      ),
      "Undecided",
    )
  })

  it("is open where neither the sums prove the law nor a priced trip breaks it", () => {
    // By these sums the longer trip costs less, and the tables price it otherwise.
    const cheaper = costing(1, () => 10)
    const open = prove(oneDayMore(true), adults, cheaper, [flat])
    assert.deepStrictEqual(open, { _tag: "Undecided" })
    assert.deepStrictEqual(prove(oneDayMore(true), adults, flat, [flat]), { _tag: "Proven" })
  })

  it("is none where nobody has a price before, or the offer has none after", () => {
    const nobody = costing(10, () => undefined)
    const cheaper = costing(1, () => 10)
    assert.strictEqual(prove(oneDayMore(false), adults, nobody, [flat])._tag, "Proven")
    assert.strictEqual(prove(oneDayMore(false), adults, cheaper, [nobody])._tag, "Proven")
  })
})
