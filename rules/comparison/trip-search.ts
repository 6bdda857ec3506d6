import * as Result from "effect/Result"
import { minorToNumber } from "../../core/money/minor.ts"
import {
  type AmountReading,
  type AmountRefusal,
  plainAmount,
  plainDigits,
  type TypedAmount,
} from "../../core/money/typed-amount.ts"
import type { CountryCode, CurrencyCode } from "../../core/vocabulary/codes.ts"
import { daysInclusive, isCalendarDay, yearsLater } from "../../core/vocabulary/day.ts"
import type { TypedDay } from "../../core/vocabulary/typed-day.ts"
import {
  checkCancellationPrice,
  checkCeiling,
  countDestinations,
  countTravellers,
  fieldsOf,
  readDates,
  readDestinations,
  readIntent,
  readResidence,
  readStateResidence,
  readTravellers,
  type TripFields,
} from "../trip/fields.ts"
import { isTwofoldAge } from "./typed-ages.ts"
import type { ReadCountry, TypedCountry } from "./typed-country.ts"
import { readTrip } from "../trip/request.ts"
import type { TripRefusal, TripRefusalCode } from "../trip/trip-refusal.ts"
import type { TripVocabulary } from "../trip/trip-vocabulary.ts"
import type { Trip } from "../trip/trip.ts"

/** The choices of a search that are ticked or not. */
export const searchOptions = ["cancellation", "sports", "annual"] as const

/** A choice of a search that is ticked or not. */
export type SearchOption = (typeof searchOptions)[number]

/** What a traveller has typed, field by field, as it was sent; empty where nothing was. */
export interface TripSearch {
  readonly residence: CountryCode
  readonly state: string
  readonly destinations: ReadonlyArray<string>
  readonly start: string
  readonly end: string
  readonly ages: ReadonlyArray<string>
  readonly intent: string
  readonly price: string
  readonly currency: CurrencyCode
  readonly options: ReadonlySet<SearchOption>
  /** Whether cancellation was asked about, and is not wanted. */
  readonly isCancellationDeclined: boolean
  readonly bank: string
  readonly network: string
  readonly tier: string
  readonly bin: string
  readonly ref: string
  readonly session: string
}

/** The fields of the form that something can be wrong with. */
export type SearchField =
  | "residence"
  | "state"
  | "destinations"
  | "start"
  | "end"
  | "ages"
  | "intent"
  | "price"
  | "currency"
  | "cancellation"
  | "card"

/** What can be wrong with a field; the comparator has a text of that name for each. */
export type FaultWord =
  | "fault_age"
  | "fault_ages_many"
  | "fault_ages_none"
  | "fault_bank"
  | "fault_begun"
  | "fault_bin"
  | "fault_cancellation"
  | "fault_card"
  | "fault_card_ways"
  | "fault_country"
  | "fault_currency"
  | "fault_destination"
  | "fault_destinations_many"
  | "fault_destinations_none"
  | "fault_end"
  | "fault_intent"
  | "fault_order"
  | "fault_over"
  | "fault_price"
  | "fault_price_high"
  | "fault_price_missing"
  | "fault_price_sign"
  | "fault_price_zero"
  | "fault_residence"
  | "fault_start"
  | "fault_state"
  | "fault_ways"

/** An answer to what a page asks: what it says, and the fields of the form that it fills in. */
export interface FaultAnswer {
  readonly says:
    | { readonly _tag: "Country"; readonly code: string }
    | { readonly _tag: "Amount"; readonly amount: number; readonly currency: CurrencyCode }
    | { readonly _tag: "Day"; readonly day: string }
    | { readonly _tag: "Days"; readonly start: string; readonly end: string }
    | { readonly _tag: "Party"; readonly ages: ReadonlyArray<string> }
    | { readonly _tag: "Card"; readonly name: string }
    | {
        readonly _tag: "Word"
        readonly word: "answer_add" | "answer_leave_out" | "answer_no_card"
      }
  readonly fields: ReadonlyArray<readonly [name: string, value: string]>
}

