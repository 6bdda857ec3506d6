import { quoteAddress } from "../../../rules/links/funnel-address.ts"
import { travellerLanguage } from "../../../rules/messages/travellers/languages.ts"
import type { TravellerText } from "../../../rules/messages/travellers/traveller-text.ts"
import type { Answer } from "../../api/answer.ts"
import { html, type PageContent, type PageNode } from "../kit/html.ts"
import type { MakePage } from "../kit/page.ts"
import { languageSwitch, topBar } from "../kit/shell.ts"
import { linkHeaders } from "../redirect-pages.ts"
import type { OpenedQuote } from "./funnel-parts.ts"

const steps = ["trip", "travellers", "review", "presubscribe"] as const

/** A step of the traveller's way. */
export type FunnelStep = (typeof steps)[number]

/** A page of the funnel inside its frame. */
export interface FunnelPage {
  readonly heading: PageContent
  /** The heading as a plain text, where it is more than that. */
  readonly title: string
  /** The step that the traveller is at; null once all are behind. */
  readonly step: FunnelStep | null
  readonly body: PageContent
  /** The offer whose page it is; null for pages of the quote as a whole. */
  readonly offerId: number | null
  /** What a page that answers a form carries on when the language is changed. */
  readonly carried?: PageContent
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
}

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

/** The languages that can be switched to: the traveller's own, and those that people have written. */
const offered = (language: string): ReadonlyArray<string> => [...new Set([language, "en", "fr"])]

/**
 * The address of a quote's page in a language, from another page of the funnel. It has the form of
 * the addresses that travellers come in by.
 */
export const pageAddress = (
  { quote }: OpenedQuote,
  language: string,
  offerId: number | null,
): string => quoteAddress(".", { quoteRef: quote.quoteRef, language, offerId })

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

const plainSwitch = (opened: OpenedQuote, { offerId }: FunnelPage, language: string): PageNode =>
  languageSwitch(
    opened.say("funnel.languages"),
    offered(language).map((each) => ({
      language: each,
      label: each.toUpperCase(),
      href: pageAddress(opened, each, offerId),
    })),
    language,
  )

/** Makes the answer of a page of the funnel: nobody keeps, lists or frames it. */
export const funnelAnswer = (makePage: MakePage, opened: OpenedQuote, page: FunnelPage): Answer => {
  const { quote, say } = opened
  const language = travellerLanguage(say.language)
  const switchIn = page.carried === undefined ? plainSwitch : carryingSwitch
  return makePage({
    language,
    title: page.title,
    styles: ["funnel.css"],
    ...(page.status === undefined ? {} : { status: page.status }),
    headers: { ...linkHeaders, ...page.headers },
    body: html`${topBar({
        homeHref: "/",
        skipLabel: say("funnel.skip"),
        beside: html`<span class="small-text third"
          >${say("funnel.with_partner", { partner: quote.partner.name })}</span
        >`,
        end: switchIn(opened, page, language),
      })}
      <main id="main" class="wide funnel">
        ${road(say, page.step)}
        <h1 class="display headline">${page.heading}</h1>
        ${page.body}
      </main>`,
  })
}
