import { type SaleStatus, saleStatuses } from "../../../rules/sales/sale.ts"
import { salesCursorText } from "../../../rules/sales/sales-query.ts"
import type { PagedSale, SalesPageFound } from "../../ports/sales.ts"
import type { CurrencyTotals } from "../../ports/usage.ts"
import { field, linkButton, submitButton } from "../kit/controls.ts"
import { html, type PageContent, type PageNode } from "../kit/html.ts"
import { type BadgeState, stateBadge } from "../kit/state-badge.ts"
import { formatCount, formatDay, formatMoney, formatShortDay } from "./format.ts"
import { cardHead, type ConsoleContent } from "./frame.ts"
import { pageSteps } from "./controls.ts"
import { type ConsoleLanguage, type ConsoleView, consoleAddress } from "./view.ts"
import { type SalesWords, salesWords } from "./sales/words.ts"

/** What the page of sales is made of. */
export interface SalesFacts extends SalesPageFound {
  readonly totals: ReadonlyArray<CurrencyTotals>
  readonly status: SaleStatus | null
  /** Whether the newest come first; else the oldest do. */
  readonly isNewestFirst: boolean
  /** Whether sales stand on pages before this one. */
  readonly isLater: boolean
  /** Days after which a pending sale validates itself. */
  readonly validationDays: number
}

const badges: Readonly<Record<SaleStatus, BadgeState>> = {
  pending: "info",
  validated: "held",
  cancelled: "ended",
}

const stateTold = (
  sale: PagedSale,
  words: SalesWords,
  language: ConsoleLanguage,
): string | undefined => {
  if (sale.status === "cancelled") {
    // A correction is the last change of a sale, and not the one that booked it back.
    return sale.changedAt === sale.correctedAt
      ? undefined
      : words.reversed(formatShortDay(language, sale.changedAt))
  }
  if (sale.validatedAt !== null) return words.validated(formatShortDay(language, sale.validatedAt))
  return sale.validatesAt === null
    ? undefined
    : words.validates(formatShortDay(language, sale.validatesAt))
}

/** Where a sale stands, and since or until when. */
export const saleState = (sale: PagedSale, language: ConsoleLanguage): PageNode => {
  const words = salesWords[language]
  const told = stateTold(sale, words, language)
  const { correctedAt } = sale
  return html`${stateBadge(badges[sale.status], words.status[sale.status])}
  ${told === undefined ? null : html`<span class="help block">${told}</span>`}
  ${
    correctedAt === null
      ? null
      : html`<span class="help block"
          >${words.corrected(formatShortDay(language, correctedAt))}</span
        >`
  }` as PageNode
}

/** What is payable and what is pending, by currency. */
export const salesFigures = (
  totals: ReadonlyArray<CurrencyTotals>,
  validationDays: number,
  language: ConsoleLanguage,
): PageContent => {
  const words = salesWords[language]
  return totals.map(
    (each) =>
      html`<ul class="big-figures">
        <li>
          <b>${formatMoney(language, { ...each, minor: each.payable.commissionMinor })}</b>
          ${words.payable}
        </li>
        <li>
          <b>${formatMoney(language, { ...each, minor: each.pending.commissionMinor })}</b>
          ${words.pending(formatCount(language, validationDays))}
        </li>
      </ul>`,
  )
}

const row = (sale: PagedSale, view: ConsoleView): PageNode => {
  const money = (minor: number): string => formatMoney(view.language, { ...sale, minor })
  return html`<tr>
    <th scope="row" class="order-cell">
      <code class="order">${sale.externalOrderId}</code>
      <span class="help block"><code>${sale.ref}</code></span>
    </th>
    <td class="together third">
      <time datetime=${sale.bookedAt}>${formatDay(view.language, sale.bookedAt)}</time>
    </td>
    <td class="number">${money(sale.amountMinor)}</td>
    <td class="number strong">${money(sale.commissionMinor)}</td>
    <td>${saleState(sale, view.language)}</td>
  </tr>`
}

