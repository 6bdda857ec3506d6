import * as Schema from "effect/Schema"
import type { WorkbenchSituation } from "../../../../rules/changes/traveller/situation.ts"

const texts = Schema.Array(Schema.String)

/**
 * A traveller as the page sends one. What the fields say is read by the endpoints' own rules, which
 * tell what is wrong with them.
 */
export const askedSituation: Schema.ConstraintDecoder<WorkbenchSituation> = Schema.Struct({
  bilan: Schema.Struct({
    residence: Schema.String,
    destinations: texts,
    card: Schema.optionalKey(
      Schema.Record(Schema.String, Schema.Union([Schema.String, Schema.Finite, Schema.Boolean])),
    ),
    trip: Schema.Struct({
      friends: Schema.Boolean,
      longTrip: Schema.Boolean,
      riskyActivity: Schema.Boolean,
    }),
    market: Schema.optionalKey(Schema.String),
  }),
  quote: Schema.Struct({
    trip: Schema.Struct({
      intent: Schema.String,
      startDate: Schema.String,
      endDate: Schema.String,
      countryResidence: Schema.String,
      stateResidence: Schema.optionalKey(Schema.String),
      arrivalCountries: texts,
      travellers: Schema.Array(
        Schema.Struct({ age: Schema.Union([Schema.Finite, Schema.String]) }),
      ),
      tripPrice: Schema.optionalKey(Schema.Union([Schema.Finite, Schema.String])),
      currency: Schema.optionalKey(Schema.String),
      shouldCoverCancellation: Schema.Boolean,
      shouldCoverExtremeSports: Schema.Boolean,
      isAnnual: Schema.Boolean,
    }),
  }),
})
