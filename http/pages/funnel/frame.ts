import type * as Effect from "effect/Effect"
import type { Answer } from "../../api/answer.ts"
import type { IncomingCall } from "../../api/incoming.ts"
import { html, type PageContent, type PageNode } from "../kit/html.ts"
import type { MakePage } from "../kit/page.ts"
import { type DisclosureFacts, disclosureFoot } from "../kit/disclosures.ts"
import { languageSwitch, topBar } from "../kit/shell.ts"
import { aboutAddress } from "../compare/about-page.ts"
import { formAddress } from "../compare/search.ts"
import { housePartnerCode } from "../../ports/house.ts"
import { linkHeaders, type LinkPages } from "../redirect-pages.ts"
import type { ReportDemoSale } from "../../ports/sales.ts"
import type { FunnelPartner, FunnelQuote, FunnelQuotes } from "../../ports/funnel-quotes.ts"
import type { LiveQuote } from "../../ports/live-quotes.ts"
import type { LoadTravellerTexts } from "../../ports/traveller-texts.ts"
import type { TellNotCovered } from "../../../rules/comparison/not-covered.ts"
import type { Disclosure, DisclosuresAt } from "../../../rules/documents/disclosures.ts"
import type { DisclosurePlace } from "../../../rules/documents/document-tables.ts"
import { quoteAddress } from "../../../rules/links/funnel-address.ts"
import { travellerLanguage } from "../../../rules/messages/travellers/languages.ts"
import type { TravellerText } from "../../../rules/messages/travellers/traveller-text.ts"
import type { WithdrawalUntil } from "../../../rules/documents/withdrawal.ts"
import type { Offer, Price, PricingUnavailable } from "../../../rules/pricing/offer.ts"
import type { Trip } from "../../../rules/trip/trip.ts"

/**
 * The address of a quote's page in a language, from another page of the funnel. It has the form of
 * the addresses that travellers come in by.
 */
export const pageAddress = (
  { quote }: OpenedQuote,
  language: string,
  offerId: number | null,
): string => quoteAddress(".", { quoteRef: quote.quoteRef, language, offerId })

const steps = ["trip", "travellers", "review", "presubscribe"] as const

/** A step of the traveller's way. */
type FunnelStep = (typeof steps)[number]

/** A page of the funnel inside its frame. */
interface FunnelPage {
  readonly heading: string
  /** The step that the traveller is at; null once all are behind. */
  readonly step: FunnelStep | null
  readonly body: PageContent
  /** The offer whose page it is; null for pages of the quote as a whole. */
  readonly offerId: number | null
  /** Its own address in a language, where it is none of the offer's. */
  readonly addressIn?: (language: string) => string
  /** What a page that answers a form carries on when the language is changed. */
  readonly carried?: PageContent
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
}

/** Makes the answer of a page of the funnel: nobody keeps, lists or frames it. */
export const funnelAnswer = (makePage: MakePage, opened: OpenedQuote, page: FunnelPage): Answer => {
  const { quote, say } = opened
  const language = travellerLanguage(say.language)
  const switchIn = page.carried === undefined ? plainSwitch : carryingSwitch
  return makePage({
    language,
    title: page.status === 422 ? say("offers.error_title", { title: page.heading }) : page.heading,
    description: say("funnel.title"),
    styles: ["funnel.css"],
    ...(page.status === undefined ? {} : { status: page.status }),
    headers: { ...linkHeaders, ...page.headers },
    body: html`${topBar({
        homeHref: homeAddress(opened),
        skipLabel: say("funnel.skip"),
        beside: isCredited(opened)
          ? html`<span class="small-text third"
              >${say("funnel.with_partner", { partner: quote.partner.name })}</span
            >`
          : null,
        end: switchIn(opened, page, language),
      })}
      <main id="main" class="wide funnel">
        ${road(say, page.step)}
        <h1 class="display headline">${page.heading}</h1>
        ${page.body}
      </main>
      ${disclosureFoot(say, disclosuresOf(opened, "footer"), opened.disclosed, {
        href: `..${aboutAddress(say.language, quote.trip.countryResidence)}`,
      })}`,
  })
}

/** Whether a partner is credited for a quote: the house sells for nobody. */
export const isCredited = ({ quote }: OpenedQuote): boolean =>
  quote.partner.code !== housePartnerCode

/** Where another comparison begins, under the ref of the quote, from a page of the funnel. */
export const homeAddress = ({ quote, say }: OpenedQuote): string =>
  `..${formAddress(say.language, quote.ref)}`

/** What the law of the traveller's residence has told at a place. */
export const disclosuresOf = (
  { disclosuresAt, quote }: OpenedQuote,
  place: DisclosurePlace,
): ReadonlyArray<Disclosure> => disclosuresAt(quote.trip.countryResidence, place)

