import type { QuotaLimits } from "../../../../rules/accounts/policy.ts"
import type { Partner } from "../../../ports/partners.ts"
import type { Review } from "../../../ports/reviews.ts"
import { field, submitButton } from "../../kit/controls.ts"
import { html, type PageContent, type PageNode } from "../../kit/html.ts"
import { formatCount } from "../format.ts"
import { csrfField } from "../frame.ts"
import { type ConsoleView, consoleAddress } from "../view.ts"
import { type OperatorWords, operatorWords } from "../operator-words.ts"

const daysPerMonth = 30
const roundReads = 500

/** Calls a day that a declaration comes to. */
export const declaredDaily = ({ callsMonthly }: Pick<Review, "callsMonthly">): number =>
  Math.ceil(callsMonthly / daysPerMonth)

/**
 * The daily reads that an approval proposes: the house's default, or what is declared where that is
 * more, rounded up to the next 500.
 *
 * ```ts
 * import { proposedReads } from "../http/pages/console/operator/approval.ts"
 *
 * proposedReads({ callsMonthly: 45_000 }, 2_000) // => 2000
 * proposedReads({ callsMonthly: 180_000 }, 2_000) // => 6000
 * ```
 */
export const proposedReads = (review: Pick<Review, "callsMonthly">, usual: number): number =>
  Math.max(usual, Math.ceil(declaredDaily(review) / roundReads) * roundReads)

/** What an approval is decided on. */
export interface ApprovalFacts {
  readonly partner: Partner
  readonly review: Review | undefined
  readonly liveLimits: QuotaLimits
}

const limitField = (id: string, name: string, label: string, value: number): PageNode =>
  field({
    id,
    label,
    control: html`<input
      id=${id}
      name=${name}
      inputmode="numeric"
      autocomplete="off"
      required
      maxlength="13"
      value=${String(value)}
    />`,
  })

const label = ({ partner, review }: ApprovalFacts, words: OperatorWords): string => {
  if (partner.status === "suspended") return words.approveAgain
  return partner.status === "approved" && review?.outcome !== null ? words.change : words.approve
}

const codeField = ({ partner }: ApprovalFacts): PageNode =>
  html`<input type="hidden" name="partner" value=${partner.code} />`

/** The form that approves a partner, with the quotas that its live keys get. */
export const approvalForm = (facts: ApprovalFacts, view: ConsoleView): PageNode => {
  const words = operatorWords[view.language]
  const { liveLimits, partner, review } = facts
  const isWaiting = review?.outcome === null
  const usual = partner.liveQuota ?? liveLimits
  const reads = isWaiting ? proposedReads(review, usual.reads) : usual.reads
  const count = (figure: number): string => formatCount(view.language, figure)
  return html`<form
    method="post"
    action=${consoleAddress(view, "/console/operator/approve")}
    class="stack"
  >
    ${csrfField(view)} ${codeField(facts)}
    <fieldset class="stack">
      <legend>${words.quotas}</legend>
      <div class="two">
        ${limitField(`reads-${partner.code}`, "reads", words.reads, reads)}
        ${limitField(`writes-${partner.code}`, "writes", words.writes, usual.writes)}
      </div>
      ${
        isWaiting
          ? html`<p class="help">
              ${words.usual(count(liveLimits.reads), count(declaredDaily(review)))}
            </p>`
          : null
      }
    </fieldset>
    <div class="actions">${submitButton({ label: label(facts, words) })}</div>
  </form>` as PageNode
}

/** The form that declines the request that waits, with a sentence for the partner. */
export const declineForm = (facts: ApprovalFacts, view: ConsoleView): PageContent => {
  const words = operatorWords[view.language]
  if (facts.review?.outcome !== null) return null
  const id = `reason-${facts.partner.code}`
  return html`<details class="act">
    <summary class="button small">
      ${words.decline}<span class="unseen">: ${facts.partner.name}</span>
    </summary>
    <form
      method="post"
      action=${consoleAddress(view, "/console/operator/decline")}
      class="stack inset"
    >
      ${csrfField(view)} ${codeField(facts)}
      ${field({
        id,
        label: words.reason,
        control: html`<textarea
          id=${id}
          name="reason"
          rows="2"
          maxlength="500"
          required
        ></textarea>`,
      })}
      <div class="actions">
        ${submitButton({ label: words.declineNow, look: "danger", isSmall: true })}
      </div>
    </form>
  </details>`
}

/** The form that suspends a partner. */
export const suspendForm = (facts: ApprovalFacts, view: ConsoleView): PageContent => {
  const words = operatorWords[view.language]
  if (facts.partner.status === "suspended") return null
  return html`<details class="act">
    <summary class="button small danger">${words.suspend}</summary>
    <form
      method="post"
      action=${consoleAddress(view, "/console/operator/suspend")}
      class="stack inset"
    >
      ${csrfField(view)} ${codeField(facts)}
      <p class="small-text second">${words.suspendWhy}</p>
      <div class="actions">
        ${submitButton({ label: words.suspendNow, look: "danger", isSmall: true })}
      </div>
    </form>
  </details>`
}
