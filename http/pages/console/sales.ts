import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { dayMs, dayStartMs, isCalendarDay } from "../../../core/vocabulary/day.ts"
import { foldCell, foldTable, pageSteps, rowsPerPage } from "./controls.ts"
import { ledgerColumns, ledgerLine, saleLine, salesColumns } from "./exports.ts"
import { formatCount, formatDay, formatMoney, formatShortDay } from "./format.ts"
import { cardHead, type ConsoleContent } from "./frame.ts"
import {
  type ConsoleParts,
  forPartner,
  type PartnerRequest,
  prepareConsoleRoute,
} from "./requests.ts"
import { datedName, rowsPerRead, sendExport } from "./send-export.ts"
import { consoleAddress, type ConsoleView, inFrench, showsArea } from "./view.ts"
import { linkButton, submitButton, inputField } from "../kit/controls.ts"
import { html, type PageContent, type PageNode } from "../kit/html.ts"
import { type BadgeState, stateBadge } from "../kit/symbols.ts"
import type { Owed } from "../../ports/payouts.ts"
import type { PagedSale, SaleOwner, SalesPageFound } from "../../ports/sales.ts"
import type { CurrencyTotals } from "../../ports/usage.ts"
import type { KeyMode } from "../../../rules/accounts/partner.ts"
import { type SaleStatus, saleStatuses } from "../../../rules/sales/sale-record.ts"
import {
  readSalesQuery,
  salesCursorText,
  type SalesQuery,
} from "../../../rules/sales/sales-query.ts"
import type { WrittenLanguage, InBoth } from "../../../core/vocabulary/written-language.ts"

/** What sales come to: what is owed for live ones, and what rehearsals would have earned. */
export interface SalesFigures {
  readonly mode: KeyMode
  readonly totals: ReadonlyArray<CurrencyTotals>
  /** Nothing in the sandbox. */
  readonly owed: ReadonlyArray<Owed>
}

/** Reads what the sales of an account come to. */
export const readSalesFigures = (
  { payouts, usage }: Pick<ConsoleParts, "payouts" | "usage">,
  owner: SaleOwner,
) =>
  Effect.map(
    Effect.all([usage.salesSummary(owner), payouts.owed(owner)]),
    ([totals, owed]): SalesFigures => ({ mode: owner.mode, totals, owed }),
  )

/** What is owed and what is pending, by currency; what is of the sandbox says that it is play money. */
export const salesFigures = (
  { mode, owed, totals }: SalesFigures,
  validationDays: number,
  language: WrittenLanguage,
): PageContent => {
  const words = salesWords[language]
  const days = formatCount(language, validationDays)
  const figure = (minor: bigint, currency: Pick<Owed, "currency" | "minorUnits">, what: string) =>
    html`<li><b>${formatMoney(language, { ...currency, minor })}</b> ${what}</li>`
  if (mode === "sandbox") {
    return [
      totals.length === 0 ? null : playMoney(language),
      ...totals.map(
        (each) =>
          html`<ul class="big-figures">
            ${figure(each.payable.commissionMinor, each, words.rehearsed)}
            ${figure(each.pending.commissionMinor, each, words.rehearsedPending)}
          </ul>`,
      ),
    ]
  }
  return owed.map(
    (each) =>
      html`<ul class="big-figures">
        ${figure(each.payableMinor + each.onItsWayMinor, each, words.owed)}
        ${figure(each.pendingMinor, each, words.pending(days))}
      </ul>`,
  )
}

/** Says that what a page shows of the sandbox is worth nothing. */
export const playMoney = (language: WrittenLanguage): PageNode =>
  html`<p class="marked warning small-text">
    ${stateBadge("unverified", salesWords[language].playMoney)}
    <span>${salesWords[language].playMoneyWhy}</span>
  </p>` as PageNode

const path = "/console/sales"

/** The routes of sales: the page, and the exports of sales and of the ledger. */
export const salesRoutes = (parts: ConsoleParts) => {
  const route = prepareConsoleRoute(parts)
  return [
    route(path, ["GET"], () => forPartner((request) => showSales(parts, request))),
    route("/console/sales.csv", ["GET"], () => exportSales(parts)),
    route("/console/ledger.csv", ["GET"], () => exportLedger(parts)),
  ]
}

const showSales = (parts: ConsoleParts, request: PartnerRequest) =>
  Effect.gen(function* () {
    const { partnerCode, query, show, view } = request
    const owner = yield* parts.usage.owner(partnerCode, view.mode)
    const asked = askedSales(query)
    const page = yield* parts.sales.page(owner, asked)
    const figures = yield* readSalesFigures(parts, owner)
    const { validationDays } = parts
    const { after, isNewestFirst, status } = asked
    return show(
      salesPage(view, {
        ...page,
        figures,
        status,
        isNewestFirst,
        isLater: after !== null,
        validationDays,
      }),
    )
  })

