import type { MarketRow } from "../tables/index.ts"
import type { CoachPieces } from "../coach-pieces.ts"
import type { BilanRequest } from "../request.ts"
import type { CardPlace } from "../card/resolve-card.ts"
import type { BilanResponse } from "../response.ts"
import type { BilanSituation } from "../bilan-situation.ts"
import type { FoundWarning } from "../warnings/gravest.ts"

/** One bilan under explanation: what was asked, what was found on the way, and the answer. */
export interface BilanCase {
  readonly pieces: CoachPieces
  readonly request: BilanRequest
  readonly market: MarketRow
  readonly place: CardPlace
  readonly situation: BilanSituation
  /** The warning against the trip, with the advice that gives it. */
  readonly warning: FoundWarning | null
  readonly answer: BilanResponse
}
