import type { Answer } from "../../api/answer.ts"
import { linkButton, notice } from "../kit/controls.ts"
import { html, type PageContent, type PageNode } from "../kit/html.ts"
import { coverWords, excessText, plainInsurer } from "../kit/offer-words.ts"
import type { MakePage } from "../kit/page.ts"
import { stateBadge, symbol } from "../kit/symbols.ts"
import {
  type ChosenOffer,
  funnelAnswer,
  homeAddress,
  isCredited,
  type NamedOffer,
  type OpenedQuote,
} from "./frame.ts"
import {
  agesText,
  fictionalNote,
  offerDocuments,
  offerHead,
  priceText,
  soldDisclosures,
  tripText,
} from "./offer-side.ts"
import { withdrawalPart } from "./withdrawal.ts"
import { medicalSlug } from "../../../rules/coach/card/products.ts"

/** The offer of a quote that is past its review. */
interface HeldOffer {
  /** By name; undefined where the catalogue holds it no more. */
  readonly offer: NamedOffer | undefined
  /** With its covers; undefined where nobody can be asked for them now. */
  readonly held: ChosenOffer | undefined
}

/** Where the funnel ends in production: presubscribed, and nothing more happens here. */
export const presubscribedPage = (
  makePage: MakePage,
  opened: OpenedQuote,
  { held, offer }: HeldOffer,
): Answer => {
  const { say } = opened
  return funnelAnswer(makePage, opened, {
    heading: say("funnel.sent_heading", { offer: named(opened, offer) }),
    step: null,
    offerId: null,
    body: html`${notice("info", say("trust.not_insured"))}
    ${receipt(opened, {
      held,
      badges: [stateBadge("held", say("funnel.sent_badge"))],
      sums: null,
      steps: [say("funnel.sent_about"), say("trust.next_keep")],
      withdrawal: null,
    })}
    ${integratorPart(opened, [say("funnel.ends_here"), say("funnel.names_gone")])}` as PageContent,
  })
}

/** The end: subscribed. In the demo it says first that nothing was charged and that nobody is insured. */
export const subscribedPage = (
  makePage: MakePage,
  opened: OpenedQuote,
  { held, isDemo, offer }: HeldOffer & { readonly isDemo: boolean },
): Answer => {
  const { quote, say } = opened
  const { ref, subscriptionId: order } = quote
  const insurer = plainInsurer(offer?.insurer ?? "")
  return funnelAnswer(makePage, opened, {
    heading: isDemo
      ? say("funnel.done_heading")
      : say("funnel.subscribed_heading", { offer: named(opened, offer) }),
    step: null,
    offerId: null,
    body: html`${isDemo ? notice("info", say("trust.demo_receipt")) : null}
    ${receipt(opened, {
      held,
      badges: [
        stateBadge("held", say("funnel.done_badge")),
        ...(isDemo ? [stateBadge("info", say("funnel.demo"))] : []),
      ],
      // What was paid is the partner's to tell: only the demo's price is its own.
      sums: isDemo && held !== undefined ? demoSums(held) : null,
      steps: [
        say("trust.next_keep"),
        ...(insurer === "" ? [] : [say("trust.next_papers", { insurer })]),
        say("trust.next_leave"),
        say("trust.next_cancel"),
      ],
      withdrawal: withdrawalPart(opened),
    })}
    ${
      isDemo
        ? integratorPart(
            opened,
            isCredited(opened)
              ? [say("funnel.done_about", { ref, order }), say("funnel.pay_after")]
              : [say("funnel.pay_uncredited")],
          )
        : null
    }` as PageContent,
  })
}

/** The offer as the title of a page; a quote without one is called as the funnel is. */
const named = ({ say }: OpenedQuote, offer: NamedOffer | undefined): string =>
  offer?.name ?? say("funnel.title")

