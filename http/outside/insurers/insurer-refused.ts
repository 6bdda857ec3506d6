import * as Data from "effect/Data"
import { describeOutsideFailure, type OutsideFailureOf } from "../../ports/outside-failure.ts"

/** Why an insurer gave no usable answer. */
export type RefusalReason =
  | OutsideFailureOf<"Died" | "Malformed" | "Resting" | "TimedOut" | "TooLarge">
  /** No connection, or it was lost before an answer began. */
  | { readonly _tag: "Unreachable"; readonly code: string }
  | { readonly _tag: "Status"; readonly status: number }
  | { readonly _tag: "NotPublic" }
  /** The connection was lost in the middle of an answer. */
  | { readonly _tag: "CutOff" }

/** Why, as the end of a sentence. */
export const describeRefusal = (reason: RefusalReason): string => {
  switch (reason._tag) {
    case "NotPublic":
      return "its address is not public; INSURER_ALLOW_PRIVATE=true allows it"
    case "CutOff":
      return "the connection was lost in the middle of its answer"
    // An insurer that refuses is one that gives no premium, for whatever reason.
    case "Status":
      return describeOutsideFailure({ _tag: "Refused", status: reason.status })
    default:
      return describeOutsideFailure(reason)
  }
}

/** An insurer gave no usable answer; its offers stay without a price. */
export class InsurerRefused extends Data.TaggedError("InsurerRefused")<{
  readonly reason: RefusalReason
}> {
  override get message(): string {
    return `The insurer gave no premium: ${describeRefusal(this.reason)}`
  }
}

/** The error of a reason. */
export const insurerRefused = (reason: RefusalReason): InsurerRefused =>
  new InsurerRefused({ reason })
