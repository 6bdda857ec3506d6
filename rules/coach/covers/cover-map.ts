import type { CountryCode, CurrencyCode } from "../../../core/vocabulary/codes.ts"
import type { Bilans } from "../bilan.ts"
import { coverOf } from "../card/products.ts"
import type { Badge, CoverState } from "../coach-vocabulary.ts"
import type { CoachPieces } from "../coach-pieces.ts"
import type { BilanRequest } from "../request.ts"
import type { CoachContext } from "../context.ts"

/** How a card stands in a guarantee that a trip needs. */
export type CoverStanding = "held" | Badge

/** How a card stands in one guarantee. */
export interface MappedCover {
  readonly slug: string
  readonly standing: CoverStanding
  readonly state: CoverState
  /** The ceiling in the currency of the card; null where none is printed. */
  readonly amount: number | null
  /** What is recommended for the trip, told in the currency of the card; null where having it is enough. */
  readonly recommended: number | null
  /** The row that tells the state; null where none does. */
  readonly line: number | null
}

/** How a card stands in all that a trip needs, in the order of the needs. */
export interface MappedCard {
  readonly currency: CurrencyCode
  /** The product whose covers it has; null where there is no card. */
  readonly product: string | null
  readonly country: CountryCode | null
  readonly covers: ReadonlyArray<MappedCover>
}

/** Reads a card of a request as its bilan does, guarantee by guarantee, what it holds included. */
export const mapCovers = (
  { benchmarkIn, gaps, tables }: Pick<CoachPieces, "benchmarkIn" | "gaps" | "tables">,
  { situationOf }: Bilans,
  request: BilanRequest,
  context: CoachContext,
): MappedCard => {
  const situation = situationOf(request, context)
  const { marketCurrency, reach, targetValue, trip } = situation
  const { product } = situation.card
  const found = new Map(situation.gaps.map(({ gap, slug }) => [slug, gap]))
  const needs = gaps.needsOf(marketCurrency, trip, reach.kind)
  const { coachBenefits } = tables
  const inCard = (amount: number | null): number | null =>
    amount === null ? null : benchmarkIn(amount, marketCurrency, product.currency)
  return {
    currency: product.currency,
    product: product.country === null ? null : product.name,
    country: product.country,
    covers: needs.map(({ amount, basis, slug }) => {
      const cover = coverOf(product, slug)
      const row =
        product.country === null
          ? undefined
          : coachBenefits.get(product.country, product.name, slug)
      return {
        slug,
        standing: found.get(slug)?.badge ?? "held",
        state: cover.state,
        amount: cover.value,
        recommended: basis === "target" ? targetValue : inCard(amount),
        // What stands for a card that is not known does not tell what that card lacks.
        line: row?.state === cover.state ? (coachBenefits.lineOf(row) ?? null) : null,
      }
    }),
  }
}
