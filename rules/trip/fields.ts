import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import { type CurrencyCode, isCountryCode, isCurrencyCode } from "../../core/vocabulary/codes.ts"
import { daysInclusive, isCalendarDay } from "../../core/vocabulary/day.ts"
import { refuse, type TripRefusal } from "./trip-refusal.ts"
import { defaultCurrency, type TripIntent, type TripVocabulary } from "./trip-vocabulary.ts"
import type { Traveller, Trip, TripRequest } from "./trip.ts"

type Read<Value> = Result.Result<Value, TripRefusal>

/** The own fields of a JSON object; null counts as absent, so it is read as undefined. */
export interface Fields<Name extends string> {
  readonly path: string
  readonly get: (name: Name) => unknown
  /** Whether a field is there, null or not. */
  readonly has: (name: Name) => boolean
}

/** The fields of a trip as sent. */
export type TripFields = Fields<keyof TripRequest>

/** The fields of a value, or undefined when it is no JSON object. */
export const fieldsOf = <Name extends string>(
  value: unknown,
  path: string,
): Fields<Name> | undefined => {
  if (!Predicate.isObject(value)) return undefined
  const record = value as Readonly<Record<string, unknown>>
  return {
    path,
    get: (name) => (Object.hasOwn(record, name) ? (record[name] ?? undefined) : undefined),
    has: (name) => Object.hasOwn(record, name),
  }
}

/** Reads the intent, mapping an alias to its type. */
export const readIntent = (fields: TripFields, vocabulary: TripVocabulary): Read<TripIntent> => {
  const sent = fields.get("intent")
  const known = typeof sent === "string" ? vocabulary.intents.get(sent) : undefined
  return known === undefined
    ? refuse("BAD_INTENT", `${fields.path}.intent`, "one of the trip types of /travel/meta")
    : Result.succeed(known)
}

const isDay = (value: unknown): value is string => typeof value === "string" && isCalendarDay(value)

/** The first and last day of cover. */
export type TripDates = Pick<Trip, "startDate" | "endDate">

/** Reads the first and last day of cover. */
export const readDates = (fields: TripFields): Read<TripDates> => {
  const startDate = fields.get("startDate")
  const endDate = fields.get("endDate")
  const dayForm = "calendar day YYYY-MM-DD"
  if (!isDay(startDate)) return refuse("BAD_DATES", `${fields.path}.startDate`, dayForm)
  if (!isDay(endDate)) return refuse("BAD_DATES", `${fields.path}.endDate`, dayForm)
  return daysInclusive(startDate, endDate) >= 1
    ? Result.succeed({ startDate, endDate })
    : refuse("BAD_DATES", `${fields.path}.endDate`, "not before startDate")
}

/** Reads the country of residence. */
export const readResidence = (fields: TripFields): Read<string> => {
  const value = fields.get("countryResidence")
  return isCountryCode(value)
    ? Result.succeed(value)
    : refuse("BAD_RESIDENCE", `${fields.path}.countryResidence`, "two capital letters (ISO 3166-1)")
}

/** Reads the US state of a US resident; for any other residence it is dropped unread. */
export const readStateResidence = (
  fields: TripFields,
  vocabulary: TripVocabulary,
): Read<string | undefined> => {
  const value = fields.get("stateResidence")
  if (fields.get("countryResidence") !== "US" || value === undefined) {
    return Result.succeed(undefined)
  }
  return typeof value === "string" && vocabulary.usStates.has(value)
    ? Result.succeed(value)
    : refuse("BAD_STATE_RESIDENCE", `${fields.path}.stateResidence`, "one of the 50 states or DC")
}

const readList = (fields: TripFields, name: keyof TripRequest): ReadonlyArray<unknown> => {
  const value = fields.get(name)
  return Array.isArray(value) ? value : []
}

/** Counts the destinations as sent, duplicates included. */
export const countDestinations = (
  fields: TripFields,
  vocabulary: TripVocabulary,
): Read<ReadonlyArray<unknown>> => {
  const path = `${fields.path}.arrivalCountries`
  const sent = readList(fields, "arrivalCountries")
  const { destinationsMax } = vocabulary
  if (sent.length === 0) {
    return refuse("NO_DESTINATIONS", path, `list of 1 to ${destinationsMax} country codes`)
  }
  return sent.length > destinationsMax
    ? refuse("TOO_MANY_DESTINATIONS", path, `at most ${destinationsMax} country codes`)
    : Result.succeed(sent)
}

