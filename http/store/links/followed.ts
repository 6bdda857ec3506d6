import * as Effect from "effect/Effect"
import type { SandboxOutcome } from "../../../rules/pricing/magic.ts"
import type { Envelope } from "../secrets/envelope.ts"
import type { RandomBytes } from "../../platform/random-bytes.ts"
import {
  type NotMade,
  Rehearsed,
  SubscriptionRefused,
  SubscriptionTimedOut,
} from "../../ports/link-errors.ts"
import { orNotMade } from "./failures.ts"
import { randomDigits } from "../accounts/new-link-code.ts"
import { openTrip, sealTrip } from "./sealed-trips.ts"
import type { CreditedLink, SessionName, SessionRow, SessionRows } from "./session-rows.ts"
import type {
  HeldSubscription,
  SubscriptionChange,
  SubscriptionDraft,
  Subscriptions,
} from "./subscriptions.ts"

/** Digits in ids and quote references: 131 bits. */
const idLength = 22

/** A subscription that a session comes to follow, whomever it credits. */
export type FollowedDraft = Omit<SubscriptionDraft, "linkId">

/**
 * The subscriptions that sessions of one mode follow: those of the traveller's funnel for live
 * sessions, and rehearsals of them in the sandbox.
 */
export interface Followed {
  readonly freshId: () => string
  readonly open: (
    session: SessionName,
    link: CreditedLink | null,
    draft: FollowedDraft,
  ) => Effect.Effect<void, NotMade>
  readonly hold: (session: SessionRow) => Effect.Effect<HeldSubscription, NotMade>
  readonly change: (
    session: SessionName,
    change: SubscriptionChange,
  ) => Effect.Effect<void, NotMade>
}

/** A fresh quote reference: it tells nothing and cannot be guessed. */
export const newQuoteRef = (random: RandomBytes["Service"]): string =>
  randomDigits(random, idLength)

/** Subscriptions of the traveller's funnel. */
export const liveFollowed = (
  subscriptions: Subscriptions["Service"],
  random: RandomBytes["Service"],
): Followed => ({
  freshId: () => `sub_${randomDigits(random, idLength)}`,
  open: (_, link, draft) =>
    link === null
      ? Effect.fail(new SubscriptionRefused({ cause: "No link is there to credit." }))
      : subscriptions.open({ ...draft, linkId: link.id }),
  hold: ({ subscriptionId }) => subscriptions.hold(subscriptionId),
  change: (_, change) => subscriptions.change(change),
})

/** Rehearsed subscriptions: always quoting, their trip kept with the session, nothing in the funnel. */
export const rehearsedFollowed = (
  rows: SessionRows,
  envelope: Envelope["Service"],
  random: RandomBytes["Service"],
): Followed => {
  const keep = (session: SessionName, id: string, trip: SubscriptionChange["trip"]) =>
    trip === null ? Effect.void : orNotMade(rows.rehearse(session, sealTrip(envelope, id, trip)))
  return {
    freshId: () => `sub_sandbox_${randomDigits(random, idLength)}`,
    open: (session, _, { id, trip }) => keep(session, id, trip),
    hold: ({ rehearsedTripSealed, subscriptionId }) =>
      rehearsedTripSealed === null
        ? Effect.fail(new SubscriptionRefused({ cause: "The session holds no trip." }))
        : Effect.mapBoth(
            Effect.fromResult(openTrip(envelope, subscriptionId, rehearsedTripSealed)),
            {
              onFailure: (cause) => new SubscriptionRefused({ cause }),
              onSuccess: (trip) => ({ stage: "quoting" as const, trip, quoteRef: "" }),
            },
          ),
    change: (session, { id, trip }) => keep(session, id, trip),
  }
}

/** How the keeper of subscriptions fails in a rehearsal; undefined where it does not. */
const rehearsedFailure = (outcome: SandboxOutcome | undefined): NotMade | undefined => {
  switch (outcome) {
    case "refused":
      return new SubscriptionRefused({ cause: new Rehearsed() })
    case "timed_out":
      return new SubscriptionTimedOut({ cause: new Rehearsed() })
    case "near_miss_only":
    case undefined:
      return undefined
  }
}

/** Makes opening and changing subscriptions fail where a trip rehearses that. */
export const rehearsing = (followed: Followed, outcome: SandboxOutcome | undefined): Followed => {
  const failure = rehearsedFailure(outcome)
  if (failure === undefined) return followed
  return { ...followed, open: () => Effect.fail(failure), change: () => Effect.fail(failure) }
}
