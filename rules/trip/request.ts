import * as Result from "effect/Result"
import {
  checkCancellationPrice,
  countDestinations,
  countTravellers,
  type Fields,
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
} from "./fields.ts"
import { refuse, type TripRefusal } from "./refusal.ts"
import type { Trip } from "./trip.ts"
import type { TripVocabulary } from "./vocabulary.ts"

/** Reads the language of a request, `en` when absent. */
export const readLanguage = (
  body: unknown,
  vocabulary: TripVocabulary,
): Result.Result<string, TripRefusal> => {
  const value = fieldsOf(body, "")?.get("language") ?? "en"
  return typeof value === "string" && vocabulary.languages.has(value)
    ? Result.succeed(value)
    : refuse("BAD_LANGUAGE", "language", "one of the languages of /travel/meta")
}

/** The trip object of a body: `trip`, or `tripInfo` when there is no `trip`. */
const tripFields = (body: unknown): Result.Result<Fields, TripRefusal> => {
  const top = fieldsOf(body, "")
  const name =
    top?.get("trip") === undefined && top?.get("tripInfo") !== undefined ? "tripInfo" : "trip"
  const fields = fieldsOf(top?.get(name), name)
  return fields === undefined ? refuse("BAD_TRIP", name, "object") : Result.succeed(fields)
}

const present = <Name extends string, Value>(
  name: Name,
  value: Value | undefined,
): { readonly [Key in Name]?: Value } =>
  value === undefined ? {} : ({ [name]: value } as { readonly [Key in Name]: Value })

/** What a trip sends under codes of their own; the order of the keys is the order in which refusals win. */
const readCoded = (fields: Fields, vocabulary: TripVocabulary) =>
  Result.all({
    intent: readIntent(fields, vocabulary),
    dates: readDates(fields),
    countryResidence: readResidence(fields),
    stateResidence: readStateResidence(fields, vocabulary),
    destinationCount: countDestinations(fields, vocabulary),
    travellerCount: countTravellers(fields, vocabulary),
    cancellation: checkCancellationPrice(fields),
  })

type CodedFields = Result.Result.Success<ReturnType<typeof readCoded>>

/** What has no code of its own and comes last: each is refused as BAD_TRIP. */
const readUncoded = (fields: Fields, vocabulary: TripVocabulary) =>
  Result.all({
    arrivalCountries: readDestinations(fields),
    travellers: readTravellers(fields, vocabulary),
    tripPrice: readAmount(fields, "tripPrice"),
    studiesAmount: readAmount(fields, "studiesAmount"),
    currency: readCurrency(fields),
    shouldCoverCancellation: readFlag(fields, "shouldCoverCancellation"),
    shouldCoverExtremeSports: readFlag(fields, "shouldCoverExtremeSports"),
    isAnnual: readFlag(fields, "isAnnual"),
  })

type UncodedFields = Result.Result.Success<ReturnType<typeof readUncoded>>

const normalTrip = (coded: CodedFields, uncoded: UncodedFields): Trip => ({
  intent: coded.intent.intent,
  ...coded.dates,
  countryResidence: coded.countryResidence,
  ...present("stateResidence", coded.stateResidence),
  arrivalCountries: uncoded.arrivalCountries,
  travellers: uncoded.travellers,
  ...present("tripPrice", uncoded.tripPrice),
  ...present("studiesAmount", uncoded.studiesAmount),
  currency: uncoded.currency,
  shouldCoverCancellation: uncoded.shouldCoverCancellation,
  shouldCoverExtremeSports: uncoded.shouldCoverExtremeSports,
  isAnnual: uncoded.isAnnual || coded.intent.forcesAnnual,
})

/** A trip of which every field with a code of its own is read. */
export interface BegunTrip {
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
  const sessionId = fieldsOf(body, "")?.get("sessionId")
  return Result.map(
    Result.all({ language: readLanguage(body, vocabulary), trip: readTrip(body, vocabulary) }),
    ({ language, trip }) => ({
      language,
      trip,
      sessionId: typeof sessionId === "string" ? sessionId : undefined,
    }),
  )
}
