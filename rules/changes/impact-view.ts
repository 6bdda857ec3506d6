import type { AmountMinor } from "../../core/money/minor.ts"
import type { RowPlace } from "../../core/table/row-place.ts"
import type { Sentence } from "../../core/sentence.ts"
import type { CurrencyCode } from "../../core/vocabulary/codes.ts"

/** A bar of the histogram of price changes: from a change to another, in tenths of a per cent. */
export interface ChangeBar {
  readonly fromPermille: number
  readonly toPermille: number
  readonly prices: number
  /** Whether changes beyond it are counted in it too. */
  readonly isOpen: boolean
}

/** Whose prices: those of the live catalogue, or of the sandbox. */
export type ImpactCatalogue = "live" | "sandbox"

/** An offer of which something changes. */
export interface ImpactOffer {
  readonly catalogue: ImpactCatalogue
  readonly offerId: number
  readonly title: string
  readonly prices: number
  readonly dearer: number
  readonly cheaper: number
  /** Quotes in which it is offered no longer, and anew. */
  readonly gone: number
  readonly come: number
  /** Changes in tenths of a per cent; null where no price moves. */
  readonly change: {
    readonly least: number
    readonly median: number
    readonly most: number
  } | null
}

/** The first place of quotes that went from one offer to another; null is no offer at all. */
export interface FirstPlaceChange {
  readonly catalogue: ImpactCatalogue
  readonly from: string | null
  readonly to: string | null
  readonly times: number
}

/** An offer that gains or loses the first place. */
export interface FirstPlaceStanding {
  readonly catalogue: ImpactCatalogue
  readonly title: string
  readonly gained: number
  readonly lost: number
}

/** An argument that bilans gain, lose, or tell in another place. */
export interface ImpactArgument {
  readonly id: string
  readonly name: Sentence
  readonly change: "gained" | "lost" | "moved"
  readonly situations: number
  /** The cards with most of the situations first; null is no card. */
  readonly cards: ReadonlyArray<{ readonly name: string | null; readonly situations: number }>
}

/** A text that reads otherwise; null where one version has none. */
export interface ImpactText extends RowPlace {
  readonly key: string
  readonly before: string | null
  readonly after: string | null
}

/** An offer with its price, as a traveller is shown it. */
export interface ShownPrice {
  readonly title: string
  readonly amountMinor: AmountMinor
  readonly currency: CurrencyCode
  readonly minorUnits: number
  /** Its place among the offers, from 1. */
  readonly place: number
}

/** The price that changes most for a traveller: that of the first offer where that changes. */
export interface TravellerPrice {
  readonly catalogue: ImpactCatalogue
  readonly before: ShownPrice | null
  readonly after: ShownPrice | null
}

/** A row that a changed answer went through. */
export interface ResponsibleRow extends RowPlace {
  /** `before`: the row is there no longer, or another now; the line is that of the version before. */
  readonly version: "after" | "before"
}

/** A situation that changes, named, with what it was answered before and after. */
export interface ImpactTraveller {
  readonly title: Sentence
  /** The name of the analysts' case; null for a generated situation. */
  readonly caseName: string | null
  /** Both request bodies as JSON: what the traveller screen is opened with. */
  readonly situation: string
  readonly price: TravellerPrice | null
  /** Arguments by their opening sentences. */
  readonly argumentsGained: ReadonlyArray<Sentence>
  readonly argumentsLost: ReadonlyArray<Sentence>
  readonly argumentsMoved: number
  /** Other fields of the answers that change. */
  readonly otherFields: number
  /** The changed rows that it went through; null while they are looked for. */
  readonly rows: ReadonlyArray<ResponsibleRow> | null
}

/** What the change does to the situations of the corpus. */
export interface ImpactView {
  /** The revision that was run. */
  readonly revision: number
  /** Whether the newest tables hold mistakes, so that the last version without any was run. */
  readonly isLastSound: boolean
  /** Whether all situations are in it; the own cases alone come first. */
  readonly isWhole: boolean
  readonly finishedAtMs: number
  readonly tookMs: number
  readonly situations: number
  readonly cases: number
  readonly changed: number
  readonly changedCases: number
  /** The sentence that carries the figure, and how the first places move. */
  readonly headline: Sentence
  readonly firstPlaceLine: Sentence | null
  readonly dearer: { readonly prices: number; readonly mostPermille: number }
  readonly cheaper: { readonly prices: number; readonly mostPermille: number }
  readonly bars: ReadonlyArray<ChangeBar>
  readonly offers: ReadonlyArray<ImpactOffer>
  readonly firstPlaces: ReadonlyArray<FirstPlaceChange>
  readonly standings: ReadonlyArray<FirstPlaceStanding>
  readonly arguments: ReadonlyArray<ImpactArgument>
  readonly texts: ReadonlyArray<ImpactText>
  /** The most changed: own cases first. */
  readonly travellers: ReadonlyArray<ImpactTraveller>
}

/** A result as it is counted, which knows nothing of when. */
export type ToldImpact = Omit<ImpactView, "finishedAtMs" | "tookMs">