/** An offer of the catalogue by name, priced or not. */
export interface NamedOffer {
  readonly name: string
  readonly insurer: string
}

/** What the funnel's pages are made with. */
export interface FunnelParts {
  readonly makePage: MakePage
  /** Pages of links that lead nowhere. */
  readonly nowhere: LinkPages
  readonly quotes: FunnelQuotes["Service"]
  readonly texts: LoadTravellerTexts
  /** The languages that the funnel is opened in. */
  readonly languages: ReadonlySet<string>
  /** Rates a trip live, at the terms of the partner that the traveller comes from. */
  readonly rate: (
    trip: Trip,
    partner: FunnelPartner,
  ) => Effect.Effect<LiveQuote, PricingUnavailable>
  /** The path of the comparison of a trip under a ref, from a page of the funnel. */
  readonly comparisonOf: (trip: Trip, ref: string, nowMs: number) => string
  /** An offer of the live catalogue; undefined for any other id. */
  readonly offerOf: (id: number) => NamedOffer | undefined
  /** What an offer does not cover on a trip. */
  readonly notCovered: TellNotCovered
  readonly disclosuresAt: DisclosuresAt
  readonly disclosed: DisclosureFacts
  /** What of an offer's price is the handling fee, in main units of its currency. */
  readonly feeOf: (price: Price, partner: FunnelPartner) => number
  /** How long a receipt has a button to withdraw. */
  readonly withdrawalUntil: WithdrawalUntil
  /** Takes declarations to withdraw. */
  readonly withdrawal: TakeWithdrawal
  /** Reports a sale in the demo; null in production, where nothing is paid here. */
  readonly reportSale: ReportDemoSale | null
}

/** Takes a call of the page on which a traveller withdraws from the contract of a quote. */
export type TakeWithdrawal = (
  open: Effect.Effect<OpenedQuote, EndedBy>,
  call: IncomingCall,
) => Paged

/** What ends a call early: a page of its own, or one of links that lead nowhere. */
export type EndedBy = Answer | keyof LinkPages

/** What answers a call: a page, which an early end is, too. */
export type Paged = Effect.Effect<Answer, EndedBy>

/** A quote that a traveller has opened, and the language that is spoken. */
export interface OpenedQuote {
  readonly quote: FunnelQuote
  readonly say: TravellerText
  /** The path of the comparison of its trip. */
  readonly comparison: string
  readonly disclosuresAt: DisclosuresAt
  readonly disclosed: DisclosureFacts
  readonly feeOf: FunnelParts["feeOf"]
  /** The last day of the button to withdraw from the contract; undefined where there is none, or none any more. */
  readonly withdrawUntil: string | undefined
}

/** A quote that was rated again for this very page. */
export interface RatedQuote extends OpenedQuote {
  readonly rated: LiveQuote
}

/** One offer of a rated quote. */
export interface ChosenOffer extends RatedQuote {
  readonly offer: Offer
  /** The offer that is presubscribed and that this one is to take the place of. */
  readonly insteadOf?: number
}

const plainSwitch = (
  opened: OpenedQuote,
  { addressIn, offerId }: FunnelPage,
  language: string,
): PageNode =>
  languageSwitch(
    opened.say("funnel.languages"),
    offered(language).map((each) => ({
      language: each,
      label: each.toUpperCase(),
      href: addressIn?.(each) ?? pageAddress(opened, each, offerId),
    })),
    language,
  )

/** The languages that can be switched to: the traveller's own, and those that people have written. */
const offered = (language: string): ReadonlyArray<string> => [...new Set([language, "en", "fr"])]

/** A switch that sends the form's fields along: what a traveller wrote stands in no address. */
const carryingSwitch = (
  opened: OpenedQuote,
  { carried, offerId, step }: FunnelPage,
  language: string,
): PageNode =>
  html`<form method="post">
    <input type="hidden" name="step" value=${step === "travellers" ? "names" : "review"} />
    ${carried}
    <div class="segments" role="group" aria-label=${opened.say("funnel.languages")}>
      ${offered(language).map(
        (each) =>
          html`<button
            formaction=${pageAddress(opened, each, offerId)}
            lang=${each}
            aria-pressed=${each === language ? "true" : "false"}
          >
            ${each.toUpperCase()}
          </button>`,
      )}
    </div>
  </form>`

const road = (say: TravellerText, here: FunnelStep | null): PageNode => {
  const at = here === null ? steps.length : steps.indexOf(here)
  return html`<ol class="road" aria-label=${say("funnel.steps")}>
    ${steps.map(
      (step, index) =>
        html`<li
          class=${index < at ? "done" : undefined}
          aria-current=${index === at ? "step" : undefined}
        >
          ${say(`funnel.step_${step}`)}
        </li>`,
    )}
  </ol>`
}
