import * as Result from "effect/Result"
import type { Coach } from "../../../rules/coach/engine.ts"
import type { BilanResponse, CardsResponse } from "../../../rules/coach/response.ts"
import type { RenderedBilan } from "../../../rules/messages/rendered.ts"
import type { RenderBilan } from "../../../rules/messages/render.ts"
import type { PricingEngine } from "../../../rules/pricing/engine.ts"
import type { OfferLinks, PricedQuote } from "../../../rules/pricing/offer.ts"
import type { Tables } from "../../../rules/tables/index.ts"
import { priceSample } from "../samples.ts"
import { sampleReading } from "../samples/sample-trip.ts"

/** What the examples of the documentation are answered, by the engines over the tables in force. */
export interface DocsSamples {
  readonly quote: PricedQuote
  /** Undefined where the tables take no such card. */
  readonly bilan: BilanResponse | undefined
  readonly cards: CardsResponse | undefined
  /** The bilan in sentences of a language. */
  readonly said: (language: "en" | "fr") => RenderedBilan | undefined
}

/** What samples are made of. */
export interface DocsSamplesParts {
  readonly tables: Tables
  readonly sandbox: () => Pick<PricingEngine, "price">
  readonly coach: () => Pick<Coach, "bilan" | "cardModes" | "cards">
  /** Addresses and words of offers for a request that names no language. */
  readonly loadLinks: () => Promise<OfferLinks>
  /** Completes a list of cards with where their pictures lie. */
  readonly showCards: (listed: CardsResponse) => CardsResponse
  readonly engineVersion: string
  /** Loads what renders bilans, which is large. */
  readonly loadRenderBilan: () => Promise<RenderBilan>
}

/** The same without sentences, whose renderer is loaded apart. */
export const answerSamples = async ({
  coach,
  engineVersion,
  loadLinks,
  sandbox,
  showCards,
  tables,
}: Omit<DocsSamplesParts, "loadRenderBilan">): Promise<Omit<DocsSamples, "said">> => ({
  quote: priceSample(sandbox(), tables, await loadLinks()),
  bilan: Result.getOrUndefined(
    coach().bilan(sampleReading, {
      allowedCardModes: coach().cardModes("sandbox"),
      engineVersion,
      refIsOwn: false,
      quoteUrl: () => null,
    }),
  ),
  cards: Result.getOrUndefined(
    Result.map(
      coach().cards({ country: "FR", lang: "en" }, { keyId: "ak_test_…", mode: "sandbox" }),
      showCards,
    ),
  ),
})

/** Answers the examples as a sandbox key would be answered. */
export const makeDocsSamples = async (parts: DocsSamplesParts): Promise<DocsSamples> => {
  const renderBilan = await parts.loadRenderBilan()
  const answered = await answerSamples(parts)
  const { bilan } = answered
  return {
    ...answered,
    said: (lang) => (bilan === undefined ? undefined : renderBilan(bilan, { lang })),
  }
}