const demoSums = ({ offer: { price }, say }: ChosenOffer): PageNode =>
  html`<dl class="sums">
    <div>
      <dt>${say("funnel.pay_price")}</dt>
      <dd>${priceText(say, price)}</dd>
    </div>
    <div class="charged">
      <dt>${say("funnel.pay_charged")}</dt>
      <dd>${say.ceiling(0, price.currency)}</dd>
    </div>
  </dl>`

interface ReceiptParts {
  readonly held: ChosenOffer | undefined
  readonly badges: ReadonlyArray<PageNode>
  readonly sums: PageNode | null
  /** What happens next, step by step. */
  readonly steps: ReadonlyArray<string>
  /** How to withdraw from the contract, or that somebody has. */
  readonly withdrawal: PageNode | null
}

/** What was taken, when and where it holds, its documents, and what happens next. */
const receipt = (
  opened: OpenedQuote,
  { badges, held, steps, sums, withdrawal }: ReceiptParts,
): PageNode => {
  const { quote, say } = opened
  return html`<div class="beside-rail receipt">
    <section class="card stack">
      <p class="badges">${badges}</p>
      ${
        held === undefined
          ? html`<p class="second trip-line">${tripText(say, quote.trip)}</p>`
          : html`${offerHead(held.offer)} ${receiptFacts(held)}`
      }
      ${sums}
      ${
        held === undefined
          ? null
          : html`<h2>${say("comparator.documents")}</h2>
              ${offerDocuments(say, held.offer)}`
      }
    </section>
    <aside class="card stack" aria-labelledby="next">
      <h2 id="next">${say("trust.next")}</h2>
      <ol class="next">
        ${steps.map((step) => html`<li>${step}</li>`)}
      </ol>
      ${withdrawal}
      <p class="actions">
        <button type="button" class="button small scripted" data-print>
          ${symbol("document")}<span>${say("comparator.print")}</span>
        </button>
        ${linkButton({
          href: homeAddress(opened),
          label: say("trust.another_trip"),
          look: "quiet",
          isSmall: true,
        })}
      </p>
    </aside>
    ${
      held === undefined
        ? null
        : html`<section class="card stack">
            <h2>${say("trust.who_heading")}</h2>
            ${soldDisclosures(held, "receipt")} ${fictionalNote(held)}
          </section>`
    }
  </div>`
}

const receiptFacts = (held: ChosenOffer): PageNode => {
  const { offer, quote, say } = held
  const { trip } = quote
  const care = offer.guarantees[medicalSlug]
  const excess = care === undefined ? undefined : excessText(say, care, offer.guaranteeCurrency)
  const facts: ReadonlyArray<readonly [name: string, told: PageContent]> = [
    [say("funnel.travellers", { count: trip.travellers.length }), agesText(held)],
    [say("trust.covered"), say.dateRange(trip.startDate, trip.endDate)],
    [say("comparator.destinations"), say.list(trip.arrivalCountries.map(say.country))],
    ...(care === undefined
      ? []
      : [
          [
            say.shortGuarantee(medicalSlug),
            [coverWords(say, care, offer.guaranteeCurrency, trip), excess]
              .filter((part) => part !== undefined)
              .join(", "),
          ] as const,
        ]),
    ...(trip.shouldCoverCancellation && trip.tripPrice !== undefined
      ? [
          [
            say.shortGuarantee("cancelTrip"),
            say("offers.insured_price", { amount: say.ceiling(trip.tripPrice, trip.currency) }),
          ] as const,
        ]
      : []),
    [say("trust.reference"), html`<code>${quote.subscriptionId}</code>`],
  ]
  return html`<dl class="told-facts">
    ${facts.map(
      ([name, told]) =>
        html`<div>
          <dt>${name}</dt>
          <dd>${told}</dd>
        </div>`,
    )}
  </dl>`
}

/** What concerns people who build a funnel of their own, and no traveller. */
const integratorPart = ({ say }: OpenedQuote, lines: ReadonlyArray<string>): PageNode =>
  html`<details class="card integrator">
    <summary>${say("trust.integrator")}</summary>
    ${lines.map((line) => html`<p class="small-text second">${line}</p>`)}
  </details>`
