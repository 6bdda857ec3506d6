import type { Rational } from "../../../core/money/rational.ts"
import type { CurrencyCode } from "../../../core/vocabulary/codes.ts"
import type { GuaranteeState } from "../../../core/vocabulary/guarantee.ts"
import type { PrintedLanguage } from "./printed-vocabulary.ts"

/** How an insurer prints, and in which currency an amount without one is meant. */
export interface PrintedContext {
  readonly language: PrintedLanguage
  /** ISO 4217 code of the offer's guarantee currency. */
  readonly currency: CurrencyCode
}

/** What a printed line says. A text that is not known is never guessed: it is `not_available`, unmapped. */
export interface PrintedReading {
  readonly state: GuaranteeState
  /** In main units of the guarantee currency, for the states value and per_day; else null. */
  readonly value: Rational | null
  readonly mapped: boolean
}

/** Reads what an insurer prints for a guarantee. */
export type ReadPrinted = (printed: string, context: PrintedContext) => PrintedReading
