import { html, type PageNode } from "./html.ts"

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

/**
 * The tag of templates that are running text: words may stand on either side of a line break, beside
 * a tag or a value, and keep their space. `html` drops it there.
 *
 * ```ts
 * import { html, writeHtml } from "../http/pages/kit/html.ts"
 * import { prose } from "../http/pages/kit/prose.ts"
 *
 * writeHtml(prose`<p>up to
 *   ${3} days, see
 *   <b>there</b></p>`) // => "<p>up to 3 days, see <b>there</b></p>"
 * ```
 */
export const prose = (strings: TemplateStringsArray, ...values: ReadonlyArray<unknown>): PageNode =>
  html(spaced(strings), ...values)
