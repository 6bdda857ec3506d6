import { hasRow } from "../../core/table/bitset.ts"
import type { CatalogueOffer } from "../pricing/catalogue.ts"
import { chargesCancellation } from "../pricing/tariff.ts"
import { columnOf, type ProofCatalogue, type LawContext } from "./law-catalogue.ts"
import { allAges, type LinesOf, type OfferLines } from "./premium-lines.ts"
import { placeIn, type Range, rangesOf, startsOf } from "./ranges.ts"

/** What the trips are bounded by of which laws are proven. */
export interface LawBounds {
  readonly travellersMax: number
  /** In euros. */
  readonly insuredMax: number
  readonly daysMax: number
  /** From this age on, in years, one year more never lowers a price. */
  readonly adultAge: number
}

/** An offer with its premiums for a kind of trip. */
export interface Bargain {
  readonly offer: CatalogueOffer
  readonly lines: OfferLines
}

/** Any trip of a box: nothing tells the trips of one box of a grid apart. */
export interface GridPoint {
  readonly days: number
  readonly travellers: number
  readonly youngestAge: number
  readonly oldestAge: number
}

/** Where the trips of a context are cut into boxes, and who may buy what in each. */
export interface LawGrid {
  readonly context: LawContext
  readonly days: ReadonlyArray<Range>
  readonly travellers: ReadonlyArray<Range>
  readonly youngest: ReadonlyArray<Range>
  readonly oldest: ReadonlyArray<Range>
  /** All ages, cut where the age of the youngest or that of the oldest makes a difference. */
  readonly ages: ReadonlyArray<Range>
  readonly offersAt: (point: GridPoint) => ReadonlyArray<Bargain>
  /** Contexts with the same key have the same offers at the same premiums in the same boxes. */
  readonly key: string
}

/** Prepares the grids of contexts. */
export const prepareGrids = (catalogue: ProofCatalogue, linesOf: LinesOf, bounds: LawBounds) => {
  const { eligibility } = catalogue.tables
  const column = (name: string) => columnOf(eligibility, name)
  const offers = new Set(catalogue.offers)
  const allDays = { from: 1, to: bounds.daysMax }
  const allTravellers = { from: 1, to: bounds.travellersMax }
  return (context: LawContext): LawGrid => {
    const { kind, priceKnown, rows } = context
    const bargains = new Map<CatalogueOffer, Bargain>()
    for (const [index, { offerId }] of eligibility.rows.entries()) {
      const offer = catalogue.pieces.offers.get(offerId)
      if (!hasRow(rows, index) || offer === undefined || !offers.has(offer)) continue
      // Nobody can price what depends on a trip price that is absent.
      if (!priceKnown && chargesCancellation(offer, kind)) continue
      bargains.set(offer, { offer, lines: linesOf(offer, kind) })
    }
    const list = [...bargains.values()]
    const dayStarts = list.flatMap(({ lines }) => lines.dayStarts)
    const youngestStarts = startsOf(column("youngest_age"), rows, allAges)
    const oldestStarts = startsOf(column("oldest_age"), rows, allAges)
    const days = rangesOf([...startsOf(column("days"), rows, allDays), ...dayStarts], allDays.to)
    const travellers = rangesOf(
      startsOf(column("travellers"), rows, allTravellers),
      allTravellers.to,
    )
    const youngest = rangesOf(youngestStarts, allAges.to)
    const oldest = rangesOf(oldestStarts, allAges.to)
    const known = new Map<number, ReadonlyArray<Bargain>>()
    return {
      context,
      days,
      travellers,
      youngest,
      oldest,
      ages: rangesOf([...youngestStarts, ...oldestStarts], allAges.to),
      key: [
        rows.join(","),
        priceKnown,
        kind.cancellation,
        kind.extremeSports,
        kind.atHome,
        ...list.map(({ lines }) => lines.key),
      ].join("|"),
      offersAt: (point) => {
        const number =
          ((placeIn(days, point.days) * 64 + placeIn(travellers, point.travellers)) * 128 +
            placeIn(youngest, point.youngestAge)) *
            128 +
          placeIn(oldest, point.oldestAge)
        const found = known.get(number)
        if (found !== undefined) return found
        const { sold } = catalogue.pieces.select({ ...kind, ...point })
        const matched = sold.flatMap((offer) => bargains.get(offer) ?? [])
        known.set(number, matched)
        return matched
      },
    }
  }
}
