import * as Effect from "effect/Effect"
import type { RatedOffer, RatingRequest } from "../../../rules/pricing/rating.ts"
import type { Notices } from "../guard/notices.ts"
import type { PrepareLines } from "./printed-guarantees.ts"
import { type AnsweredOffer, readEntries } from "./read-answer.ts"

/**
 * Makes rated offers of the entries of an insurer's answer. What is wrong or doubtful in it is
 * logged, and costs no more than the offer that it speaks of.
 */
export const rateAnswer = (
  { insurer, offers }: RatingRequest,
  entries: ReadonlyArray<unknown>,
  prepareLines: PrepareLines,
  notices: Notices,
): Effect.Effect<ReadonlyArray<RatedOffer>> => {
  const { answered, wrong } = readEntries(entries, offers)
  const said = wrong.map(({ code, given, problem }) =>
    notices.say(
      "an insurer's answer for an offer is of no use",
      { insurer: insurer.insurer, ...(code === null ? {} : { code }), problem },
      given === undefined ? {} : { given },
    ),
  )
  const rate = ({ entry, offer }: AnsweredOffer): RatedOffer => {
    const { lines, premium, soldByRedirect } = entry
    const sold = soldByRedirect ? { soldByRedirect } : {}
    if (lines === undefined) return { offer, premium, ...sold }
    const { doubts, guarantees } = prepareLines(offer, lines)
    for (const { problem, text } of doubts) {
      said.push(notices.say(problem, { insurer: insurer.insurer, text }))
    }
    return { offer, premium, guarantees, ...sold }
  }
  const rated = answered.map(rate)
  return said.length === 0
    ? Effect.succeed(rated)
    : Effect.as(Effect.all(said, { discard: true }), rated)
}
