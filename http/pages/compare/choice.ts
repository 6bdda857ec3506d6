import * as Effect from "effect/Effect"
import { trackedAddress } from "../../../rules/links/funnel-address.ts"
import { parseSessionToken } from "../../../rules/session/token.ts"
import type { Trip } from "../../../rules/trip/trip.ts"
import { SubscriptionRefused } from "../../ports/link-errors.ts"
import type { SessionLinks } from "../../ports/session-links.ts"
import type { Sessions } from "../../ports/sessions.ts"
import type { ChargeHouse } from "./budget.ts"

/** The offer that a traveller has chosen for a trip. */
export interface OfferChoice {
  readonly trip: Trip
  readonly language: string
  readonly offerId: number
  readonly ref: string
  /** The session of the traveller's search, so that another choice changes the same subscription. */
  readonly session: string
}

/** What choices are kept with. */
export interface ChoiceParts {
  readonly sessions: Sessions["Service"]
  readonly sessionLinks: SessionLinks["Service"]
  readonly charge: ChargeHouse
}

/**
 * Opens the subscription of a choice, as `/links` does for a partner, under the link that the ref
 * credits; the answer is the path of that link, which leads to the funnel.
 */
export const prepareChoose = ({ charge, sessionLinks, sessions }: ChoiceParts) =>
  Effect.fn("Choose")(function* ({ language, offerId, ref, session, trip }: OfferChoice) {
    const { key, state } = yield* charge(ref, "call")
    const owner = { accountId: key.partner.id, mode: "live" as const }
    const token = sessions.resume(owner, session)
    const { tracked } = yield* sessionLinks.mint({
      key,
      sessionNonce: parseSessionToken(token)?.nonce ?? "",
      trip,
      language,
      offerId,
      linkCode: null,
      rehearsal: undefined,
      state,
    })
    return tracked === null
      ? yield* new SubscriptionRefused({ cause: "The account has no tracked link in use." })
      : trackedAddress("", { ...tracked, offerId })
  })
