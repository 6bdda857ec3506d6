import type { Answer } from "../../api/answer.ts"
import { type SitePlace, siteBar } from "../front/site.ts"
import { html, type PageContent, type PageNode } from "../kit/html.ts"
import { markdownAnswer } from "../kit/markdown.ts"
import type { MakePage } from "../kit/page.ts"
import type { PageReading } from "../kit/reading.ts"
import { symbol } from "../kit/symbols.ts"
import { docsMenu } from "./docs-menu.ts"
import { docsWords } from "./docs-words.ts"

/** What a page of the documentation shows. */
export interface DocsPage {
  readonly path: string
  readonly title: string
  readonly content: PageContent
  /** Whether it exists in English alone, whatever is asked for. */
  readonly isEnglishOnly?: boolean
}

const searchForm = ({ isNamed, language }: PageReading, asked: string): PageNode => {
  const words = docsWords[language]
  return html`<form
    class="find"
    role="search"
    action="/docs/search"
    data-nothing=${words.nothingFound}
  >
    ${symbol("search")}
    <label class="unseen" for="find">${words.search}</label>
    <input
      type="search"
      id="find"
      name="q"
      value=${asked}
      placeholder=${words.search}
      autocomplete="off"
      aria-describedby="find-hint"
      aria-keyshortcuts="/"
    />
    <kbd class="scripted" aria-hidden="true">/</kbd>
    <span class="unseen" id="find-hint">${words.searchHint}</span>
    ${isNamed ? html`<input type="hidden" name="lang" value=${language} />` : null}
    <div
      class="found"
      id="found"
      role="region"
      aria-label=${words.found}
      aria-live="polite"
      hidden
    ></div>
  </form>`
}

const placeOf = (path: string): SitePlace =>
  path.startsWith("/docs/reference") ? "reference" : "docs"

/** A page of the documentation, with its menu and its search. */
export const docsPage = (
  makePage: MakePage,
  reading: PageReading,
  { content, isEnglishOnly = false, path, title }: DocsPage,
  options: { readonly asked?: string; readonly headers?: Readonly<Record<string, string>> } = {},
): Answer => {
  const { language } = reading
  const words = docsWords[language]
  const isForeign = isEnglishOnly && language !== "en"
  const { asked = "", headers = {} } = options
  const body =
    html`${siteBar({ reading, here: placeOf(path), path, beside: searchForm(reading, asked) })}
      <div class="beside-menu docs">
        ${docsMenu(reading, path)}
        <main id="main" tabindex="-1">
          ${isForeign ? html`<p class="third small-text">${words.englishOnly}</p>` : null}
          <div lang=${isForeign ? "en" : undefined}>${content}</div>
        </main>
      </div>` as PageNode
  return makePage({
    language,
    title,
    body,
    styles: ["docs.css"],
    scripts: ["docs.js"],
    headers: {
      "cache-control": "public, max-age=300",
      vary: "Accept, Accept-Language",
      ...headers,
    },
  })
}

/** The same page as Markdown, without the menu: `/llms.txt` is the list of all pages. */
export const docsMarkdown = (
  baseUrl: string,
  { language }: PageReading,
  { content, isEnglishOnly = false }: DocsPage,
  headers: Readonly<Record<string, string>> = {},
): Answer =>
  markdownAnswer(
    content,
    {
      baseUrl,
      language: isEnglishOnly ? "en" : language,
      contents: docsWords[language].contents,
    },
    { "cache-control": "public, max-age=300", ...headers },
  )
