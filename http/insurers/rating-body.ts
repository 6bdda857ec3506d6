import type { RatingRequest } from "../../rules/pricing/rating.ts"

/** The version of the rating contract, `.github/rating-contract.md`. */
const contractVersion = "1"

/**
 * Prepares the bodies of one quote's requests. Its insurers are told of the same trip, which is
 * written once.
 */
export const makeRatingBody = (requestId: string): ((request: RatingRequest) => string) => {
  const head = `{"contract":"${contractVersion}","requestId":${JSON.stringify(requestId)},"trip":`
  let written: { readonly trip: RatingRequest["trip"]; readonly text: string } | undefined
  return ({ facts, offers, trip }) => {
    if (written?.trip !== trip) written = { trip, text: JSON.stringify(trip) }
    const codes = JSON.stringify(offers.map(({ code }) => code))
    return `${head}${written.text},"days":${facts.days},"offers":${codes}}`
  }
}
