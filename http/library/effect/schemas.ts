import { quoteResponse } from "../../api/quotes.ts"
import { bilanBody } from "../../../rules/coach/bilan-body.ts"
import { linkBody } from "../../../rules/links/request.ts"
import { pricedTrip, tripRequest } from "../../../rules/trip/trip.ts"
import { quoteBody } from "../../../rules/trip/quote-body.ts"

/** Limits are the service's to hold: they change with its tables. */
const anyLimit = (): number => Number.MAX_SAFE_INTEGER

/** Schema of a trip as requests send it. */
export const TripBody = tripRequest(anyLimit)

/** Schema of a normal trip, as answers echo it. */
export const PricedTrip = pricedTrip(anyLimit)

/** Schema of the body of `POST /api/v1/travel/quotes`. */
export const QuoteBody = quoteBody(TripBody)

/** Schema of its answer. */
export const QuoteResponse = quoteResponse(PricedTrip)

/** Schema of the body of `POST /api/v1/travel/links`. */
export const LinkBody = linkBody(TripBody)

/** Schema of the body of `POST /api/v1/coach/bilan`. */
export const BilanBody = bilanBody(anyLimit)
