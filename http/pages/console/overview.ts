import { callsWords, callTable } from "./calls.ts"
import { formatCount } from "./format.ts"
import { cardHead, type ConsoleContent, suspendedNotice } from "./frame.ts"
import { goLiveRoad, type KeysFacts, nextCard, nextStep } from "./going-live.ts"
import { factsLine, shortKey } from "./controls.ts"
import { type SalesFigures, salesFigures, salesWords } from "./sales.ts"
import { consoleAddress, type ConsoleView, inFrench, showsArea } from "./view.ts"
import { usageCharts, type UsageFacts, usageFigures, usageWords } from "./usage.ts"
import { html, type PageContent, type PageNode } from "../kit/html.ts"
import type { KeySummary } from "../../ports/keys.ts"
import type { TrackedLink } from "../../ports/tracked-links.ts"
import type { RecentCall } from "../../ports/usage.ts"
import type { ConsoleArea } from "../../../rules/accounts/role-rights.ts"
import type { InBoth } from "../../../core/vocabulary/written-language.ts"

/** What the overview is made of. */
interface OverviewFacts {
  readonly keys: KeysFacts
  /** The newest keys in use of the mode. */
  readonly newestKeys: ReadonlyArray<KeySummary>
  readonly usage: UsageFacts
  readonly calls: ReadonlyArray<RecentCall>
  readonly sales: SalesFigures
  /** The newest links in use. */
  readonly links: ReadonlyArray<TrackedLink>
  readonly validationDays: number
}

const to = (view: ConsoleView, path: string, label: string): PageNode =>
  html`<a href=${consoleAddress(view, path)}>${label}</a>`

const keysCard = (facts: OverviewFacts, view: ConsoleView, words: OverviewWords): PageNode => {
  const count = (figure: number): string => formatCount(view.language, figure)
  return html`<section class="card stack">
    ${cardHead(words.keys, to(view, "/console/keys", words.allKeys))}
    ${
      facts.newestKeys.length === 0
        ? html`<p class="second">${words.noKey[view.mode]}</p>`
        : html`<ul class="stack tight">
            ${facts.newestKeys.map(
              ({ keyId, quota }) =>
                html`<li>
                  ${shortKey(keyId)}
                  <span class="help block"
                    >${words.quota(count(quota.reads), count(quota.writes))}</span
                  >
                </li>`,
            )}
          </ul>`
    }
  </section>` as PageNode
}

const salesCard = (facts: OverviewFacts, view: ConsoleView, words: OverviewWords): PageNode => {
  const count = (figure: number): string => formatCount(view.language, figure)
  return html`<section class="card stack">
    ${cardHead(words.sales, to(view, "/console/sales", words.allSales))}
    ${
      facts.sales.totals.length === 0
        ? html`<p class="second">
            ${view.mode === "sandbox" ? salesWords[view.language].sandbox : salesWords[view.language].none}
          </p>`
        : html`${salesFigures(facts.sales, facts.validationDays, view.language)}
            ${facts.sales.totals.map(
              ({ cancelled, currency, payable, pending }) =>
                html`<p class="small-text second">
                  ${factsLine(
                    currency,
                    words.validated(count(payable.sales)),
                    words.pending(count(pending.sales)),
                    words.cancelled(count(cancelled.sales)),
                  )}
                </p>`,
            )}
            <p>${to(view, "/console/sales.csv", words.exportCsv)}</p>`
    }
  </section>` as PageNode
}

const linksCard = (facts: OverviewFacts, view: ConsoleView, words: OverviewWords): PageContent =>
  html`<section class="card stack">
    ${cardHead(words.links, to(view, "/console/links", words.allLinks))}
    <ul class="stack tight">
      ${facts.links.map(
        ({ clicks, code }) =>
          html`<li class="between">
            <code class="strong">${code}</code>
            <span class="third">${words.clicks(formatCount(view.language, clicks))}</span>
          </li>`,
      )}
    </ul>
  </section>`

