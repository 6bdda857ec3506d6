// Another service, without effect: what the plain functions of every entry give, as JSON.
import {
  bilan,
  cards,
  engineVersion,
  explainQuote,
  makePricing,
  meta,
  quote,
  quoteWarnings,
  readBilan,
  readQuote,
} from "viatica"
import { check, column, condition, defineDecision, evaluate, load } from "viatica/engine"
import { allocate, prepareConversion } from "viatica/money"
import { renderBilan } from "viatica/messages"

const modules = globalThis.seal?.() ?? []

const fares = defineDecision({
  file: "fares.csv",
  about: "What a ride costs.",
  hitPolicy: "first",
  inputs: { age: condition.integer({ minimum: 0, maximum: 120, about: "Years." }) },
  outputs: { fare: column.decimal({ about: "Euros." }) },
})
const rules = load({ fares }, { "fares.csv": "age,fare\n<65,2.50\n>65,1.25\n" }).success

const days = { startDate: "2027-07-01", endDate: "2027-07-14" }
const places = { countryResidence: "FR", arrivalCountries: ["US"] }
const trip = { intent: "forTourism", ...days, ...places, travellers: [{ age: 34 }] }
const request = { residence: "fr", destinations: ["us"], card: { bin: "49720312345678" }, crad: 1 }

const { amount } = quote({ trip }).success.offers[0].price
const [why] = explainQuote({ trip }, { mode: "live" }).success.explanation
const own = makePricing({ "sandbox/tariffs.csv": "tariff\n" })
const text = JSON.stringify

const plain = (value) =>
  JSON.parse(JSON.stringify(value, (_, each) => (typeof each === "bigint" ? `${each}n` : each)))

console.log(
  text(
    plain({
      modules,
      engineVersion,
      sandbox: quote({ trip }).success,
      live: quote({ trip, language: "fr" }, { mode: "live" }).success,
      refused: quote({ trip: { ...trip, travellers: [] } }).failure,
      misspelt: quoteWarnings({ trip: { ...trip, tripPirce: 1 } })[0].nearest,
      read: readQuote({ trip: { ...trip, other: 1 } }).success,
      amount,
      why,
      mistakes: own.failure.length > 0,
      bilan: bilan(readBilan(request).success).success,
      known: readBilan(request).success,
      unread: readBilan([]).failure.code,
      sentence: renderBilan(bilan(request).success).headline,
      banks: cards({ country: "FR" }).success.banks.length,
      badCountry: cards({ country: "FRA" }).failure.code,
      meta: meta(),
      fare: evaluate(rules, "fares", { age: 70 }).success,
      gaps: check(rules).map(({ says }) => says),
      parts: allocate(100, [1, 1, 1]).success,
      yen: prepareConversion(
        { code: "EUR", minorUnits: 2, rate: "1" },
        { code: "JPY", minorUnits: 0, rate: "162.45" },
      ).success(1_000),
    }),
  ),
)
