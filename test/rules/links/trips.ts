import * as fc from "fast-check"
import * as Result from "effect/Result"
import { readTrip } from "../../../rules/trip/request.ts"
import type { Trip } from "../../../rules/trip/trip.ts"
import { prepareTripVocabulary } from "../../../rules/trip/trip-vocabulary.ts"
import { arbitraryTrip } from "../../support/arbitrary-calls.ts"
import { sampleTrip } from "../../support/sample-trips.ts"
import { shippedTables } from "../../support/tables.ts"

const vocabulary = prepareTripVocabulary(shippedTables)

/** A sent trip as it is once read. */
export const normal = (trip: unknown): Trip => Result.getOrThrow(readTrip({ trip }, vocabulary))

/** Any normal trip. */
export const normalTrip: fc.Arbitrary<Trip> = arbitraryTrip.map(normal)

/** Normal trips that are often the same: a few values for a few fields. */
export const similarTrip: fc.Arbitrary<Trip> = fc
  .record({
    arrivalCountries: fc.subarray(["ES", "PT"], { minLength: 1 }),
    travellers: fc.array(fc.constantFrom({ age: 8 }, { age: 35 }), { minLength: 1, maxLength: 3 }),
    isAnnual: fc.boolean(),
  })
  .map((changes) => normal({ ...sampleTrip, ...changes }))