const table = (facts: SalesFacts, view: ConsoleView, words: SalesWords): PageNode =>
  html`<div class="scroll" tabindex="0" role="region" aria-label=${words.title}>
    <table>
      <caption class="unseen">
        ${words.title}
      </caption>
      <thead>
        <tr>
          <th scope="col">${words.order}</th>
          <th scope="col">${words.booked}</th>
          <th scope="col" class="number">${words.amount}</th>
          <th scope="col" class="number">${words.commission}</th>
          <th scope="col">${words.state}</th>
        </tr>
      </thead>
      <tbody>
        ${facts.sales.map((sale) => row(sale, view))}
      </tbody>
    </table>
  </div>`

/** What the address of the page says of what it lists. */
const keptOf = ({
  isNewestFirst,
  status,
}: Pick<SalesFacts, "isNewestFirst" | "status">): Readonly<Record<string, string>> => ({
  ...(status === null ? {} : { status }),
  ...(isNewestFirst ? {} : { order: "oldest" }),
})

const filter = (facts: SalesFacts, view: ConsoleView, words: SalesWords): PageNode => {
  const chip = (
    listed: Pick<SalesFacts, "isNewestFirst" | "status">,
    isHere: boolean,
    label: string,
  ): PageNode =>
    html`<a
      class="chip"
      href=${consoleAddress(view, view.path, keptOf(listed))}
      aria-current=${isHere ? "true" : undefined}
      >${label}</a
    >`
  const { isNewestFirst } = facts
  return html`<div class="actions filter">
    <nav class="actions" aria-label=${words.filter}>
      ${chip({ status: null, isNewestFirst }, facts.status === null, words.all)}
      ${saleStatuses.map((status) =>
        chip({ status, isNewestFirst }, facts.status === status, words.status[status]),
      )}
    </nav>
    <nav class="actions" aria-label=${words.sorting}>
      ${[true, false].map((isNewest) =>
        chip(
          { ...facts, isNewestFirst: isNewest },
          isNewest === isNewestFirst,
          isNewest ? words.newestFirst : words.oldestFirst,
        ),
      )}
    </nav>
  </div>` as PageNode
}

const steps = (facts: SalesFacts, view: ConsoleView, words: SalesWords): PageContent =>
  pageSteps(view, {
    kept: keptOf(facts),
    isLater: facts.isLater,
    next: facts.next === null ? null : { cursor: salesCursorText("booked", facts.next) },
    words: facts.isNewestFirst ? words.stepsBack : words.stepsOn,
  })

const dayField = (id: string, label: string): PageNode =>
  field({ id, label, control: html`<input id=${id} name=${id} type="date" />` })

const exportsCard = (view: ConsoleView, words: SalesWords): PageNode =>
  html`<section class="card stack">
    <h2>${words.exports}</h2>
    <form method="get" action="/console/sales.csv" class="stack">
      <input type="hidden" name="mode" value=${view.mode} />
      <input type="hidden" name="lang" value=${view.language} />
      <div class="two">${dayField("from", words.from)} ${dayField("until", words.until)}</div>
      <p class="help">${words.allDays}</p>
      <div class="actions">${submitButton({ label: words.exportSales, look: "plain" })}</div>
    </form>
    <h3>${words.ledger}</h3>
    <p class="small-text second">${words.ledgerWhy}</p>
    <div class="actions">
      ${linkButton({ href: consoleAddress(view, "/console/ledger.csv"), label: words.exportLedger })}
    </div>
  </section>` as PageNode

/** The page of sales: what is payable, each sale with its state, and the exports. */
export const salesPage = (view: ConsoleView, facts: SalesFacts): ConsoleContent => {
  const words = salesWords[view.language]
  const isSandbox = view.mode === "sandbox"
  return {
    title: words.title,
    body: html`${filter(facts, view, words)}
      <div class="columns wide-first">
        <section class="card flush">
          ${cardHead(words.title)}
          <div class="inset">
            ${salesFigures(facts.totals, facts.validationDays, view.language)}
          </div>
          ${
            facts.sales.length === 0
              ? html`<p class="empty inset">${isSandbox ? words.sandbox : words.none}</p>`
              : table(facts, view, words)
          }
          <div class="inset actions">
            ${steps(facts, view, words)}
            <p class="help">${facts.isNewestFirst ? words.newestFirst : words.oldestFirst}</p>
          </div>
        </section>
        ${exportsCard(view, words)}
      </div>`,
  }
}
