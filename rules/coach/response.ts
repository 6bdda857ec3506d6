import type { DetectedCard } from "./card/bin-card.ts"
import type { Gap } from "./covers/gaps.ts"
import type {
  CardMode,
  CardTier,
  Category,
  Market,
  Origin,
  Strength,
  Warning,
} from "./vocabulary.ts"

/** A sales argument: message keys and the values for them, not a finished sentence. */
export interface Argument {
  readonly id: string
  readonly category: Category
  readonly strength: Strength
  /** A printed amount. */
  readonly figure: string
  readonly messageKeys: { readonly hook: string; readonly fact: string; readonly pitch: string }
  readonly vars: Readonly<Record<string, string>>
}

/** A headline as a message key and the values for it. */
export interface Headline {
  readonly key: string
  readonly vars: Readonly<Record<string, string | number>>
}

/** What other travellers did. */
export interface Social {
  readonly pct: number
  readonly subjectKey: string
}

/** The medical ceiling to aim at: printed, as a number in the market's currency, and whether it is met. */
export interface MedicalReading {
  readonly target: string
  readonly targetValue: number
  readonly ceilingOk: boolean
}

/** The answer to a bilan request. */
export interface BilanResponse {
  readonly ok: true
  readonly card: {
    readonly origin: Origin
    readonly currency: string
    readonly detected?: DetectedCard
    readonly guarantees: Readonly<Record<string, Gap>>
  }
  readonly bilan: {
    readonly shouldSell: boolean
    readonly headline: Headline
    readonly medical: MedicalReading
    readonly argumentCount: number
    readonly social: Social
    readonly focusCategories: ReadonlyArray<Category>
    readonly arguments: ReadonlyArray<Argument>
  }
  readonly destinations: ReadonlyArray<string>
  readonly offer: { readonly quoteUrl: string | null }
  readonly meta: {
    readonly engineVersion: string
    readonly market: Market
    readonly lang: "fr" | "en"
    readonly passport: string | null
    readonly warnings: ReadonlyArray<Warning>
  }
}

/** A card in the catalogue's answer. */
export interface ListedCard {
  readonly catalogueId: number
  readonly name: string
  readonly network: string | null
  readonly tier: CardTier | null
  readonly byBankTier: boolean
  readonly imageUrl: string | null
}

/** A bank in the catalogue's answer. */
export interface ListedBank {
  readonly name: string
  readonly country: string
  readonly logoUrl: string | null
  readonly cards: ReadonlyArray<ListedCard>
}

/** The answer of the card catalogue. */
export interface CardsResponse {
  readonly ok: true
  readonly country: string | null
  readonly key: {
    readonly keyId: string
    readonly mode: "sandbox" | "live"
    readonly cardModes: ReadonlyArray<CardMode>
  }
  readonly countries: ReadonlyArray<{
    readonly code: string
    readonly market: Market
    readonly banks: number
    readonly cards: number
  }>
  readonly banks: ReadonlyArray<ListedBank>
  readonly generic: ReadonlyArray<{
    readonly network: string
    readonly tiers: ReadonlyArray<string>
  }>
  readonly tiers: ReadonlyArray<{
    readonly tier: string
    readonly examples: ReadonlyArray<string>
  }>
}
