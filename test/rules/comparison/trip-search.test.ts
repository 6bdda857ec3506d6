import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { formFields } from "../../../http/pages/kit/form.ts"
import { faultsOf, readSearchedTrip } from "../../../rules/comparison/trip-search.ts"
import { carriedFields, listMax, readSearch } from "../../../http/pages/compare/search.ts"
import { prepareTripVocabulary } from "../../../rules/trip/trip-vocabulary.ts"
import { shippedTables } from "../../support/tables.ts"

const tables = shippedTables

const reading = {
  vocabulary: prepareTripVocabulary(tables),
  isCountry: (code: string) => tables.countries.get(code) !== undefined,
  isCurrency: (code: string) => tables.currencies.get(code) !== undefined,
}

const sound = {
  residence: "FR",
  destinations: "US",
  start: "2027-07-01",
  end: "2027-07-14",
  ages: "34,31",
}

const searchWith = (changed: Readonly<Record<string, string>>) =>
  readSearch(formFields(new URLSearchParams({ ...sound, ...changed }).toString()), "form")

const faultsWith = (changed: Readonly<Record<string, string>>) =>
  faultsOf(searchWith(changed), reading)

describe("a search", () => {
  it("that is sound is read as the trip that a partner would send", () => {
    const read = readSearchedTrip(searchWith({ price: "3 200,50", cancellation: "yes" }), reading)
    assert.deepInclude(Result.getOrThrow(read), {
      intent: "forTourism",
      countryResidence: "FR",
      arrivalCountries: ["US"],
      travellers: [{ age: 34 }, { age: 31 }],
      tripPrice: 3200.5,
      shouldCoverCancellation: true,
      currency: "EUR",
    })
  })

  it("tells everything that is wrong at once, beside its field", () => {
    const faults = faultsOf(readSearch(formFields(""), "form"), reading)
    assert.deepStrictEqual(
      Object.entries(faults).map(([field, { code }]) => [field, code]),
      [
        ["residence", "BAD_RESIDENCE"],
        ["destinations", "NO_DESTINATIONS"],
        ["start", "BAD_DATES"],
        ["end", "BAD_DATES"],
        ["ages", "NO_TRAVELLERS"],
      ],
    )
  })

  it.each([
    [{ residence: "XX" }, "residence", "fault_residence"],
    [{ residence: "US", state: "ZZ" }, "state", "fault_state"],
    [{ destinations: "US,QQ" }, "destinations", "fault_destination"],
    [{ destinations: "US,u" }, "destinations", "fault_destination"],
    [{ start: "2027-02-30" }, "start", "fault_start"],
    [{ end: "2027-06-30" }, "end", "fault_order"],
    [{ ages: "34,121" }, "ages", "fault_age"],
    [{ ages: "thirty" }, "ages", "fault_age"],
    [{ ages: "-1" }, "ages", "fault_age"],
    [{ intent: "moon" }, "intent", "fault_intent"],
    [{ price: "much" }, "price", "fault_price"],
    [{ price: "1e9" }, "price", "fault_price"],
    [{ price: "1000001" }, "price", "fault_price_high"],
    [{ cancellation: "yes" }, "price", "fault_price_missing"],
    [{ currency: "XXX" }, "currency", "fault_currency"],
    [{ network: "visa" }, "card", "fault_card"],
    [{ bin: "12345" }, "card", "fault_bin"],
    [{ bin: "4970 10", network: "visa", tier: "mid" }, "card", "fault_card_ways"],
  ] as const)("%o is wrong in %s", (changed, field, word) => {
    const faults = faultsWith(changed)
    assert.deepStrictEqual(Object.keys(faults), [field])
    assert.strictEqual(faults[field]?.word, word)
  })

  it.each([
    [{ residence: "US", state: "CA" }],
    [{ end: "2027-07-01" }],
    [{ ages: "0,120" }],
    [{ price: "1000000" }],
    [{ bin: "497010" }],
    [{ bin: "4970 1012" }],
    [{ residence: "FR", state: "ZZ" }],
  ])("%o is sound", (changed) => {
    assert.deepStrictEqual(faultsWith(changed), {})
  })

  it("of the most travellers and destinations is sound, and of one more is not", () => {
    const { destinationsMax, travellersMax } = reading.vocabulary
    const ages = (count: number) => Array.from({ length: count }, () => "30").join()
    assert.deepStrictEqual(faultsWith({ ages: ages(travellersMax) }), {})
    assert.strictEqual(faultsWith({ ages: ages(travellersMax + 1) }).ages?.word, "fault_ages_many")
    const codes = tables.countries.rows.map(({ code }) => code)
    const sent = (count: number) => ({ destinations: codes.slice(0, count).join() })
    assert.deepStrictEqual(faultsWith(sent(destinationsMax)), {})
    const faults = faultsWith(sent(destinationsMax + 1))
    assert.strictEqual(faults.destinations?.word, "fault_destinations_many")
  })

  it("reads no more of a list than it takes to refuse it", () => {
    const thousand = Array.from({ length: 1_000 }, () => "ages=30").join("&")
    const search = readSearch(formFields(thousand), "form")
    assert.strictEqual(search.ages.length, listMax)
    assert.isAbove(listMax, reading.vocabulary.travellersMax)
    assert.isAbove(listMax, reading.vocabulary.destinationsMax)
  })

  it("is carried on as it was read", () => {
    const search = searchWith({
      price: "99",
      sports: "yes",
      bank: "BoursoBank",
      ref: "acme-SPRING",
    })
    const carried = new URLSearchParams(carriedFields(search).map(([name, value]) => [name, value]))
    assert.deepStrictEqual(readSearch(formFields(carried.toString()), "form"), search)
  })

  it("of an address holds no day, age, price, card or session", () => {
    const told = { ...sound, price: "9", bin: "497010", session: "s", state: "CA", annual: "yes" }
    const search = readSearch(formFields(new URLSearchParams(told).toString()), "address")
    assert.deepStrictEqual(carriedFields(search), [
      ["residence", "FR"],
      ["destinations", "US"],
    ])
  })
})
