import * as Result from "effect/Result"
import { once } from "../../../core/memory.ts"
import type { CatalogueShown, WorkbenchSituation } from "./situation.ts"
import type { OfferCompared, PriceView } from "./traveller-view.ts"
import { makeOfflineCoach } from "../../coach/offline.ts"
import { prepareExchangeRates } from "../../currency/exchange-rates.ts"
import { newAccountTerms } from "../../fees/handling-fee.ts"
import { corpusLinks } from "../../impact/situation-answers.ts"
import { makeBilanRenderer } from "../../messages/render.ts"
import type { TravellerParts } from "../../messages/travellers/traveller-text.ts"
import { priceSteps } from "../../pricing/explanation/price-steps.ts"
import { prepareLive } from "../../pricing/live.ts"
import type { Offer, PricedQuote } from "../../pricing/offer.ts"
import { prepareSandbox } from "../../pricing/sandbox.ts"
import type { AllTables } from "../../tables/index.ts"
import { readQuoteRequest } from "../../trip/request.ts"
import type { TripRefusal } from "../../trip/trip-refusal.ts"
import { prepareTripVocabulary } from "../../trip/trip-vocabulary.ts"

/** What answers travellers by one version of the tables. */
export type PreparedVersion = ReturnType<typeof prepareVersion>

/** The engine that prices a catalogue by one version of the tables. */
export const engineOf = (version: PreparedVersion, catalogue: CatalogueShown) =>
  catalogue === "live" ? version.live() : version.sandbox()

/** The offers to one traveller by both versions, in the order of the version after. */
export const comparedOffers = (
  before: PreparedVersion,
  after: PreparedVersion,
  catalogue: CatalogueShown,
  quote: WorkbenchSituation["quote"],
) => {
  const [old, now] = [offersBy(before, catalogue, quote), offersBy(after, catalogue, quote)]
  const gone = [...old.offers].filter(([id]) => !now.offers.has(id))
  const offers = [...now.offers, ...gone].map(
    ([id, { iconUrl, insurer, name, plan }]): OfferCompared => ({
      id,
      name: name ?? "",
      plan: plan ?? "",
      icon: iconUrl ?? insurer.logoUrl,
      before: old.offers.get(id)?.priceView ?? null,
      after: now.offers.get(id)?.priceView ?? null,
    }),
  )
  return { offers, refused: { before: old.refused, after: now.refused }, trip: now.trip }
}

/** Prepares versions as they are needed; that of tables that stay the same is kept as long as they live. */
export const makePreparing = (
  format: TravellerParts["format"],
): ((tables: AllTables) => PreparedVersion) => {
  const known = new WeakMap<AllTables, PreparedVersion>()
  return (tables) => {
    const prepared = known.get(tables) ?? prepareVersion(tables, format)
    known.set(tables, prepared)
    return prepared
  }
}

/** The offers of one version; `refused` says why it has none at all. */
interface VersionOffers {
  readonly offers: ReadonlyMap<number, Offer & { readonly priceView: PriceView }>
  readonly refused: string | null
  readonly trip: TripRefusal | undefined
}

const none = { offers: new Map<number, never>(), trip: undefined }

const offersBy = (
  version: PreparedVersion,
  catalogue: CatalogueShown,
  quote: WorkbenchSituation["quote"],
): VersionOffers => {
  const read = readQuoteRequest(quote, version.vocabulary())
  if (Result.isFailure(read)) return { ...none, refused: read.failure.code, trip: read.failure }
  const engine = engineOf(version, catalogue)
  const { trip } = read.success
  const terms = version.terms()
  const priced = engine.price(trip, terms, corpusLinks)
  if (Result.isFailure(priced)) return { ...none, refused: priced.failure.reason }
  const plan = engine.plan(trip, version.rates())
  const viewOf = ({ id, position, price }: PricedQuote["offers"][number]): PriceView => {
    const offer = engine.pieces.offers.get(String(id))
    return {
      place: position,
      amountMinor: price.amountInCents,
      currency: price.currency,
      minorUnits: version.rates().get(price.currency)?.minorUnits ?? 2,
      steps: (offer && priceSteps(engine.pieces, plan, terms, offer)) ?? [],
    }
  }
  const offers = new Map(
    priced.success.offers.map((offer) => [offer.id, { ...offer, priceView: viewOf(offer) }]),
  )
  return { offers, refused: null, trip: undefined }
}

/** What answers travellers by one version of the tables; each part is prepared when it is needed. */
const prepareVersion = (tables: AllTables, format: TravellerParts["format"]) => ({
  tables,
  format,
  live: once(() => prepareLive(tables)),
  sandbox: once(() => prepareSandbox(tables)),
  coach: once(() => makeOfflineCoach(tables)),
  render: once(() => makeBilanRenderer({ texts: tables, format })),
  vocabulary: once(() => prepareTripVocabulary(tables)),
  rates: once(() => prepareExchangeRates(tables.currencies.rows)),
  terms: once(() => newAccountTerms(tables)),
})
