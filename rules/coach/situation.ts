import type { AmountText } from "./amount-text.ts"
import type { NamedGap } from "./gaps.ts"
import type { TripFlags } from "./request.ts"
import type { ResolvedCard } from "./resolve-card.ts"
import type { Market, MedicalStep } from "./vocabulary.ts"

/** Everything that arguments, headline and social proof are chosen by. */
export interface Situation {
  readonly card: ResolvedCard
  readonly trip: TripFlags
  readonly market: Market
  readonly gaps: ReadonlyArray<NamedGap>
  readonly step: MedicalStep
  readonly medicalOk: boolean
  /** Whether a destination asks for insurance; null when formalities are not available. */
  readonly mandatoryInsurance: boolean | null
  /** The medical target in the card's currency. */
  readonly targetValue: number
  /** Prints amounts of the card's currency. */
  readonly amountText: AmountText
  /** The medical target as printed, in the market's currency. */
  readonly target: string
  readonly destination: string
  readonly destinationName: string
}
