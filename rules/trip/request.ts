import * as Result from "effect/Result"
import type { Vocabularies } from "../../core/fields/request-warning.ts"
import type { TablesOf } from "../../core/table/load.ts"
import type { CountryCode } from "../../core/vocabulary/codes.ts"
import type { CurrencyTables } from "../currency/currency-tables.ts"
import type { countries } from "../reference/countries.ts"
import type { ReferenceTables } from "../reference/reference-tables.ts"
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
  readFlag,
  readIntent,
  readResidence,
  readStateResidence,
  readTravellers,
  type TripDates,
  type TripFields,
} from "./fields.ts"
import type { QuoteField } from "./quote-body.ts"
import { refuse, type TripRefusal } from "./trip-refusal.ts"
import { defaultLanguage, type TripIntent, type TripVocabulary } from "./trip-vocabulary.ts"
import type { Trip, TripRequest } from "./trip.ts"

/** Reads the language of a request, the default when absent. */
export const readLanguage = (
  body: unknown,
  vocabulary: TripVocabulary,
): Result.Result<string, TripRefusal> => {
  const value = fieldsOf<QuoteField>(body, "")?.get("language") ?? defaultLanguage
  return typeof value === "string" && vocabulary.languages.has(value)
    ? Result.succeed(value)
    : refuse("BAD_LANGUAGE", "language", "one of the languages of /travel/meta")
}

/** The trip object of a body: `trip`, or `tripInfo` when there is no `trip`. */
const tripFields = (body: unknown): Result.Result<TripFields, TripRefusal> => {
  const top = fieldsOf<QuoteField>(body, "")
  const name =
    top?.get("trip") === undefined && top?.get("tripInfo") !== undefined ? "tripInfo" : "trip"
  const fields = fieldsOf<keyof TripRequest>(top?.get(name), name)
  return fields === undefined ? refuse("BAD_TRIP", name, "object") : Result.succeed(fields)
}

/** What a trip sends under codes of their own, once read. */
interface CodedFields {
  readonly intent: TripIntent
  readonly dates: TripDates
  readonly countryResidence: CountryCode
  readonly stateResidence: string | undefined
}

/**
 * Reads what has a code of its own; the order of the readers is the order in which refusals win. One
 * after the other: to put their results together by name takes as long as all of the reading.
 */
const readCoded = (
  fields: TripFields,
  vocabulary: TripVocabulary,
): Result.Result<CodedFields, TripRefusal> => {
  const intent = readIntent(fields, vocabulary)
  if (Result.isFailure(intent)) return Result.fail(intent.failure)
  const dates = readDates(fields)
  if (Result.isFailure(dates)) return Result.fail(dates.failure)
  const countryResidence = readResidence(fields)
  if (Result.isFailure(countryResidence)) return Result.fail(countryResidence.failure)
  const stateResidence = readStateResidence(fields, vocabulary)
  if (Result.isFailure(stateResidence)) return Result.fail(stateResidence.failure)
  const destinations = countDestinations(fields, vocabulary)
  if (Result.isFailure(destinations)) return Result.fail(destinations.failure)
  const travellers = countTravellers(fields, vocabulary)
  if (Result.isFailure(travellers)) return Result.fail(travellers.failure)
  const price = checkCancellationPrice(fields)
  if (Result.isFailure(price)) return Result.fail(price.failure)
  return Result.succeed({
    intent: intent.success,
    dates: dates.success,
    countryResidence: countryResidence.success,
    stateResidence: stateResidence.success,
  })
}

/** The amounts of a trip that may be insured. */
type Insured = "tripPrice" | "studiesAmount"

/** What has no code of its own, once read. */
type UncodedFields = Pick<
  Trip,
  | "arrivalCountries"
  | "travellers"
  | "currency"
  | "shouldCoverCancellation"
  | "shouldCoverExtremeSports"
  | "isAnnual"
> & { readonly [Name in Insured]: number | undefined }

/** Checks both amounts against the ceiling of their currency. */
const checkInsured = (
  fields: TripFields,
  vocabulary: TripVocabulary,
  { currency, studiesAmount, tripPrice }: Pick<UncodedFields, "currency" | Insured>,
): Result.Result<void, TripRefusal> =>
  Result.flatMap(
    checkCeiling(fields, "tripPrice", { value: tripPrice, currency }, vocabulary),
    () => checkCeiling(fields, "studiesAmount", { value: studiesAmount, currency }, vocabulary),
  )

/** Reads what has no code of its own and comes last: each is refused as BAD_TRIP. */
const readUncoded = (
  fields: TripFields,
  vocabulary: TripVocabulary,
): Result.Result<UncodedFields, TripRefusal> => {
  const destinations = readDestinations(fields)
  if (Result.isFailure(destinations)) return Result.fail(destinations.failure)
  const travellers = readTravellers(fields, vocabulary)
  if (Result.isFailure(travellers)) return Result.fail(travellers.failure)
  const tripPrice = readAmount(fields, "tripPrice")
  if (Result.isFailure(tripPrice)) return Result.fail(tripPrice.failure)
  const studiesAmount = readAmount(fields, "studiesAmount")
  if (Result.isFailure(studiesAmount)) return Result.fail(studiesAmount.failure)
  const currency = readCurrency(fields)
  if (Result.isFailure(currency)) return Result.fail(currency.failure)
  const insured = checkInsured(fields, vocabulary, {
    tripPrice: tripPrice.success,
    studiesAmount: studiesAmount.success,
    currency: currency.success,
  })
  if (Result.isFailure(insured)) return Result.fail(insured.failure)
  const cancellation = readFlag(fields, "shouldCoverCancellation")
  if (Result.isFailure(cancellation)) return Result.fail(cancellation.failure)
  const extremeSports = readFlag(fields, "shouldCoverExtremeSports")
  if (Result.isFailure(extremeSports)) return Result.fail(extremeSports.failure)
  const isAnnual = readFlag(fields, "isAnnual")
  if (Result.isFailure(isAnnual)) return Result.fail(isAnnual.failure)
  return Result.succeed({
    arrivalCountries: destinations.success,
    travellers: travellers.success,
    tripPrice: tripPrice.success,
    studiesAmount: studiesAmount.success,
    currency: currency.success,
    shouldCoverCancellation: cancellation.success,
    shouldCoverExtremeSports: extremeSports.success,
    isAnnual: isAnnual.success,
  })
}

