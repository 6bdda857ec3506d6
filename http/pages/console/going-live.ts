import type { KeyId } from "../../../rules/accounts/key-text.ts"
import { formatCount, formatDay } from "./format.ts"
import { csrfField, onceFields } from "./frame.ts"
import { termsFields, type TypedTerms } from "./key-terms.ts"
import { type KeysWords, keysWords } from "./keys-words.ts"
import { consoleAddress, type ConsoleView, mayChange } from "./view.ts"
import { countField } from "./controls.ts"
import { describedBy, field, linkButton, submitButton } from "../kit/controls.ts"
import { html, type PageContent, type PageNode } from "../kit/html.ts"
import { symbol } from "../kit/symbols.ts"
import type { KeyModes, KeysPage } from "../../ports/keys.ts"
import type { Partner } from "../../ports/partners.ts"
import type { Review } from "../../ports/reviews.ts"
import type { GoLiveFacts } from "../../../rules/accounts/partner.ts"
import type { QuotaLimits } from "../../../rules/accounts/policy.ts"
import type { WrittenLanguage } from "../../../core/vocabulary/written-language.ts"

/** What a declaration was typed as, so that a form that was wrong comes back filled in. */
export interface TypedDeclaration {
  readonly calls: string
  readonly sales: string
  readonly purpose: string
}

/** The button that makes a key of a mode. */
export const createKeyForm = (
  view: ConsoleView,
  mode: "sandbox" | "live",
  label: string,
  {
    look = "main",
    typed,
  }: { readonly look?: "main" | "plain"; readonly typed?: TypedTerms | undefined } = {},
): PageNode => {
  // The next step and the list of keys may both have one for a mode on a page.
  const form = `${look === "main" ? "next" : "new"}-${mode}`
  return html`<form
    method="post"
    action=${consoleAddress(view, "/console/keys/create")}
    class="stack"
  >
    ${onceFields(view)}
    <input type="hidden" name="mode" value=${mode} />
    <details class="act" open=${typed?.form === form}>
      <summary class="button small">${keysWords[view.language].terms}</summary>
      <div class="inset stack">${termsFields(view, form, { typed })}</div>
    </details>
    ${submitButton({ label, look })}
  </form>` as PageNode
}

/** The form that asks for a review. */
export const reviewForm = (view: ConsoleView, typed: TypedDeclaration, label: string): PageNode => {
  const words = keysWords[view.language]
  return html`<form
    method="post"
    action=${consoleAddress(view, "/console/keys/review")}
    class="stack"
  >
    ${csrfField(view)}
    <div class="two">
      ${countField("calls", words.calls, typed.calls)}
      ${countField("sales", words.salesMonthly, typed.sales)}
    </div>
    ${field({
      id: "purpose",
      label: words.purpose,
      help: words.purposeHelp,
      control: html`<textarea
        id="purpose"
        name="purpose"
        rows="3"
        maxlength="500"
        required
        aria-describedby=${describedBy("purpose", { help: true })}
        value=${typed.purpose}
      ></textarea>`,
    })}
    <div class="actions">${submitButton({ label })}</div>
  </form>` as PageNode
}

/** What the account does next on its road to a live key; nothing once it has one. */
export const nextCard = (
  facts: KeysFacts,
  view: ConsoleView,
  typed: TypedDeclaration = declared(facts),
  terms?: TypedTerms,
): PageContent => {
  const words = keysWords[view.language]
  switch (nextStep(facts)) {
    case "sandbox-key":
      return card(
        words.createSandbox,
        words.createSandboxWhy,
        mayChange(view)
          ? createKeyForm(view, "sandbox", words.createSandbox, { typed: terms })
          : null,
      )
    case "calls":
      return callsCard(facts, words)
    case "ask":
      return askCard(facts, view, words, typed)
    case "wait":
      return waitCard(facts, view, words, typed)
    case "live-key":
      return card(
        words.createLiveTitle,
        words.createLiveWhy,
        mayChange(view) ? createKeyForm(view, "live", words.createLive, { typed: terms }) : null,
      )
    case "done":
      return null
  }
}

/** The road to the live key: what is done, and what comes next. */
export const goLiveRoad = (facts: KeysFacts, language: WrittenLanguage): PageNode => {
  const words = keysWords[language]
  const steps = stepsOf(facts, language)
  const next = steps.findIndex(({ isDone }) => !isDone)
  return html`<ol class="card road" aria-label=${words.road}>
    ${steps.map(({ isDone, name, told }, index) => {
      const state = isDone ? "done" : index === next ? "next" : "later"
      return html`<li class=${state} aria-current=${index === next ? "step" : undefined}>
        ${
          isDone
            ? symbol("held")
            : html`<svg
                class="symbol"
                width="16"
                height="16"
                viewBox="0 0 16 16"
                aria-hidden="true"
              >
                <circle cx="8" cy="8" r="6.2" />
                ${index === next ? html`<circle class="full" cx="8" cy="8" r="3" />` : null}
              </svg>`
        }
        <span
          ><b>${name}</b> <span class="third">${told ?? (isDone ? null : words.todo)}</span></span
        >
      </li>`
    })}
  </ol>` as PageNode
}

/** A secret that is shown this once. */
export interface ShownSecret {
  readonly keyId: KeyId
  readonly secret: string
  /** Lines for a shell, by which the programs and commands of /docs find key, secret, service and ref. */
  readonly exported: string
}

