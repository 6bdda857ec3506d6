import type { CurrencyCode } from "../../core/vocabulary/codes.ts"
import type { ResolvedCard } from "./card/resolve-card.ts"
import type { Market, MedicalStep, PlaceSports } from "./coach-vocabulary.ts"
import type { InMarket } from "./converted-money.ts"
import type { CardReading } from "./covers/gaps.ts"
import type { Demands } from "./formalities.ts"
import type { TripFlags } from "./request.ts"
import type { MeasureText } from "./printed-figures.ts"
import type { TravelWarning } from "./travel-warning.ts"
import type { TripReach } from "./trip-reach.ts"
import type { ZoneScheme } from "./market.ts"
import type { Wording } from "./wording.ts"

/** Everything that arguments, headline and social proof are chosen by. */
export interface BilanSituation extends CardReading {
  readonly card: ResolvedCard
  readonly trip: TripFlags
  readonly market: Market
  readonly step: MedicalStep
  readonly reach: TripReach
  /** The gravest advice against travel to a destination; null where none is known. */
  readonly travelWarning: TravelWarning | null
  /** What the destinations ask for; null when formalities are not available. */
  readonly formalities: Demands | null
  /** The medical target in the card's currency. */
  readonly targetValue: number
  /** The currency of the market, in which the bilan speaks. */
  readonly marketCurrency: CurrencyCode
  /** Converts amounts of the card; ask `bilanMoney`. */
  readonly inMarket: InMarket
  /** What is recommended of a guarantee in the market's currency; null where no amount is. */
  readonly marketNeed: (slug: string) => number | null
  /** Prints an amount of any currency. */
  readonly moneyText: (amount: number, currency: CurrencyCode) => string
  readonly measureText: MeasureText
  /** Names and lists things in the language of the answer. */
  readonly wording: Wording
  /** Whether the answer shows facts alone: its texts recommend nothing, and nothing is to be sold. */
  readonly factsOnly: boolean
  /** The day of the call, `YYYY-MM-DD`; undefined where nobody tells it. */
  readonly today: string | undefined
  /** The medical target as printed, in the market's currency. */
  readonly target: string
  /** Whether it is known what care costs at the destination. */
  readonly costKnown: boolean
  /** What opens public care at the destination, if it is in the health zone. */
  readonly scheme: ZoneScheme
  /** What the destinations have for sports that covers leave out. */
  readonly sports: PlaceSports
  readonly destination: string
  readonly destinationName: string
  /** The name of a country in the language of the market; its code where it has none. */
  readonly countryName: (code: string) => string
}
