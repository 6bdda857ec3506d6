import * as Effect from "effect/Effect"
import { once } from "../../core/memory.ts"
import { handlingFeeBps } from "../../rules/fees/handling-fee.ts"
import type { LivePricing } from "../../rules/pricing/live.ts"
import type { Tables } from "../../rules/tables/index.ts"
import { prepareTripVocabulary } from "../../rules/trip/trip-vocabulary.ts"
import type { OpenRoute } from "../api/open-route.ts"
import type { App } from "../gateway/app.ts"
import type { Icons } from "../pages/icons.ts"
import type { FunnelParts } from "../pages/funnel/funnel-parts.ts"
import { makeFunnelRoutes } from "../pages/funnel/funnel-routes.ts"
import { makeQuoteFormRoute } from "../pages/funnel/quote-form.ts"
import type { MakePage } from "../pages/kit/page.ts"
import { offerLinks } from "../pages/offer-links.ts"
import type { LinkPages } from "../pages/redirect-pages.ts"
import { Demo } from "../ports/demo.ts"
import { FunnelQuotes } from "../ports/funnel-quotes.ts"
import { Insurers } from "../ports/insurers.ts"
import { Keys } from "../ports/keys.ts"
import { prepareLiveQuotes } from "../ports/live-quotes.ts"
import { Rates } from "../ports/rates.ts"
import type { LoadTravellerTexts } from "../ports/traveller-texts.ts"
import { makeReportDemoSale } from "./demo-sales.ts"

/** What the funnel is made of besides its ports. */
export interface FunnelRouteParts {
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
  const price = once(() =>
    prepareLiveQuotes({ tables, live: live(), insurers, currentRates }, live().settle),
  )
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
