import { html, type PageNode } from "../../kit/html.ts"
import type { PageReading } from "../../kit/reading.ts"
import { docsWords } from "../docs-words.ts"
import { findEntries } from "./find-entries.ts"
import type { SearchEntry } from "./search-entries.ts"

/** How much of a section is shown below its name. */
const excerptLength = 160

const excerpt = (text: string): string =>
  text.length <= excerptLength ? text : `${text.slice(0, excerptLength).replace(/\s+\S*$/, "")} …`

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
