import type { CountryCode, CurrencyCode } from "../../../core/vocabulary/codes.ts"
import type { CoverStanding } from "../../coach/covers/cover-map.ts"
import type { CoverState, MedicalStep } from "../../coach/coach-vocabulary.ts"
import type { AgeBand, StepDown } from "../../pricing/premium-shape.ts"
import type { PricingZone } from "../../pricing/zone.ts"
import type { RowPlace } from "../../../core/table/row-place.ts"
import type { Sentence } from "../../../core/sentence.ts"
import type { StepAmount } from "../../coach/medical-target.ts"

/** The two catalogues of offers. */
export const shapedCatalogues = ["live", "sandbox"] as const

/** A catalogue of offers. */
export type ShapedCatalogue = (typeof shapedCatalogues)[number]

/** An offer whose premiums can be shown. */
export interface OfferOption {
  readonly catalogue: ShapedCatalogue
  readonly offerId: number
  readonly name: string
  readonly insurer: string
  readonly tariff: string
  readonly currency: CurrencyCode
  /** Whether rows that it is priced from differ from the version before. */
  readonly isChanged: boolean
}

/** Something with a code and a name. */
export interface NamedChoice {
  readonly code: string
  readonly name: Sentence
}

/** What the pictures can be drawn of. */
export interface ShapeChoices {
  readonly offers: ReadonlyArray<OfferOption>
  readonly places: ReadonlyArray<NamedChoice>
  /** Banks whose cards are known, by the country that sells them. */
  readonly banks: ReadonlyArray<{ readonly country: CountryCode; readonly bank: string }>
  /** The residence that is shown at first: that of the first market. */
  readonly residence: CountryCode
}

/** Premiums over days in one zone, from one day on, in minor units; null where no row applies. */
export interface ZoneDays {
  readonly zone: PricingZone
  readonly before: ReadonlyArray<number | null>
  readonly after: ReadonlyArray<number | null>
  /** The row of each premium after; of before where there is none any more. */
  readonly lines: ReadonlyArray<number | null>
  readonly isSame: boolean
  readonly stepsDown: ReadonlyArray<StepDown>
  /** Days, both included, for which no row applies. */
  readonly gaps: ReadonlyArray<{ readonly from: number; readonly to: number }>
}

/** Ages, both included, for which a zone has no row. */
export interface AgeGap {
  readonly zone: PricingZone
  readonly ageMin: number
  readonly ageMax: number
}

/** The shape of an offer's premiums, before and after the change. */
export interface PremiumView {
  readonly revision: number
  /** Whether it is of an older version, as the newest holds mistakes. */
  readonly isOlder: boolean
  readonly offer: OfferOption
  readonly minorUnits: number
  /** The table of the rates. */
  readonly file: string
  readonly adultYears: number
  readonly tripDays: number
  readonly days: ReadonlyArray<ZoneDays>
  readonly ages: ReadonlyArray<AgeBand>
  readonly ageGaps: ReadonlyArray<AgeGap>
  /** First and last line of the rows behind each picture; null where there is none. */
  readonly dayRows: RowSpan | null
  readonly ageRows: RowSpan | null
}

/** The first and the last of some rows. */
export interface RowSpan {
  readonly first: number
  readonly last: number
}

/** The medical target of one country. */
export interface MedicalPlace {
  readonly code: string
  readonly name: Sentence
  readonly before: MedicalStep | null
  readonly after: MedicalStep
  readonly costTier: string | null
  readonly file: string
  readonly line: number | null
}

/** The medical targets of a resident, country by country. */
export interface MedicalMapView {
  readonly revision: number
  readonly isOlder: boolean
  readonly residence: NamedChoice
  readonly currency: CurrencyCode
  /** The steps, lowest first. */
  readonly steps: ReadonlyArray<
    StepAmount & { readonly amountBefore: number; readonly places: number }
  >
  readonly places: ReadonlyArray<MedicalPlace>
  readonly countriesFile: string
  readonly stepsFile: string
}

/** One cell of the map of covers. */
export interface CoverMark {
  readonly standing: CoverStanding
  readonly state: CoverState
  readonly amount: number | null
  readonly recommended: number | null
  readonly place: RowPlace | null
  /** How it stood, where that differs; null where it is the same, or was not there. */
  readonly was: {
    readonly standing: CoverStanding
    readonly state: CoverState
    readonly amount: number | null
  } | null
}

/** One card of the map of covers. */
export interface CoverColumn {
  /** Network and range, or the name of the card. */
  readonly name: string
  /** A range and a network, for whom a page has words; null for a card of a bank. */
  readonly profile: { readonly network: string; readonly tier: string } | null
  readonly currency: CurrencyCode
  readonly place: RowPlace | null
  /** By guarantee; what the trip does not need of it is left out. */
  readonly cells: Readonly<Record<string, CoverMark>>
}

/** What cards are asked about. */
export interface CoverMapAsked {
  readonly residence: CountryCode
  readonly destination: string
  /** A bank of the residence; null for the usual profiles of its market. */
  readonly bank: string | null
  readonly longTrip: boolean
  readonly friends: boolean
  readonly riskyActivity: boolean
}

/** What cards hold for a trip, card by guarantee. */
export interface CoverMapView {
  readonly revision: number
  readonly isOlder: boolean
  readonly residence: NamedChoice
  readonly destination: NamedChoice
  readonly file: string
  readonly fileRows: number
  readonly guarantees: ReadonlyArray<NamedChoice>
  readonly cards: ReadonlyArray<CoverColumn>
}
