import * as Effect from "effect/Effect"
import { housePartnerCode } from "../../ports/house.ts"
import type { Answer } from "../../api/answer.ts"
import { tellOutage } from "../../observability/outage-log.ts"
import type { ReportDemoSale } from "../../ports/demo-sales.ts"
import type { ChosenOffer, EndedBy, FunnelParts, OpenedQuote } from "./funnel-parts.ts"
import { troublePage } from "./stage-pages.ts"

/** Whether a partner is credited for a quote: the house sells for nobody. */
export const isCredited = ({ quote }: OpenedQuote): boolean =>
  quote.partner.code !== housePartnerCode

const noLiveKey = "no_live_key"

/** Tells that the sale was not taken; nothing has changed then. */
const refusedPage = (parts: FunnelParts, chosen: ChosenOffer, code: string): Answer => {
  const { offer, say } = chosen
  const isKeyless = code === noLiveKey
  return troublePage(parts.makePage, chosen, {
    heading: say("funnel.refused_heading"),
    why: say(isKeyless ? "funnel.refused_no_key" : "funnel.refused_why"),
    status: isKeyless ? 409 : 503,
    offerId: offer.id,
    code,
  })
}

const report = (reportSale: ReportDemoSale, { offer, quote }: ChosenOffer) =>
  reportSale({
    ref: quote.ref,
    partnerCode: quote.partner.code,
    externalOrderId: quote.subscriptionId,
    amount: offer.price.amount,
    currency: offer.price.currency,
  })

/**
 * Ends the demo's way: reports the sale, then tells that the subscription is paid and subscribed. A
 * second call reports the same order, which is the same sale, and moves nothing.
 */
export const finish = Effect.fn("Funnel.finish")(function* (
  parts: FunnelParts,
  reportSale: ReportDemoSale,
  chosen: ChosenOffer,
): Effect.fn.Return<void, EndedBy> {
  if (isCredited(chosen)) {
    yield* Effect.mapError(report(reportSale, chosen), ({ code }) =>
      refusedPage(parts, chosen, code),
    )
  }
  const { quote } = chosen
  yield* parts.quotes.advance(quote, "paid").pipe(
    Effect.andThen(parts.quotes.advance(quote, "subscribed")),
    // Another call has moved it on already: that is what was wished.
    Effect.catchTag("StageRefused", () => Effect.void),
    Effect.catch((error) =>
      Effect.andThen(
        tellOutage("a subscription cannot be moved on", error),
        Effect.fail<EndedBy>("unavailable"),
      ),
    ),
  )
})
