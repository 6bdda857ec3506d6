import type { RatingRequest } from "../../../rules/pricing/rating.ts"

/** The version of the rating contract, `docs/rating-contract.md`. */
const contractVersion = "1"

/**
 * Prepares the bodies of one quote's requests. Its insurers all get the same trip, which is written
 * once, under an id that is drawn for the first of them: many quotes ask nobody.
 */
export const makeRatingBody = (drawId: () => string): ((request: RatingRequest) => string) => {
  let head: string | undefined
  let written: { readonly trip: RatingRequest["trip"]; readonly text: string } | undefined
  return ({ facts, offers, trip }) => {
    head ??= `{"contract":"${contractVersion}","requestId":${JSON.stringify(drawId())},"trip":`
    if (written?.trip !== trip) written = { trip, text: JSON.stringify(trip) }
    const codes = JSON.stringify(offers.map(({ code }) => code))
    return `${head}${written.text},"days":${facts.days},"offers":${codes}}`
  }
}