/** What the page of keys and the road to the live key are made of. */
export interface KeysFacts {
  readonly nowMs: number
  readonly partner: Partner
  readonly goLive: GoLiveFacts
  readonly modes: KeyModes
  /** A page of the keys in use, the newest first. */
  readonly used: KeysPage
  /** A page of the revoked ones, the same way. */
  readonly revoked: KeysPage
  /** The newest review. */
  readonly review: Review | undefined
  /** Limits of a live key where the approval has set none. */
  readonly liveLimits: QuotaLimits
  readonly shown: ShownSecret | undefined
}

/** What the account does next on its road to a live key. */
type NextStep = "sandbox-key" | "calls" | "ask" | "wait" | "live-key" | "done"

/** Where an account stands on its road; a suspended one goes no further. */
export const nextStep = ({ goLive, modes, partner, review }: KeysFacts): NextStep => {
  if (partner.status === "suspended" || modes.live?.isInUse === true) return "done"
  const lacking = lackingCalls(goLive)
  const hasCalled = lacking.prices === 0 && lacking.links === 0
  if (!hasCalled && modes.sandbox?.isInUse !== true) return "sandbox-key"
  if (!hasCalled) return "calls"
  if (partner.status === "approved") return "live-key"
  return review?.outcome === null ? "wait" : "ask"
}

const untyped: TypedDeclaration = { calls: "", sales: "", purpose: "" }

const declared = ({ review }: KeysFacts): TypedDeclaration =>
  review === undefined
    ? untyped
    : {
        calls: String(review.callsMonthly),
        sales: String(review.salesMonthly),
        purpose: review.purpose,
      }

const card = (heading: string, why: PageContent, body: PageContent): PageNode =>
  html`<section class="card stack next">
    <h2 class="display">${heading}</h2>
    <p class="second">${why}</p>
    ${body}
  </section>`

const callsCard = (facts: KeysFacts, words: KeysWords): PageNode => {
  const lacking = lackingCalls(facts.goLive)
  return card(
    words.more(lacking.prices, lacking.links),
    words.moreWhy,
    html`<div class="actions">${linkButton({ href: "/docs", label: words.quickstart })}</div>`,
  )
}

/** What an account lacks of prices and links. */
const lackingCalls = ({
  links,
  linksRequired,
  prices,
  pricesRequired,
}: GoLiveFacts): { readonly prices: number; readonly links: number } => ({
  prices: Math.max(0, pricesRequired - prices),
  links: Math.max(0, linksRequired - links),
})

const askCard = (
  facts: KeysFacts,
  view: ConsoleView,
  words: KeysWords,
  typed: TypedDeclaration,
) => {
  const { review } = facts
  const isDeclined = review?.outcome === "declined"
  return card(
    isDeclined ? words.declinedTitle : words.askTitle,
    isDeclined ? html`<strong>${words.reason}:</strong> ${review.reason}` : words.askWhy,
    mayChange(view) ? reviewForm(view, typed, isDeclined ? words.again : words.ask) : null,
  )
}

const waitCard = (
  facts: KeysFacts,
  view: ConsoleView,
  words: KeysWords,
  typed: TypedDeclaration,
): PageContent => {
  const { review } = facts
  if (review === undefined) return null
  const count = (figure: number): string => formatCount(view.language, figure)
  return card(
    words.waitTitle,
    words.waitWhy(formatDay(view.language, review.askedAt)),
    html`<dl class="facts">
        <dt>${words.declares}</dt>
        <dd>${words.volumes(count(review.callsMonthly), count(review.salesMonthly))}</dd>
        <dt>${words.purpose}</dt>
        <dd>${review.purpose}</dd>
      </dl>
      ${
        mayChange(view)
          ? html`<details class="act">
              <summary class="button small">${words.change}</summary>
              <div class="inset">${reviewForm(view, typed, words.ask)}</div>
            </details>`
          : null
      }`,
  )
}

interface Step {
  readonly isDone: boolean
  readonly name: string
  readonly told: string | undefined
}

const stepsOf = (facts: KeysFacts, language: WrittenLanguage): ReadonlyArray<Step> => {
  const words = keysWords[language]
  const { goLive, modes, partner } = facts
  const lacking = lackingCalls(goLive)
  const count = (figure: number): string => formatCount(language, figure)
  const keyStep = (mode: "sandbox" | "live", name: string): Step => {
    const madeAt = modes[mode]?.firstMadeAt
    return {
      isDone: madeAt !== undefined,
      name,
      told: madeAt === undefined ? undefined : formatDay(language, madeAt),
    }
  }
  return [
    keyStep("sandbox", words.sandboxKey),
    {
      isDone: lacking.prices === 0,
      name: words.prices(
        count(Math.min(goLive.prices, goLive.pricesRequired)),
        count(goLive.pricesRequired),
      ),
      told: undefined,
    },
    {
      isDone: lacking.links === 0,
      name: words.links(
        count(Math.min(goLive.links, goLive.linksRequired)),
        count(goLive.linksRequired),
      ),
      told: undefined,
    },
    {
      isDone: partner.approvedAt !== null,
      name: words.review,
      told: reviewTold(facts, words, language),
    },
    keyStep("live", words.liveKey),
  ]
}

const reviewTold = (
  { partner, review }: KeysFacts,
  words: KeysWords,
  language: WrittenLanguage,
): string | undefined => {
  if (partner.approvedAt !== null) return words.approved(formatDay(language, partner.approvedAt))
  if (review === undefined) return undefined
  return review.outcome === "declined"
    ? words.declined
    : words.asked(formatDay(language, review.askedAt))
}
