import * as Result from "effect/Result"
import type { CatalogueShown, WorkbenchSituation } from "./situation.ts"
import type { OfferCompared, PriceView } from "./traveller-view.ts"
import { corpusLinks } from "../../impact/situation-answers.ts"
import { priceSteps } from "../../pricing/explanation/price-steps.ts"
import type { Offer, PricedQuote } from "../../pricing/offer.ts"
import { readQuoteRequest } from "../../trip/request.ts"
import type { TripRefusal } from "../../trip/trip-refusal.ts"
import type { PreparedVersion } from "./prepared-version.ts"

/** The offers of one version; `refused` says why it has none at all. */
interface VersionOffers {
  readonly offers: ReadonlyMap<number, Offer & { readonly priceView: PriceView }>
  readonly refused: string | null
  readonly trip: TripRefusal | undefined
}

const none = { offers: new Map<number, never>(), trip: undefined }

/** The engine that prices a catalogue by one version of the tables. */
export const engineOf = (version: PreparedVersion, catalogue: CatalogueShown) =>
  catalogue === "live" ? version.live() : version.sandbox()

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
