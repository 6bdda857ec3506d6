import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { HttpServerResponse } from "effect/http/HttpServerResponse"
import { once } from "../../core/memory.ts"
import { responseBytes } from "../api/answer.ts"
import { endpoints } from "../api/api.ts"
import type { OpenRoute } from "../api/open-route.ts"
import type { App } from "../gateway/app.ts"
import type { FunnelParts } from "../pages/funnel/frame.ts"
import { makeFunnelRoutes } from "../pages/funnel/funnel-routes.ts"
import { makeQuoteFormRoute } from "../pages/funnel/quote-form.ts"
import type { Icons } from "../pages/icons.ts"
import type { MakePage } from "../pages/kit/page.ts"
import { offerLinks } from "../pages/documents.ts"
import type { LinkPages } from "../pages/redirect-pages.ts"
import { type DemoSale, DemoSaleRefused, type ReportDemoSale } from "../ports/sales.ts"
import { Demo } from "../ports/house.ts"
import { FunnelQuotes } from "../ports/funnel-quotes.ts"
import { Insurers, prepareLiveQuotes } from "../ports/live-quotes.ts"
import { Keys } from "../ports/keys.ts"
import type { LoadTravellerTexts } from "../ports/traveller-texts.ts"
import { keyInUse, makeOwnCalls, type OwnCallParts } from "./own-calls.ts"
import { handlingFeeBps } from "../../rules/fees/handling-fee.ts"
import type { LivePricing } from "../../rules/pricing/live.ts"
import type { Tables } from "../../rules/tables/index.ts"
import { prepareTripVocabulary } from "../../rules/trip/trip-vocabulary.ts"
import { Rates } from "../ports/rates.ts"

/** What the funnel is made of besides its ports. */
interface FunnelRouteParts {
  readonly makePage: MakePage
  readonly texts: LoadTravellerTexts
  readonly nowhere: LinkPages
  readonly tables: Tables
  readonly icons: Icons
  readonly live: () => LivePricing
  readonly headerPrefix: string
  /** The application that the pages are part of: the demo reports its sales to it. */
  readonly answer: App["answer"]
}

const prepareRate = Effect.fnUntraced(function* ({ icons, live, tables }: FunnelRouteParts) {
  const insurers = yield* Insurers
  const rates = yield* Rates
  const currentRates = rates.over(tables.currencies)
  // Without an address in front: pages show pictures and documents of their own origin.
  const links = offerLinks("", icons)
  const standardFeeBps = tables.fees.get("standard_handling_fee_bps")?.value ?? 0
  const price = once(() => prepareLiveQuotes({ tables, live: live(), insurers, currentRates }))
  const rate: FunnelParts["rate"] = (trip, { baseRateBps, upliftBps }) =>
    price()(trip, handlingFeeBps({ standardFeeBps, baseRateBps, upliftBps }), links)
  return rate
})

const offerOf =
  ({ catalogueInsurers, catalogueOffers }: Tables): FunnelParts["offerOf"] =>
  (id) => {
    const row = catalogueOffers.get(id)
    return row === undefined
      ? undefined
      : {
          name: `${row.name} ${row.plan}`,
          insurer: catalogueInsurers.get(row.insurer)?.name ?? row.insurer,
        }
  }

/** The pages of the funnel, which stand there as long as no other funnel is configured. */
export const makeFunnel = Effect.fnUntraced(function* (
  parts: FunnelRouteParts,
): Effect.fn.Return<ReadonlyArray<OpenRoute>, never, FunnelQuotes | Insurers | Keys | Rates> {
  const { answer, headerPrefix, makePage, nowhere, tables, texts } = parts
  const demo = yield* Demo
  const keys = yield* Keys
  const vocabulary = prepareTripVocabulary(tables)
  return [
    makeQuoteFormRoute(vocabulary),
    ...makeFunnelRoutes({
      makePage,
      nowhere,
      texts,
      languages: vocabulary.languages,
      quotes: yield* FunnelQuotes,
      rate: yield* prepareRate(parts),
      offerOf: offerOf(tables),
      reportSale: demo === null ? null : makeReportDemoSale({ keys, headerPrefix, answer }),
    }),
  ]
})

const { method, path } = endpoints.conversion

const bodyOf = ({ amount, currency, externalOrderId, ref }: DemoSale): Uint8Array =>
  Buffer.from(
    JSON.stringify({
      contractVersion: "3.1",
      ref,
      externalOrderId,
      status: "pending",
      amount,
      currency,
    }),
    "utf8",
  )

const refusalCode = (response: HttpServerResponse): string =>
  Result.getOrElse(
    Result.try(() => {
      const { error } = JSON.parse(Buffer.from(responseBytes(response)).toString("utf8")) as {
        error?: unknown
      }
      return typeof error === "string" ? error : String(response.status)
    }),
    () => String(response.status),
  )

/**
 * Reports sales of the demo's funnel through the application itself, where signature, quota and ref
 * are checked as for any other caller. The key's secret is opened for the signature alone.
 */
const makeReportDemoSale = (parts: OwnCallParts): ReportDemoSale => {
  const send = makeOwnCalls(parts)
  return Effect.fn("DemoSales.report")(function* (sale: DemoSale) {
    const key = yield* keyInUse(parts.keys, sale.partnerCode, "live")
    if (key === undefined) return yield* new DemoSaleRefused({ code: "no_live_key" })
    const reply = yield* send(key, { method, path, query: "", body: bodyOf(sale) })
    if (reply.status !== 200) return yield* new DemoSaleRefused({ code: refusalCode(reply) })
  })
}
