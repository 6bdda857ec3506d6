import * as Result from "effect/Result"
import type { OpenAPISpec } from "effect/http-api/OpenApi"
import type { OperationName } from "./docs-words.ts"
import type { DocsSamples, OperationExample } from "./operation-examples.ts"
import { priceSample, sampleReading } from "../samples.ts"
import type { Coach } from "../../../rules/coach/engine.ts"
import type { CardsResponse } from "../../../rules/coach/response.ts"
import { messageLanguages } from "../../../rules/messages/languages.ts"
import type { RenderBilan } from "../../../rules/messages/render.ts"
import type { PricingEngine } from "../../../rules/pricing/engine.ts"
import type { OfferLinks } from "../../../rules/pricing/offer.ts"
import type { LimitName } from "../../../rules/reference/limit-names.ts"
import { limitsOf } from "../../../rules/reference/limits.ts"
import type { SigningHeaderNames } from "../../../rules/signing/message.ts"
import type { Tables } from "../../../rules/tables/index.ts"

/** What sentences of the documentation carry: from tables and settings, so that none can drift. */
export interface DocsFacts {
  readonly baseUrl: string
  readonly headers: SigningHeaderNames
  /** A limit as people read it in the page's language. */
  readonly limit: (name: LimitName) => string
  readonly currencies: number
  /** Currencies whose amounts have another number of decimals than two, by their codes. */
  readonly otherDecimals: ReadonlyArray<string>
  /** Languages that a quote may be asked in. */
  readonly languages: number
  /** Languages that bilans have texts in. */
  readonly textLanguages: number
  /** Destinations that rehearse an outcome in the sandbox. */
  readonly rehearses: (outcome: "refused" | "timed_out" | "near_miss_only") => string
  readonly argumentsKnown: number
  /** A fee or rate in percent, as people read it. */
  readonly percent: (
    name: "standard_handling_fee_bps" | "base_commission_bps" | "max_commission_bps",
  ) => string
}

/** What documentation over some tables is made of. */
interface DocsFactsParts {
  readonly tables: Tables
  readonly baseUrl: string
  readonly headers: SigningHeaderNames
}

const basisPoints = 10_000

/** The facts of the documentation, with figures as a language writes them. */
export const docsFacts = (
  { baseUrl, headers, tables }: DocsFactsParts,
  language: string,
): DocsFacts => {
  const count = limitsOf(tables)
  const figure = new Intl.NumberFormat(language)
  const share = new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 2 })
  return {
    baseUrl,
    headers,
    limit: (name) => figure.format(count(name)),
    currencies: tables.currencies.rows.length,
    otherDecimals: tables.currencies.rows
      .filter(({ minorUnits }) => minorUnits !== 2)
      .map(({ code }) => code),
    languages: tables.languages.rows.length,
    textLanguages: messageLanguages.length,
    rehearses: (outcome) =>
      tables.sandboxMagic.rows.find((row) => row.outcome === outcome)?.country ?? "—",
    argumentsKnown: new Set(tables.coachArguments.rows.map(({ id }) => id)).size,
    percent: (name) => share.format((tables.fees.get(name)?.value ?? 0) / basisPoints),
  }
}

/** What pages of the documentation are made of. */
export interface DocsContext {
  readonly facts: DocsFacts
  readonly samples: DocsSamples
  readonly examples: Readonly<Record<OperationName, OperationExample>>
  readonly document: OpenAPISpec
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
  /** The day of the examples, from which the age of their sources is told. */
  readonly today: () => string
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
  today,
}: Omit<DocsSamplesParts, "loadRenderBilan">): Promise<Omit<DocsSamples, "said">> => ({
  quote: priceSample(sandbox(), tables, await loadLinks()),
  bilan: Result.getOrUndefined(
    coach().bilan(sampleReading, {
      allowedCardModes: coach().cardModes("sandbox"),
      engineVersion,
      refIsOwn: false,
      quoteUrl: () => null,
      today: today(),
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
