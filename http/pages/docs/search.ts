import { docsWords } from "./docs-words.ts"
import { html, type PageNode } from "../kit/html.ts"
import type { PageReading } from "../kit/reading.ts"

/** What a question finds, for browsers without scripts. */
export const searchPage = (
  reading: PageReading,
  entries: ReadonlyArray<SearchEntry>,
  question: string,
): PageNode => {
  const words = docsWords[reading.language]
  const found = findEntries(entries, question)
  const nothing = question === "" ? words.askSomething : words.nothingFound
  return html`<h1 class="display headline">${words.searchTitle}</h1>
    ${
      found.length === 0
        ? html`<p class="empty">${nothing}</p>`
        : html`<ul class="results">
            ${found.map(
              ({ href, page, section, text }) =>
                html`<li>
                  <a href=${reading.href(href)}>${section === "" ? page : `${page}: ${section}`}</a>
                  <p class="second small-text">${excerpt(text)}</p>
                </li>`,
            )}
          </ul>`
    }` as PageNode
}

/** So many results are shown. */
const resultsMax = 12

/**
 * The entries that have every word of a question, those with it in a heading first. `docs.js` finds
 * the same in the browser.
 *
 * ```ts
 * import { findEntries } from "../http/pages/docs/search.ts"
 *
 * const entries = [
 *   { page: "Errors", section: "", href: "/e", text: "Every refusal" },
 *   { page: "Quotas", section: "Réserve", href: "/q", text: "a day" },
 * ]
 * findEntries(entries, "RESERVE day").map(({ href }) => href) // => ["/q"]
 * findEntries(entries, " ") // => []
 * ```
 */
export const findEntries = (
  entries: ReadonlyArray<SearchEntry>,
  question: string,
): ReadonlyArray<SearchEntry> => {
  const words = plain(question).split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  return entries
    .map((entry) => ({ entry, weight: weightOf(entry, words) }))
    .filter(({ weight }) => weight > 0)
    .toSorted((left, right) => right.weight - left.weight)
    .slice(0, resultsMax)
    .map(({ entry }) => entry)
}

/** A section of a page that a search may find. */
export interface SearchEntry {
  /** The page's title. */
  readonly page: string
  /** The section's heading; empty for what stands above the first. */
  readonly section: string
  /** Path and fragment. */
  readonly href: string
  readonly text: string
}

const headingForm = /<h2(?: id="([^"]*)")?[^>]*>([^]*?)<\/h2>/

/**
 * The sections of a page that was written by us, from its HTML: each `h2` begins one.
 *
 * ```ts
 * import { searchEntries } from "../http/pages/docs/search.ts"
 *
 * const page = '<p>a</p><h2 id="b">B</h2><p>c &lt; d</p>'
 * searchEntries("/docs", "Start", page).map(({ href }) => href) // => ["/docs", "/docs#b"]
 * ```
 */
export const searchEntries = (
  path: string,
  title: string,
  html: string,
): ReadonlyArray<SearchEntry> => {
  const [intro = "", ...sections] = html.split(/(?=<h2[ >])/)
  return [
    { page: title, section: "", href: path, text: textOf(intro) },
    ...sections.map((section) => {
      const [whole = "", id = "", heading = ""] = headingForm.exec(section) ?? []
      return {
        page: title,
        section: textOf(heading),
        href: id === "" ? path : `${path}#${id}`,
        text: textOf(section.slice(whole.length)),
      }
    }),
  ]
}

/** How much of a section is shown below its name. */
const excerptLength = 160

const excerpt = (text: string): string =>
  text.length <= excerptLength ? text : `${text.slice(0, excerptLength).replace(/\s+\S*$/, "")} …`

/** A text without case and accents. */
const plain = (text: string): string =>
  text
    .normalize("NFD")
    .replaceAll(/\p{Mark}/gu, "")
    .toLowerCase()

const weightOf = (entry: SearchEntry, words: ReadonlyArray<string>): number => {
  const [page, section, text] = [entry.page, entry.section, entry.text].map(plain)
  const weights = words.map((word): number => {
    if (section?.includes(word) === true) return 4
    if (page?.includes(word) === true) return 2
    return text?.includes(word) === true ? 1 : 0
  })
  return weights.some((weight) => weight === 0) ? 0 : weights.reduce((sum, one) => sum + one, 0)
}

const entities: Readonly<Record<string, string>> = {
  "&lt;": "<",
  "&gt;": ">",
  "&amp;": "&",
  "&quot;": '"',
}

/** The tabs of an example in several languages. */
const tabs = /<fieldset class="box tabs">[^]*?<\/fieldset>/g

/** The words of an example, each once, to be found by: nobody reads them here. */
const wordsOf = (html: string): string =>
  [...new Set(html.replaceAll(/<[^>]*>/g, " ").split(/[^\w.$:/-]+/))].join(" ")

/** What a piece of our own HTML says. */
const textOf = (html: string): string =>
  html
    .replaceAll(tabs, wordsOf)
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/&(?:lt|gt|amp|quot);/g, (entity) => entities[entity] ?? entity)
    .replaceAll(/\s+/g, " ")
    .trim()
