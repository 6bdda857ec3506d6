import { contentPolicy, sourceOf } from "../platform/content-policy.ts"
import {
  type PageReview,
  impactCard,
  masthead,
  reviewAside,
  summaryCards,
} from "../../rules/changes/diff-page-summary.ts"
import { contents, tableCards, toldFiles } from "../../rules/changes/diff-page-tables.ts"
import type { DiffReport, Places } from "../../rules/changes/diff-report.ts"
import { diffStyle, type Html, html, noHtml } from "../../rules/changes/diff-page-kit.ts"
import { type DiffSummary, impactIn, summaryOf } from "../../rules/changes/diff-summary.ts"
import { foldWords, summaryText, versionsText } from "../../rules/changes/diff-words.ts"

/**
 * The page's one script: it shows the filter, and hides what is about other tables or products. It is
 * text, since it runs on the page.
 */
const filterScript = [
  `"use strict";(()=>{const f=document.getElementById("filter");if(!f)return;f.hidden=false;`,
  `const s=document.getElementById("shown");`,
  `const apply=()=>{const t=f.elements.table.value,p=f.elements.product.value;let n=0;`,
  `for(const e of document.querySelectorAll("[data-table],[data-products]")){`,
  `const a=e.dataset.table,b=e.dataset.products;`,
  `e.hidden=!!(t&&a&&a!==t)||!!(p&&b&&!b.split(" ").includes(p));if(!e.hidden)n+=1}`,
  `s.textContent=t||p?n+" parts match":""};`,
  `f.addEventListener("change",apply);f.addEventListener("reset",()=>setTimeout(apply));`,
  `f.addEventListener("submit",(e)=>e.preventDefault())})()`,
].join("")

/** What the page may load and run: its own style, and this script alone. */
const pagePolicy = contentPolicy({
  "style-src": ["'unsafe-inline'"],
  "script-src": [sourceOf(filterScript)],
  "form-action": [],
  "base-uri": [],
})

/** What a page without scripts may load: its own style. */
const quietPolicy = contentPolicy({
  "style-src": ["'unsafe-inline'"],
  "form-action": [],
  "base-uri": [],
})

/** How many folded rows stand above the headline. */
const causesMax = 2

const option = (value: string, text: string): Html =>
  html`<option value="${value}">${text}</option>`

/** Chooses a table or a product; shown where scripts run. */
const filterForm = (files: ReadonlyArray<string>, { firstPlaces, products }: DiffSummary): Html => {
  const titles = new Map<number, string>()
  for (const { offerId, title } of products) titles.set(offerId, title)
  for (const { from, fromId, to, toId } of firstPlaces) {
    if (fromId !== null) titles.set(fromId, from)
    if (toId !== null) titles.set(toId, to)
  }
  if (files.length < 2 && titles.size < 2) return noHtml
  return html`<form id="filter" hidden aria-label="Show parts of the page">
    <label
      >Table<select name="table">
        ${option("", "All tables")}${files.map((file) => option(file, file))}
      </select></label
    >
    <label
      >Product<select name="product">
        ${option("", "All products")}${[...titles].map(([id, title]) => option(String(id), title))}
      </select></label
    >
    <button type="reset">Show all</button>
    <output id="shown" aria-live="polite"></output>
  </form>`
}

/** The first changes of rows, in a line above the headline. */
const causes = ({ tables }: DiffReport, offers: Readonly<Record<string, string>>): Html => {
  const folds = tables.flatMap((table) =>
    table.folds.map((fold) => `${table.file}: ${foldWords(fold, offers)}`),
  )
  if (folds.length === 0) return noHtml
  const rest = folds.length > causesMax ? `; and ${folds.length - causesMax} more` : ""
  return html`<p class="from">${folds.slice(0, causesMax).join("; ")}${rest}</p>`
}

/** Nothing may stand beside the text of the script: the policy names its digest. */
const filterElement: Html = { markup: `<script>${filterScript}</script>` }

/** Line breaks and indents of templates say nothing on a page. */
const compact = (markup: string): string => markup.replaceAll(/\s*\n\s*/g, "\n")

/**
 * The report of a comparison as one page that needs nothing else: no files beside it, and one script,
 * which filters; a page to send for review has none. Whatever comes from tables is escaped.
 */
export const diffPage = (report: DiffReport, places: Places, review?: PageReview): string => {
  const { tables } = report
  // Who approves wants to know how far prices go.
  const summary = summaryOf(report, review === undefined ? "middle" : "most")
  const offers = impactIn(report)?.titles.offers ?? {}
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta
          http-equiv="Content-Security-Policy"
          content="${review === undefined ? pagePolicy : quietPolicy}"
        />
        <title>Tables: ${summary.headline}</title>
        <style>
          ${{ markup: diffStyle }}
        </style>
      </head>
      <body id="top">
        ${masthead(report, review)}
        <main class="wrap">
          <div class="top">
            ${review?.reason ? html`<p class="from">${review.reason}</p>` : causes(report, offers)}
            <h1>${summary.headline}</h1>
            <p class="lede">${summary.sentences.join(" ")}</p>
          </div>
          <div class="${review === undefined ? "col" : "lay"}">
            <div class="col">
              ${summaryCards(summary)}${contents(tables, report.impact !== null)}${review === undefined ? filterForm(toldFiles(tables), summary) : noHtml}${tableCards(tables, places, offers)}${impactCard(report, places)}
            </div>
            ${review === undefined ? noHtml : reviewAside(review)}
          </div>
        </main>
        <footer class="wrap">
          <p class="from">
            ${versionsText(report)}. ${summaryText(report)}. Conditions, cells and outcomes are
            compared by what they mean; “equivalent” is proven, not sampled.
          </p>
        </footer>
        ${review === undefined ? filterElement : noHtml}
      </body>
    </html> `
  return compact(page.markup)
}
