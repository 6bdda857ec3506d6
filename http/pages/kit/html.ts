import { html as htm } from "htm/preact"
import type { ComponentChildren, VNode } from "preact"
import { render } from "preact-render-to-string"

/** A piece of a page: everything in it that is text is written as text, whatever its origin. */
export type PageNode = VNode

/** What may stand inside a piece of a page: pieces, texts, numbers, lists of them, or nothing. */
export type PageContent = ComponentChildren

/** The tag of templates that are pieces of pages. */
export const html: (strings: TemplateStringsArray, ...values: ReadonlyArray<unknown>) => PageNode =
  htm

/**
 * A piece of a page as HTML.
 *
 * ```ts
 * import { html, writeHtml } from "../http/pages/kit/html.ts"
 *
 * const name = "<b>Acme</b>"
 * writeHtml(html`<p class="sum">${name}</p>`) // => '<p class="sum">&lt;b>Acme&lt;/b></p>'
 * ```
 */
export const writeHtml = (node: PageNode): string => render(node)

/**
 * The tag of templates that are running text: words may stand on either side of a line break, beside
 * a tag or a value, and keep their space. `html` drops it there.
 *
 * ```ts
 * import { html, writeHtml } from "../http/pages/kit/html.ts"
 * import { prose } from "../http/pages/kit/html.ts"
 *
 * const days = 3
 * const text = prose`<p>up to
 *   ${days} days</p>`
 * writeHtml(text) // => "<p>up to 3 days</p>"
 * ```
 */
export const prose = (strings: TemplateStringsArray, ...values: ReadonlyArray<unknown>): PageNode =>
  html(spaced(strings), ...values)

const spacedStrings = new WeakMap<TemplateStringsArray, TemplateStringsArray>()

/** The texts of a template on one line each: a line break is a space, as it is in HTML. */
const spaced = (strings: TemplateStringsArray): TemplateStringsArray => {
  const known = spacedStrings.get(strings)
  if (known !== undefined) return known
  const texts = strings.map((text) => text.replaceAll(/\s*\n\s*/g, " "))
  const made = Object.assign(texts, { raw: texts })
  spacedStrings.set(strings, made)
  return made
}