const callsCard = (facts: OverviewFacts, view: ConsoleView, words: OverviewWords): PageNode =>
  html`<section class="card flush">
    ${cardHead(words.recent, to(view, "/console/calls", words.allCalls))}
    ${
      facts.calls.length === 0
        ? html`<p class="empty inset">${callsWords[view.language].none}</p>`
        : callTable(facts.calls, view, words.recent)
    }
    <p class="help inset">${callsWords[view.language].kept}</p>
  </section>`

/** The first page of the console: where the account stands, and what happened of late. */
export const overviewPage = (view: ConsoleView, facts: OverviewFacts): ConsoleContent => {
  const words = overviewWords[view.language]
  const usage = usageWords[view.language]
  const shows = (area: ConsoleArea, card: () => PageContent): PageContent =>
    showsArea(view, area) ? card() : null
  const isOnItsWay = nextStep(facts.keys) !== "done"
  return {
    title: words.title,
    body: html`${suspendedNotice(view, facts.keys.partner)}
      ${shows("keys", () => goLiveRoad(facts.keys, view.language))}
      ${isOnItsWay ? shows("keys", () => nextCard(facts.keys, { ...view, path: "/console/keys" })) : null}
      <div class="columns wide-first">
        ${shows(
          "usage",
          () =>
            html`<section class="card stack">
              ${cardHead(usage.reads, to(view, "/console/usage", words.allUsage))}
              ${usageFigures(facts.usage, view.language)}
              ${usageCharts(facts.usage, view.language).reads()}
            </section>`,
        )}
        ${
          showsArea(view, "keys") || showsArea(view, "links")
            ? html`<div class="stack">
                ${shows("keys", () => keysCard(facts, view, words))}
                ${shows("links", () => linksCard(facts, view, words))}
              </div>`
            : null
        }
        ${shows("calls", () => callsCard(facts, view, words))}
        ${shows("amounts", () => salesCard(facts, view, words))}
      </div>`,
  }
}

const english = {
  title: "Overview",
  allUsage: "All usage",
  recent: "Recent calls",
  allCalls: "All calls",
  keys: "Keys",
  allKeys: "All keys",
  sales: "Sales",
  allSales: "All sales",
  links: "Links",
  allLinks: "All links",
  exportCsv: "Export CSV",
  noKey: { sandbox: "No sandbox key is in use.", live: "No live key is in use." },
  clicks: (count: string) => `${count} ${count === "1" ? "click" : "clicks"}`,
  pending: (count: string) => `${count} pending`,
  validated: (count: string) => `${count} validated`,
  cancelled: (count: string) => `${count} cancelled`,
  quota: (reads: string, writes: string) => `${reads} reads and ${writes} writes a day`,
}

/** What the overview says. */
type OverviewWords = typeof english

const french: OverviewWords = {
  title: "Vue d'ensemble",
  allUsage: "Toute la consommation",
  recent: "Derniers appels",
  allCalls: "Tous les appels",
  keys: "Clés",
  allKeys: "Toutes les clés",
  sales: "Ventes",
  allSales: "Toutes les ventes",
  links: "Liens",
  allLinks: "Tous les liens",
  exportCsv: "Exporter en CSV",
  noKey: {
    sandbox: "Aucune clé de test n'est utilisée.",
    live: "Aucune clé de production n'est utilisée.",
  },
  clicks: (count) => `${count} ${count === "0" || count === "1" ? "clic" : "clics"}`,
  pending: (count) => `en attente : ${count}`,
  validated: (count) => `validées : ${count}`,
  cancelled: (count) => `annulées : ${count}`,
  quota: (reads, writes) => `${reads} lectures et ${writes} écritures par jour`,
}

/** What the overview says in each language. */
const overviewWords: InBoth<OverviewWords> = { en: english, fr: inFrench(french) }