/**
 * What is wrong with a field: which text says so, and the code that the API has for it, where it refuses
 * it too. What can be read in several ways is asked about, with the answers to choose from.
 */
export interface SearchFault {
  readonly word: FaultWord
  readonly code?: TripRefusalCode | "CARD_PROFILE_UNMATCHED" | "BIN_LOOKUP_FAILED"
  readonly answers?: ReadonlyArray<FaultAnswer>
  /** Where in a list it is. */
  readonly at?: number
}

/** The faults of a search by their fields. */
export type SearchFaults = Readonly<Partial<Record<SearchField, SearchFault>>>

/** A card as a bank calls it. */
export interface NamedCard {
  readonly network: string
  readonly name: string
}

/** What a search is read against: the trips' vocabulary, what may be chosen from, and how its language writes. */
export interface SearchReading {
  readonly vocabulary: TripVocabulary
  readonly readCountry: ReadCountry
  readonly isCurrency: (code: string) => boolean
  /** The cards that a bank of a residence sells, as far as they are known. */
  readonly cardsOf: (residence: CountryCode, bank: string) => ReadonlyArray<NamedCard>
  /** The currency that is meant where none was chosen. */
  readonly currencyOf: (residence: CountryCode) => string
  readonly readAmount: (text: string, currency: CurrencyCode) => TypedAmount
  readonly readDay: (text: string, today: string) => TypedDay
  /** The day before which no trip may begin: today, where it is still the earliest day on Earth. */
  readonly today: string
}

/** Everything that is wrong with a search, field by field, where the API would tell the first alone. */
export const faultsOf = (typed: TripSearch, reading: SearchReading): SearchFaults => {
  const { isCurrency, vocabulary } = reading
  const search = plainSearch(typed, reading)
  const fields: TripFields | undefined = fieldsOf(tripOf(search, reading), "trip")
  if (fields === undefined) return {}
  const price = priceFault(fields, search, reading)
  return given({
    residence: residenceFault(fields, search, reading),
    state:
      failureOf(readStateResidence(fields, vocabulary)) === undefined
        ? undefined
        : fault("fault_state", "BAD_STATE_RESIDENCE"),
    destinations: destinationFault(fields, search, reading),
    ...dateFaults(fields, search, reading),
    ages: agesFault(fields, search, vocabulary),
    intent:
      failureOf(readIntent(fields, vocabulary)) === undefined
        ? undefined
        : fault("fault_intent", "BAD_INTENT"),
    price,
    currency: isCurrency(search.currency) ? undefined : fault("fault_currency", "BAD_TRIP"),
    cancellation: price === undefined ? cancellationFault(search, reading) : undefined,
    card: cardFault(search, reading),
  })
}

/** The trip of a search, or what is wrong with it. */
export const readSearchedTrip = (
  search: TripSearch,
  reading: SearchReading,
): Result.Result<Trip, SearchFaults> => {
  const faults = faultsOf(search, reading)
  if (Object.keys(faults).length > 0) return Result.fail(faults)
  const trip = tripOf(plainSearch(search, reading), reading)
  return Result.mapError(readTrip({ trip }, reading.vocabulary), ({ code }) => ({
    residence: fault("fault_residence", code),
  }))
}

/** A trip as a traveller would have typed it in English, under a ref. */
export const searchOf = (trip: Trip, ref: string): TripSearch => ({
  residence: trip.countryResidence,
  state: trip.stateResidence ?? "",
  destinations: trip.arrivalCountries,
  start: trip.startDate,
  end: trip.endDate,
  ages: trip.travellers.map(({ age }) => String(age)),
  intent: trip.intent,
  price: trip.tripPrice === undefined ? "" : String(trip.tripPrice),
  currency: trip.currency,
  options: new Set(
    searchOptions.filter(
      (option) =>
        ({
          cancellation: trip.shouldCoverCancellation,
          sports: trip.shouldCoverExtremeSports,
          annual: trip.isAnnual,
        })[option],
    ),
  ),
  // Who has a trip with a price and without cancellation is not asked about it again.
  isCancellationDeclined: !trip.shouldCoverCancellation,
  bank: "",
  network: "",
  tier: "",
  bin: "",
  ref,
  session: "",
})

