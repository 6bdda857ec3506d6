import * as Result from "effect/Result"
import type { Market } from "../coach/coach-vocabulary.ts"
import type { Markets } from "../coach/market.ts"
import type { BilanRequest } from "../coach/request.ts"
import type { BilanRefusal } from "./coach-functions.ts"

/** Refuses requests of another market than that of the tables, if they are of one. */
export const inMarketOnly =
  ({ marketOf }: Pick<Markets, "marketOf">, own: Market | undefined) =>
  (request: BilanRequest): Result.Result<BilanRequest, BilanRefusal> => {
    if (own === undefined) return Result.succeed(request)
    // Markets that are not packed here have their residences all the same.
    const { market } = marketOf(request.residence, request.market)
    return market === own
      ? Result.succeed(request)
      : Result.fail({ _tag: "MarketRefusal", code: "OTHER_MARKET", market, tablesOf: own })
  }
