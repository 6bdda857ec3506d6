import { countField, foldCell, foldTable, pageSteps, searchForm } from "./controls.ts"
import { formatCount, formatDay, formatMinute, formatRate } from "./format.ts"
import { type ConsoleContent, csrfField, marked } from "./frame.ts"
import { type OperatorWords, operatorWords } from "./operator-words.ts"
import { consoleAddress, type ConsoleView } from "./view.ts"
import { field, linkButton, submitButton } from "../kit/controls.ts"
import { html, type PageContent, type PageNode } from "../kit/html.ts"
import { type BadgeState, stateBadge } from "../kit/symbols.ts"
import type { ListedPartner, Partner, PartnersPage } from "../../ports/partners.ts"
import type { Review } from "../../ports/reviews.ts"
import {
  type GoLiveFacts,
  missingForKey,
  type PartnerStatus,
  partnerStatuses,
} from "../../../rules/accounts/partner.ts"
import type { QuotaLimits } from "../../../rules/accounts/policy.ts"
import type { WrittenLanguage } from "../../../core/vocabulary/written-language.ts"

/** What an approval is decided on. */
interface ApprovalFacts {
  readonly partner: Partner
  readonly review: Review | undefined
  readonly liveLimits: QuotaLimits
}

/** A partner that waits, with what it declared and did. */
export interface WaitingPartner extends ApprovalFacts {
  readonly review: Review
  readonly goLive: GoLiveFacts
  /** Sandbox calls of 30 days. */
  readonly calls: number
  readonly refused: number
  readonly people: number
}

/** Partners and reviews are counted so far; where there are more, the page says so. */
export const countedMost = 1_000

const badges: Readonly<Record<PartnerStatus, BadgeState>> = {
  created: "info",
  approved: "held",
  suspended: "ended",
}

/** Where a partner stands, as a badge. */
export const partnerState = (
  partner: Partner,
  isWaiting: boolean,
  language: WrittenLanguage,
): PageNode => {
  const words = operatorWords[language]
  return isWaiting && partner.status === "created"
    ? stateBadge("conditional", words.status.waiting)
    : stateBadge(badges[partner.status], words.status[partner.status])
}

/** Where an operator reads one partner. */
export const partnerAddress = (view: ConsoleView, code: string): string =>
  consoleAddress(view, `/console/operator/partners/${code}`)

/** What the list of partners is narrowed by. */
interface PartnerFilter {
  readonly text: string
  readonly status: PartnerStatus | null
  /** Whether partners stand on pages before this one. */
  readonly isLater: boolean
}

/** What the first page of operators is made of. */
interface QueueFacts {
  /** The first that wait. */
  readonly waiting: ReadonlyArray<WaitingPartner>
  readonly waitingCount: number
  readonly page: PartnersPage
  readonly counts: Readonly<Record<PartnerStatus, number>>
  readonly filter: PartnerFilter
}

/** The first page of operators: who waits for review, and all partners. */
export const queuePage = (view: ConsoleView, queue: QueueFacts, fault?: string): ConsoleContent => {
  const words = operatorWords[view.language]
  return {
    title: words.title,
    headline: words.headline(queue.waitingCount, counted(queue.waitingCount, view.language, words)),
    fault,
    body: html`${
        queue.waitingCount > queue.waiting.length
          ? html`<p class="second">
              ${words.firstWaiting(formatCount(view.language, queue.waiting.length))}
            </p>`
          : null
      }
      <div class="columns even">
        ${queue.waiting.map((waiting) => waitingCard(waiting, view, words))}
      </div>
      ${allPartners(queue, view, words)}`,
  }
}

const roundReads = 500

/**
 * The daily reads that an approval proposes: the house's default, or what is declared where that is
 * more, rounded up to the next 500.
 *
 * ```ts
 * import { proposedReads } from "../http/pages/console/operator-queue.ts"
 *
 * proposedReads({ callsMonthly: 45_000 }, 2_000) // => 2000
 * proposedReads({ callsMonthly: 180_000 }, 2_000) // => 6000
 * ```
 */
export const proposedReads = (review: Pick<Review, "callsMonthly">, usual: number): number =>
  Math.max(usual, Math.ceil(declaredDaily(review) / roundReads) * roundReads)

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
        ${countField(`reads-${partner.code}`, words.reads, String(reads), "reads")}
        ${countField(`writes-${partner.code}`, words.writes, String(usual.writes), "writes")}
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
  return html`<details class="act">
    <summary class="button small">
      ${words.decline}<span class="unseen">: ${facts.partner.name}</span>
    </summary>
    <form
      method="post"
      action=${consoleAddress(view, "/console/operator/decline")}
      class="stack inset"
    >
      ${csrfField(view)} ${codeField(facts)} ${reasonField(`reason-${facts.partner.code}`, words)}
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
      ${reasonField(`suspend-${facts.partner.code}`, words)}
      <div class="actions">
        ${submitButton({ label: words.suspendNow, look: "danger", isSmall: true })}
      </div>
    </form>
  </details>`
}

/** Where an operator says why, to be read by the partner. */
const reasonField = (id: string, words: OperatorWords): PageNode =>
  field({
    id,
    label: words.reason,
    control: html`<textarea id=${id} name="reason" rows="2" maxlength="500" required></textarea>`,
  })

/** How many there are, as far as they were counted. */
const counted = (count: number, language: WrittenLanguage, words: OperatorWords): string =>
  count > countedMost
    ? words.over(formatCount(language, countedMost))
    : formatCount(language, count)

