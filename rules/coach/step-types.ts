import type * as Result from "effect/Result"
import type { CoverState, MedicalStep, Origin, Warning } from "./coach-vocabulary.ts"
import type { Argument, DetectedCard } from "./response.ts"

/** A card of the catalogue that a request led to. */
export interface NamedCard {
  readonly catalogueId: number
  readonly name: string
  readonly bank: string
  readonly country: string
}

/** A bank card as the Coach reads it, with all that it covers. */
export interface CardRead {
  /** Whether it is known exactly, by a generic profile, by a baseline, or is none. */
  readonly origin: Origin
  /** The currency of its ceilings. */
  readonly currency: string
  /** The card of the catalogue, where one was found. */
  readonly card: NamedCard | null
  /** What its first digits tell, where it was named by them. */
  readonly detected: DetectedCard | null
  /** Why another card is read in its place, if so. */
  readonly warning: Warning | null
  /** What it holds by guarantee, ceilings in `currency`; a guarantee that is left out is unknown. */
  readonly covers: Readonly<
    Record<string, { readonly state: CoverState; readonly value: number | null }>
  >
}

/** The medical ceiling that a trip needs. */
export interface MedicalNeed {
  readonly step: MedicalStep
  /** The first destination, by code, of that step. */
  readonly destination: string
  /** The currency of the market. */
  readonly currency: string
  /** In units of that currency. */
  readonly targetValue: number
  /** The same, printed for the market. */
  readonly target: string
}

/** The steps of a bilan, each by itself: same rules, tables, figures and refusals as the whole. */
export interface CoachSteps<Refusal> {
  /** Which card a request names, whatever its destinations. */
  readonly readCard: (asked: unknown) => Result.Result<CardRead, Refusal>
  /** The medical ceiling to aim at. */
  readonly findMedicalTarget: (asked: unknown) => Result.Result<MedicalNeed, Refusal>
  /** The arguments of a request, the strongest first. */
  readonly rankArguments: (asked: unknown) => Result.Result<ReadonlyArray<Argument>, Refusal>
}
