import { contentPolicy } from "../../platform/content-policy.ts"
import { type Answer, textAnswer } from "../../api/answer.ts"
import type { Assets } from "./assets.ts"
import { html, type PageNode, writeHtml } from "./html.ts"

/** A page for people. */
export interface PageParts {
  readonly language: string
  /** What the browser's tab shows; the name of the product follows. */
  readonly title: string
  readonly body: PageNode
  /** One sentence for search engines. */
  readonly description?: string
  /** What else stands in its head, such as where it lies in other languages. */
  readonly head?: PageNode | undefined
  /** Names of style sheets and scripts beside those of all pages. */
  readonly styles?: ReadonlyArray<string>
  /** `none` where it runs no script at all. */
  readonly scripts?: ReadonlyArray<string> | "none"
  /** Whether pages of others may show it in a frame. */
  readonly framing?: "nowhere" | "anywhere"
  /** Origins beside ours at which forms of it may end. */
  readonly leadsTo?: ReadonlyArray<string>
  /** 200 unless told otherwise. */
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * Headers of a page that loads its own styles, scripts and pictures, talks to its own origin, and
 * sends forms there; nothing stands in it that does not come from a file of ours.
 */
const servedPageHeaders = (framing: "nowhere" | "anywhere", leadsTo: ReadonlyArray<string>) => ({
  "content-security-policy": contentPolicy({
    "script-src": ["'self'"],
    "style-src": ["'self'"],
    "img-src": ["'self'", "data:"],
    "connect-src": ["'self'"],
    // Browsers hold redirects after a form against the policy too.
    "form-action": ["'self'", ...leadsTo],
    "base-uri": [],
    "frame-ancestors": framing === "anywhere" ? ["*"] : [],
  }),
  // No other origin learns where a reader was. Ours does: without, forms would come from `null`.
  "referrer-policy": "same-origin",
})

const scriptNames = (scripts: ReadonlyArray<string> | "none"): ReadonlyArray<string> =>
  scripts === "none" ? [] : ["kit.js", ...scripts]

/** Makes answers of pages; each has the style of all and the script of all. */
export type MakePage = (parts: PageParts) => Answer

/** Prepares pages over the assets that they load. */
export const preparePages =
  (assets: Assets): MakePage =>
  ({
    body,
    description,
    framing = "nowhere",
    head,
    headers,
    language,
    leadsTo = [],
    scripts = [],
    status = 200,
    styles = [],
    title,
  }) => {
    const page = html`<html lang=${language}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · Viatica</title>
        ${description === undefined ? null : html`<meta name="description" content=${description} />`}
        ${head}
        <link rel="icon" href=${assets.path("mark.svg")} type="image/svg+xml" />
        ${["kit.css", ...styles].map(
          (name) => html`<link rel="stylesheet" href=${assets.path(name)} />`,
        )}
        ${scriptNames(scripts).map(
          (name) => html`<script type="module" src=${assets.path(name)}></script>`,
        )}
      </head>
      <body>
        ${body}
      </body>
    </html>`
    return textAnswer(status, "text/html", `<!doctype html>\n${writeHtml(page)}\n`, {
      ...servedPageHeaders(framing, leadsTo),
      "content-language": language,
      ...headers,
    })
  }