const waitingCard = (waiting: WaitingPartner, view: ConsoleView, words: OperatorWords): PageNode =>
  html`<article class="card stack">
    <div class="card-head">
      <div>
        <h2><a href=${partnerAddress(view, waiting.partner.code)}>${waiting.partner.name}</a></h2>
        <p class="small-text third"><code>${waiting.partner.code}</code></p>
      </div>
      ${stateBadge("info", words.since(formatMinute(view.language, waiting.review.askedAt)))}
    </div>
    ${facts(waiting, view.language, words)} ${approvalForm(waiting, view)}
    ${declineForm(waiting, view)}
  </article>`

const facts = (waiting: WaitingPartner, language: WrittenLanguage, words: OperatorWords) => {
  const { calls, goLive, people, refused, review } = waiting
  const count = (figure: number): string => formatCount(language, figure)
  const hasCalled = missingForKey("live", { ...goLive, status: "approved" }).length === 0
  const told = words.done(
    count(goLive.prices),
    count(goLive.pricesRequired),
    count(goLive.links),
    count(goLive.linksRequired),
  )
  return html`<dl class="facts">
    <dt>${words.sandbox}</dt>
    <dd>${marked(hasCalled ? "held" : "warning", told)}</dd>
    <dt>${words.signatures}</dt>
    <dd>${words.refused(count(refused), count(calls))}</dd>
    <dt>${words.declares}</dt>
    <dd>${words.volumes(count(review.callsMonthly), count(review.salesMonthly))}</dd>
    <dt>${words.standsOn}</dt>
    <dd>${review.purpose}</dd>
    <dt>${words.people}</dt>
    <dd>${count(people)}</dd>
  </dl>` as PageNode
}

const allPartners = (queue: QueueFacts, view: ConsoleView, words: OperatorWords): PageNode => {
  const { filter, page } = queue
  return html`<section class="card flush">
    <div class="card-head"><h2>${words.all}</h2></div>
    ${narrowing(queue, view, words)}
    ${
      page.partners.length === 0
        ? html`<p class="empty inset">${words.none}</p>`
        : foldTable({
            caption: words.all,
            columns: [
              words.partner,
              words.state,
              { number: words.commission },
              { number: words.quota },
              words.made,
              words.open,
            ],
            rows: page.partners.map((partner) => row(partner, view, words)),
          })
    }
    <div class="inset actions">
      ${pageSteps(view, {
        kept: keptOf(filter, filter.status),
        isLater: filter.isLater,
        next: page.next === null ? null : { after: page.next },
        words: words.steps,
      })}
      <p class="help">${words.audited}</p>
    </div>
  </section>` as PageNode
}

const narrowing = ({ counts, filter }: QueueFacts, view: ConsoleView, words: OperatorWords) => {
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const chip = (status: PartnerStatus | null, label: string): PageNode =>
    html`<a
      class="chip"
      href=${consoleAddress(view, view.path, keptOf(filter, status))}
      aria-current=${status === filter.status ? "true" : undefined}
      >${label}${
        filter.text === ""
          ? html` <span class="third"
              >${counted(status === null ? all : counts[status], view.language, words)}</span
            >`
          : null
      }</a
    >` as PageNode
  return html`<div class="actions inset">
    ${chip(null, words.any)} ${partnerStatuses.map((status) => chip(status, words.status[status]))}
    ${searchForm({
      view,
      kept: filter.status === null ? {} : { status: filter.status },
      typed: filter.text,
      words,
    })}
  </div>` as PageNode
}

const label = ({ partner, review }: ApprovalFacts, words: OperatorWords): string => {
  if (partner.status === "suspended") return words.approveAgain
  return partner.status === "approved" && review?.outcome !== null ? words.change : words.approve
}

const keptOf = (
  { text }: PartnerFilter,
  status: PartnerStatus | null,
): Readonly<Record<string, string>> => ({
  ...(status === null ? {} : { status }),
  ...(text === "" ? {} : { q: text }),
})

const row = (partner: ListedPartner, view: ConsoleView, words: OperatorWords): PageNode =>
  html`<tr role="row">
    <th role="rowheader" scope="row">
      ${partner.name}<span class="help block"><code>${partner.code}</code></span>
    </th>
    ${foldCell(
      words.state,
      html`<div>${partnerState(partner, partner.isWaiting, view.language)}</div>`,
      false,
    )}
    ${foldCell(words.commission, formatRate(view.language, partner.commissionBps))}
    ${foldCell(
      words.quota,
      partner.liveQuota === null ? "—" : formatCount(view.language, partner.liveQuota.reads),
    )}
    ${foldCell(words.made, formatDay(view.language, partner.createdAt), false)}
    <td role="cell" class="acting">
      ${linkButton({
        href: partnerAddress(view, partner.code),
        look: "quiet",
        isSmall: true,
        label: html`${words.open}<span class="unseen"> ${partner.name}</span>`,
      })}
    </td>
  </tr>`

const daysPerMonth = 30

/** Calls a day that a declaration comes to. */
const declaredDaily = ({ callsMonthly }: Pick<Review, "callsMonthly">): number =>
  Math.ceil(callsMonthly / daysPerMonth)

const codeField = ({ partner }: ApprovalFacts): PageNode =>
  html`<input type="hidden" name="partner" value=${partner.code} />`
