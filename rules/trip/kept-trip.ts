import { daysInclusive, plusDays } from "../../core/vocabulary/day.ts"
import type { CurrencyTables } from "../currency/currency-tables.ts"
import { prepareKeptCountries } from "../reference/kept-countries.ts"
import type { ReferenceTables } from "../reference/reference-tables.ts"
import { prepareBands, type SampleBandTables } from "../reference/sample-bands.ts"
import type { TripDates } from "./fields.ts"
import type { Trip, TripRequest } from "./trip.ts"

/** What is kept for a currency that no table knows: the code of ISO 4217 for none. */
export const unknownCurrency = "XXX"

/** What is kept of a request for prices: a request that says as much to the tables, and nothing of a person. */
export interface KeptTrip {
  readonly trip: TripRequest
}

/** Makes of a trip what may be kept of it. */
export type KeepTrip = (trip: Trip) => KeptTrip

/**
 * An amount by its first digit: enough to tell that one is insured, and about how much.
 *
 * ```ts
 * import { roughAmount } from "../rules/trip/kept-trip.ts"
 *
 * roughAmount(3217.5) // => 3000
 * roughAmount(0.4) // => 0
 * ```
 */
export const roughAmount = (amount: number): number => {
  const [digits = "0", exponent = "0"] = amount.toExponential().split("e")
  return amount < 1 ? 0 : Number(`${digits.charAt(0)}e${exponent}`)
}

const lastDay = "9999-12-31"

/** So many days from the first of a month on, or up to the end of the calendar. */
const datesFrom = (day: string, days: number): TripDates => {
  const startDate = `${day.slice(0, 7)}-01`
  const endDate = plusDays(startDate, days - 1)
  return endDate === undefined
    ? { startDate: plusDays(lastDay, 1 - days) ?? lastDay, endDate: lastDay }
    : { startDate, endDate }
}

/** So many of some ages: the youngest, the oldest, and those that lie evenly between them. */
const evenly = (ages: ReadonlyArray<number>, count: number): ReadonlyArray<number> =>
  Array.from({ length: count }, (_, index) => {
    const place = (index * (ages.length - 1)) / Math.max(1, count - 1)
    return ages[Math.round(place)] ?? 0
  })

/**
 * Prepares what is kept of trips for analysts: the type, the month of departure, length, number and
 * ages in bands, countries, currency and options as words of the tables, and amounts by their first
 * digit. Days, states and the order of travellers and destinations are not.
 */
export const prepareKeepTrip = (
  tables: Pick<ReferenceTables, "countries"> &
    Pick<CurrencyTables, "currencies"> &
    SampleBandTables,
): KeepTrip => {
  const countries = prepareKeptCountries(tables)
  const ageOf = prepareBands(tables, "age")
  const daysOf = prepareBands(tables, "days")
  const countOf = prepareBands(tables, "travellers")

  const travellersOf = ({ travellers }: Trip): Trip["travellers"] => {
    const ages = travellers.map(({ age }) => age).sort((left, right) => left - right)
    return evenly(ages, countOf(ages.length)).map((age) => ({ age: ageOf(age) }))
  }

  return (trip) => {
    const { currency, studiesAmount, tripPrice } = trip
    const days = daysOf(daysInclusive(trip.startDate, trip.endDate))
    return {
      trip: {
        intent: trip.intent,
        ...datesFrom(trip.startDate, days),
        countryResidence: countries.one(trip.countryResidence),
        arrivalCountries: countries.list(trip.arrivalCountries),
        travellers: travellersOf(trip),
        currency: tables.currencies.get(currency)?.code ?? unknownCurrency,
        ...(tripPrice === undefined ? {} : { tripPrice: roughAmount(tripPrice) }),
        ...(studiesAmount === undefined ? {} : { studiesAmount: roughAmount(studiesAmount) }),
        ...(trip.shouldCoverCancellation ? { shouldCoverCancellation: true } : {}),
        ...(trip.shouldCoverExtremeSports ? { shouldCoverExtremeSports: true } : {}),
        ...(trip.isAnnual ? { isAnnual: true } : {}),
      },
    }
  }
}
