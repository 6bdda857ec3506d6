import * as Result from "effect/Result"
import { isCalendarDay } from "../../core/vocabulary/day.ts"
import {
  checkCancellationPrice,
  checkCeiling,
  countDestinations,
  countTravellers,
  fieldsOf,
  readAmount,
  readCurrency,
  readDates,
  readDestinations,
  readIntent,
  readResidence,
  readStateResidence,
  readTravellers,
  type TripFields,
} from "../trip/fields.ts"
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
  readonly residence: string
  readonly state: string
  readonly destinations: ReadonlyArray<string>
  readonly start: string
  readonly end: string
  readonly ages: ReadonlyArray<string>
  readonly intent: string
  readonly price: string
  readonly currency: string
  readonly options: ReadonlySet<SearchOption>
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
  | "card"

/** What can be wrong with a field; the comparator has a text of that name for each. */
export type FaultWord =
  | "fault_age"
  | "fault_ages_many"
  | "fault_ages_none"
  | "fault_bin"
  | "fault_card"
  | "fault_card_ways"
  | "fault_currency"
  | "fault_destination"
  | "fault_destinations_many"
  | "fault_destinations_none"
  | "fault_end"
  | "fault_intent"
  | "fault_order"
  | "fault_price"
  | "fault_price_high"
  | "fault_price_missing"
  | "fault_residence"
  | "fault_start"
  | "fault_state"

/** What is wrong with a field: which text says so, and the code that the API has for it. */
export interface SearchFault {
  readonly word: FaultWord
  readonly code: TripRefusalCode | "CARD_PROFILE_UNMATCHED" | "BIN_LOOKUP_FAILED"
}

/** The faults of a search by their fields. */
export type SearchFaults = Readonly<Partial<Record<SearchField, SearchFault>>>

/** What a search is read against: the trips' vocabulary, and what may be chosen from. */
export interface SearchReading {
  readonly vocabulary: TripVocabulary
  readonly isCountry: (code: string) => boolean
  readonly isCurrency: (code: string) => boolean
}

/** The trip of a search as a partner would send it. */
export const tripOf = (search: TripSearch) => ({
  intent: search.intent === "" ? "forTourism" : search.intent,
  startDate: search.start,
  endDate: search.end,
  countryResidence: search.residence,
  ...(search.state === "" ? {} : { stateResidence: search.state }),
  arrivalCountries: search.destinations,
  travellers: search.ages.map((age) => ({ age: ageOf(age) })),
  ...(search.price === "" ? {} : { tripPrice: priceOf(search.price) }),
  ...(search.currency === "" ? {} : { currency: search.currency }),
  shouldCoverCancellation: search.options.has("cancellation"),
  shouldCoverExtremeSports: search.options.has("sports"),
  isAnnual: search.options.has("annual"),
})

/** Everything that is wrong with a search, field by field, where the API would tell the first alone. */
export const faultsOf = (search: TripSearch, reading: SearchReading): SearchFaults => {
  const { isCountry, isCurrency, vocabulary } = reading
  const fields: TripFields | undefined = fieldsOf(tripOf(search), "trip")
  if (fields === undefined) return {}
  const lives = failureOf(readResidence(fields)) === undefined && isCountry(search.residence)
  return given({
    residence: lives ? undefined : fault("fault_residence", "BAD_RESIDENCE"),
    state:
      failureOf(readStateResidence(fields, vocabulary)) === undefined
        ? undefined
        : fault("fault_state", "BAD_STATE_RESIDENCE"),
    destinations: destinationFault(fields, search, reading),
    ...dateFaults(fields, search),
    ages: agesFault(fields, vocabulary),
    intent:
      failureOf(readIntent(fields, vocabulary)) === undefined
        ? undefined
        : fault("fault_intent", "BAD_INTENT"),
    price: priceFault(fields, vocabulary),
    currency:
      search.currency === "" || isCurrency(search.currency)
        ? undefined
        : fault("fault_currency", "BAD_TRIP"),
    card: cardFault(search),
  })
}