/** The trip; its members that may be absent are set one by one, and come last. */
const normalTrip = (coded: CodedFields, uncoded: UncodedFields): Trip => {
  const { countryResidence, dates, intent, stateResidence } = coded
  const { studiesAmount, tripPrice } = uncoded
  const trip: { -readonly [Name in keyof Trip]: Trip[Name] } = {
    intent: intent.intent,
    startDate: dates.startDate,
    endDate: dates.endDate,
    countryResidence,
    arrivalCountries: uncoded.arrivalCountries,
    travellers: uncoded.travellers,
    currency: uncoded.currency,
    shouldCoverCancellation: uncoded.shouldCoverCancellation,
    shouldCoverExtremeSports: uncoded.shouldCoverExtremeSports,
    isAnnual: uncoded.isAnnual || intent.forcesAnnual,
  }
  if (stateResidence !== undefined) trip.stateResidence = stateResidence
  if (tripPrice !== undefined) trip.tripPrice = tripPrice
  if (studiesAmount !== undefined) trip.studiesAmount = studiesAmount
  return trip
}

/** A trip of which every field with a code of its own is read. */
interface BegunTrip {
  /** Reads the fields that have none. */
  readonly finish: () => Result.Result<Trip, TripRefusal>
}

/**
 * Reads the fields of a body's trip that have codes of their own. An endpoint whose own fields have
 * codes too reads those before it finishes the trip, so that BAD_TRIP comes last of all.
 */
export const beginTrip = (
  body: unknown,
  vocabulary: TripVocabulary,
): Result.Result<BegunTrip, TripRefusal> =>
  Result.flatMap(tripFields(body), (fields) =>
    Result.map(readCoded(fields, vocabulary), (coded) => ({
      finish: () =>
        Result.map(readUncoded(fields, vocabulary), (uncoded) => normalTrip(coded, uncoded)),
    })),
  )

/**
 * Reads the trip of a request body (parsed JSON of any shape) into its normal form, or gives the
 * first refusal in the order of the error codes. Unknown fields are ignored and null is absent.
 */
export const readTrip = (
  body: unknown,
  vocabulary: TripVocabulary,
): Result.Result<Trip, TripRefusal> =>
  Result.flatMap(beginTrip(body, vocabulary), (begun) => begun.finish())

/** A request for prices once read: the normal trip, the language and the session as sent. */
export interface QuoteRequest {
  readonly trip: Trip
  readonly language: string
  readonly sessionId: string | undefined
}

/** Reads the body of a request for prices; a session of any other type than text is no session. */
export const readQuoteRequest = (
  body: unknown,
  vocabulary: TripVocabulary,
): Result.Result<QuoteRequest, TripRefusal> => {
  const sessionId = fieldsOf<QuoteField>(body, "")?.get("sessionId")
  return Result.flatMap(readLanguage(body, vocabulary), (language) =>
    Result.map(readTrip(body, vocabulary), (trip) => ({
      language,
      trip,
      sessionId: typeof sessionId === "string" ? sessionId : undefined,
    })),
  )
}

type WordTables = Pick<ReferenceTables, "intents" | "languages" | "usStates"> &
  Pick<CurrencyTables, "currencies"> &
  TablesOf<{ readonly countries: typeof countries }>

const residenceOf = (request: unknown): unknown => {
  const top = fieldsOf<QuoteField>(request, "")
  const trip = top?.get("trip") ?? top?.get("tripInfo")
  return fieldsOf<keyof TripRequest>(trip, "")?.get("countryResidence")
}

/**
 * Prepares the words that trips know, by the names that the schema of a request gives them. A state
 * is no word of a trip outside of the United States: there it is dropped whatever it is.
 */
export const prepareTripWords = (tables: WordTables): Vocabularies => {
  const words: Readonly<Record<string, ReadonlySet<string>>> = {
    intents: new Set(tables.intents.rows.map(({ intent }) => intent)),
    languages: new Set(tables.languages.rows.map(({ language }) => language)),
    usStates: new Set(tables.usStates.rows.map(({ state }) => state)),
    currencies: new Set(tables.currencies.rows.map(({ code }) => code)),
    countries: new Set(tables.countries.rows.map(({ code }) => code)),
  }
  return {
    knowsWord: (vocabulary, word, request) =>
      (vocabulary === "usStates" && residenceOf(request) !== "US") ||
      (words[vocabulary]?.has(word) ?? true),
    wordsOf: (vocabulary) => words[vocabulary] ?? [],
  }
}
