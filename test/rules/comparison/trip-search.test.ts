import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { formFields } from "../../../http/pages/kit/form.ts"
import {
  faultsOf,
  plainSearch,
  readSearchedTrip,
  searchOf,
} from "../../../rules/comparison/trip-search.ts"
import { carriedFields, listMax, readSearch } from "../../../http/pages/compare/search.ts"
import { prepareSearchReading } from "../../../rules/comparison/search-reading.ts"
import { travellerLanguages } from "../../../rules/messages/travellers/languages.ts"
import { shippedTables } from "../../support/tables.ts"

const tables = shippedTables

const readingIn = prepareSearchReading(tables)
const reading = readingIn("en", "2026-11-28")

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

  it("of a trip is read back as that trip, with a state only where one is known", () => {
    for (const changed of [
      { price: "3200.50", cancellation: "yes" },
      { residence: "US", state: "CA", currency: "USD" },
    ]) {
      const trip = Result.getOrThrow(readSearchedTrip(searchWith(changed), reading))
      const search = searchOf(trip, "acme-x")
      assert.strictEqual(search.state, trip.stateResidence === undefined ? "" : "CA")
      assert.deepStrictEqual(Result.getOrThrow(readSearchedTrip(search, reading)), trip)
    }
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
    [{ price: "1000000", cancellation: "yes" }],
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

  /** What is asked about a field: the text, and what each answer makes of the search. */
  const askedIn = (
    changed: Readonly<Record<string, string>>,
    field: "ages" | "cancellation" | "end" | "price" | "start",
    read = reading,
  ) => {
    const found = faultsOf(searchWith(changed), read)[field]
    return [found?.word, ...(found?.answers ?? []).map(({ fields }) => fields.flat().join(" "))]
  }

  it("asks what can be read in several ways, and takes the answer in the place of what was typed", () => {
    const typed = { price: "3.200", cancellation: "yes" }
    const price3200 = "price 3200 currency EUR"
    assert.deepStrictEqual(askedIn(typed, "price"), [
      "fault_ways",
      price3200,
      "price 3.2 currency EUR",
    ])
    assert.deepStrictEqual(faultsOf(searchWith(typed), readingIn("de", "2026-11-28")), {})
    const answer = "price=3200&currency=EUR"
    const read = readSearchedTrip(searchWith({ ...typed, answer }), reading)
    assert.strictEqual(Result.getOrThrow(read).tripPrice, 3200)
    assert.deepStrictEqual(askedIn({ price: "£50", cancellation: "yes" }, "price"), [
      "fault_ways",
      "price 50 currency GBP",
      "price 50 currency EUR",
    ])
    assert.deepStrictEqual(askedIn({ ages: "3,5" }, "ages"), [
      "fault_ways",
      "ages 3",
      "ages 3 ages 5",
    ])
    assert.deepStrictEqual(askedIn({ start: "03/07/2027", end: "2027-07-30" }, "start"), [
      "fault_ways",
      "start 2027-07-03",
      "start 2027-03-07",
    ])
  })

  it("asks whether a price without the tick is for cancellation, once", () => {
    const told = ["fault_cancellation", "cancellation yes", "cancellation no"]
    assert.deepStrictEqual(askedIn({ price: "900" }, "cancellation"), told)
    for (const typed of [
      { price: "900", cancellation: "yes" },
      { price: "900", cancellation: "no" },
      { price: "900", answer: "cancellation=no" },
      { price: "900", intent: "cancellation" },
      { price: "0" },
    ]) {
      assert.deepStrictEqual(faultsWith(typed), {}, JSON.stringify(typed))
    }
    const zero = { price: "0", cancellation: "yes" }
    assert.deepStrictEqual(askedIn(zero, "price"), ["fault_price_zero", "cancellation no"])
  })

  it.each([
    [{ start: "2026-11-28", end: "2026-11-28" }, undefined],
    [{ start: "2026-11-27", end: "2026-11-28" }, "fault_begun"],
    [{ start: "2026-11-27", end: "2026-11-27" }, "fault_over start 2027-11-27 end 2027-11-27"],
    [{ start: "2026-11-01", end: "2026-11-27" }, "fault_over start 2027-11-01 end 2027-11-27"],
    [{ start: "2020-01-01", end: "2020-01-10" }, "fault_over start 2027-01-01 end 2027-01-10"],
    [{ start: "2025-12-28", end: "2026-01-04" }, "fault_over start 2026-12-28 end 2027-01-04"],
    [{ start: "2024-02-29", end: "2024-03-03" }, "fault_over start 2027-02-28 end 2027-03-03"],
  ])("begins today or later: %o", (days, told) => {
    const [word, ...answers] = askedIn(days, "start")
    assert.strictEqual(word === undefined ? word : [word, ...answers].join(" "), told)
  })

  it("over a year's end offers the return in the year after", () => {
    const days = { start: "2026-12-28", end: "2026-01-05" }
    assert.deepStrictEqual(askedIn(days, "end"), ["fault_order", "start 2026-12-28 end 2027-01-05"])
    assert.deepStrictEqual(askedIn({ end: "2027-06-30" }, "end"), ["fault_order"])
  })

  it("has the currency of the residence where none was chosen", () => {
    const currencyFor = (residence: string) =>
      plainSearch(searchWith({ residence }), reading).currency
    assert.deepStrictEqual(["US", "GB", "JP", "FR", "KP", ""].map(currencyFor), [
      "USD",
      "GBP",
      "JPY",
      "EUR",
      "EUR",
      "EUR",
    ])
  })

  it("written plainly is read alike in every language", () => {
    const typed = {
      price: "3 200,50 €",
      cancellation: "yes",
      start: "1. Juli 2027",
      end: "14.7.2027",
      ages: "３４",
    }
    const plain = plainSearch(searchWith(typed), readingIn("de", "2026-11-28"))
    assert.deepInclude(plain, { price: "3200.5", start: "2027-07-01", end: "2027-07-14" })
    assert.deepStrictEqual(plain.ages, ["34"])
    for (const language of travellerLanguages) {
      assert.deepStrictEqual(plainSearch(plain, readingIn(language, "2026-11-28")), plain)
    }
  })
})
