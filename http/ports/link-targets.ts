import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { LinkStoreUnavailable } from "./link-errors.ts"
import type { QuoteToken } from "../../rules/links/link-code.ts"

/** What a redirect is built from: a subscription of the link, or the link alone. */
export type LinkTarget =
  | {
      readonly _tag: "Quote"
      readonly quoteRef: string
      /** Null in an address of before while it cannot be looked up. */
      readonly language: string | null
      /** The offer that the address names, where a link was made for it. */
      readonly offerId: number | null
    }
  | {
      readonly _tag: "Form"
      /** The ref of the link: `<partner_code>-<code>`. */
      readonly ref: string
    }

/** What an address `/r/<code>?quote=…&offer=…` says. */
export interface LinkAddress {
  readonly code: string
  readonly quote: QuoteToken | null
  readonly offerId: number | null
}

/** Finds what an address `/r/<code>?quote=…&offer=…` stands for. */
export class LinkTargets extends Context.Service<
  LinkTargets,
  {
    /**
     * The target of an address; undefined for an unknown code. An address whose MAC holds, and a link
     * that this process has seen, are found without the database too.
     */
    readonly find: (
      address: LinkAddress,
    ) => Effect.Effect<LinkTarget | undefined, LinkStoreUnavailable>
  }
>()("viatica/LinkTargets") {}

/** Counts clicks of tracked links in memory and writes them in batches; no click waits for it. */
export class Clicks extends Context.Service<
  Clicks,
  {
    /** Counts one click of the link of a code. */
    readonly count: (code: string) => void
    /** Writes what is counted; what cannot be written stays counted. */
    readonly flush: Effect.Effect<void>
  }
>()("viatica/Clicks") {}
