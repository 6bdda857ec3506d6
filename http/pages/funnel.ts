import * as Effect from "effect/Effect"
import { textAnswer } from "../api/answer.ts"
import type { OpenRoute } from "../api/open-route.ts"
import { escapeHtml } from "./html.ts"
import { pageHeaders } from "./page-headers.ts"
import { linkHeaders } from "./redirect-pages.ts"

/** The pages of the traveller's funnel that links lead to, and what each is for. */
const pages = {
  quote: "The quote form",
  offers: "The list of offers",
  presubscribe: "The presubscribe form, its offer selected",
} as const

type Page = keyof typeof pages

const style = `body{font:16px/1.5 system-ui,sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem}
th{text-align:left;padding-right:1.5rem;font-weight:normal}td{font-weight:600;word-break:break-all}`

const headers = { ...pageHeaders({ styles: [style] }), ...linkHeaders }

/** What is read and shown of a query at most: far more than links have, and little to send back. */
const queryCharactersMax = 3_000
const fieldsMax = 40
const nameCharactersMax = 40
const valueCharactersMax = 200

const shortened = (text: string, charactersMax: number): string => {
  const characters = Array.from(text.slice(0, 2 * charactersMax + 2))
  return characters.length <= charactersMax
    ? escapeHtml(text)
    : `${escapeHtml(characters.slice(0, charactersMax).join(""))}…`
}

const row = ([name, value]: readonly [string, string]): string =>
  `<tr><th scope="row">${shortened(name, nameCharactersMax)}</th>` +
  `<td>${shortened(value, valueCharactersMax)}</td></tr>`

const fieldRows = (query: string): string => {
  const fields = [...new URLSearchParams(query.slice(0, queryCharactersMax))]
  if (fields.length === 0) return "<p>It would be opened without any field.</p>"
  const isAll = fields.length <= fieldsMax && query.length <= queryCharactersMax
  const rest = isAll ? "" : "\n<p>It has more fields than are shown here.</p>"
  return `<table>${fields.slice(0, fieldsMax).map(row).join("\n")}</table>${rest}`
}

const document = (page: Page, query: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${pages[page]} (stand-in)</title>
<style>${style}</style></head>
<body><p><strong>This is a stand-in: the traveller’s funnel would open here.</strong></p>
<h1>${pages[page]}</h1>
<p>Set FUNNEL_URL to the address of a funnel, and links lead there instead.</p>
${fieldRows(query)}
</body></html>`

/**
 * `/funnel/<page>`: pages that stand in for the traveller's funnel as long as none is configured, so
 * that links lead somewhere. They show the fields that they were opened with, and do nothing.
 */
export const funnelRoutes: ReadonlyArray<OpenRoute> = (
  Object.keys(pages) as ReadonlyArray<Page>
).map((page) => ({
  pattern: `/funnel/${page}`,
  answer: ({ query }) =>
    Effect.succeed(textAnswer(200, "text/html", document(page, query), headers)),
}))
