import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
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

/** The ref of the first link that is in use; null where each is archived. */
export const refInUse = (links: ReadonlyArray<TrackedLink>): string | null =>
  links.find(({ archived }) => !archived)?.ref ?? null

/** The tracked links of partners. Every change is audited. */
export class TrackedLinks extends Context.Service<
  TrackedLinks,
  {
    /** Makes a link; without a code it gets one of its own. */
    readonly create: (wish: {
      readonly partnerCode: string
      readonly code?: string | undefined
    }) => Effect.Effect<
      TrackedLink,
      BadLinkCode | LinkExists | PartnerNotFound | LinkStoreUnavailable
    >
    /** Takes a link out of use for new subscriptions; it still redirects and earns late sales. */
    readonly archive: (link: {
      readonly partnerCode: string
      readonly code: string
    }) => Effect.Effect<TrackedLink, LinkNotFound | PartnerNotFound | LinkStoreUnavailable>
    /** The links of a partner, oldest first, archived ones included. */
    readonly list: (
      partnerCode: string,
    ) => Effect.Effect<ReadonlyArray<TrackedLink>, PartnerNotFound | LinkStoreUnavailable>
    /** The link of a code, whosever it is and archived or not; undefined when there is none. */
    readonly find: (code: string) => Effect.Effect<FoundLink | undefined, LinkStoreUnavailable>
  }
>()("viatica/TrackedLinks") {}
