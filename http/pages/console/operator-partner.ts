import { factsLine, foldTable, pageSteps, rowsPerPage } from "./controls.ts"
import { formatCount, formatDay, formatMinute, formatMoment, formatRate } from "./format.ts"
import { cardHead, type ConsoleContent } from "./frame.ts"
import { goLiveRoad, type KeysFacts } from "./going-live.ts"
import { keysWords } from "./keys-words.ts"
import {
  approvalForm,
  declineForm,
  partnerAddress,
  partnerState,
  suspendForm,
} from "./operator-queue.ts"
import { type OperatorWords, operatorWords } from "./operator-words.ts"
import { peopleWords } from "./people.ts"
import { type SalesFigures, salesFigures } from "./sales.ts"
import { usageCharts, type UsageFacts, usageFigures } from "./usage.ts"
import { consoleAddress, type ConsoleView } from "./view.ts"
import { html, type PageContent, type PageNode } from "../kit/html.ts"
import { stateBadge } from "../kit/symbols.ts"
import type { AuditedAct, AuditPage } from "../../ports/audit-log.ts"
import type { KeySummary } from "../../ports/keys.ts"
import type { Member } from "../../ports/people.ts"

/** A page of the audit, and whether newer entries stand before it. */
interface ShownAudit extends AuditPage {
  readonly isLater: boolean
}

/** What an operator sees of one partner. */
interface PartnerFacts {
  readonly keys: KeysFacts
  readonly usage: UsageFacts
  readonly sales: SalesFigures
  readonly members: ReadonlyArray<Member>
  readonly audit: ShownAudit
  readonly validationDays: number
}

/** What an operator sees of one partner, and decides about it. */
export const partnerPage = (
  view: ConsoleView,
  facts: PartnerFacts,
  fault?: string,
): ConsoleContent => {
  const words = operatorWords[view.language]
  const { keys, usage } = facts
  const newestKeys = [...keys.used.keys, ...keys.revoked.keys]
  const shownKeys = newestKeys.slice(0, rowsPerPage)
  const hasMore = keys.used.next ?? keys.revoked.next ?? newestKeys[rowsPerPage] ?? null
  return {
    title: keys.partner.name,
    fault,
    body: html`<p><a href=${consoleAddress(view, "/console/operator")}>${words.back}</a></p>
      ${goLiveRoad(keys, view.language)}
      <div class="columns even">
        ${standing(facts, view, words)}
        <section class="card stack">
          ${cardHead(words.usage)} ${usageFigures(usage, view.language)}
          ${usageCharts(usage, view.language).reads()}
        </section>
        <section class="card flush">
          ${cardHead(words.keys)}
          ${
            shownKeys.length === 0
              ? html`<p class="empty inset">${words.noKeys}</p>`
              : html`<ul class="key-list">
                    ${shownKeys.map((key) => keyItem(key, view))}
                  </ul>
                  ${hasMore === null ? null : html`<p class="help inset">${words.moreKeys}</p>`}`
          }
        </section>
        <div class="stack">
          <section class="card stack">
            <h2>${words.sales}</h2>
            ${
              facts.sales.totals.length === 0
                ? html`<p class="second">${words.noSales}</p>`
                : salesFigures(facts.sales, facts.validationDays, view.language)
            }
          </section>
          ${peopleCard(facts, view, words)}
        </div>
      </div>
      <section class="card flush">
        ${cardHead(words.audit)} ${auditTable(facts.audit, view)}
      </section>`,
  }
}

/** The page of the audit. */
export const auditPage = (view: ConsoleView, page: ShownAudit): ConsoleContent => ({
  title: operatorWords[view.language].auditTitle,
  body: html`<section class="card flush">${auditTable(page, view)}</section>`,
})