/**
 * A search with its countries, its days, its ages, its price and its currency in the one form that every
 * language reads alike; what can be read in no way or in several stays as it was typed.
 */
export const plainSearch = (search: TripSearch, reading: SearchReading): TripSearch => {
  const codeOf = (typed: string): string => codeIn(reading.readCountry(typed)) ?? typed
  const residence = codeOf(search.residence)
  const currency = search.currency === "" ? reading.currencyOf(residence) : search.currency
  const price = reading.readAmount(search.price, currency)
  const dayOf = (text: string): string => {
    const read = reading.readDay(text, reading.today)
    return read._tag === "Day" ? read.day : text
  }
  return {
    ...search,
    residence,
    destinations: search.destinations.map(codeOf),
    start: dayOf(search.start),
    end: dayOf(search.end),
    ages: search.ages.map(plainDigits),
    currency,
    price: price._tag === "Amount" ? plainAmount(price.minor, price.unit.minorUnits) : search.price,
  }
}

/** The trip of a search as a partner would send it. */
const tripOf = (search: TripSearch, { readAmount }: SearchReading) => ({
  intent: search.intent === "" ? "forTourism" : search.intent,
  startDate: search.start,
  endDate: search.end,
  countryResidence: search.residence,
  ...(search.state === "" ? {} : { stateResidence: search.state }),
  arrivalCountries: search.destinations,
  travellers: search.ages.map((age) => ({ age: ageOf(age) })),
  ...(search.price === ""
    ? {}
    : { tripPrice: priceOf(search.price, readAmount(search.price, search.currency)) }),
  currency: search.currency,
  shouldCoverCancellation: search.options.has("cancellation"),
  shouldCoverExtremeSports: search.options.has("sports"),
  isAnnual: search.options.has("annual"),
})

const wholeNumber = /^\d{1,4}$/

/** What was typed as a number, or as it is where it is none, to be refused. */
const ageOf = (typed: string): unknown => (wholeNumber.test(typed) ? Number(typed) : typed)

const priceOf = (typed: string, read: TypedAmount): unknown =>
  read._tag === "Amount" ? amountOf(read) : typed

const amountOf = ({ minor, unit }: AmountReading): number => minorToNumber(minor, unit.minorUnits)

const failureOf = <Value>(read: Result.Result<Value, TripRefusal>): TripRefusal | undefined =>
  Result.isFailure(read) ? read.failure : undefined

const given = (
  faults: Readonly<Partial<Record<SearchField, SearchFault | undefined>>>,
): SearchFaults =>
  Object.fromEntries(Object.entries(faults).filter(([, found]) => found !== undefined))

const fault = (
  word: FaultWord,
  code: SearchFault["code"],
  answers: ReadonlyArray<FaultAnswer> = [],
): SearchFault => ({
  word,
  ...(code === undefined ? {} : { code }),
  ...(answers.length === 0 ? {} : { answers }),
})

const codeIn = (read: TypedCountry): string | undefined =>
  read._tag === "Country" ? read.code : undefined

const residenceFault = (
  fields: TripFields,
  { residence }: TripSearch,
  { readCountry }: SearchReading,
): SearchFault | undefined => {
  const read = readCountry(residence)
  if (read._tag === "Country" && failureOf(readResidence(fields)) === undefined) return undefined
  return (
    nearFault(read, "BAD_RESIDENCE", (code) => [["residence", code]]) ??
    fault("fault_residence", "BAD_RESIDENCE")
  )
}

/** Asks which country is meant, where some are near to what was typed. */
const nearFault = (
  read: TypedCountry,
  code: TripRefusalCode,
  fieldsWith: (country: CountryCode) => FaultAnswer["fields"],
): SearchFault | undefined =>
  read._tag === "Country" || read.near.length === 0
    ? undefined
    : fault(
        "fault_country",
        code,
        read.near.map((country) => ({
          says: { _tag: "Country", code: country },
          fields: fieldsWith(country),
        })),
      )

