import { subscriptionStages } from "../../../rules/links/subscription-stage.ts"
import type { LinksPage } from "../../ports/tracked-links.ts"
import type { CurrencyTotals, LinkUsage } from "../../ports/usage.ts"
import { copyButton, describedBy, field, submitButton } from "../kit/controls.ts"
import { html, type PageContent, type PageNode } from "../kit/html.ts"
import { stateBadge } from "../kit/state-badge.ts"
import { formatCount, formatDay, formatMoney } from "./format.ts"
import { cardHead, type ConsoleContent, csrfField, onceFields } from "./frame.ts"
import { pageSteps } from "./controls.ts"
import { searchForm } from "./parts/search-form.ts"
import { type ConsoleLanguage, type ConsoleView, consoleAddress, mayChange } from "./view.ts"
import { type LinksWords, linksWords } from "./links/words.ts"

/** What the page of links is made of. */
export interface LinksFacts extends LinksPage<LinkUsage> {
  /** The address that links begin with. */
  readonly baseUrl: string
  /** What is searched, as it was typed; empty where all are listed. */
  readonly typed: string
  /** The code of the link that calls credit that name none. */
  readonly usual: string | undefined
}

const subscriptions = (link: LinkUsage, words: LinksWords, language: ConsoleLanguage) => {
  const held = subscriptionStages.filter((stage) => link.subscriptions[stage] > 0)
  return held.length === 0
    ? html`<span class="third">${words.nothing}</span>`
    : html`<ul>
        ${held.map(
          (stage) =>
            html`<li class="together">
              ${formatCount(language, link.subscriptions[stage])} ${words.stages[stage]}
            </li>`,
        )}
      </ul>`
}

const salesCount = ({ cancelled, payable, pending }: CurrencyTotals): number =>
  payable.sales + pending.sales + cancelled.sales

const commission = (totals: CurrencyTotals, language: ConsoleLanguage): string =>
  formatMoney(language, {
    ...totals,
    minor: totals.payable.commissionMinor + totals.pending.commissionMinor,
  })

const archiving = (link: LinkUsage, view: ConsoleView, words: LinksWords): PageContent =>
  link.archived || !mayChange(view)
    ? null
    : html`<details class="act">
        <summary class="button small">
          ${words.archive}<span class="unseen"> ${link.code}</span>
        </summary>
        <form
          method="post"
          action=${consoleAddress(view, "/console/links/archive")}
          class="stack inset"
        >
          ${csrfField(view)}
          <input type="hidden" name="code" value=${link.code} />
          <p class="small-text second">${words.archiveWhy}</p>
          <div class="actions">
            ${submitButton({ label: words.archiveNow, look: "plain", isSmall: true })}
          </div>
        </form>
      </details>`

const row = (
  link: LinkUsage,
  facts: LinksFacts,
  view: ConsoleView,
  words: LinksWords,
): PageNode => {
  const { language } = view
  const id = `link-${link.code}`
  const sales = link.totals.reduce((sum, totals) => sum + salesCount(totals), 0)
  return html`<tr class=${link.archived ? "is-archived" : undefined}>
    <th scope="row">
      <code class="strong">${link.code}</code>
      <span class="help block address" id=${id}>${`${facts.baseUrl}/r/${link.code}`}</span>
      <span class="help block">
        ${words.made(formatDay(language, link.createdAt))}${link.code === facts.usual ? html` · ${words.first}` : null}
      </span>
      ${copyButton({ copy: words.copy, copied: words.copied }, id)} ${archiving(link, view, words)}
    </th>
    <td class="number">${formatCount(language, link.clicks)}</td>
    <td>${subscriptions(link, words, language)}</td>
    <td class="number">${formatCount(language, sales)}</td>
    <td class="number">
      ${
        link.totals.length === 0
          ? html`<span class="third">—</span>`
          : html`<ul>
              ${link.totals.map((totals) => html`<li>${commission(totals, language)}</li>`)}
            </ul>`
      }
    </td>
    <td>
      ${link.archived ? stateBadge("ended", words.archived) : stateBadge("held", words.inUse)}
    </td>
  </tr>`
}

const table = (facts: LinksFacts, view: ConsoleView, words: LinksWords): PageNode =>
  html`<div class="scroll" tabindex="0" role="region" aria-label=${words.title}>
    <table class="links">
      <caption class="unseen">
        ${words.title}
      </caption>
      <thead>
        <tr>
          <th scope="col">${words.link}</th>
          <th scope="col" class="number">${words.clicks}</th>
          <th scope="col">${words.subscriptions}</th>
          <th scope="col" class="number">${words.sales}</th>
          <th scope="col" class="number">${words.commission}</th>
          <th scope="col">${words.state}</th>
        </tr>
      </thead>
      <tbody>
        ${facts.links.map((link) => row(link, facts, view, words))}
      </tbody>
    </table>
  </div>`

/** What stands where no link does: none was made yet, or none is found. */
const nothing = ({ typed }: LinksFacts, view: ConsoleView, words: LinksWords): PageNode =>
  html`<p class="empty inset">
    ${
      typed === ""
        ? words.none
        : html`${words.notFound}
            <a href=${consoleAddress(view, "/console/links")}>${words.showAll}</a>`
    }
  </p>` as PageNode

const steps = ({ isLater, next, typed }: LinksFacts, view: ConsoleView, words: LinksWords) =>
  pageSteps(view, {
    kept: typed === "" ? {} : { q: typed },
    isLater,
    next: next === null ? null : { after: next },
    words: typed === "" ? words.steps : words.foundSteps,
  })

const creation = (view: ConsoleView, words: LinksWords, typed: string): PageNode =>
  html`<section class="card">
    <form method="post" action=${consoleAddress(view, "/console/links/create")} class="stack">
      ${onceFields(view)}
      <h2>${words.create}</h2>
      <p class="small-text second">${words.createWhy}</p>
      ${field({
        id: "code",
        label: words.code,
        help: words.codeHelp,
        control: html`<input
          id="code"
          name="code"
          class="code"
          autocomplete="off"
          spellcheck=${false}
          maxlength="32"
          value=${typed}
          aria-describedby=${describedBy("code", { help: true })}
        />`,
      })}
      <div class="actions">${submitButton({ label: words.create })}</div>
    </form>
  </section>`

/** The page of tracked links: what came of each, and a new one. */
export const linksPage = (
  view: ConsoleView,
  facts: LinksFacts,
  wrong?: { readonly fault: string; readonly typed: string },
): ConsoleContent => {
  const words = linksWords[view.language]
  return {
    title: words.title,
    fault: wrong?.fault,
    body: html`<div class="columns wide-first">
      <section class="card flush">
        ${cardHead(words.title)}
        <div class="actions inset">
          ${searchForm({ view, kept: {}, typed: facts.typed, words })}
        </div>
        ${facts.links.length === 0 ? nothing(facts, view, words) : table(facts, view, words)}
        <div class="inset actions">
          ${steps(facts, view, words)}
          <p class="help">${facts.typed === "" ? words.newestFirst : words.byCode}</p>
        </div>
        <p class="help inset">${words.commission}: ${words.pays}. ${words.mode}</p>
      </section>
      ${mayChange(view) ? creation(view, words, wrong?.typed ?? "") : null}
    </div>`,
  }
}
