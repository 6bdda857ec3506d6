import type { GoLiveFacts } from "../../../rules/accounts/go-live.ts"
import { missingForKey } from "../../../rules/accounts/go-live.ts"
import { type PartnerStatus, partnerStatuses } from "../../../rules/accounts/partner.ts"
import type { ListedPartner, Partner, PartnersPage } from "../../ports/partners.ts"
import type { Review } from "../../ports/reviews.ts"
import { linkButton } from "../kit/controls.ts"
import { html, type PageNode } from "../kit/html.ts"
import { type BadgeState, stateBadge } from "../kit/state-badge.ts"
import { formatCount, formatDay, formatMinute, formatRate } from "./format.ts"
import { type ConsoleContent, marked } from "./frame.ts"
import { pageSteps } from "./controls.ts"
import { searchForm } from "./parts/search-form.ts"
import { type ConsoleLanguage, type ConsoleView, consoleAddress } from "./view.ts"
import { type ApprovalFacts, approvalForm, declineForm } from "./operator/approval.ts"
import { type OperatorWords, operatorWords } from "./operator-words.ts"

/** A partner that waits, with what it declared and did. */
export interface WaitingPartner extends ApprovalFacts {
  readonly review: Review
  readonly goLive: GoLiveFacts
  /** Sandbox calls of 30 days. */
  readonly calls: number
  readonly refused: number
  readonly people: number
}

/** What the list of partners is narrowed by. */
export interface PartnerFilter {
  readonly text: string
  readonly status: PartnerStatus | null
  /** Whether partners stand on pages before this one. */
  readonly isLater: boolean
}

/** Partners and reviews are counted so far; where there are more, the page says so. */
export const countedMost = 1_000

/** What the first page of operators is made of. */
export interface QueueFacts {
  /** The first that wait. */
  readonly waiting: ReadonlyArray<WaitingPartner>
  readonly waitingCount: number
  readonly page: PartnersPage
  readonly counts: Readonly<Record<PartnerStatus, number>>
  readonly filter: PartnerFilter
}

const badges: Readonly<Record<PartnerStatus, BadgeState>> = {
  created: "info",
  approved: "held",
  suspended: "ended",
}

/** Where a partner stands, as a badge. */
export const partnerState = (
  partner: Partner,
  isWaiting: boolean,
  language: ConsoleLanguage,
): PageNode => {
  const words = operatorWords[language]
  return isWaiting && partner.status === "created"
    ? stateBadge("conditional", words.status.waiting)
    : stateBadge(badges[partner.status], words.status[partner.status])
}

/** Where an operator reads one partner. */
export const partnerAddress = (view: ConsoleView, code: string): string =>
  consoleAddress(view, `/console/operator/partners/${code}`)

const facts = (waiting: WaitingPartner, language: ConsoleLanguage, words: OperatorWords) => {
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

const row = (partner: ListedPartner, view: ConsoleView, words: OperatorWords): PageNode =>
  html`<tr>
    <th scope="row">
      ${partner.name}<span class="help block"><code>${partner.code}</code></span>
    </th>
    <td>${partnerState(partner, partner.isWaiting, view.language)}</td>
    <td class="number">${formatRate(view.language, partner.commissionBps)}</td>
    <td class="number">
      ${partner.liveQuota === null ? "—" : formatCount(view.language, partner.liveQuota.reads)}
    </td>
    <td class="third">${formatDay(view.language, partner.createdAt)}</td>
    <td>
      ${linkButton({
        href: partnerAddress(view, partner.code),
        look: "quiet",
        isSmall: true,
        label: html`${words.open}<span class="unseen"> ${partner.name}</span>`,
      })}
    </td>
  </tr>`

/** How many there are, as far as they were counted. */
const counted = (count: number, language: ConsoleLanguage, words: OperatorWords): string =>
  count > countedMost
    ? words.over(formatCount(language, countedMost))
    : formatCount(language, count)

const keptOf = (
  { text }: PartnerFilter,
  status: PartnerStatus | null,
): Readonly<Record<string, string>> => ({
  ...(status === null ? {} : { status }),
  ...(text === "" ? {} : { q: text }),
})

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

const allPartners = (queue: QueueFacts, view: ConsoleView, words: OperatorWords): PageNode => {
  const { filter, page } = queue
  return html`<section class="card flush">
    <div class="card-head"><h2>${words.all}</h2></div>
    ${narrowing(queue, view, words)}
    ${
      page.partners.length === 0
        ? html`<p class="empty inset">${words.none}</p>`
        : html`<div class="scroll" tabindex="0" role="region" aria-label=${words.all}>
            <table>
              <caption class="unseen">
                ${words.all}
              </caption>
              <thead>
                <tr>
                  <th scope="col">${words.partner}</th>
                  <th scope="col">${words.state}</th>
                  <th scope="col" class="number">${words.commission}</th>
                  <th scope="col" class="number">${words.quota}</th>
                  <th scope="col">${words.made}</th>
                  <th scope="col"><span class="unseen">${words.open}</span></th>
                </tr>
              </thead>
              <tbody>
                ${page.partners.map((partner) => row(partner, view, words))}
              </tbody>
            </table>
          </div>`
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
