import type { AmountMinor } from "../../../core/money/minor.ts"
import type { CountryCode, CurrencyCode } from "../../../core/vocabulary/codes.ts"
import type { CatalogueShown, WorkbenchSituation } from "./situation.ts"
import type { RowPlace } from "../../../core/table/row-place.ts"
import type { Sentence } from "../../../core/sentence.ts"

/** A row that decided something: where it stands, and where it comes from. */
export interface RowCited extends RowPlace {
  /** In English, as the engine says it. */
  readonly says: string
  readonly source?: string
  readonly asOf?: string
  readonly confidence?: string
}

/** A step towards a price; amounts are decimals in main units of the currency. */
export interface PriceStepView {
  readonly kind: string
  readonly amount: string
  readonly currency: CurrencyCode
  readonly parts: Readonly<Record<string, string>>
  readonly because: ReadonlyArray<RowCited>
}

/** What an offer costs in one version of the tables, and how that comes about. */
export interface PriceView {
  readonly place: number
  readonly amountMinor: AmountMinor
  readonly currency: CurrencyCode
  readonly minorUnits: number
  readonly steps: ReadonlyArray<PriceStepView>
}

/** An offer before and after; null where it is not in the answer. */
export interface OfferCompared {
  readonly id: number
  readonly name: string
  readonly plan: string
  /** The file of its pictogram; null where it has none. */
  readonly icon: string | null
  readonly before: PriceView | null
  readonly after: PriceView | null
}

/** An amount in main units. */
export interface AmountView {
  readonly value: number
  readonly currency: CurrencyCode
}

/** What the card covers for care, compared with what the trip asks for. */
export interface MedicalView {
  readonly sentence: Sentence | null
  readonly badge: string
  readonly target: AmountView
  /** Null where nobody confirmed it. */
  readonly ceiling: AmountView | null
  readonly because: ReadonlyArray<RowCited>
}

/** A gap of the card. */
export interface GapView {
  readonly slug: string
  readonly badge: string
  readonly label: Sentence
  readonly sentence: Sentence
  readonly because: ReadonlyArray<RowCited>
}

/** An argument in finished sentences. */
export interface ArgumentView {
  readonly id: string
  readonly strength: string
  readonly figure: Sentence
  readonly hook: Sentence
  readonly fact: Sentence
  readonly pitch: Sentence
  /** The row of the argument first, then those of its figures. */
  readonly because: ReadonlyArray<RowCited>
}

/** The reading of a card in one version of the tables. */
export interface BilanView {
  readonly headlineKey: string
  readonly headline: Sentence | null
  readonly headlineBecause: ReadonlyArray<RowCited>
  readonly shouldSell: boolean | null
  readonly medical: MedicalView
  readonly gaps: ReadonlyArray<GapView>
  readonly arguments: ReadonlyArray<ArgumentView>
  readonly social: Sentence | null
  readonly warnings: ReadonlyArray<string>
  /** Message keys for which there is no text. */
  readonly unknown: ReadonlyArray<string>
}

/** What is wrong with a field of the form. */
export interface TravellerFault {
  readonly field: string
  readonly code: string
  /** The rule in English, as the engine says it. */
  readonly rule: string
}

/** Answers to one traveller before and after. */
export interface TravellerView {
  /** The revision of the tables that `after` is of. */
  readonly revision: number
  /** Whether the newest tables hold mistakes, so that `after` is of the last ones without any. */
  readonly isStale: boolean
  readonly faults: ReadonlyArray<TravellerFault>
  readonly offers: ReadonlyArray<OfferCompared>
  /** Why a version has no offers at all; null where it answers. */
  readonly refused: { readonly before: string | null; readonly after: string | null }
  readonly bilan: { readonly before: BilanView | null; readonly after: BilanView | null }
}

/** A change of one fact that brings what is not shown. */
export interface FactWanted {
  readonly fact: string
  readonly now: string | number | boolean | null
  readonly would: string | number | boolean | null
}

/** A field of the request, and what it would be instead. */
export interface RequestWanted {
  readonly field: string
  /** In English, as the engine says it. */
  readonly says: string
  readonly would:
    | string
    | boolean
    | ReadonlyArray<string>
    | Readonly<Record<string, string | number | boolean>>
}

/** Why something is not in the answer after. */
export interface NotShown {
  readonly kind: "offer" | "argument"
  readonly id: string
  readonly name: Sentence
  /** A code that the page has words for, or `change`: the changes bring it. */
  readonly why: string
  readonly changes: ReadonlyArray<FactWanted>
  /** The smallest change of one field of the request that brings it; null where none does. */
  readonly request: RequestWanted | null
  /** The nearest row first. */
  readonly because: ReadonlyArray<RowCited>
}

/** A thing to choose, under its code. */
export interface NamedCode {
  readonly code: string
  readonly name: Sentence
}

/** A card of the catalogue. */
export interface CardChoice {
  readonly id: number
  readonly name: string
  readonly network: string | null
  readonly tier: string | null
  readonly hasPicture: boolean
}

/** A bank and its cards. */
export interface BankChoice {
  readonly name: string
  readonly country: CountryCode
  /** Under which its monogram lies; null where there is none. */
  readonly slug: string | null
  readonly cards: ReadonlyArray<CardChoice>
}

/** What the form lets one choose from, by the tables after. */
export interface TravellerChoices {
  readonly countries: ReadonlyArray<NamedCode>
  readonly states: ReadonlyArray<NamedCode>
  readonly intents: ReadonlyArray<NamedCode>
  readonly currencies: ReadonlyArray<string>
  readonly networks: ReadonlyArray<NamedCode>
  readonly tiers: ReadonlyArray<NamedCode>
  readonly banks: ReadonlyArray<BankChoice>
}

/** A traveller, and whose offers are shown. */
export interface TravellerAsked {
  readonly situation: WorkbenchSituation
  readonly catalogue: CatalogueShown
}
