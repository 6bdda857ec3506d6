import * as Data from "effect/Data"
import { describeRatesRefusal, type RatesRefusal } from "../../rules/currency/rates/refusal.ts"

/** Why a source's rates could not be had, or were not taken. */
export type RatesFailure =
  | { readonly _tag: "TimedOut"; readonly timeoutMs: number }
  | { readonly _tag: "Unreachable" }
  | { readonly _tag: "Refused"; readonly status: number }
  | { readonly _tag: "TooLarge"; readonly bytesMax: number }
  | { readonly _tag: "NotTaken"; readonly refusal: RatesRefusal }
  | { readonly _tag: "Died"; readonly defect: string }

/** Failures of one kind are said once in a row: a document's are as many as its refusals. */
export const failureKind = (reason: RatesFailure): string =>
  reason._tag === "NotTaken" ? reason.refusal._tag : reason._tag

const sentenceEnd = (reason: RatesFailure): string => {
  switch (reason._tag) {
    case "TimedOut":
      return `no answer within ${reason.timeoutMs} ms`
    case "Unreachable":
      return "the source cannot be reached"
    case "Refused":
      return `the source answered with status ${reason.status}`
    case "TooLarge":
      return `the document has more than ${reason.bytesMax} bytes`
    case "NotTaken":
      return describeRatesRefusal(reason.refusal)
    case "Died":
      return "asking the source failed here; the log says why"
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
