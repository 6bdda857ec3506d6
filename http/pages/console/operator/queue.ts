import type { GoLiveFacts } from "../../../../rules/accounts/go-live.ts"
import { missingForKey } from "../../../../rules/accounts/go-live.ts"
import { type PartnerStatus, partnerStatuses } from "../../../../rules/accounts/partner.ts"
import type { Partner } from "../../../ports/partners.ts"
import type { Review } from "../../../ports/reviews.ts"
import { linkButton, submitButton } from "../../kit/controls.ts"
import { html, type PageContent, type PageNode } from "../../kit/html.ts"
import { type BadgeState, stateBadge } from "../../kit/state-badge.ts"
import { formatCount, formatDay, formatMinute, formatRate } from "../format.ts"
import { type ConsoleContent, marked } from "../frame.ts"
import { type ConsoleLanguage, type ConsoleView, consoleAddress } from "../view.ts"
import { type ApprovalFacts, approvalForm, declineForm } from "./approval.ts"
import { type OperatorWords, operatorWords } from "./words.ts"

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
  /** How many partners stand on pages before this one. */
  readonly offset: number
}

/** What the first page of operators is made of. */
export interface QueueFacts {
  readonly waiting: ReadonlyArray<WaitingPartner>
  readonly partners: ReadonlyArray<Partner>
  readonly filter: PartnerFilter
}

/** Partners on a page of the list. */
export const partnersPerPage = 50

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

const matches = (partner: Partner, { status, text }: PartnerFilter): boolean =>
  (status === null || partner.status === status) &&
  `${partner.name} ${partner.code}`.toLowerCase().includes(text.toLowerCase())

const row = (
  partner: Partner,
  isWaiting: boolean,
  view: ConsoleView,
  words: OperatorWords,
): PageNode =>
  html`<tr>
    <th scope="row">
      ${partner.name}<span class="help block"><code>${partner.code}</code></span>
    </th>
    <td>${partnerState(partner, isWaiting, view.language)}</td>
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

const narrowing = ({ filter, partners }: QueueFacts, view: ConsoleView, words: OperatorWords) => {
  const chip = (status: PartnerStatus | null, label: string): PageNode => {
    const found = partners.filter((partner) => matches(partner, { ...filter, status })).length
    const more = {
      ...(status === null ? {} : { status }),
      ...(filter.text === "" ? {} : { q: filter.text }),
    }
    return html`<a
      class="chip"
      href=${consoleAddress(view, view.path, more)}
      aria-current=${status === filter.status ? "true" : undefined}
      >${label} <span class="third">${formatCount(view.language, found)}</span></a
    >`
  }
  return html`<div class="actions inset">
    ${chip(null, words.any)} ${partnerStatuses.map((status) => chip(status, words.status[status]))}
    <form method="get" action=${view.path} class="search" role="search">
      <input type="hidden" name="mode" value=${view.mode} />
      <input type="hidden" name="lang" value=${view.language} />
      ${filter.status === null ? null : html`<input type="hidden" name="status" value=${filter.status} />`}
      <label class="unseen" for="q">${words.search}</label>
      <input
        id="q"
        name="q"
        type="search"
        placeholder=${words.search}
        value=${filter.text}
        maxlength="80"
      />
      ${submitButton({ label: words.find, look: "plain", isSmall: true })}
    </form>
  </div>` as PageNode
}

const nextPage = (
  found: number,
  { filter }: QueueFacts,
  view: ConsoleView,
  words: OperatorWords,
): PageContent =>
  found <= filter.offset + partnersPerPage
    ? null
    : linkButton({
        href: consoleAddress(view, view.path, {
          ...(filter.status === null ? {} : { status: filter.status }),
          q: filter.text,
          offset: String(filter.offset + partnersPerPage),
        }),
        label: words.next,
        isSmall: true,
      })

const allPartners = (queue: QueueFacts, view: ConsoleView, words: OperatorWords): PageNode => {
  const waiting = new Set(queue.waiting.map(({ partner }) => partner.code))
  const found = queue.partners.filter((partner) => matches(partner, queue.filter))
  const shown = found.slice(queue.filter.offset, queue.filter.offset + partnersPerPage)
  return html`<section class="card flush">
    <div class="card-head"><h2>${words.all}</h2></div>
    ${narrowing(queue, view, words)}
    ${
      shown.length === 0
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
                ${shown.map((partner) => row(partner, waiting.has(partner.code), view, words))}
              </tbody>
            </table>
          </div>`
    }
    <div class="inset actions">
      ${nextPage(found.length, queue, view, words)}
      <p class="help">${words.audited}</p>
    </div>
  </section>` as PageNode
}

/** The first page of operators: who waits for review, and all partners. */
export const queuePage = (view: ConsoleView, queue: QueueFacts, fault?: string): ConsoleContent => {
  const words = operatorWords[view.language]
  return {
    title: words.title,
    headline: words.headline(queue.waiting.length),
    fault,
    body: html`<div class="columns even">
        ${queue.waiting.map((waiting) => waitingCard(waiting, view, words))}
      </div>
      ${allPartners(queue, view, words)}`,
  }
}
