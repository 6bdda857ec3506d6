import type { AuditedAct, AuditPage } from "../../../ports/audit-log.ts"
import { html, type PageContent, type PageNode } from "../../kit/html.ts"
import { formatMoment } from "../format.ts"
import type { ConsoleContent } from "../frame.ts"
import { pageSteps } from "../controls.ts"
import type { ConsoleView } from "../view.ts"
import { partnerAddress } from "../operator-queue.ts"
import { type OperatorWords, operatorWords } from "../operator-words.ts"

/** Addresses of people by who the audit says that they are. */
export type ActorNames = ReadonlyMap<string, string>

const row = (act: AuditedAct, view: ConsoleView, names: ActorNames): PageNode =>
  html`<tr>
    <td class="third together">
      <time datetime=${act.at}>${formatMoment(view.language, act.at)}</time>
    </td>
    <td class="request">${names.get(act.actor) ?? act.actor}</td>
    <th scope="row"><code>${act.action}</code></th>
    <td>
      <code class="request">${act.subject}</code>
      ${
        act.partner === null || act.partner === act.subject
          ? null
          : html`<span class="help block">
              <a href=${partnerAddress(view, act.partner)}>${act.partner}</a>
            </span>`
      }
    </td>
    <td class="small-text second"><code class="request">${JSON.stringify(act.details)}</code></td>
  </tr>`

/** A page of the audit, and whether newer entries stand before it. */
export interface ShownAudit extends AuditPage {
  readonly isLater: boolean
}

/** Entries of the audit, the newest first, as a table. */
export const auditTable = (
  page: ShownAudit,
  view: ConsoleView,
  names: ActorNames = new Map(),
): PageContent => {
  const words: OperatorWords = operatorWords[view.language]
  if (page.entries.length === 0) return html`<p class="empty inset">${words.noAudit}</p>`
  return html`<div class="scroll" tabindex="0" role="region" aria-label=${words.audit}>
      <table>
        <caption class="unseen">
          ${words.audit}
        </caption>
        <thead>
          <tr>
            <th scope="col">${words.when}</th>
            <th scope="col">${words.who}</th>
            <th scope="col">${words.action}</th>
            <th scope="col">${words.subject}</th>
            <th scope="col">${words.details}</th>
          </tr>
        </thead>
        <tbody>
          ${page.entries.map((act) => row(act, view, names))}
        </tbody>
      </table>
    </div>
    <div class="inset actions">
      ${pageSteps(view, {
        kept: {},
        isLater: page.isLater,
        next: page.next === null ? null : { before: String(page.next) },
        words: words.auditSteps,
      })}
    </div>`
}

/** The page of the audit. */
export const auditPage = (view: ConsoleView, page: ShownAudit): ConsoleContent => ({
  title: operatorWords[view.language].auditTitle,
  body: html`<section class="card flush">${auditTable(page, view)}</section>`,
})
