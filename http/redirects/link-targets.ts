import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { LinkStoreUnavailable } from "../links/errors.ts"

/** What a redirect is built from. */
export interface LinkTarget {
  readonly linkId: bigint
  /** The ref of the link: `<partner_code>-<code>`. */
  readonly ref: string
  /** The subscription that the address names, where it belongs to this link. */
  readonly quote: {
    readonly quoteRef: string
    readonly language: string
    /** The offer that the address names, where a link was made for it. */
    readonly offerId: number | null
  } | null
}

/** Finds what an address `/r/<code>?quote=…&offer=…` stands for. */
export class LinkTargets extends Context.Service<
  LinkTargets,
  {
    /**
     * The target of an address; undefined for an unknown code. What this process has seen before is
     * found without the database too.
     */
    readonly find: (address: {
      readonly code: string
      readonly quoteRef: string | null
      readonly offerId: number | null
    }) => Effect.Effect<LinkTarget | undefined, LinkStoreUnavailable>
  }
>()("viatica/http/redirects/LinkTargets") {}
