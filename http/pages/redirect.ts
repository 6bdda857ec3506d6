import * as Effect from "effect/Effect"
import {
  creditedFormAddress,
  quoteAddress,
  readRedirectQuery,
  type RedirectQuery,
} from "../../rules/links/funnel-address.ts"
import { isLinkCode } from "../../rules/links/link-code.ts"
import type { Clicks, LinkTarget, LinkTargets } from "../ports/link-targets.ts"
import type { OpenRoute } from "../api/open-route.ts"
import { type LinkPages, redirectTo } from "./redirect-pages.ts"

/** What links are redirected with. */
export interface RedirectParts {
  readonly funnelUrl: string
  /** The languages that the funnel is opened in. */
  readonly languages: ReadonlySet<string>
  readonly targets: LinkTargets["Service"]
  readonly clicks: Clicks["Service"]
  /** What a link that leads nowhere shows. */
  readonly pages: LinkPages
}

/** Where a link leads: built from what is kept of it and from what the query says well formed. */
const addressOf = (
  funnelUrl: string,
  target: LinkTarget,
  { language, residence }: RedirectQuery,
): string =>
  target._tag === "Quote"
    ? quoteAddress(funnelUrl, target)
    : creditedFormAddress(funnelUrl, { ref: target.ref, residence, language })

/**
 * `/r/<code>`: tracked links. They count the click and open the funnel, at the quote and the offer
 * of the address where those belong to the link. HEAD counts nothing: it comes from programs that
 * look where a link leads.
 */
export const makeRedirectRoute = (parts: RedirectParts): OpenRoute => ({
  pattern: "/r/*",
  answer: (call, code) => {
    if (!isLinkCode(code)) return parts.pages.unknown(call)
    const query = readRedirectQuery(call.query, parts.languages)
    const { offerId, quote } = query
    return Effect.matchEffect(parts.targets.find({ code, quote, offerId }), {
      onFailure: () => parts.pages.unavailable(call),
      onSuccess: (target) => {
        if (target === undefined) return parts.pages.unknown(call)
        if (call.method === "GET") parts.clicks.count(code)
        return Effect.succeed(redirectTo(addressOf(parts.funnelUrl, target, query)))
      },
    })
  },
})
