import * as Data from "effect/Data"
import {
  describeRatesRefusal,
  type RatesRefusal,
} from "../../../rules/currency/rates/rates-refusal.ts"
import type { GetFailure } from "../guard/get-text.ts"
import { describeOutsideFailure } from "../../ports/outside-failure.ts"
import type { DeadlineFailure } from "../guard/within-deadline.ts"

/** Why a source's rates could not be fetched, or were not taken. */
export type RatesFailure =
  | GetFailure
  | DeadlineFailure
  | { readonly _tag: "NotTaken"; readonly refusal: RatesRefusal }

/**
 * Failures of one kind are logged once in a row; each refusal of a document is a kind of its own.
 */
export const failureKind = (reason: RatesFailure): string =>
  reason._tag === "NotTaken" ? reason.refusal._tag : reason._tag

const names = { source: "the source", answer: "the document" }

const sentenceEnd = (reason: RatesFailure): string => {
  switch (reason._tag) {
    case "NotTaken":
      return describeRatesRefusal(reason.refusal)
    // `/readyz` shows this sentence, and reveals nothing of the inside.
    case "Died":
      return "asking the source failed here; the log says why"
    default:
      return describeOutsideFailure(reason, names)
  }
}

/** The rates of a source could not be fetched or were not taken; those in force stay. */
export class RatesUnavailable extends Data.TaggedError("RatesUnavailable")<{
  readonly reason: RatesFailure
}> {
  override get message(): string {
    return `New exchange rates were not taken: ${sentenceEnd(this.reason)}`
  }
}
