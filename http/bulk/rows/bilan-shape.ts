import * as Schema from "effect/Schema"
import { quoteResponse } from "../../api/quotes.ts"
import type { AnswerShape } from "./answer-columns.ts"
import { bilanBody } from "../../../rules/coach/bilan-body.ts"
import { BilanResponse } from "../../../rules/coach/response.ts"
import type { LimitOf } from "../../../rules/reference/limits.ts"
import { pricedTrip, tripRequest } from "../../../rules/trip/trip.ts"
import { quoteBody } from "../../../rules/trip/quote-body.ts"

/** Bilans as a table: a row each, or one for each argument where columns of arguments are asked for. */
export const bilanShape = (limitOf: LimitOf): AnswerShape => ({
  answer: BilanResponse,
  request: bilanBody(limitOf),
  items: { name: "argument", path: ["bilan", "arguments"] },
  shortNames: {
    market: "meta.market",
    origin: "card.origin",
    cardCurrency: "card.currency",
    shouldSell: "bilan.shouldSell",
    headline: "bilan.headline.key",
    medicalTarget: "bilan.medical.targetValue",
    ceilingOk: "bilan.medical.ceilingOk",
    gapCount: "#card.guarantees.*.state",
    coveredCount: "#card.guarantees.*.covered",
    argumentCount: "bilan.argumentCount",
    arguments: "bilan.arguments.*.id",
    warnings: "meta.warnings",
  },
  usual: [
    "row",
    "id",
    "market",
    "destinations",
    "origin",
    "shouldSell",
    "headline",
    "medicalTarget",
    "ceilingOk",
    "gapCount",
    "coveredCount",
    "argumentCount",
    "arguments",
    "warnings",
    "unread",
  ],
})

/** A quote without a session, with the version of what made it. */
const offlineQuote = (limitOf: LimitOf) => {
  const { sessionId: _, meta, quote, ...fields } = quoteResponse(pricedTrip(limitOf)).fields
  const { expiresAt: __, ...summary } = quote.fields
  const { partnerFee: ___, ...told } = meta.fields
  return Schema.Struct({
    ...fields,
    quote: Schema.Struct(summary),
    meta: Schema.Struct({ ...told, engineVersion: Schema.String }),
  })
}

/** Quotes as a table: a row for each offer, or one each where no column of offers is asked for. */
export const quoteShape = (limitOf: LimitOf): AnswerShape => ({
  answer: offlineQuote(limitOf),
  request: quoteBody(tripRequest(limitOf)),
  items: { name: "offer", path: ["offers"] },
  shortNames: {
    rank: "offer.position",
    offerId: "offer.id",
    name: "offer.name",
    plan: "offer.plan",
    insurer: "offer.insurer.name",
    price: "offer.price.amount",
    currency: "offer.price.currency",
    insurerPrice: "offer.price.insurerAmount",
    insurerCurrency: "offer.price.insurerCurrency",
    isStartingPrice: "offer.price.isStartingPrice",
    offerCount: "#offers.*.id",
  },
  usual: [
    "row",
    "id",
    "rank",
    "offerId",
    "name",
    "plan",
    "insurer",
    "price",
    "currency",
    "insurerPrice",
    "insurerCurrency",
    "unread",
  ],
})
