import type { GoLiveFacts } from "../../../../rules/accounts/go-live.ts"
import type { QuotaLimits } from "../../../../rules/accounts/policy.ts"
import type { KeyModes, KeysPage } from "../../../ports/keys.ts"
import type { Partner } from "../../../ports/partners.ts"
import type { Review } from "../../../ports/reviews.ts"

/** A secret that is shown this once. */
export interface ShownSecret {
  readonly keyId: string
  readonly secret: string
}

/** What the page of keys and the road to the live key are made of. */
export interface KeysFacts {
  readonly nowMs: number
  readonly partner: Partner
  readonly goLive: GoLiveFacts
  readonly modes: KeyModes
  /** A page of the keys in use, the newest first. */
  readonly used: KeysPage
  /** A page of the revoked ones, the same way. */
  readonly revoked: KeysPage
  /** The newest review. */
  readonly review: Review | undefined
  /** Limits of a live key where the approval has set none. */
  readonly liveLimits: QuotaLimits
  readonly shown: ShownSecret | undefined
}

/** What the account does next on its road to a live key. */
export type NextStep = "sandbox-key" | "calls" | "ask" | "wait" | "live-key" | "done"

/** What an account lacks of prices and links. */
export const lackingCalls = ({
  links,
  linksRequired,
  prices,
  pricesRequired,
}: GoLiveFacts): { readonly prices: number; readonly links: number } => ({
  prices: Math.max(0, pricesRequired - prices),
  links: Math.max(0, linksRequired - links),
})

/** Where an account stands on its road; a suspended one goes no further. */
export const nextStep = ({ goLive, modes, partner, review }: KeysFacts): NextStep => {
  if (partner.status === "suspended" || modes.live?.isInUse === true) return "done"
  const lacking = lackingCalls(goLive)
  const hasCalled = lacking.prices === 0 && lacking.links === 0
  if (!hasCalled && modes.sandbox?.isInUse !== true) return "sandbox-key"
  if (!hasCalled) return "calls"
  if (partner.status === "approved") return "live-key"
  return review?.outcome === null ? "wait" : "ask"
}
