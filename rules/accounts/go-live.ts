import type { KeyMode, PartnerStatus } from "./partner.ts"

/** What decides whether an account may go live. */
export interface GoLiveFacts {
  readonly status: PartnerStatus
  /** Prices that its sandbox keys have called in their lives, those of revoked keys too. */
  readonly prices: number
  /** Links that they have minted. */
  readonly links: number
  readonly pricesRequired: number
  readonly linksRequired: number
}

const missingStatus = (mode: KeyMode, status: PartnerStatus): ReadonlyArray<string> => {
  switch (status) {
    case "suspended":
      return ["an account that is not suspended"]
    case "created":
      return mode === "live" ? ["the approval of the account"] : []
    case "approved":
      return []
  }
}

const missingCount = (
  noun: "price" | "link",
  done: number,
  required: number,
): ReadonlyArray<string> => {
  const more = required - done
  return more > 0
    ? [`${more} more sandbox ${noun}${more === 1 ? "" : "s"} (${done} of ${required})`]
    : []
}

/**
 * What keeps an account from creating a key of a mode, in words; an empty list when nothing does.
 * A sandbox key is self-serve. A live key needs sandbox prices, sandbox links and the account's
 * approval, in whatever order they came.
 *
 * ```ts
 * import { missingForKey } from "../rules/accounts/go-live.ts"
 *
 * const done = { status: "approved", prices: 10, links: 1, pricesRequired: 10, linksRequired: 1 } as const
 * missingForKey("live", done) // => []
 * missingForKey("live", { ...done, prices: 7 }) // => ["3 more sandbox prices (7 of 10)"]
 * missingForKey("live", { ...done, links: 0, status: "created" }) // => ["1 more sandbox link (0 of 1)", "the approval of the account"]
 * missingForKey("sandbox", { ...done, prices: 0, links: 0, status: "created" }) // => []
 * ```
 */
export const missingForKey = (mode: KeyMode, facts: GoLiveFacts): ReadonlyArray<string> => {
  const status = missingStatus(mode, facts.status)
  if (mode === "sandbox") return status
  return [
    ...missingCount("price", facts.prices, facts.pricesRequired),
    ...missingCount("link", facts.links, facts.linksRequired),
    ...status,
  ]
}
