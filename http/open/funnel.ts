import * as Effect from "effect/Effect"
import { textAnswer } from "../serve/answer.ts"
import type { OpenRoute } from "../serve/routes.ts"
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

const fieldRows = (query: string): string => {
  const fields = [...new URLSearchParams(query)]
  if (fields.length === 0) return "<p>It would be opened without any field.</p>"
  const rows = fields.map(
    ([name, value]) =>
      `<tr><th scope="row">${escapeHtml(name)}</th><td>${escapeHtml(value)}</td></tr>`,
  )
  return `<table>${rows.join("\n")}</table>`
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
