import * as Data from "effect/Data"
import {
  describeRatesRefusal,
  type RatesRefusal,
} from "../../../rules/currency/rates/rates-refusal.ts"
import type { GetFailure } from "../guard/get-text.ts"
import { describeOutsideFailure } from "../../ports/outside-failure.ts"
import type { DeadlineFailure } from "../guard/within-deadline.ts"

/** Why a source's rates could not be had, or were not taken. */
export type RatesFailure =
  | GetFailure
  | DeadlineFailure
  | { readonly _tag: "NotTaken"; readonly refusal: RatesRefusal }

/** Failures of one kind are said once in a row: a document's are as many as its refusals. */
export const failureKind = (reason: RatesFailure): string =>
  reason._tag === "NotTaken" ? reason.refusal._tag : reason._tag

const names = { source: "the source", answer: "the document" }

const sentenceEnd = (reason: RatesFailure): string => {
  switch (reason._tag) {
    case "NotTaken":
      return describeRatesRefusal(reason.refusal)
    // The sentence is shown by `/readyz`, which tells nothing of what goes on inside.
    case "Died":
      return "asking the source failed here; the log says why"
    default:
      return describeOutsideFailure(reason, names)
  }
}

/** The rates of a source could not be had or were not taken; those in force before stay. */
export class RatesUnavailable extends Data.TaggedError("RatesUnavailable")<{
  readonly reason: RatesFailure
}> {
  override get message(): string {
    return `New exchange rates were not taken: ${sentenceEnd(this.reason)}`
  }
}
