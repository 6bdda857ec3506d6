import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import type { RequestWarning, Warned } from "../../core/fields/request-warning.ts"
import type { CurrencyCode } from "../../core/vocabulary/codes.ts"
import type { Explained } from "../explanation/explanation.ts"
import type {
  OfflineQuote,
  PricingFunctions,
  QuoteOptions,
  TravelMeta,
} from "../offline/pricing-functions.ts"
import { quoteRefusalOf } from "../offline/quotes.ts"
import type { QuoteInput } from "../offline/requests.ts"
import type { Offer } from "../pricing/offer-shown.ts"
import type {
  ChosenOffers,
  ConvertedPrice,
  Convertible,
  InsurerPrice,
  PricingSteps,
} from "../pricing/steps.ts"
import {
  type NotInTables,
  notInTables,
  orRefuse,
  type QuoteRefused,
  quoteRefused,
} from "./refused.ts"
import { TablesService } from "./tables.ts"
import type { Trip } from "../trip/trip.ts"

/** What prices answer: each as the plain function of that name, failing with its refusal. */
export interface PricingShape {
  readonly engineVersion: string
  /** What a trip costs, offer by offer, cheapest first. */
  readonly quote: (
    request: QuoteInput,
    options?: QuoteOptions,
  ) => Effect.Effect<OfflineQuote & Warned, QuoteRefused>
  /** The same with the row of the table that decided each figure; slower. */
  readonly explainQuote: (
    request: QuoteInput,
    options?: QuoteOptions,
  ) => Effect.Effect<Explained<OfflineQuote & Warned>, QuoteRefused>
  /** Reads what came as JSON, of any shape. */
  readonly readQuote: (json: unknown) => Effect.Effect<QuoteInput, QuoteRefused>
  /** What of a request nobody reads: fields and words that are not known. */
  readonly quoteWarnings: (json: unknown) => Effect.Effect<ReadonlyArray<RequestWarning>>
  /** The words of requests and answers. */
  readonly meta: Effect.Effect<TravelMeta>
}

/** Their answers as programs. They are computed when they run, in one go: nothing in them suspends. */
export const pricingPrograms = (pricing: PricingFunctions): PricingShape => ({
  engineVersion: pricing.engineVersion,
  quote: (request, options) =>
    Effect.suspend(() => orRefuse(pricing.quote(request, options), quoteRefused)),
  explainQuote: (request, options) =>
    Effect.suspend(() => orRefuse(pricing.explainQuote(request, options), quoteRefused)),
  readQuote: (json) => Effect.suspend(() => orRefuse(pricing.readQuote(json), quoteRefused)),
  quoteWarnings: (json) => Effect.sync(() => pricing.quoteWarnings(json)),
  meta: Effect.sync(() => pricing.meta()),
})

/**
 * What trips cost.
 *
 * ```js
 * import { Pricing } from "viatica/effect"
 * import * as Effect from "effect/Effect"
 *
 * const program = Pricing.use(({ quote }) => quote({ trip }, { mode: "live" }))
 * const priced = await Effect.runPromise(Effect.provide(program, Pricing.layer))
 * ```
 */
export class PricingService extends Context.Service<PricingService, PricingShape>()(
  "viatica/Pricing",
) {
  /** Over the tables of `Tables`. */
  static readonly layerNoDeps: Layer.Layer<PricingService, never, TablesService> = Layer.effect(
    PricingService,
    TablesService.useSync((tables) => pricingPrograms(tables.pricing().functions)),
  )
}

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
  currency: CurrencyCode,
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
