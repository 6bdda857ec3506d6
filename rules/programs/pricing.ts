import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { RequestWarning, Warned } from "../../../core/fields/request-warning.ts"
import type { Explained } from "../../../rules/explanation/explanation.ts"
import type {
  OfflineQuote,
  PricingFunctions,
  QuoteOptions,
  TravelMeta,
} from "../../../rules/offline/pricing-functions.ts"
import type { QuoteInput } from "../../../rules/offline/requests.ts"
import { orRefuse, type QuoteRefused, quoteRefused } from "./refused.ts"
import { TablesService } from "./tables.ts"

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