/** The trip of a search, or what is wrong with it. */
export const readSearchedTrip = (
  search: TripSearch,
  reading: SearchReading,
): Result.Result<Trip, SearchFaults> => {
  const faults = faultsOf(search, reading)
  if (Object.keys(faults).length > 0) return Result.fail(faults)
  return Result.mapError(readTrip({ trip: tripOf(search) }, reading.vocabulary), ({ code }) => ({
    residence: fault("fault_residence", code),
  }))
}

/** A trip as a traveller would have typed it, under a ref. */
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
  bank: "",
  network: "",
  tier: "",
  bin: "",
  ref,
  session: "",
})

const wholeNumber = /^\d{1,4}$/

/** What was typed as a number, or as it is where it is none, to be refused. */
const ageOf = (typed: string): unknown => (wholeNumber.test(typed) ? Number(typed) : typed)

const decimal = /^\d{1,12}(?:[.,]\d{1,4})?$/

const priceOf = (typed: string): unknown => {
  const plain = typed.replaceAll(/[\s\u00a0\u202f’']/gu, "")
  return decimal.test(plain) ? Number(plain.replace(",", ".")) : typed
}

const failureOf = <Value>(read: Result.Result<Value, TripRefusal>): TripRefusal | undefined =>
  Result.isFailure(read) ? read.failure : undefined

const given = (
  faults: Readonly<Partial<Record<SearchField, SearchFault | undefined>>>,
): SearchFaults =>
  Object.fromEntries(Object.entries(faults).filter(([, found]) => found !== undefined))

const fault = (word: FaultWord, code: SearchFault["code"]): SearchFault => ({ word, code })

const destinationFault = (
  fields: TripFields,
  { destinations }: TripSearch,
  { isCountry, vocabulary }: SearchReading,
): SearchFault | undefined => {
  const counted = failureOf(countDestinations(fields, vocabulary))
  if (counted !== undefined) {
    const isNone = counted.code === "NO_DESTINATIONS"
    return fault(isNone ? "fault_destinations_none" : "fault_destinations_many", counted.code)
  }
  const isRefused = failureOf(readDestinations(fields)) !== undefined
  return isRefused || !destinations.every(isCountry)
    ? fault("fault_destination", "BAD_TRIP")
    : undefined
}

const dateFaults = (fields: TripFields, { end, start }: TripSearch): SearchFaults => {
  const refused = failureOf(readDates(fields))
  if (refused === undefined) return {}
  if (isCalendarDay(start) && isCalendarDay(end)) return { end: fault("fault_order", refused.code) }
  return {
    ...(isCalendarDay(start) ? {} : { start: fault("fault_start", refused.code) }),
    ...(isCalendarDay(end) ? {} : { end: fault("fault_end", refused.code) }),
  }
}

const agesFault = (fields: TripFields, vocabulary: TripVocabulary): SearchFault | undefined => {
  const counted = failureOf(countTravellers(fields, vocabulary))
  if (counted !== undefined) {
    const isNone = counted.code === "NO_TRAVELLERS"
    return fault(isNone ? "fault_ages_none" : "fault_ages_many", counted.code)
  }
  const refused = failureOf(readTravellers(fields, vocabulary))
  return refused === undefined ? undefined : fault("fault_age", refused.code)
}

const priceFault = (fields: TripFields, vocabulary: TripVocabulary): SearchFault | undefined => {
  const missing = failureOf(checkCancellationPrice(fields))
  if (missing !== undefined) return fault("fault_price_missing", missing.code)
  const amount = readAmount(fields, "tripPrice")
  if (Result.isFailure(amount)) return fault("fault_price", amount.failure.code)
  const currency = Result.getOrElse(readCurrency(fields), () => "")
  const checked = checkCeiling(fields, "tripPrice", { value: amount.success, currency }, vocabulary)
  return Result.isFailure(checked) ? fault("fault_price_high", checked.failure.code) : undefined
}

const binForm = /^\d{6,8}$/

const cardFault = ({ bin, network, tier }: TripSearch): SearchFault | undefined => {
  if (bin !== "" && !binForm.test(bin)) return fault("fault_bin", "BIN_LOOKUP_FAILED")
  if (bin !== "" && network + tier !== "") return fault("fault_card_ways", "CARD_PROFILE_UNMATCHED")
  return (network === "") === (tier === "")
    ? undefined
    : fault("fault_card", "CARD_PROFILE_UNMATCHED")
}
