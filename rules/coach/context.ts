import type { CountryCode } from "../../core/vocabulary/codes.ts"
import type { DestinationRules } from "./formalities.ts"
import type { CardMode } from "./coach-vocabulary.ts"

/** What a bilan depends on beside request and tables; the caller decides it. */
export interface CoachContext {
  /** The card modes that the caller may send. */
  readonly allowedCardModes: ReadonlyArray<CardMode>
  /** Whether the ref of the request, if any, is the caller's own; any other is ignored with a warning. */
  readonly refIsOwn: boolean
  /** The tracked short link of an offer; null where nobody is credited. `ref` is the caller's, if named. */
  readonly quoteUrl: (facts: {
    readonly residence: CountryCode
    readonly lang: "fr" | "en"
    readonly ref: string | null
  }) => string | null
  /** Package version and content hash of the tables: `2.3.2+abc123`. */
  readonly engineVersion: string
  /**
   * Whether the account shows facts alone: `shouldSell` is null, texts recommend nothing, and arguments
   * stand in the order of categories. Left out, it does not.
   */
  readonly factsOnly?: boolean
  /** What destinations ask of visitors: left out, what the tables say; null, it could not be had. */
  readonly destinationRules?: DestinationRules | null
  /** The day of the call, `YYYY-MM-DD`; left out, advice on travel counts as possibly out of date. */
  readonly today?: string
}
