import * as Data from "effect/Data"

/** Why the facts of destinations could not be had. */
export type UnavailableReason =
  | { readonly _tag: "TimedOut"; readonly timeoutMs: number }
  | { readonly _tag: "Unreachable" }
  | { readonly _tag: "Refused"; readonly status: number }
  | { readonly _tag: "TooLarge"; readonly bytesMax: number }
  | { readonly _tag: "Malformed"; readonly detail: string }
  /** It failed several times in a row, and is left alone for a while. */
  | { readonly _tag: "Resting" }
  | { readonly _tag: "Died"; readonly defect: string }

/** Why, as the end of a sentence. */
export const describeUnavailable = (reason: UnavailableReason): string => {
  switch (reason._tag) {
    case "TimedOut":
      return `no answer within ${reason.timeoutMs} ms`
    case "Unreachable":
      return "it cannot be reached"
    case "Refused":
      return `it answered with status ${reason.status}`
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

/** The facts of destinations could not be had; a bilan is made without them. */
export class FormalitiesUnavailable extends Data.TaggedError("FormalitiesUnavailable")<{
  readonly reason: UnavailableReason
}> {
  override get message(): string {
    return `The facts of destinations cannot be had: ${describeUnavailable(this.reason)}`
  }
}
