import type * as Effect from "effect/Effect"
import type { TravellerText } from "../../../rules/messages/travellers/traveller-text.ts"
import type { Offer, PricingUnavailable } from "../../../rules/pricing/offer.ts"
import type { Trip } from "../../../rules/trip/trip.ts"
import type { ReportDemoSale } from "../../ports/demo-sales.ts"
import type { FunnelPartner, FunnelQuote, FunnelQuotes } from "../../ports/funnel-quotes.ts"
import type { LiveQuote } from "../../ports/live-quotes.ts"
import type { LoadTravellerTexts } from "../../ports/traveller-texts.ts"
import type { Answer } from "../../api/answer.ts"
import type { MakePage } from "../kit/page.ts"
import type { LinkPages } from "../redirect-pages.ts"

/** An offer of the catalogue by name, priced or not. */
export interface NamedOffer {
  readonly name: string
  readonly insurer: string
}

/** What the funnel's pages are made with. */
export interface FunnelParts {
  readonly makePage: MakePage
  /** Pages of links that lead nowhere. */
  readonly nowhere: LinkPages
  readonly quotes: FunnelQuotes["Service"]
  readonly texts: LoadTravellerTexts
  /** The languages that the funnel is opened in. */
  readonly languages: ReadonlySet<string>
  /** Rates a trip live, at the terms of the partner that the traveller comes from. */
  readonly rate: (
    trip: Trip,
    partner: FunnelPartner,
  ) => Effect.Effect<LiveQuote<Offer>, PricingUnavailable>
  /** An offer of the live catalogue; undefined for any other id. */
  readonly offerOf: (id: number) => NamedOffer | undefined
  /** Reports a sale in the demo; null in earnest, where nothing is paid here. */
  readonly reportSale: ReportDemoSale | null
}

/** What ends a call early: a page of its own, or one of links that lead nowhere. */
export type EndedBy = Answer | keyof LinkPages

/** What answers a call: a page, which an early end is, too. */
export type Paged = Effect.Effect<Answer, EndedBy>

/** A quote that a traveller has opened, and the language that is spoken. */
export interface OpenedQuote {
  readonly quote: FunnelQuote
  readonly say: TravellerText
}

/** A quote that was rated again for this very page. */
export interface RatedQuote extends OpenedQuote {
  readonly rated: LiveQuote<Offer>
}

/** One offer of a rated quote. */
export interface ChosenOffer extends RatedQuote {
  readonly offer: Offer
}

/** What an offer is called: its name and its plan. */
export const offerName = ({ name, plan }: Pick<Offer, "name" | "plan">): string =>
  [name, plan].filter((part) => part !== null && part !== "").join(" ")
