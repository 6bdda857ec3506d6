import type { Answer } from "../../api/answer.ts"
import { linkButton, notice, submitButton } from "../kit/controls.ts"
import { html, type PageContent, type PageNode } from "../kit/html.ts"
import type { MakePage } from "../kit/page.ts"
import { stateBadge } from "../kit/symbols.ts"
import {
  type ChosenOffer,
  funnelAnswer,
  isCredited,
  type NamedOffer,
  type OpenedQuote,
  pageAddress,
} from "./frame.ts"
import { carriedFields } from "./names-page.ts"
import {
  comparatorAddress,
  fictionalNote,
  offerHead,
  priceText,
  soldDisclosures,
  tripText,
} from "./offer-side.ts"
import { priceNotice, toldPrice } from "./told-price.ts"
import { type PriceChange, writeToldPrice } from "../../../rules/pricing/told-price.ts"

const tripLine = ({ quote, say }: OpenedQuote): PageNode =>
  html`<p class="second trip-line">${tripText(say, quote.trip)}</p>`

/** The demo's last step: it stands in for payment, charges nothing, and says so before its button. */
export const paymentPage = (
  makePage: MakePage,
  chosen: ChosenOffer,
  { change }: { readonly change: PriceChange | undefined },
): Answer => {
  const { offer, say } = chosen
  const heading = say("funnel.pay_heading")
  const told = writeToldPrice(toldPrice(offer))
  return funnelAnswer(makePage, chosen, {
    heading,
    step: "presubscribe",
    offerId: offer.id,
    body: html`<div class="stack narrow">
      ${priceNotice(chosen, change)}
      <section class="card stack">
        <p class="badges">
          ${stateBadge("held", say("funnel.sent_badge"))} ${stateBadge("info", say("funnel.demo"))}
        </p>
        ${offerHead(offer)} ${tripLine(chosen)}
        <p>${say("funnel.pay_about")}</p>
        <dl class="sums">
          <div>
            <dt>${say("funnel.pay_price")}</dt>
            <dd>${priceText(say, offer.price)}</dd>
          </div>
          <div class="charged">
            <dt>${say("funnel.pay_charged")}</dt>
            <dd>${say.ceiling(0, offer.price.currency)}</dd>
          </div>
        </dl>
        <h2>${say("trust.who_heading")}</h2>
        ${soldDisclosures(chosen, "payment")} ${fictionalNote(chosen)}
        <form method="post" action=${pageAddress(chosen, say.language, offer.id)}>
          ${carriedFields([], told, chosen)}
          ${submitButton({ label: say("funnel.finish"), name: "step", value: "finish" })}
        </form>
        <p class="help">
          ${say(isCredited(chosen) ? "funnel.pay_after" : "funnel.pay_uncredited")}
          ${" "}${say("funnel.names_gone")}
        </p>
      </section>
    </div>` as PageContent,
  })
}

/**
 * Tells who comes for one offer that another one of the same quote is presubscribed: which one, and the
 * way to either. What is paid stays.
 */
export const otherOfferPage = (
  makePage: MakePage,
  opened: OpenedQuote,
  parts: {
    readonly held: NamedOffer & { readonly id: number }
    readonly wanted: NamedOffer & { readonly id: number }
    readonly isReplaceable: boolean
  },
): Answer => {
  const { say } = opened
  const { held, isReplaceable, wanted } = parts
  return funnelAnswer(makePage, opened, {
    heading: say("funnel.other_heading", { offer: held.name }),
    step: "presubscribe",
    offerId: wanted.id,
    status: 409,
    body: html`<div class="card stack narrow">
      ${tripLine(opened)} ${notice("warning", say("funnel.other_why", { wanted: wanted.name }))}
      ${isReplaceable ? null : html`<p>${say("funnel.other_paid")}</p>`}
      <div class="actions">
        ${linkButton({
          href: pageAddress(opened, say.language, held.id),
          label: say("funnel.other_keep", { offer: held.name }),
          look: "main",
        })}
        ${
          isReplaceable
            ? html`<form method="post" action=${pageAddress(opened, say.language, wanted.id)}>
                <input type="hidden" name="instead_of" value=${held.id} />
                ${submitButton({
                  label: say("funnel.other_take", { offer: wanted.name }),
                  look: "plain",
                  name: "step",
                  value: "begin",
                })}
              </form>`
            : linkButton({ href: comparatorAddress(opened), label: say("funnel.compare") })
        }
      </div>
    </div>` as PageContent,
  })
}

/** A step that cannot be taken now: what is so, why, and how to go on. */
export const troublePage = (
  makePage: MakePage,
  opened: OpenedQuote,
  trouble: {
    readonly heading: string
    readonly why: string
    readonly status: number
    readonly offerId: number | null
    /** A code to quote when asking for help. */
    readonly code?: string
  },
): Answer => {
  const { say } = opened
  const { code, heading, offerId, status, why } = trouble
  return funnelAnswer(makePage, opened, {
    heading,
    step: null,
    offerId,
    status,
    ...(status === 503 ? { headers: { "retry-after": "5" } } : {}),
    body: html`<div class="card stack narrow">
      ${notice("warning", [
        html`<p>${why}</p>`,
        code === undefined ? null : html`<p><code>${code}</code></p>`,
      ])}
      <p class="actions">
        ${linkButton({
          href: pageAddress(opened, say.language, offerId),
          label: say("funnel.again"),
          look: "main",
        })}
      </p>
    </div>` as PageContent,
  })
}
