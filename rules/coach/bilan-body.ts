import * as Schema from "effect/Schema"
import type { LimitOf } from "../reference/limits.ts"
import { countryForm, markets } from "./coach-vocabulary.ts"

const optional = Schema.optionalKey

/** A country code in either case. */
export const TwoLetters = Schema.String.check(Schema.isPattern(countryForm))

const Card = Schema.Union([
  Schema.Struct({ catalogueId: Schema.Int }),
  Schema.Struct({ bin: Schema.String }),
  Schema.Struct({ bank: Schema.String, network: Schema.String, tier: Schema.String }),
  Schema.Struct({ network: Schema.String, tier: Schema.String }),
  Schema.Struct({ none: Schema.Literal(true) }),
]).annotate({ description: "Exactly one card mode; omit the card for a no-card analysis." })

const Trip = Schema.Struct({
  friends: optional(Schema.Boolean),
  longTrip: optional(Schema.Boolean),
  riskyActivity: optional(Schema.Boolean),
})

/** The body of a request for a bilan, under the limits of the tables. */
export const bilanBody = (limitOf: LimitOf) =>
  Schema.Struct({
    residence: TwoLetters,
    destinations: Schema.Array(TwoLetters).check(
      Schema.isMinLength(1),
      Schema.isMaxLength(limitOf("coach_destinations_max")),
    ),
    card: optional(Card),
    trip: optional(Trip),
    market: optional(Schema.Literals(markets)),
    ref: optional(Schema.String),
  }).annotate({ identifier: "BilanRequest" })

type NamesIn<Shape> = Shape extends unknown ? keyof Shape : never

/** The names of its fields. */
export type BilanField = keyof ReturnType<typeof bilanBody>["Type"]

/** The names of a card's fields, in whatever mode. */
export type CardField = NamesIn<(typeof Card)["Type"]>

/** The names of the trip's fields. */
export type TripField = keyof (typeof Trip)["Type"]
