import { type EndpointName, endpoints } from "../../../api/api.ts"
import type { Visitor } from "../../../ports/people.ts"
import { callCost } from "../../endpoint-cost.ts"
import { field, linkButton, notice, submitButton } from "../../kit/controls.ts"
import { html, type PageContent, type PageNode } from "../../kit/html.ts"
import type { Reading } from "../../kit/reading.ts"
import { csrfInput } from "../../sign-in/visitor.ts"
import { codeBox } from "../code-box.ts"
import { operationPath } from "../docs-menu.ts"
import { docsWords } from "../docs-words.ts"
import type { CallToTry, TriedCall } from "./try-call.ts"
import { tryWords } from "./try-words.ts"

/** Where a call is tried. */
export const tryPath = (name: EndpointName): string => `/docs/try/${name}`

/** What the page shows of a trial: what was typed, and what came of it, where it was sent. */
export interface Trial {
  readonly typed: CallToTry
  readonly tried: TriedCall | "no key" | undefined
}

/** Longer answers are cut off on the page. */
const shownMax = 200_000

const pretty = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

const shownHeaders = /^(?:x-ratelimit-|x-unknown-fields$|retry-after$|allow$)/

const answerOf = (reading: Reading, tried: TriedCall): PageContent => {
  const words = tryWords[reading.language]
  const text = pretty(tried.text)
  const headers = Object.entries(tried.headers).filter(([name]) => shownHeaders.test(name))
  return html`<h2 id="answer-title">${words.answered}</h2>
    <p class="second">${words.by(tried.keyId)}</p>
    ${codeBox(reading, { id: "answer", label: String(tried.status), code: text.slice(0, shownMax) })}
    ${text.length > shownMax ? html`<p class="help">${words.shortened}</p>` : null}
    <dl class="pairs">
      ${headers.map(
        ([name, value]) =>
          html`<div>
            <dt><code>${name}</code></dt>
            <dd>${value}</dd>
          </div>`,
      )}
    </dl>`
}

const formOf = (reading: Reading, visitor: Visitor, typed: CallToTry): PageNode => {
  const words = tryWords[reading.language]
  const { operation } = typed
  const takesBody = endpoints[operation].method === "POST"
  return html`<form class="stack try" method="post" action=${reading.href(tryPath(operation))}>
    ${csrfInput(visitor)}
    ${
      takesBody
        ? field({
            id: "body",
            label: words.body,
            help: words.bodyHelp,
            control: html`<textarea
              id="body"
              name="body"
              rows="14"
              spellcheck="false"
              class="code"
              aria-describedby="body-help"
              value=${typed.body}
            ></textarea>`,
          })
        : field({
            id: "query",
            label: words.query,
            help: words.queryHelp,
            control: html`<input
              id="query"
              name="query"
              class="code"
              autocomplete="off"
              aria-describedby="query-help"
              value=${typed.query}
            />`,
          })
    }
    <p class="actions">
      ${submitButton({ label: words.send })}
      <span class="third small-text">${words.costs[callCost(operation)]}</span>
    </p>
  </form>`
}

/** The page that tries a call for whoever is signed in. */
export const tryPage = (reading: Reading, visitor: Visitor, { tried, typed }: Trial): PageNode => {
  const { href, language } = reading
  const words = tryWords[language]
  const { operation } = typed
  const { method, path } = endpoints[operation]
  const missing = (sentence: string, label: string, to: string) =>
    notice("info", [
      html`<p>${sentence}</p>`,
      html`<p>${linkButton({ href: href(to), label, isSmall: true })}</p>`,
    ])
  return html`<h1 class="display headline">
      ${words.title(docsWords[language].operations[operation])}
    </h1>
    <p class="endpoint"><b>${method}</b> ${path}</p>
    <p class="second lede">${words.lede}</p>
    ${
      visitor.partner === null
        ? missing(words.noAccount, words.toConsole, "/console")
        : formOf(reading, visitor, typed)
    }
    ${tried === "no key" ? missing(words.noKey, words.toKeys, "/console/keys") : null}
    <div class="wide-prose">
      ${tried === undefined || tried === "no key" ? null : answerOf(reading, tried)}
      <p><a href=${href(operationPath(operation))}>${words.reference}</a></p>
    </div>` as PageNode
}
