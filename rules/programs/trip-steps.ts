import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { Offer } from "../../../rules/pricing/offer-shown.ts"
import type { QuoteOptions } from "../../../rules/offline/pricing-functions.ts"
import { quoteRefusalOf } from "../../../rules/offline/quotes.ts"
import type {
  Convertible,
  ConvertedPrice,
  InsurerPrice,
  ChosenOffers,
  PricingSteps,
} from "../../../rules/pricing/step-types.ts"
import type { Trip } from "../../../rules/trip/trip.ts"
import {
  type NotInTables,
  notInTables,
  orRefuse,
  type QuoteRefused,
  quoteRefused,
} from "./refused.ts"
import { TablesService } from "./tables.ts"

/** The steps over the tables of a catalogue: the sandbox's unless told otherwise. */
const stepOf = <Success, Refused>(
  { mode = "sandbox" }: QuoteOptions,
  step: (steps: PricingSteps) => Effect.Effect<Success, Refused>,
): Effect.Effect<Success, Refused, TablesService> =>
  TablesService.use((tables) => step(tables.pricing().steps(mode)))

/**
 * Reads the trip of a request for prices, JSON of any shape: made normal, with defaults filled in, or
 * refused by the first rule that it breaks. It is the `trip` of the whole answer.
 */
export const readTrip = (body: unknown): Effect.Effect<Trip, QuoteRefused, TablesService> =>
  TablesService.use((tables) =>
    orRefuse(
      Result.map(tables.pricing().read(body), ({ trip }) => trip),
      quoteRefused,
    ),
  )

/** Finds the offers that match a trip, what insurers are asked for, and how many nearly match. */
export const chooseOffers = (
  trip: Trip,
  options: QuoteOptions = {},
): Effect.Effect<ChosenOffers, never, TablesService> =>
  stepOf(options, (steps) => Effect.succeed(steps.chooseOffers(trip)))

/**
 * Prices the offers that match a trip, in their insurers' currencies and with the handling fee; offers
 * without a price are left out. Fails where insurers are to be asked and none has a tariff.
 */
export const priceOffers = (
  trip: Trip,
  options: QuoteOptions = {},
): Effect.Effect<ReadonlyArray<InsurerPrice>, QuoteRefused, TablesService> =>
  stepOf(options, (steps) =>
    orRefuse(Result.mapError(steps.priceOffers(trip), quoteRefusalOf), quoteRefused),
  )

/**
 * Converts prices into a currency, exactly and rounded once. Into a currency that is not supported
 * nothing is converted: insurers' prices stay as they are.
 */
export const convertPrices = (
  prices: ReadonlyArray<Convertible>,
  currency: string,
): Effect.Effect<ReadonlyArray<ConvertedPrice>, NotInTables, TablesService> =>
  stepOf({}, (steps) => orRefuse(steps.convertPrices(prices, currency), notInTables))

/** Tells what an offer holds on a trip: by the options bought, the amounts insured, and at home. */
export const mapGuarantees = (
  trip: Trip,
  offerId: number,
  options: QuoteOptions = {},
): Effect.Effect<Offer["guarantees"], NotInTables, TablesService> =>
  stepOf(options, (steps) => orRefuse(steps.mapGuarantees(trip, offerId), notInTables))

/** Ranks prices, the cheapest first, at the reference rates where they are in several currencies. */
export const rankOffers = <Price extends ConvertedPrice>(
  prices: ReadonlyArray<Price>,
): Effect.Effect<ReadonlyArray<Price>, NotInTables, TablesService> =>
  stepOf({}, (steps) => orRefuse(steps.rankOffers(prices), notInTables))