const destinationFault = (
  fields: TripFields,
  { destinations }: TripSearch,
  { readCountry, vocabulary }: SearchReading,
): SearchFault | undefined => {
  const counted = failureOf(countDestinations(fields, vocabulary))
  if (counted !== undefined) {
    const isNone = counted.code === "NO_DESTINATIONS"
    return fault(isNone ? "fault_destinations_none" : "fault_destinations_many", counted.code)
  }
  const reads = destinations.map((typed) => readCountry(typed))
  const at = reads.findIndex(({ _tag }) => _tag === "Unknown")
  const unknown = reads[at]
  if (unknown !== undefined) {
    const near = nearFault(unknown, "BAD_TRIP", (country) =>
      destinations.with(at, country).map((each) => ["destinations", each]),
    )
    return { ...(near ?? fault("fault_destination", "BAD_TRIP")), at }
  }
  const isRefused = failureOf(readDestinations(fields)) !== undefined
  return isRefused ? fault("fault_destination", "BAD_TRIP") : undefined
}

const dateFaults = (
  fields: TripFields,
  { end, start }: TripSearch,
  reading: SearchReading,
): SearchFaults => {
  const refused = failureOf(readDates(fields))
  if (refused === undefined) return pastFault({ start, end }, reading.today)
  const { code } = refused
  if (!isCalendarDay(start) || !isCalendarDay(end)) {
    return given({
      start: isCalendarDay(start) ? undefined : dayFault("start", start, { reading, code }),
      end: isCalendarDay(end) ? undefined : dayFault("end", end, { reading, code }),
    })
  }
  // Over a year's end the year of the return is easily left as it was.
  const next = yearsLater(end, Number(start.slice(0, 4)) - Number(end.slice(0, 4)))
  const later = next >= start ? next : yearsLater(next, 1)
  const isTrip = daysInclusive(start, later) <= offeredDaysMax
  return { end: fault("fault_order", code, isTrip ? [daysAnswer({ start, end: later })] : []) }
}

/** A trip of more days is not offered to somebody whose dates are the wrong way round. */
const offeredDaysMax = 92

const dayFault = (
  name: "end" | "start",
  typed: string,
  { code, reading }: { readonly reading: SearchReading; readonly code: TripRefusalCode },
): SearchFault => {
  const read = reading.readDay(typed, reading.today)
  if (read._tag !== "Ambiguous") return fault(`fault_${name}`, code)
  return fault(
    "fault_ways",
    code,
    read.days.map((day) => ({ says: { _tag: "Day", day }, fields: [[name, day]] })),
  )
}

interface Days {
  readonly start: string
  readonly end: string
}

const daysAnswer = ({ end, start }: Days): FaultAnswer => ({
  says: { _tag: "Days", start, end },
  fields: [
    ["start", start],
    ["end", end],
  ],
})

/** No cover begins before today: a trip that is over was perhaps typed with a year too low. */
const pastFault = ({ end, start }: Days, today: string): SearchFaults => {
  if (start >= today) return {}
  if (end >= today) return { start: fault("fault_begun", undefined) }
  const thisYear = Number(today.slice(0, 4)) - Number(start.slice(0, 4))
  const years = yearsLater(start, thisYear) >= today ? thisYear : thisYear + 1
  const answer = daysAnswer({ start: yearsLater(start, years), end: yearsLater(end, years) })
  return { start: fault("fault_over", undefined, [answer]) }
}

const agesFault = (
  fields: TripFields,
  { ages }: TripSearch,
  vocabulary: TripVocabulary,
): SearchFault | undefined => {
  const counted = failureOf(countTravellers(fields, vocabulary))
  if (counted !== undefined) {
    const isNone = counted.code === "NO_TRAVELLERS"
    return fault(isNone ? "fault_ages_none" : "fault_ages_many", counted.code)
  }
  const refused = failureOf(readTravellers(fields, vocabulary))
  if (refused === undefined) return undefined
  const twofold = ages.findIndex((age) => isTwofoldAge(age))
  if (twofold === -1) return fault("fault_age", refused.code)
  const both = (ages[twofold] ?? "").split(/[,.]/u)
  return fault(
    "fault_ways",
    refused.code,
    [both.slice(0, 1), both].map((meant) => ({
      says: { _tag: "Party", ages: meant },
      fields: ages.toSpliced(twofold, 1, ...meant).map((age) => ["ages", age]),
    })),
  )
}

