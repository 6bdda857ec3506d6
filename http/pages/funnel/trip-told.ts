import type { TravellerText } from "../../../rules/messages/travellers/traveller-text.ts"
import type { Trip } from "../../../rules/trip/trip.ts"
import type { OpenedQuote } from "./funnel-parts.ts"

/** A trip in one line: where, when, for what, and from where. */
export const tripText = (say: TravellerText, trip: Trip): string =>
  [
    say.list(trip.arrivalCountries.map((code) => say.country(code))),
    say.dateRange(trip.startDate, trip.endDate),
    say.intent(trip.intent),
    say("funnel.lives_in", { country: say.country(trip.countryResidence) }),
  ].join(" · ")

/**
 * The comparator, from a page of the funnel, for another trip under the same ref; as everywhere, no
 * date, age or price stands in the address.
 */
export const comparatorAddress = ({ quote, say }: OpenedQuote): string => {
  const { arrivalCountries, countryResidence, intent } = quote.trip
  const query = new URLSearchParams({
    ref: quote.ref,
    residence: countryResidence,
    destinations: arrivalCountries.join(","),
    intent,
    lang: say.language,
  })
  return `../compare?${query.toString()}`
}
