import * as Effect from "effect/Effect"
import { minorToNumber, rationalToMinor } from "../../core/money/minor.ts"
import type { GuaranteeLine } from "../../rules/guarantees/offer-guarantees.ts"
import type { OfferRow, PricingTables } from "../../rules/pricing/pricing-tables.ts"
import type { Tables } from "../../rules/tables/index.ts"
import { textAnswer } from "../api/answer.ts"
import type { OpenRoute } from "../api/open-route.ts"
import { escapeHtml } from "./html.ts"
import { pageHeaders } from "./page-headers.ts"

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

const coverText = (tables: Tables, offer: OfferRow, line: GuaranteeLine): string => {
  const option = line.option === null ? "" : ", with its option"
  if (line.value === null) {
    const meaning = tables.guaranteeStateMeanings.get(line.state)?.meaning ?? line.state
    return `${meaning.replace(", which `value` repeats", "").replace(/\.$/, "")}${option}`
  }
  const digits = tables.currencies.get(offer.guaranteeCurrency)?.minorUnits ?? 0
  const amount = amountFormat.format(minorToNumber(rationalToMinor(line.value, digits), digits))
  const daily = line.state === "per_day" ? " per day" : ""
  return `up to ${amount} ${offer.guaranteeCurrency}${daily}${option}`
}

const list = (items: ReadonlyArray<string>): string =>
  `<ul>${items.map((item) => `<li>${escapeHtml(item)}</li>`).join("")}</ul>`

const style = `body{font:16px/1.5 system-ui,sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem}
th{text-align:left;padding-right:1.5rem;font-weight:normal}td{font-weight:600}`

const page = (
  tables: Tables,
  catalogue: PricingTables,
  offer: OfferRow,
  kind: DocumentKind,
): string => {
  const insurer = catalogue.insurers.get(offer.insurer)?.name ?? offer.insurer
  const title = `${titles[kind]}: ${offer.name} ${offer.plan}`
  const rows = catalogue.linesOf(offer).map((line) => {
    const label = tables.guarantees.get(line.slug)?.label ?? line.slug
    return `<tr><th scope="row">${escapeHtml(label)}</th><td>${escapeHtml(coverText(tables, offer, line))}</td></tr>`
  })
  const highlights = (wanted: "included" | "excluded") =>
    list(
      catalogue.highlights.rows
        .filter((row) => row.offerId === String(offer.offerId) && row.kind === wanted)
        .map((row) => row.text),
    )
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title>
<style>${style}</style></head>
<body><p><strong>${escapeHtml(notice)}</strong></p>
<h1>${escapeHtml(title)}</h1><p>${escapeHtml(insurer)}</p>
<h2>What is insured</h2><table>${rows.join("\n")}</table>
<h2>Included</h2>${highlights("included")}<h2>Not included</h2>${highlights("excluded")}
</body></html>`
}

const headers = {
  ...pageHeaders({ styles: [style] }),
  "cache-control": "public, max-age=3600",
}

const published = (offer: OfferRow, kind: string): kind is DocumentKind =>
  (kind === "terms" && offer.hasTerms) || (kind === "ipid" && offer.hasIpid)

/** `/documents/<offer>/<terms|ipid>`: the sample documents that offers of the catalogues link to. */
export const makeDocumentsRoute = (
  tables: Tables,
  catalogues: () => ReadonlyArray<PricingTables>,
): OpenRoute => ({
  pattern: "/documents/*",
  answer: (_call, rest) => {
    const [id = "", kind, ...more] = rest.split("/")
    const catalogue = catalogues().find(({ offers }) => offers.get(id) !== undefined)
    const offer = catalogue?.offers.get(id)
    if (catalogue === undefined || offer === undefined) return Effect.succeed(undefined)
    if (kind === undefined || more.length > 0 || !published(offer, kind)) {
      return Effect.succeed(undefined)
    }
    const html = page(tables, catalogue, offer, kind)
    return Effect.succeed(textAnswer(200, "text/html", html, headers))
  },
})
