import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { PartnerCode } from "../../rules/accounts/partner.ts"
import type { PartnerNotFound } from "./account-errors.ts"
import type { BadLinkCode, LinkExists, LinkNotFound, LinkStoreUnavailable } from "./link-errors.ts"

/** A tracked link as its operators see it; `ref` is `<partner_code>-<code>`. */
export interface TrackedLink {
  readonly code: string
  readonly ref: string
  readonly clicks: number
  readonly archived: boolean
  /** ISO 8601, UTC. */
  readonly createdAt: string
}

/** A link that a code stands for, archived ones included. */
export interface FoundLink {
  readonly id: bigint
  readonly partnerId: string
  readonly archived: boolean
}

/** Which links are asked for, a page at a time: the newest first, or what a search finds by code. */
export interface LinksQuery {
  /** How the codes begin, in any case, as `linkSearch` reads it; empty asks for all. */
  readonly search: string
  /** The code of the link that the page before ended with; the first page otherwise. */
  readonly after: string | null
  readonly limit: number
  /** Only links that are not archived. */
  readonly isUsedOnly: boolean
}

/** A page of links, and the code that it ended with; null where no more follow. */
export interface LinksPage<Link = TrackedLink> {
  readonly links: ReadonlyArray<Link>
  readonly next: string | null
  /** Whether links stand before this page. */
  readonly isLater: boolean
}

/** The tracked links of partners. Every change is audited. */
export class TrackedLinks extends Context.Service<
  TrackedLinks,
  {
    /** Makes a link; without a code it gets one of its own. */
    readonly create: (wish: {
      readonly partnerCode: PartnerCode
      readonly code?: string | undefined
    }) => Effect.Effect<
      TrackedLink,
      BadLinkCode | LinkExists | PartnerNotFound | LinkStoreUnavailable
    >
    /** Takes a link out of use for new subscriptions; it still redirects and earns late sales. */
    readonly archive: (link: {
      readonly partnerCode: PartnerCode
      readonly code: string
    }) => Effect.Effect<TrackedLink, LinkNotFound | PartnerNotFound | LinkStoreUnavailable>
    /** The links of a partner, oldest first, archived ones included. */
    readonly list: (
      partnerCode: PartnerCode,
    ) => Effect.Effect<ReadonlyArray<TrackedLink>, PartnerNotFound | LinkStoreUnavailable>
    /** A page of the links of a partner, the newest first; what is searched, by code. */
    readonly page: (
      partnerCode: PartnerCode,
      query: LinksQuery,
    ) => Effect.Effect<LinksPage, PartnerNotFound | LinkStoreUnavailable>
    /** A link of a partner by its code, archived or not; undefined where the partner has none of it. */
    readonly get: (
      partnerCode: PartnerCode,
      code: string,
    ) => Effect.Effect<TrackedLink | undefined, PartnerNotFound | LinkStoreUnavailable>
    /** The oldest link in use, which credits calls that name none; undefined where all are archived. */
    readonly usual: (
      partnerCode: PartnerCode,
    ) => Effect.Effect<TrackedLink | undefined, PartnerNotFound | LinkStoreUnavailable>
    /** The link of a code, whosever it is and archived or not; undefined when there is none. */
    readonly find: (code: string) => Effect.Effect<FoundLink | undefined, LinkStoreUnavailable>
  }
>()("viatica/TrackedLinks") {}
