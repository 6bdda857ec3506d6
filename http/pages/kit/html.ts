import { html as htm } from "htm/preact"
import type { ComponentChildren, VNode } from "preact"
import { render } from "preact-render-to-string"

/** A piece of a page: everything in it that is text is written as text, whoever wrote it. */
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
