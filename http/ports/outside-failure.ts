/** Why a source outside gave no answer that is of use. */
export type OutsideFailure =
  | { readonly _tag: "TimedOut"; readonly timeoutMs: number }
  /** No connection, or it was lost; `code` says how where that is known. */
  | { readonly _tag: "Unreachable"; readonly code?: string }
  /** It answered with another status than 200. */
  | { readonly _tag: "Refused"; readonly status: number }
  | { readonly _tag: "TooLarge"; readonly bytesMax: number }
  | { readonly _tag: "Malformed"; readonly detail: string }
  /** It failed several times in a row, and is left alone for a while; whether the last time was a missed deadline. */
  | { readonly _tag: "Resting"; readonly wasLate: boolean }
  | { readonly _tag: "Died"; readonly defect: string }

/** The failures of some tags. */
export type OutsideFailureOf<Tag extends OutsideFailure["_tag"]> = Extract<
  OutsideFailure,
  { readonly _tag: Tag }
>

/** What the sentences call the source and its answer. */
interface OutsideNames {
  readonly source: string
  readonly answer: string
}

const named: OutsideNames = { source: "it", answer: "its answer" }

/**
 * Why, as the end of a sentence.
 *
 * ```ts
 * import { describeOutsideFailure } from "../http/ports/outside-failure.ts"
 * describeOutsideFailure({ _tag: "Unreachable", code: "EPIPE" }) // => "it cannot be reached (EPIPE)"
 * const names = { source: "the source", answer: "the document" }
 * describeOutsideFailure({ _tag: "Refused", status: 503 }, names) // => "the source answered with status 503"
 * ```
 */
export const describeOutsideFailure = (
  failure: OutsideFailure,
  { answer, source }: OutsideNames = named,
): string => {
  switch (failure._tag) {
    case "TimedOut":
      return `no answer within ${failure.timeoutMs} ms`
    case "Unreachable":
      return `${source} cannot be reached${failure.code === undefined ? "" : ` (${failure.code})`}`
    case "Refused":
      return `${source} answered with status ${failure.status}`
    case "TooLarge":
      return `${answer} has more than ${failure.bytesMax} bytes`
    case "Malformed":
      return `${answer} cannot be read: ${failure.detail}`
    case "Resting":
      return `${source} failed several times and is left alone for a while`
    case "Died":
      return `asking ${source} failed here: ${failure.defect}`
  }
}
