import { html, type PageContent, type PageNode } from "../kit/html.ts"
import type { PageReading } from "../kit/reading.ts"
import { siteWords } from "./site-words.ts"

/** The foot of pages for partners, with what a page has to say there. */
export const siteFoot = (reading: PageReading, beside: PageContent = null): PageNode => {
  const words = siteWords[reading.language]
  return html`<footer class="foot">
    <div class="wide">
      <span>${beside}</span>
      <nav class="foot-links" aria-label=${words.more}>
        <a href="/openapi.json">${words.openApi}</a>
        <a href=${reading.href("/docs")}>${words.docs}</a>
        <a href=${reading.href("/status")}>${words.status}</a>
      </nav>
    </div>
  </footer>`
}