/** The first page of all sales, for an address that asks for none. */
const firstSales: SalesQuery = {
  status: null,
  by: "booked",
  fromMs: null,
  untilMs: null,
  after: null,
  limit: rowsPerPage,
  isNewestFirst: true,
}

const askedSales = (query: PartnerRequest["query"]): SalesQuery => ({
  ...Result.getOrElse(
    readSalesQuery(
      (name) =>
        (name === "status" || name === "cursor") && query(name) !== "" ? query(name) : undefined,
      { usual: rowsPerPage, max: rowsPerPage },
    ),
    () => firstSales,
  ),
  isNewestFirst: query("order") !== "oldest",
})

/** What the page of sales is made of. */
interface SalesFacts extends SalesPageFound {
  readonly figures: SalesFigures
  readonly status: SaleStatus | null
  /** Whether the newest come first; else the oldest do. */
  readonly isNewestFirst: boolean
  /** Whether sales stand on pages before this one. */
  readonly isLater: boolean
  /** Days after which a pending sale validates itself. */
  readonly validationDays: number
}

/** The page of sales: what is owed, each sale with its state, and the exports. */
const salesPage = (view: ConsoleView, facts: SalesFacts): ConsoleContent => {
  const words = salesWords[view.language]
  const isSandbox = view.mode === "sandbox"
  return {
    title: words.title,
    body: html`${filter(facts, view, words)}
      <div class="stack">
        <section class="card flush">
          ${cardHead(words.title)}
          ${
            showsArea(view, "amounts")
              ? html`<div class="inset">
                  ${salesFigures(facts.figures, facts.validationDays, view.language)}
                </div>`
              : null
          }
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
        ${showsArea(view, "amounts") ? exportsCard(view, words) : null}
      </div>`,
  }
}

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

/** What the address of the page says of what it lists. */
const keptOf = ({
  isNewestFirst,
  status,
}: Pick<SalesFacts, "isNewestFirst" | "status">): Readonly<Record<string, string>> => ({
  ...(status === null ? {} : { status }),
  ...(isNewestFirst ? {} : { order: "oldest" }),
})

const table = (facts: SalesFacts, view: ConsoleView, words: SalesWords): PageNode =>
  foldTable({
    caption: words.title,
    columns: [
      words.order,
      words.booked,
      ...(showsArea(view, "amounts")
        ? [{ number: words.amount }, { number: words.commission }]
        : []),
      words.state,
    ],
    rows: facts.sales.map((sale) => row(sale, view, words)),
  })

const row = (sale: PagedSale, view: ConsoleView, words: SalesWords): PageNode => {
  const money = (minor: number): string => formatMoney(view.language, { ...sale, minor })
  return html`<tr role="row">
    <th role="rowheader" scope="row" class="order-cell">
      <code class="order">${sale.externalOrderId}</code>
      <span class="help block"><code>${sale.ref}</code></span>
    </th>
    ${foldCell(
      words.booked,
      html`<time class="together" datetime=${sale.bookedAt}
        >${formatDay(view.language, sale.bookedAt)}</time
      >`,
      false,
    )}
    ${
      showsArea(view, "amounts")
        ? [
            foldCell(words.amount, money(sale.amountMinor)),
            foldCell(words.commission, html`<b>${money(sale.commissionMinor)}</b>`),
          ]
        : null
    }
    ${foldCell(words.state, html`<div>${saleState(sale, view.language)}</div>`, false)}
  </tr>`
}

const badges: Readonly<Record<SaleStatus, BadgeState>> = {
  pending: "info",
  validated: "held",
  cancelled: "ended",
}

