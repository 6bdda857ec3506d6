import { copyButton, linkButton, notice, submitButton } from "../kit/controls.ts"
import { html, type PageContent, type PageNode } from "../kit/html.ts"
import type { ConsoleContent } from "./frame.ts"
import { type ConsoleView, consoleAddress } from "./view.ts"
import { type WidgetWords, widgetWords } from "./widget/words.ts"

/** What the page of the widget is made of. */
export interface WidgetFacts {
  readonly baseUrl: string
  /** The newest links in use, to choose from; others are typed. */
  readonly newest: ReadonlyArray<WidgetLink>
  /** The link that the tag is shown for; undefined where none is meant. */
  readonly chosen: WidgetLink | undefined
  /** What was typed for it. */
  readonly typed: string
  /** Links whose codes begin as what was typed, where that is no code. */
  readonly found: ReadonlyArray<WidgetLink>
}

interface WidgetLink {
  readonly code: string
  readonly ref: string
}

/**
 * The tag that puts the comparator on a partner's page.
 *
 * ```ts
 * import { widgetTag } from "../http/pages/console/widget.ts"
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
      <input
        id="link"
        name="link"
        class="code"
        list="links"
        autocomplete="off"
        spellcheck=${false}
        value=${facts.chosen?.code ?? facts.typed}
        aria-describedby="link-help"
      />
      <datalist id="links">
        ${facts.newest.map(({ code }) => html`<option value=${code}></option>`)}
      </datalist>
      <p class="help" id="link-help">${words.linkHelp}</p>
    </div>
    ${submitButton({ label: words.show, look: "plain" })}
  </form>`

/** Links that may be meant by what was typed, as many as fit beside each other. */
const foundMax = 12

/** Says that no link, or more than one, is meant by what was typed. */
const unmeant = ({ found }: WidgetFacts, view: ConsoleView, words: WidgetWords): PageContent =>
  found.length === 0
    ? notice("error", html`<p>${words.unknown}</p>`)
    : html`<p>${words.several}</p>
        <p class="actions">
          ${found
            .slice(0, foundMax)
            .map(
              ({ code }) =>
                html`<a class="chip" href=${consoleAddress(view, view.path, { link: code })}
                  >${code}</a
                >`,
            )}
        </p>`

const tagCard = (facts: WidgetFacts, view: ConsoleView, words: WidgetWords): PageNode => {
  const { baseUrl, chosen, newest, typed } = facts
  if (newest.length === 0) {
    return html`<section class="card stack">
      <p>${words.none}</p>
      <div class="actions">
        ${linkButton({ href: consoleAddress(view, "/console/links"), label: words.makeLink })}
      </div>
    </section>`
  }
  return html`<section class="card stack">
    <p class="second">${words.why}</p>
    ${newest.length > 1 || typed !== "" ? choice(facts, view, words) : null}
    ${
      chosen === undefined
        ? unmeant(facts, view, words)
        : html`<h2>${words.tag}</h2>
            <pre tabindex="0" id="tag">${widgetTag(baseUrl, chosen.ref)}</pre>
            <div class="actions">
              ${copyButton({ copy: words.copy, copied: words.copied }, "tag")}
            </div>`
    }
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