const leaveOut: FaultAnswer = {
  says: { _tag: "Word", word: "answer_leave_out" },
  fields: [["cancellation", "no"]],
}

const priceFault = (
  fields: TripFields,
  search: TripSearch,
  { readAmount, vocabulary }: SearchReading,
): SearchFault | undefined => {
  const missing = failureOf(checkCancellationPrice(fields))
  if (missing !== undefined) return fault("fault_price_missing", missing.code, [leaveOut])
  if (search.price === "") return undefined
  const read = readAmount(search.price, search.currency)
  switch (read._tag) {
    case "Ambiguous":
      return fault("fault_ways", "BAD_TRIP", read.readings.map(amountAnswer))
    case "Refused":
      return fault(refusedWords[read.reason] ?? "fault_price", "BAD_TRIP")
    case "Amount": {
      if (read.minor === 0 && search.options.has("cancellation")) {
        return fault("fault_price_zero", undefined, [leaveOut])
      }
      const amount = { value: amountOf(read), currency: search.currency }
      const checked = checkCeiling(fields, "tripPrice", amount, vocabulary)
      return Result.isFailure(checked) ? fault("fault_price_high", checked.failure.code) : undefined
    }
  }
}

const refusedWords: Partial<Readonly<Record<AmountRefusal, FaultWord>>> = {
  "too large": "fault_price_high",
  "other unit": "fault_price_sign",
}

const amountAnswer = (reading: AmountReading): FaultAnswer => {
  const { code, minorUnits } = reading.unit
  return {
    says: { _tag: "Amount", amount: amountOf(reading), currency: code },
    fields: [
      ["price", plainAmount(reading.minor, minorUnits)],
      ["currency", code],
    ],
  }
}

/** A price without the tick may have been typed for cancellation; trips for that alone hold it anyway. */
const cancellationFault = (
  { currency, intent, isCancellationDeclined, options, price }: TripSearch,
  { readAmount }: SearchReading,
): SearchFault | undefined => {
  if (isCancellationDeclined || options.has("cancellation") || intent === "cancellation") {
    return undefined
  }
  const read = readAmount(price, currency)
  if (read._tag !== "Amount" || read.minor === 0) return undefined
  const add: FaultAnswer = {
    says: { _tag: "Word", word: "answer_add" },
    fields: [["cancellation", "yes"]],
  }
  return fault("fault_cancellation", undefined, [add, leaveOut])
}

const binForm = /^\d{6,8}$/

/** So many cards of a bank are offered to choose from; any other one is named by network and range. */
const offeredCardsMax = 8

const cardFault = (
  { bank, bin, network, residence, tier }: TripSearch,
  { cardsOf }: SearchReading,
): SearchFault | undefined => {
  if (bin !== "" && !binForm.test(bin)) return fault("fault_bin", "BIN_LOOKUP_FAILED")
  if (bin !== "" && network + tier !== "") return fault("fault_card_ways", "CARD_PROFILE_UNMATCHED")
  if (bank !== "" && bin + network + tier === "") {
    const cards = cardsOf(residence, bank).slice(0, offeredCardsMax)
    const answers = cards.map((card): FaultAnswer => ({
      says: { _tag: "Card", name: card.name },
      fields: [
        ["network", card.network],
        ["tier", card.name],
      ],
    }))
    return fault("fault_bank", undefined, [...answers, withoutCard])
  }
  return (network === "") === (tier === "")
    ? undefined
    : fault("fault_card", "CARD_PROFILE_UNMATCHED")
}

const withoutCard: FaultAnswer = {
  says: { _tag: "Word", word: "answer_no_card" },
  fields: [["bank", ""]],
}
