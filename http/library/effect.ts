import * as Effect from "effect/Effect"
import type { Warned } from "../../core/fields/request-warning.ts"
import type { BilanResponse } from "../../rules/coach/response.ts"
import type { BilanRefusal } from "../../rules/offline/coach-functions.ts"
import type { QuoteOptions } from "../../rules/offline/pricing-functions.ts"
import type { OfflineQuote, QuoteRefusal } from "../../rules/offline/pricing-functions.ts"
import type { BilanInput, QuoteInput } from "../../rules/offline/requests.ts"
import { bilan, quote } from "./index.ts"

/** The bilan of `viatica` as an Effect, which fails with the refusal. */
export const bilanEffect = (
  request: BilanInput,
): Effect.Effect<BilanResponse & Warned, BilanRefusal> =>
  Effect.suspend(() => Effect.fromResult(bilan(request)))

/** The quote of `viatica` as an Effect, which fails with the refusal. */
export const quoteEffect = (
  request: QuoteInput,
  options?: QuoteOptions,
): Effect.Effect<OfflineQuote & Warned, QuoteRefusal> =>
  Effect.suspend(() => Effect.fromResult(quote(request, options)))
