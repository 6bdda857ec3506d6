import * as Effect from "effect/Effect"
import { minorToNumber, rationalToMinor } from "../../core/money/minor.ts"
import type { Tables } from "../../rules/tables/index.ts"
import type { Answer } from "../serve/answer.ts"
import type { OpenRoute } from "../serve/routes.ts"
import { escapeHtml } from "./html.ts"

type OfferRow = Tables["sandboxOffers"]["rows"][number]
type GuaranteeRow = Tables["sandboxGuarantees"]["rows"][number]

/** The documents of an offer: policy terms, and the product information document (IPID). */
export type DocumentKind = "terms" | "ipid"

const titles: Readonly<Record<DocumentKind, string>> = {
  terms: "Policy terms",
  ipid: "Insurance product information document",
}

const notice =
  "Sample document of a fictional insurer. It describes no real contract and insures nobody."

/** Path of an offer's document. */
export const documentPath = (offerId: number, kind: DocumentKind): string =>
  `/documents/${offerId}/${kind}`

const amountFormat = new Intl.NumberFormat("en")

const coverText = (tables: Tables, offer: OfferRow, row: GuaranteeRow): string => {
  const option = row.option === null ? "" : ", with its option"
  if (row.value === null) {
    const meaning = tables.guaranteeStateMeanings.get(row.state)?.meaning ?? row.state
    return `${meaning.replace(", which `value` repeats", "").replace(/\.$/, "")}${option}`
  }
  const digits = tables.currencies.get(offer.guaranteeCurrency)?.minorUnits ?? 0
  const amount = amountFormat.format(minorToNumber(rationalToMinor(row.value, digits), digits))
  const daily = row.state === "per_day" ? " per day" : ""
  return `up to ${amount} ${offer.guaranteeCurrency}${daily}${option}`
}

const list = (items: ReadonlyArray<string>): string =>
  `<ul>${items.map((item) => `<li>${escapeHtml(item)}</li>`).join("")}</ul>`

const page = (tables: Tables, offer: OfferRow, kind: DocumentKind): string => {
  const insurer = tables.sandboxInsurers.get(offer.insurer)?.name ?? offer.insurer
  const title = `${titles[kind]}: ${offer.name} ${offer.plan}`
  const rows = tables.sandboxGuarantees.rows
    .filter((row) => row.offerId === String(offer.offerId))
    .map((row) => {
      const label = tables.guarantees.get(row.slug)?.label ?? row.slug
      return `<tr><th scope="row">${escapeHtml(label)}</th><td>${escapeHtml(coverText(tables, offer, row))}</td></tr>`
    })
  const highlights = (wanted: "included" | "excluded") =>
    list(
      tables.sandboxHighlights.rows
        .filter((row) => row.offerId === String(offer.offerId) && row.kind === wanted)
        .map((row) => row.text),
    )
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem}
th{text-align:left;padding-right:1.5rem;font-weight:normal}td{font-weight:600}</style></head>
<body><p><strong>${escapeHtml(notice)}</strong></p>
<h1>${escapeHtml(title)}</h1><p>${escapeHtml(insurer)}</p>
<h2>What is insured</h2><table>${rows.join("\n")}</table>
<h2>Included</h2>${highlights("included")}<h2>Not included</h2>${highlights("excluded")}
</body></html>`
}

const headers = {
  "cache-control": "public, max-age=3600",
  "content-security-policy":
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
}

const published = (offer: OfferRow, kind: string): kind is DocumentKind =>
  (kind === "terms" && offer.hasTerms) || (kind === "ipid" && offer.hasIpid)

/** `/documents/<offer>/<terms|ipid>`: the sample documents that sandbox offers link to. */
export const makeDocumentsRoute = (tables: Tables): OpenRoute => ({
  pattern: "/documents/*",
  answer: (_call, rest) => {
    const [id, kind, ...more] = rest.split("/")
    const offer = tables.sandboxOffers.get(id ?? "")
    if (offer === undefined || kind === undefined || more.length > 0 || !published(offer, kind)) {
      return Effect.succeed(undefined)
    }
    const answer: Answer = {
      status: 200,
      contentType: "text/html; charset=utf-8",
      body: page(tables, offer, kind),
      headers,
    }
    return Effect.succeed(answer)
  },
})
