import type { Kind } from "../../core/kind.ts"

/** The code of a partner, as its links and the console's addresses name it. */
export type PartnerCode = Kind<string, "partner">

const codeCharactersMax = 28

/**
 * A code for a partner that has not chosen one, made from its name; empty where the name has no
 * letter of a code in it. The `attempt` tells it from codes that are taken.
 *
 * ```ts
 * import { suggestedCode } from "../rules/accounts/partner.ts"
 *
 * suggestedCode("Été & Fils S.A.", 1) // => "ete-fils-s-a"
 * suggestedCode("Acme", 2) // => "acme-2"
 * suggestedCode("東京", 1) // => ""
 * ```
 */
export const suggestedCode = (name: string, attempt: number): string => {
  const code = name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, codeCharactersMax)
    .replace(/^-+|-+$/g, "")
  return attempt === 1 || code === "" ? code : `${code}-${attempt}`
}

const ipv4 = /(\d{1,3}\.\d{1,3}\.\d{1,3})\.\d{1,3}(?![\d/])/g
const ipv6Groups = /^([0-9a-f]{1,4}:[0-9a-f]{1,4}:[0-9a-f]{1,4}):[0-9a-f]{1,4}$/

/** Networks come from a proxy's header where there is one, which may hold anything. */
const charactersMax = 64

/**
 * What is kept of the network that somebody comes from: 256 addresses of IPv4 are one, and 65,536 networks
 * of IPv6, so that what lies in the database names no line and no home. Of what is no address, the text.
 * The function `kept_network` of the database is the same.
 *
 * ```ts
 * import { keptNetwork } from "../rules/accounts/partner.ts"
 *
 * keptNetwork("192.0.2.7") // => "192.0.2.0/24"
 * keptNetwork("2001:db8:7:9") // => "2001:db8:7::/48"
 * keptNetwork("192.0.2.0/24") // => "192.0.2.0/24"
 * keptNetwork("unknown") // => "unknown"
 * ```
 */
export const keptNetwork = (network: string): string =>
  network
    .slice(0, charactersMax)
    .toLowerCase()
    .replace(ipv6Groups, "$1::/48")
    .replaceAll(ipv4, "$1.0/24")

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
 * import { missingForKey } from "../rules/accounts/partner.ts"
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

/** Where an account stands: created, approved for live use, or suspended (all calls refused). */
export const partnerStatuses = ["created", "approved", "suspended"] as const

/** One standing of an account. */
export type PartnerStatus = (typeof partnerStatuses)[number]

/** The environment of a key: `ak_test_` ids are sandbox, `ak_live_` ids are live. */
export type KeyMode = "sandbox" | "live"

const codePattern = /^[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?$/

/**
 * Whether a text can be a partner code: 1 to 32 lower-case letters, digits and inner hyphens. The
 * code stands in every tracked ref, before the last hyphen.
 *
 * ```ts
 * import { isPartnerCode } from "../rules/accounts/partner.ts"
 *
 * isPartnerCode("acme-travel") // => true
 * isPartnerCode("Acme") // => false
 * isPartnerCode("acme-") // => false
 * ```
 */
export const isPartnerCode = (text: string): boolean => codePattern.test(text)

/** Longest name of a partner, in characters. */
export const partnerNameMaximum = 200
