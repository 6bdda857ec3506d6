import { copyButton, linkButton, submitButton } from "../../kit/controls.ts"
import { html, type PageNode } from "../../kit/html.ts"
import type { ConsoleContent } from "../frame.ts"
import { type ConsoleView, consoleAddress } from "../view.ts"
import { type WidgetWords, widgetWords } from "./words.ts"

/** What the page of the widget is made of. */
export interface WidgetFacts {
  readonly baseUrl: string
  /** The links in use, the oldest first. */
  readonly links: ReadonlyArray<{ readonly code: string; readonly ref: string }>
  /** The code of the link that the tag is shown for. */
  readonly chosen: string
}

/**
 * The tag that puts the comparator on a partner's page.
 *
 * ```ts
 * import { widgetTag } from "../http/pages/console/widget/page.ts"
 *
 * widgetTag("https://v.example", "acme-SUMMER27") // => '<script src="https://v.example/widget.js"\n  data-ref="acme-SUMMER27" async></script>'
 * ```
 */
export const widgetTag = (baseUrl: string, ref: string): string =>
  `<script src="${baseUrl}/widget.js"\n  data-ref="${ref}" async></script>`

const choice = (facts: WidgetFacts, view: ConsoleView, words: WidgetWords): PageNode =>
  html`<form method="get" action=${view.path} class="choice">
    <input type="hidden" name="mode" value=${view.mode} />
    <input type="hidden" name="lang" value=${view.language} />
    <div class="field">
      <label for="link">${words.link}</label>
      <select id="link" name="link">
        ${facts.links.map(
          ({ code }) =>
            html`<option value=${code} selected=${code === facts.chosen}>${code}</option>`,
        )}
      </select>
    </div>
    ${submitButton({ label: words.show, look: "plain" })}
  </form>`

const tagCard = (facts: WidgetFacts, view: ConsoleView, words: WidgetWords): PageNode => {
  const link = facts.links.find(({ code }) => code === facts.chosen) ?? facts.links[0]
  if (link === undefined) {
    return html`<section class="card stack">
      <p>${words.none}</p>
      <div class="actions">
        ${linkButton({ href: consoleAddress(view, "/console/links"), label: words.makeLink })}
      </div>
    </section>`
  }
  return html`<section class="card stack">
    <p class="second">${words.why}</p>
    ${facts.links.length > 1 ? choice({ ...facts, chosen: link.code }, view, words) : null}
    <h2>${words.tag}</h2>
    <pre tabindex="0" id="tag">${widgetTag(facts.baseUrl, link.ref)}</pre>
    <div class="actions">${copyButton({ copy: words.copy, copied: words.copied }, "tag")}</div>
  </section>`
}

/** The page of the widget: the tag to copy, with the partner's own ref. */
export const widgetPage = (view: ConsoleView, facts: WidgetFacts): ConsoleContent => {
  const words = widgetWords[view.language]
  return {
    title: words.title,
    headline: words.headline,
    body: html`<div class="columns">
      ${tagCard(facts, view, words)}
      <section class="card stack">
        <h2>${words.options}</h2>
        <dl class="facts">
          ${Object.entries(words.attributes).map(
            ([name, meaning]) =>
              html`<dt><code>${name}</code></dt>
                <dd>${meaning}</dd>`,
          )}
        </dl>
        <p class="second">${words.docs}</p>
        <div class="actions">${linkButton({ href: "/docs", label: words.openDocs })}</div>
      </section>
    </div>`,
  }
}
