import { describedBy, field, linkButton, submitButton } from "../kit/controls.ts"
import { html, type PageContent, type PageNode } from "../kit/html.ts"
import { formatCount, formatDay } from "./format.ts"
import { csrfField, onceFields } from "./frame.ts"
import { type ConsoleView, consoleAddress, mayChange } from "./view.ts"
import { type KeysFacts, lackingCalls, nextStep } from "./keys/facts.ts"
import { type KeysWords, keysWords } from "./keys-words.ts"

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
  look: "main" | "plain" = "main",
): PageNode =>
  html`<form method="post" action=${consoleAddress(view, "/console/keys/create")}>
    ${onceFields(view)}
    <input type="hidden" name="mode" value=${mode} />
    <label class="check small-text"
      ><input type="checkbox" name="events" value="1" />
      <span>${keysWords[view.language].mayChangeEndpoints}</span></label
    >
    ${submitButton({ label, look })}
  </form>`

const amountField = (id: string, label: string, value: string): PageNode =>
  field({
    id,
    label,
    control: html`<input
      id=${id}
      name=${id}
      type="text"
      inputmode="numeric"
      autocomplete="off"
      required
      maxlength="13"
      value=${value}
    />`,
  })

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
      ${amountField("calls", words.calls, typed.calls)}
      ${amountField("sales", words.salesMonthly, typed.sales)}
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

/** What the account does next on its road to a live key; nothing once it has one. */
export const nextCard = (
  facts: KeysFacts,
  view: ConsoleView,
  typed: TypedDeclaration = declared(facts),
): PageContent => {
  const words = keysWords[view.language]
  switch (nextStep(facts)) {
    case "sandbox-key":
      return card(
        words.createSandbox,
        words.createSandboxWhy,
        mayChange(view) ? createKeyForm(view, "sandbox", words.createSandbox) : null,
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
        mayChange(view) ? createKeyForm(view, "live", words.createLive) : null,
      )
    case "done":
      return null
  }
}