const standing = (facts: PartnerFacts, view: ConsoleView, words: OperatorWords): PageNode => {
  const { partner, review } = facts.keys
  const count = (figure: number): string => formatCount(view.language, figure)
  return html`<section class="card stack">
    <div class="card-head">
      <p><code class="strong">${partner.code}</code></p>
      ${partnerState(partner, review?.outcome === null, view.language)}
    </div>
    <dl class="facts">
      <dt>${words.commission}</dt>
      <dd>${formatRate(view.language, partner.commissionBps)}</dd>
      <dt>${words.coach}</dt>
      <dd>${partner.factsOnly ? words.factsAlone : words.advice}</dd>
      <dt>${words.made}</dt>
      <dd>${formatDay(view.language, partner.createdAt)}</dd>
      ${
        review === undefined
          ? null
          : html`<dt>${words.declares}</dt>
              <dd>
                ${words.volumes(count(review.callsMonthly), count(review.salesMonthly))}
                <span class="help block">${formatMinute(view.language, review.askedAt)}</span>
              </dd>
              <dt>${words.standsOn}</dt>
              <dd>${review.purpose}</dd>
              <dt>${words.asker}</dt>
              <dd>${review.askedBy}</dd>`
      }
    </dl>
    ${approvalForm(facts.keys, view)}
    <div class="acts">${declineForm(facts.keys, view)} ${suspendForm(facts.keys, view)}</div>
  </section>` as PageNode
}

const keyItem = (key: KeySummary, view: ConsoleView): PageNode => {
  const words = keysWords[view.language]
  const badge = (): PageNode => {
    if (key.revokedAt !== null) {
      return stateBadge("ended", words.revoked(formatDay(view.language, key.revokedAt)))
    }
    return key.mode === "live" ? stateBadge("held", words.live) : stateBadge("info", words.sandbox)
  }
  const count = (figure: number): string => formatCount(view.language, figure)
  return html`<li>
    <div class="key-line"><code class="key-id">${key.keyId}</code> ${badge()}</div>
    <p class="help">
      ${factsLine(
        words.made(formatDay(view.language, key.createdAt)),
        words.limits(count(key.quota.reads), count(key.quota.writes), count(key.quota.burst)),
      )}
    </p>
  </li>`
}

const peopleCard = (facts: PartnerFacts, view: ConsoleView, words: OperatorWords): PageContent => {
  const roles = peopleWords[view.language]
  return html`<section class="card stack">
    <h2>${words.people}</h2>
    <ul class="stack tight">
      ${facts.members.map(
        ({ email, lastSignInAt, role }) =>
          html`<li>
            <span class="address">${email}</span>, ${roles.roles[role]}
            <span class="help block">
              ${roles.last(lastSignInAt === null ? roles.never : formatMinute(view.language, lastSignInAt))}
            </span>
          </li>`,
      )}
    </ul>
  </section>`
}

/** Entries of the audit, the newest first, as a table. */
const auditTable = (page: ShownAudit, view: ConsoleView): PageContent => {
  const words: OperatorWords = operatorWords[view.language]
  if (page.entries.length === 0) return html`<p class="empty inset">${words.noAudit}</p>`
  return html`${foldTable({
      caption: words.audit,
      columns: [words.when, words.who, words.action, words.subject, words.details],
      rows: page.entries.map((act) => row(act, view, words)),
    })}
    <div class="inset actions">
      ${pageSteps(view, {
        kept: {},
        isLater: page.isLater,
        next: page.next === null ? null : { before: String(page.next) },
        words: words.auditSteps,
      })}
    </div>`
}

const row = (act: AuditedAct, view: ConsoleView, words: OperatorWords): PageNode =>
  html`<tr role="row">
    <td role="cell" class="third together" data-label=${words.when}>
      <time datetime=${act.at}>${formatMoment(view.language, act.at)}</time>
    </td>
    <td role="cell" class="request" data-label=${words.who}>${act.actorName}</td>
    <th role="rowheader" scope="row"><code>${act.action}</code></th>
    <td role="cell" data-label=${words.subject}>
      <div>
        <code class="request">${act.subjectName}</code>
        ${
          act.partner === null || act.partner === act.subject
            ? null
            : html`<span class="help block">
                <a href=${partnerAddress(view, act.partner)}>${act.partner}</a>
              </span>`
        }
      </div>
    </td>
    <td role="cell" class="small-text second" data-label=${words.details}>
      <code class="request">${JSON.stringify(act.details)}</code>
    </td>
  </tr>`
