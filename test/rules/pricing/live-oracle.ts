import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import type { Trip } from "../../../rules/trip/trip.ts"
import { acceptsFact, type ConditionKind, type PlainFact } from "../../support/interpreter.ts"
import { shippedOracleCurrencies } from "../currency/conversion-vectors.ts"
import { type OracleCurrency, oracleConvert, type Ratio } from "../currency/oracle.ts"

/** A row of a table as text, by the names of its columns. */
type TextRow = Readonly<Record<string, string>>

const cellsOf = (line: string): ReadonlyArray<string> =>
  [...`,${line}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^",]*))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? "",
  )

/** The rows of a table under data/, read without the code under test. */
export const textRows = (file: string): ReadonlyArray<TextRow> => {
  const path = fileURLToPath(new URL(`../../../data/${file}`, import.meta.url))
  const lines = readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
  const names = cellsOf(lines[0] ?? "")
  return lines
    .slice(1)
    .map((line) =>
      Object.fromEntries(cellsOf(line).map((cell, index) => [names[index] ?? "", cell])),
    )
}

const numbers = new Set(["days", "travellers", "oldest_age", "youngest_age", "age"])
const booleans = new Set([
  "at_home",
  "domestic",
  "excluded",
  "all_schengen",
  "annual",
  "cancellation",
  "extreme_sports",
])

const kindOf = (name: string): ConditionKind => {
  if (numbers.has(name)) return "number"
  return booleans.has(name) ? "boolean" : "words"
}

type Facts = Readonly<Record<string, PlainFact>>

/** The conditions of a row that some facts fail. */
const failed = (row: TextRow, facts: Facts): ReadonlyArray<string> =>
  Object.keys(facts).filter(
    (name) => row[name] !== undefined && !acceptsFact(kindOf(name), row[name], facts[name] ?? null),
  )

const decimal = (text: string): Ratio => {
  const [whole = "0", digits = ""] = text.split(".")
  return { over: BigInt(whole + digits), under: 10n ** BigInt(digits.length) }
}

const plus = (left: Ratio, right: Ratio): Ratio => ({
  over: left.over * right.under + right.over * left.under,
  under: left.under * right.under,
})

const times = (left: Ratio, right: Ratio): Ratio => ({
  over: left.over * right.over,
  under: left.under * right.under,
})

const whole = (value: number | bigint): Ratio => ({ over: BigInt(value), under: 1n })

const share = (part: number, of: bigint): Ratio => ({ over: BigInt(part), under: of })

const isLess = (left: Ratio, right: Ratio): boolean =>
  left.over * right.under < right.over * left.under

const nearest = ({ over, under }: Ratio): bigint => {
  const quotient = over / under
  return 2n * (over - quotient * under) >= under ? quotient + 1n : quotient
}

const tables = {
  insurers: textRows("catalogue/insurers.csv"),
  offers: textRows("catalogue/offers.csv"),
  eligibility: textRows("catalogue/eligibility.csv"),
  relaxable: textRows("catalogue/relaxable.csv").map(({ condition }) => condition),
  zones: textRows("catalogue/zones.csv"),
  excluded: textRows("catalogue/excluded_countries.csv").map(({ country }) => country),
  tariffs: textRows("catalogue/tariffs.csv"),
  cancellationRates: textRows("catalogue/cancellation_rates.csv"),
  surcharges: textRows("catalogue/surcharges.csv"),
  schengen: textRows("countries.csv").flatMap((row) =>
    row["schengen"] === "true" ? (row["code"] ?? []) : [],
  ),
  currencies: shippedOracleCurrencies(),
}

const tariffRowsOf = Map.groupBy(tables.tariffs, ({ tariff }) => tariff ?? "")

const zoneOrder = ["europe", "world", "north_america"]

const zoneOf = (country: string): string =>
  tables.zones.find((row) => row["country"] === country)?.["zone"] ?? "world"

const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / 86_400_000

const factsOf = (trip: Trip): Facts & { readonly days: number; readonly zone: string } => {
  const ages = trip.travellers.map(({ age }) => age)
  return {
    intent: trip.intent,
    residence: trip.countryResidence,
    residence_zone: zoneOf(trip.countryResidence),
    zone: trip.arrivalCountries
      .map(zoneOf)
      .reduce((left, right) => (zoneOrder.indexOf(left) < zoneOrder.indexOf(right) ? right : left)),
    domestic: trip.arrivalCountries.includes(trip.countryResidence),
    at_home:
      !trip.isAnnual && trip.arrivalCountries.every((code) => code === trip.countryResidence),
    excluded: trip.arrivalCountries.some((country) => tables.excluded.includes(country)),
    all_schengen: trip.arrivalCountries.every((country) => tables.schengen.includes(country)),
    days: dayNumber(trip.endDate) - dayNumber(trip.startDate) + 1,
    travellers: ages.length,
    youngest_age: Math.min(...ages),
    oldest_age: Math.max(...ages),
    annual: trip.isAnnual,
    cancellation: trip.shouldCoverCancellation,
    extreme_sports: trip.shouldCoverExtremeSports,
  }
}

const currencyOf = (code: string | undefined): OracleCurrency | undefined =>
  tables.currencies.find((row) => row.code === code)

/** A sent number as an exact decimal; exponents are written out. */
const sent = (value: number): Ratio => {
  const [digits = "0", exponent = "0"] = value.toString().split("e")
  const power = Number(exponent)
  const scale = 10n ** BigInt(Math.abs(power))
  return times(decimal(digits), power < 0 ? { over: 1n, under: scale } : whole(scale))
}

/** The trip price in another currency at the reference rates, exactly. */
const tripPriceIn = (trip: Trip, code: string): Ratio | undefined => {
  const [from, to] = [currencyOf(trip.currency), currencyOf(code)]
  if (trip.tripPrice === undefined || from === undefined || to === undefined) return undefined
  const price = sent(trip.tripPrice)
  if (from.code === to.code) return price
  const [source, target] = [decimal(from.eurRate), decimal(to.eurRate)]
  return times(price, { over: target.over * source.under, under: target.under * source.over })
}

/** Whether an offer charges a share of the trip price. */
const isCharged = (offer: TextRow, trip: Trip): boolean =>
  offer["cancellation"] === "always" ||
  (offer["cancellation"] === "when_asked" && trip.shouldCoverCancellation)

const premiumOf = (offer: TextRow, trip: Trip, facts: ReturnType<typeof factsOf>) => {
  const rows = tariffRowsOf.get(offer["tariff"] ?? "") ?? []
  const rateOf = (age: number): TextRow | undefined =>
    rows.find((row) => failed(row, { zone: facts.zone, days: facts.days, age }).length === 0)
  const ages = trip.travellers.map(({ age }) => age)
  const oldest = rateOf(Math.max(...ages))
  let base = decimal(oldest?.["per_contract"] ?? "0")
  for (const age of ages) {
    const rate = rateOf(age)
    if (rate === undefined) return undefined
    const daily = times(decimal(rate["per_person_per_day"] ?? "0"), whole(facts.days))
    base = plus(base, plus(decimal(rate["per_person"] ?? "0"), daily))
  }
  const surcharges = tables.surcharges.filter(
    (row) =>
      failed(row, {
        offer_id: offer["offer_id"] ?? "",
        intent: facts["intent"] ?? null,
        extreme_sports: facts["extreme_sports"] ?? null,
        residence_zone: facts["residence_zone"] ?? null,
        at_home: facts["at_home"] ?? null,
      }).length === 0,
  )
  const percent = surcharges.reduce((sum, row) => sum + Number(row["surcharge_percent"]), 100)
  const loaded = times(base, share(percent, 100n))
  if (!isCharged(offer, trip)) return loaded
  const price = tripPriceIn(trip, offer["currency"] ?? "")
  const rate = tables.cancellationRates.find(
    (row) =>
      row["cancellation_scale"] === offer["cancellation_scale"] &&
      acceptsFact("number", row["oldest_age"] ?? "", Math.max(...ages)),
  )
  if (price === undefined || rate === undefined) return undefined
  return plus(loaded, times(price, share(Number(rate["share_bps"]), 10_000n)))
}

const priceOf = (offer: TextRow, trip: Trip, facts: ReturnType<typeof factsOf>, feeBps: number) => {
  const rated = premiumOf(offer, trip, facts)
  const source = currencyOf(offer["currency"])
  if (rated === undefined || source === undefined) return undefined
  const minimum = decimal(offer["minimum_premium"] ?? "0")
  const yearly = isLess(rated, minimum) ? minimum : rated
  const years = offer["period"] === "year" ? Math.ceil(facts.days / 366) : 1
  const premium = times(yearly, whole(years))
  const withFee = times(premium, share(10_000 + feeBps, 10_000n))
  const insurerMinor = nearest(times(withFee, whole(10n ** BigInt(source.minorUnits))))
  const target = currencyOf(trip.currency) ?? source
  const paidMinor = oracleConvert(source, target, insurerMinor)
  const isSafe = (amount: bigint): boolean => amount <= BigInt(Number.MAX_SAFE_INTEGER)
  return isSafe(insurerMinor) && isSafe(paidMinor)
    ? { insurerMinor, paidMinor, currency: target.code }
    : undefined
}

/** What a live quote from the tables alone comes to: minor units by offer id, and what is left out. */
export interface OracleQuote {
  readonly prices: ReadonlyMap<
    number,
    { readonly insurerMinor: bigint; readonly paidMinor: bigint; readonly currency: string }
  >
  readonly unpriced: ReadonlyArray<number>
  readonly redirectOnly: ReadonlyArray<number>
  readonly nearMisses: ReadonlyArray<number>
  /** Whether there is something to ask, and only of insurers over HTTP, so that none answers here. */
  readonly refused: boolean
}

/** Quotes a trip as the tables and the decisions say, row by row and in fractions. */
export const oracleQuote = (trip: Trip, feeBps: number): OracleQuote => {
  const facts = factsOf(trip)
  const party = trip.travellers.length
  const ratedBy = new Map(tables.insurers.map((row) => [row["insurer"], row["adapter"]]))
  const offerOf = new Map(tables.offers.map((row) => [row["offer_id"], row]))
  // A group product that is sold and rated here takes the party, or individuals are judged as ten.
  const isGroup =
    party > 10 &&
    tables.eligibility.some((row) => {
      const offer = offerOf.get(row["offer_id"] ?? "")
      return (
        failed(row, facts).length === 0 &&
        failed(row, { travellers: 10 }).length > 0 &&
        offer?.["sold_by_redirect"] !== "true" &&
        ratedBy.get(offer?.["insurer"]) === "tariff"
      )
    })
  const judged = party > 10 && !isGroup ? [facts, { ...facts, travellers: 10 }] : [facts]
  const failures = judged.flatMap((each) =>
    tables.eligibility.map((row) => ({
      id: Number(row["offer_id"]),
      failed: failed(row, each),
    })),
  )
  const matched = new Set(failures.flatMap((row) => (row.failed.length === 0 ? row.id : [])))
  const near = failures.flatMap((row) =>
    row.failed.length === 1 && tables.relaxable.includes(row.failed[0]) ? row.id : [],
  )
  const offers = tables.offers.filter((offer) => matched.has(Number(offer["offer_id"])))
  const sold = offers.filter((offer) => offer["sold_by_redirect"] !== "true")
  const ratedHere = (offer: TextRow): boolean =>
    tables.insurers.find((row) => row["insurer"] === offer["insurer"])?.["adapter"] === "tariff"
  const tripPriceIsKnown = trip.tripPrice !== undefined && currencyOf(trip.currency) !== undefined
  const askable = sold.filter((offer) => tripPriceIsKnown || !isCharged(offer, trip))
  const idOf = (offer: TextRow): number => Number(offer["offer_id"])
  const priced = sold.map((offer) => ({
    id: idOf(offer),
    price: ratedHere(offer) ? priceOf(offer, trip, facts, feeBps) : undefined,
  }))
  return {
    prices: new Map(
      priced.flatMap(({ id, price }) => (price === undefined ? [] : [[id, price] as const])),
    ),
    unpriced: priced.flatMap(({ id, price }) => (price === undefined ? id : [])),
    redirectOnly: offers.filter((offer) => !sold.includes(offer)).map(idOf),
    nearMisses: [...new Set(near)].filter((id) => !matched.has(id)),
    refused: askable.length > 0 && !askable.some(ratedHere),
  }
}
