import { html, type PageContent } from "../../kit/html.ts"

/**
 * A text of the API document, with what stands in backticks as code.
 *
 * ```ts
 * import { codeWords } from "../http/pages/docs/reference/code-words.ts"
 * import { html, writeHtml } from "../http/pages/kit/html.ts"
 *
 * writeHtml(html`<p>${codeWords("Scope `coach`.")}</p>`) // => "<p>Scope <code>coach</code>.</p>"
 * ```
 */
export const codeWords = (text: string): PageContent =>
  text.split("`").map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))
