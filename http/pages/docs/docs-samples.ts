import * as Result from "effect/Result"
import type { Coach } from "../../../rules/coach/engine.ts"
import type { BilanResponse, CardsResponse } from "../../../rules/coach/response.ts"
import type { RenderedBilan } from "../../../rules/messages/rendered.ts"
import type { RenderBilan } from "../../../rules/messages/render.ts"
import type { PricingEngine } from "../../../rules/pricing/engine.ts"
import type { OfferLinks, PricedQuote } from "../../../rules/pricing/offer.ts"
import type { Tables } from "../../../rules/tables/index.ts"
import { priceSample } from "../samples/sample-quote.ts"
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
  readonly links: OfferLinks
  readonly engineVersion: string
  /** Loads what renders bilans, which is large. */
  readonly loadRenderBilan: () => Promise<RenderBilan>
}

/** The same, answered at once: without sentences, whose renderer is loaded apart. */
export const answerSamples = ({
  coach,
  engineVersion,
  links,
  sandbox,
  tables,
}: Omit<DocsSamplesParts, "loadRenderBilan">): Omit<DocsSamples, "said"> => ({
  quote: priceSample(sandbox(), tables, links),
  bilan: Result.getOrUndefined(
    coach().bilan(sampleReading, {
      allowedCardModes: coach().cardModes("sandbox"),
      engineVersion,
      refIsOwn: false,
      quoteUrl: () => null,
    }),
  ),
  cards: Result.getOrUndefined(
    coach().cards({ country: "FR", lang: "en" }, { keyId: "ak_test_…", mode: "sandbox" }),
  ),
})

/** Answers the examples as a sandbox key would be answered. */
export const makeDocsSamples = async (parts: DocsSamplesParts): Promise<DocsSamples> => {
  const renderBilan = await parts.loadRenderBilan()
  const answered = answerSamples(parts)
  const { bilan } = answered
  return {
    ...answered,
    said: (lang) => (bilan === undefined ? undefined : renderBilan(bilan, { lang })),
  }
}
