import * as Schema from "effect/Schema"
import { writtenLanguages } from "../../core/vocabulary/written-language.ts"
import type { LimitOf } from "../reference/limits.ts"
import { countryForm } from "./coach-vocabulary.ts"

const optional = Schema.optionalKey

/** A country code in either case. */
export const TwoLetters = Schema.String.check(Schema.isPattern(countryForm))

const Bank = Schema.String.annotate({
  description: "Name of the bank, as the card catalogue or the card has it.",
  examples: ["BoursoBank"],
  vocabulary: "banks",
})

const Network = Schema.String.annotate({
  description: "Network of the card; comes with a tier.",
  examples: ["visa"],
  vocabulary: "cardNetworks",
})

const Tier = Schema.String.annotate({
  description: "Range of the card, as it is printed.",
  examples: ["premier"],
  vocabulary: "cardRanges",
})

const Card = Schema.Union([
  Schema.Struct({
    catalogueId: Schema.Int.annotate({
      description: "A card of the card catalogue.",
      examples: [7],
    }),
  }).annotate({ identifier: "CatalogueCard" }),
  Schema.Struct({
    bin: Schema.String.annotate({
      description: "The first 6 to 8 digits of the card; more are dropped unread.",
      examples: ["497490"],
      digits: true,
    }),
  }).annotate({ identifier: "CardDigits" }),
  Schema.Struct({ bank: Bank, network: Network, tier: Tier }).annotate({ identifier: "BankCard" }),
  Schema.Struct({ network: Network, tier: Tier }).annotate({ identifier: "NetworkCard" }),
  Schema.Struct({
    none: Schema.Literal(true).annotate({
      description: "There is no card.",
      examples: [true],
    }),
  }).annotate({ identifier: "NoCard" }),
]).annotate({
  identifier: "BilanCard",
  description: "Exactly one card mode; omit the card for a no-card analysis.",
})

const flag = (description: string) =>
  optional(Schema.Boolean.annotate({ description, examples: [true] }))

const Trip = Schema.Struct({
  friends: flag("Whether friends travel along."),
  longTrip: flag("Whether the trip is longer than cards usually cover."),
  riskyActivity: flag("Whether a risky sport is planned."),
}).annotate({ identifier: "BilanTrip", description: "What the trip is like." })

/** The body of a request for a bilan, under the limits of the tables. */
export const bilanBody = (limitOf: LimitOf) =>
  Schema.Struct({
    residence: TwoLetters.annotate({
      description: "Country where the traveller lives.",
      examples: ["FR"],
      vocabulary: "countries",
    }),
    destinations: Schema.Array(TwoLetters.annotate({ vocabulary: "countries" }))
      .check(Schema.isMinLength(1), Schema.isMaxLength(limitOf("coach_destinations_max")))
      .annotate({ description: "Countries that the trip goes to.", examples: [["US"]] }),
    card: optional(Card),
    trip: optional(Trip),
    market: optional(
      Schema.String.annotate({
        description:
          "Whose amounts and language: a market of GET /coach/cards, or universal; from the residence when left out.",
        examples: ["fr"],
        vocabulary: "markets",
      }),
    ),
    lang: optional(
      Schema.Literals(writtenLanguages).annotate({
        description: "Language of the answer; that of the market when left out.",
        examples: ["fr"],
      }),
    ),
    ref: optional(
      Schema.String.annotate({
        description: "One of your tracked links, to be credited.",
        examples: ["acme-8Kd2Qm4x"],
      }),
    ),
  }).annotate({ identifier: "BilanRequest" })

type NamesIn<Shape> = Shape extends unknown ? keyof Shape : never

/** The names of its fields. */
export type BilanField = keyof ReturnType<typeof bilanBody>["Type"]

/** The names of a card's fields, in whatever mode. */
export type CardField = NamesIn<(typeof Card)["Type"]>

/** The names of the trip's fields. */
export type TripField = keyof (typeof Trip)["Type"]
