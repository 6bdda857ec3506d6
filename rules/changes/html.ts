import { escapeHtml } from "../../core/escape-html.ts"

/** A piece of a page: markup that is safe as it stands. */
export interface Html {
  readonly markup: string
}

/** What may stand in a template: text and numbers are escaped, pieces are not, lists are joined. */
export type Content = Html | string | number | ReadonlyArray<Html>

const markupOf = (content: Content): string => {
  if (typeof content === "string" || typeof content === "number") return escapeHtml(String(content))
  return "markup" in content ? content.markup : content.map(({ markup }) => markup).join("")
}

/**
 * Makes a piece of a page from a template; whatever is put in is escaped unless it is a piece.
 *
 * ```ts
 * import { html } from "../rules/changes/html.ts"
 *
 * html`<b>${"a < b"}</b>` // => { markup: "<b>a &lt; b</b>" }
 * ```
 */
export const html = (fixed: TemplateStringsArray, ...contents: ReadonlyArray<Content>): Html => ({
  markup: fixed.map((part, index) => part + markupOf(contents[index] ?? "")).join(""),
})

/** Nothing. */
export const noHtml: Html = { markup: "" }
