import { type TellingOf, toldBy } from "../../core/told-by.ts"

/** Why a source outside gave no answer that is of use. */
export type OutsideFailure =
  | { readonly _tag: "TimedOut"; readonly timeoutMs: number }
  /** No connection, or it was lost; `code` says how where that is known. */
  | { readonly _tag: "Unreachable"; readonly code?: string }
  /** It answered with another status than 200. */
  | { readonly _tag: "Refused"; readonly status: number }
  | { readonly _tag: "TooLarge"; readonly bytesMax: number }
  | { readonly _tag: "Malformed"; readonly flaw: AnswerFlaw }
  /** It failed several times in a row, and is left alone for a while; whether the last time was a missed deadline. */
  | { readonly _tag: "Resting"; readonly wasLate: boolean }
  | { readonly _tag: "Died"; readonly defect: string }

/** What keeps an answer from being read. */
export type AnswerFlaw =
  | { readonly _tag: "NoHttp"; readonly code: string }
  | { readonly _tag: "Encoded"; readonly encoding: string }
  | { readonly _tag: "NoJson" }
  | { readonly _tag: "NoOffers" }
  | { readonly _tag: "DestinationTwice" }
  | { readonly _tag: "NoDestination"; readonly destination: string }
  /** What its schema says of it. */
  | { readonly _tag: "OtherShape"; readonly says: string }

/** The failures of some tags. */
export type OutsideFailureOf<Tag extends OutsideFailure["_tag"]> = Extract<
  OutsideFailure,
  { readonly _tag: Tag }
>

const flaws: TellingOf<AnswerFlaw> = {
  NoHttp: ({ code }) => `it is no HTTP (${code})`,
  Encoded: ({ encoding }) => `it is encoded as ${encoding}`,
  NoJson: () => "it is no JSON",
  NoOffers: () => "it has no list of offers",
  DestinationTwice: () => "a destination has several entries",
  NoDestination: ({ destination }) => `no entry for ${destination}`,
  OtherShape: ({ says }) => says,
}

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
      return `${answer} cannot be read: ${toldBy(flaws, failure.flaw)}`
    case "Resting":
      return `${source} failed several times and is left alone for a while`
    case "Died":
      return `asking ${source} failed here: ${failure.defect}`
  }
}
