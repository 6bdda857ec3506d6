/**
 * The trip of examples, in a year: two weeks in the United States.
 *
 * ```ts
 * import { sampleTripIn } from "../rules/trip/sample-trip.ts"
 *
 * sampleTripIn(2027).startDate // => "2027-07-01"
 * ```
 */
export const sampleTripIn = (year: number) =>
  ({
    intent: "forTourism",
    startDate: `${year}-07-01`,
    endDate: `${year}-07-14`,
    countryResidence: "FR",
    arrivalCountries: ["US"],
    travellers: [{ age: 34 }],
  }) as const
