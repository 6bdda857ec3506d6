import type { KeySummary } from "../../../ports/keys.ts"
import type { TrackedLink } from "../../../ports/tracked-links.ts"
import type { CurrencyTotals, RecentCall } from "../../../ports/usage.ts"
import { html, type PageContent, type PageNode } from "../../kit/html.ts"
import { callTable } from "../calls/page.ts"
import { callsWords } from "../calls/words.ts"
import { formatCount } from "../format.ts"
import { cardHead, type ConsoleContent, suspendedNotice } from "../frame.ts"
import { type KeysFacts, nextStep } from "../keys/facts.ts"
import { nextCard } from "../keys/next.ts"
import { goLiveRoad } from "../keys/road.ts"
import { factsLine } from "../parts/facts-line.ts"
import { shortKey } from "../parts/key-id.ts"
import { salesFigures } from "../sales/page.ts"
import { salesWords } from "../sales/words.ts"
import { type UsageFacts, usageCharts, usageFigures } from "../usage/page.ts"
import { usageWords } from "../usage/words.ts"
import { type ConsoleView, consoleAddress } from "../view.ts"
import { type OverviewWords, overviewWords } from "./words.ts"

/** What the overview is made of. */
export interface OverviewFacts {
  readonly keys: KeysFacts
  /** The newest keys in use of the mode. */
  readonly newestKeys: ReadonlyArray<KeySummary>
  readonly usage: UsageFacts
  readonly calls: ReadonlyArray<RecentCall>
  readonly totals: ReadonlyArray<CurrencyTotals>
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
      facts.totals.length === 0
        ? html`<p class="second">
            ${view.mode === "sandbox" ? salesWords[view.language].sandbox : salesWords[view.language].none}
          </p>`
        : html`${salesFigures(facts.totals, facts.validationDays, view.language)}
            ${facts.totals.map(
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
  const isOnItsWay = nextStep(facts.keys) !== "done"
  return {
    title: words.title,
    body: html`${suspendedNotice(view, facts.keys.partner)} ${goLiveRoad(facts.keys, view.language)}
      ${isOnItsWay ? nextCard(facts.keys, view) : null}
      <div class="columns wide-first">
        <section class="card stack">
          ${cardHead(usage.reads, to(view, "/console/usage", words.allUsage))}
          ${usageFigures(facts.usage, view.language)}
          ${usageCharts(facts.usage, view.language).reads()}
        </section>
        <div class="stack">${keysCard(facts, view, words)} ${linksCard(facts, view, words)}</div>
        ${callsCard(facts, view, words)} ${salesCard(facts, view, words)}
      </div>`,
  }
}
