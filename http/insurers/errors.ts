import * as Data from "effect/Data"

/** Why an insurer gave no answer that is of use. */
export type RefusalReason =
  | { readonly _tag: "NotConnected" }
  | { readonly _tag: "TimedOut"; readonly timeoutMs: number }
  /** No connection, or it was lost before an answer began. */
  | { readonly _tag: "Unreachable"; readonly code: string }
  | { readonly _tag: "NotPublic" }
  | { readonly _tag: "Status"; readonly status: number }
  /** The connection was lost in the middle of an answer. */
  | { readonly _tag: "CutOff" }
  | { readonly _tag: "TooLarge"; readonly bytesMax: number }
  | { readonly _tag: "Malformed"; readonly detail: string }
  /** It failed several times in a row, and is left alone for a while. */
  | { readonly _tag: "Resting" }
  | { readonly _tag: "Died"; readonly defect: string }

/** Why, as the end of a sentence. */
export const describeRefusal = (reason: RefusalReason): string => {
  switch (reason._tag) {
    case "NotConnected":
      return "INSURER_URLS holds no address for it"
    case "TimedOut":
      return `no answer within ${reason.timeoutMs} ms`
    case "Unreachable":
      return `it cannot be reached (${reason.code})`
    case "NotPublic":
      return "its address is not public; INSURER_ALLOW_PRIVATE=true allows it"
    case "Status":
      return `it answered with status ${reason.status}`
    case "CutOff":
      return "the connection was lost in the middle of its answer"
    case "TooLarge":
      return `its answer has more than ${reason.bytesMax} bytes`
    case "Malformed":
      return `its answer cannot be read: ${reason.detail}`
    case "Resting":
      return "it failed several times and is left alone for a while"
    case "Died":
      return `asking it failed here: ${reason.defect}`
  }
}

/** An insurer gave no answer that is of use; its offers stay without a price. */
export class InsurerRefused extends Data.TaggedError("InsurerRefused")<{
  readonly reason: RefusalReason
}> {
  override get message(): string {
    return `The insurer gave no premium: ${describeRefusal(this.reason)}`
  }
}