/** Counts the travellers as sent. */
export const countTravellers = (
  fields: TripFields,
  vocabulary: TripVocabulary,
): Read<ReadonlyArray<unknown>> => {
  const path = `${fields.path}.travellers`
  const sent = readList(fields, "travellers")
  const { travellersMax } = vocabulary
  if (sent.length === 0) {
    return refuse("NO_TRAVELLERS", path, `list of 1 to ${travellersMax} travellers`)
  }
  return sent.length > travellersMax
    ? refuse("TOO_MANY_TRAVELLERS", path, `at most ${travellersMax} travellers`)
    : Result.succeed(sent)
}

/** Refuses cancellation cover without the price of the trip. */
export const checkCancellationPrice = (fields: TripFields): Read<void> =>
  fields.get("shouldCoverCancellation") === true && fields.get("tripPrice") === undefined
    ? refuse(
        "CANCELLATION_NEEDS_TRIP_PRICE",
        `${fields.path}.tripPrice`,
        "required when shouldCoverCancellation is true",
      )
    : Result.void

/** Reads the destinations, in the order sent, each once. */
export const readDestinations = (fields: TripFields): Read<ReadonlyArray<string>> => {
  const codes = new Set<string>()
  for (const [index, value] of readList(fields, "arrivalCountries").entries()) {
    if (!isCountryCode(value)) {
      const path = `${fields.path}.arrivalCountries[${index}]`
      return refuse("BAD_TRIP", path, "two capital letters (ISO 3166-1)")
    }
    codes.add(value)
  }
  return Result.succeed([...codes])
}

/** Reads the travellers' ages. */
export const readTravellers = (
  fields: TripFields,
  vocabulary: TripVocabulary,
): Read<ReadonlyArray<Traveller>> => {
  const travellers: Array<Traveller> = []
  for (const [index, value] of readList(fields, "travellers").entries()) {
    const age = fieldsOf<keyof Traveller>(value, "")?.get("age")
    if (
      typeof age !== "number" ||
      !Number.isInteger(age) ||
      age < 0 ||
      age > vocabulary.ageMaxYears
    ) {
      const path = `${fields.path}.travellers[${index}].age`
      return refuse("BAD_TRIP", path, `integer 0 to ${vocabulary.ageMaxYears}`)
    }
    travellers.push({ age: age + 0 })
  }
  return Result.succeed(travellers)
}

/** Reads an optional amount, a finite number of 0 or more. */
export const readAmount = (
  fields: TripFields,
  name: keyof TripRequest,
): Read<number | undefined> => {
  const value = fields.get(name)
  if (value === undefined) return Result.succeed(undefined)
  return typeof value === "number" && Number.isFinite(value) && value >= 0
    ? Result.succeed(value + 0)
    : refuse("BAD_TRIP", `${fields.path}.${name}`, amountRule(value))
}

/**
 * The rule of an amount that some value breaks; for a text, also how to write it.
 *
 * ```ts
 * import { amountRule } from "../rules/trip/fields.ts"
 *
 * amountRule(-1) // => "number >= 0"
 * amountRule("3.200") // => "number >= 0, not a text: without quotes, and with a point before decimals alone"
 * ```
 */
export const amountRule = (value: unknown): string =>
  typeof value === "string"
    ? "number >= 0, not a text: without quotes, and with a point before decimals alone"
    : "number >= 0"

/** Checks that an amount, once read, is no more than may be insured in the trip's currency. */
export const checkCeiling = (
  fields: TripFields,
  name: keyof TripRequest,
  amount: { readonly value: number | undefined; readonly currency: CurrencyCode },
  vocabulary: TripVocabulary,
): Read<void> => {
  const ceiling = vocabulary.insuredCeiling(amount.currency)
  return ceiling !== undefined && amount.value !== undefined && amount.value > ceiling.amountMax
    ? refuse("BAD_TRIP", `${fields.path}.${name}`, ceiling.rule)
    : Result.void
}

/** Reads the currency, the default when absent. */
export const readCurrency = (fields: TripFields): Read<string> => {
  const value = fields.get("currency") ?? defaultCurrency
  return isCurrencyCode(value)
    ? Result.succeed(value)
    : refuse("BAD_TRIP", `${fields.path}.currency`, "three capital letters (ISO 4217)")
}

/** Reads an optional flag, false when absent. */
export const readFlag = (fields: TripFields, name: keyof TripRequest): Read<boolean> => {
  const value = fields.get(name) ?? false
  return typeof value === "boolean"
    ? Result.succeed(value)
    : refuse("BAD_TRIP", `${fields.path}.${name}`, "true or false")
}
