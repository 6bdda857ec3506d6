import * as Effect from "effect/Effect"
import type { Warned } from "../../../core/fields/request-warning.ts"
import type { BilanResponse } from "../../../rules/coach/response.ts"
import type { BilanRefusal } from "../../../rules/offline/coach-functions.ts"
import type {
  OfflineQuote,
  QuoteOptions,
  QuoteRefusal,
} from "../../../rules/offline/pricing-functions.ts"
import type { BilanInput, QuoteInput } from "../../../rules/offline/requests.ts"
import { shippedCoach } from "../shipped-coach.ts"
import { shippedPricing } from "../shipped-pricing.ts"

/** The bilan of `viatica` as an Effect, which fails with the refusal and needs no service. */
export const bilanEffect = (
  request: BilanInput,
): Effect.Effect<BilanResponse & Warned, BilanRefusal> =>
  Effect.suspend(() => Effect.fromResult(shippedCoach().bilan(request)))

/** The quote of `viatica` as an Effect, which fails with the refusal and needs no service. */
export const quoteEffect = (
  request: QuoteInput,
  options?: QuoteOptions,
): Effect.Effect<OfflineQuote & Warned, QuoteRefusal> =>
  Effect.suspend(() => Effect.fromResult(shippedPricing().quote(request, options)))