/** Where a sale stands, and since or until when. */
const saleState = (sale: PagedSale, language: WrittenLanguage): PageNode => {
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

const stateTold = (
  sale: PagedSale,
  words: SalesWords,
  language: WrittenLanguage,
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

const steps = (facts: SalesFacts, view: ConsoleView, words: SalesWords): PageContent =>
  pageSteps(view, {
    kept: keptOf(facts),
    isLater: facts.isLater,
    next: facts.next === null ? null : { cursor: salesCursorText("booked", facts.next) },
    words: facts.isNewestFirst ? words.stepsBack : words.stepsOn,
  })

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

const dayField = (id: string, label: string): PageNode =>
  inputField({ id, label, input: { type: "date" } })

const exportSales = (parts: ConsoleParts) =>
  forPartner((request) =>
    Effect.flatMap(datedName(request, "sales"), (name) =>
      sendExport(parts, request, {
        name,
        columns: salesColumns,
        lineOf: saleLine,
        read: (owner, after: SalesQuery["after"]) =>
          Effect.map(
            parts.sales.page(owner, {
              ...firstSales,
              ...boundsOf(request),
              after,
              limit: rowsPerRead,
              isNewestFirst: false,
            }),
            ({ next, sales }) => ({ rows: sales, next }),
          ),
      }),
    ),
  )

/** The bounds of an export: days that the address names, both of them included. */
const boundsOf = ({ query }: PartnerRequest) => {
  const [from, until] = [query("from"), query("until")]
  return {
    fromMs: isCalendarDay(from) ? dayStartMs(from) : null,
    untilMs: isCalendarDay(until) ? dayStartMs(until) + dayMs : null,
  }
}

const exportLedger = (parts: ConsoleParts) =>
  forPartner((request) =>
    Effect.flatMap(datedName(request, "ledger"), (name) =>
      sendExport(parts, request, {
        name,
        columns: ledgerColumns,
        lineOf: ledgerLine,
        read: (owner, after: bigint | null) =>
          Effect.map(
            parts.usage.ledger(owner, { after, limit: rowsPerRead }),
            ({ entries, next }) => ({ rows: entries, next }),
          ),
      }),
    ),
  )

const english = {
  title: "Sales",
  owed: "owed to you",
  pending: (days: string) => `pending, due in ${days} days`,
  rehearsed: "validated, play money",
  rehearsedPending: "pending, play money",
  playMoney: "Play money",
  playMoneyWhy: "Sandbox sales are rehearsals: nothing is owed for them, and nothing is ever paid.",
  cancelled: "cancelled",
  order: "Order",
  amount: "Paid by the traveller",
  commission: "Commission",
  state: "State",
  booked: "Reported",
  ref: "Ref",
  status: { pending: "Pending", validated: "Validated", cancelled: "Cancelled" },
  validates: (day: string) => `will validate on ${day}`,
  validated: (day: string) => `since ${day}`,
  reversed: (day: string) => `booked back ${day}`,
  corrected: (day: string) => `corrected by our check on ${day}`,
  exportSales: "Export sales (CSV)",
  exportLedger: "Export ledger (CSV)",
  none: "A sale appears here when it is reported under one of your links.",
  sandbox:
    "A rehearsal appears here when a sandbox key reports it. It is play money: it books nothing, and is never paid.",
  sorting: "In which order",
  newestFirst: "Newest first",
  oldestFirst: "Oldest first",
  stepsBack: { first: "Newest sales", next: "Older sales" },
  stepsOn: { first: "Oldest sales", next: "Later sales" },
  all: "All states",
  filter: "Which sales",
  exports: "Exports",
  from: "Reported from",
  until: "Until, that day included",
  allDays: "Leave it empty for all of them.",
  ledger: "Ledger",
  ledgerWhy:
    "Each report moves a commission between three accounts: pending, payable (what is owed to you), and what the house spends. The export holds every entry of your sales; payouts stand under Statements. Entries of kind correction come from our check of the ledger.",
  seeAll: "All sales",
}

/** What the page of sales says. */
type SalesWords = typeof english

const french: SalesWords = {
  title: "Ventes",
  owed: "vous sont dus",
  pending: (days) => `en attente, dus dans ${days} jours`,
  rehearsed: "validés, argent fictif",
  rehearsedPending: "en attente, argent fictif",
  playMoney: "Argent fictif",
  playMoneyWhy:
    "Les ventes de test sont des répétitions : rien n'est dû pour elles, et rien n'est jamais versé.",
  cancelled: "annulé",
  order: "Commande",
  amount: "Payé par le voyageur",
  commission: "Commission",
  state: "État",
  booked: "Déclarée",
  ref: "Référence",
  status: { pending: "En attente", validated: "Validée", cancelled: "Annulée" },
  validates: (day) => `sera validée le ${day}`,
  validated: (day) => `depuis le ${day}`,
  reversed: (day) => `contre-passée le ${day}`,
  corrected: (day) => `rectifiée par notre contrôle le ${day}`,
  exportSales: "Exporter les ventes (CSV)",
  exportLedger: "Exporter le grand livre (CSV)",
  none: "Une vente apparaît ici dès qu'elle est déclarée sous l'un de vos liens.",
  sandbox:
    "Une répétition apparaît ici dès qu'une clé de test la déclare. C'est de l'argent fictif : elle n'inscrit rien et n'est jamais versée.",
  sorting: "Dans quel ordre",
  newestFirst: "Les plus récentes d'abord",
  oldestFirst: "Les plus anciennes d'abord",
  stepsBack: { first: "Dernières ventes", next: "Ventes plus anciennes" },
  stepsOn: { first: "Premières ventes", next: "Ventes suivantes" },
  all: "Tous les états",
  filter: "Quelles ventes",
  exports: "Exports",
  from: "Déclarées depuis le",
  until: "Jusqu'au, ce jour compris",
  allDays: "Laissez vide pour les exporter toutes.",
  ledger: "Grand livre",
  ledgerWhy:
    "Chaque déclaration déplace une commission entre trois comptes : en attente (pending), dû (payable) et charge de la maison. L'export contient chaque écriture de vos ventes ; les virements sont sous Relevés. Celles du genre correction rétablissent ce que notre contrôle du grand livre a trouvé faux.",
  seeAll: "Toutes les ventes",
}

/** What the page of sales says in each language. */
export const salesWords: InBoth<SalesWords> = { en: english, fr: inFrench(french) }
