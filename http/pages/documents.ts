import * as Effect from "effect/Effect"
import { minorToNumber, rationalToMinor } from "../../core/money/minor.ts"
import { type DocumentLanguage, ipidOf } from "../../rules/documents/ipid.ts"
import type { GuaranteeLine } from "../../rules/guarantees/offer-guarantees.ts"
import type { OfferRow, PricingTables } from "../../rules/pricing/pricing-tables.ts"
import type { Tables } from "../../rules/tables/index.ts"
import { textAnswer } from "../api/answer.ts"
import type { OpenRoute } from "../api/open-route.ts"
import { escapeHtml } from "./html.ts"
import { ipidPage, ipidStyle } from "./ipid-page.ts"
import { pageHeaders } from "./page-headers.ts"

/** The documents of an offer: policy terms, and the product information document (IPID). */
export type DocumentKind = "terms" | "ipid"

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

const insurerName = (catalogue: PricingTables, { insurer }: OfferRow): string =>
  catalogue.insurers.get(insurer)?.name ?? insurer

const termsPage = (tables: Tables, catalogue: PricingTables, offer: OfferRow): string => {
  const title = `Policy terms: ${offer.name} ${offer.plan}`
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
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title>
<style>${style}</style></head>
<body><p><strong>${escapeHtml(notice)}</strong></p>
<h1>${escapeHtml(title)}</h1><p>${escapeHtml(insurerName(catalogue, offer))}</p>
<h2>What is insured</h2><table>${rows.join("\n")}</table>
<h2>Included</h2>${highlights("included")}<h2>Not included</h2>${highlights("excluded")}
</body></html>`
}

const otherLanguage: Readonly<Record<DocumentLanguage, DocumentLanguage>> = { en: "fr", fr: "en" }

const ipidHtml = (
  tables: Tables,
  catalogue: PricingTables,
  offer: OfferRow,
  language: DocumentLanguage,
): string =>
  ipidPage(
    {
      insurer: insurerName(catalogue, offer),
      product: `${offer.name} ${offer.plan}`,
      language,
      otherHref: `?lang=${otherLanguage[language]}`,
    },
    ipidOf(tables, catalogue, offer, language),
  )

const headersWith = (pageStyle: string) => ({
  ...pageHeaders({ styles: [pageStyle] }),
  "cache-control": "public, max-age=3600",
})

const termsHeaders = headersWith(style)

const ipidHeaders = { ...headersWith(ipidStyle), vary: "Accept-Language" }

/** Reading preferences is loaded on first use, so that a server starts sooner. */
const languageOf = (query: string, acceptLanguage: string): Effect.Effect<DocumentLanguage> =>
  Effect.promise(async () => {
    const { documentLanguage } = await import("./document-language.ts")
    return documentLanguage(query, acceptLanguage)
  })

const published = (offer: OfferRow, kind: string): kind is DocumentKind =>
  (kind === "terms" && offer.hasTerms) || (kind === "ipid" && offer.hasIpid)

/** `/documents/<offer>/<terms|ipid>`: the sample documents that offers of the catalogues link to. */
export const makeDocumentsRoute = (
  tables: Tables,
  catalogues: () => ReadonlyArray<PricingTables>,
): OpenRoute => ({
  pattern: "/documents/*",
  answer: ({ headerValues, query }, rest) => {
    const [id = "", kind, ...more] = rest.split("/")
    const catalogue = catalogues().find(({ offers }) => offers.get(id) !== undefined)
    const offer = catalogue?.offers.get(id)
    if (catalogue === undefined || offer === undefined) return Effect.succeed(undefined)
    if (kind === undefined || more.length > 0 || !published(offer, kind)) {
      return Effect.succeed(undefined)
    }
    if (kind === "terms") {
      const html = termsPage(tables, catalogue, offer)
      return Effect.succeed(textAnswer(200, "text/html", html, termsHeaders))
    }
    return Effect.map(languageOf(query, headerValues("accept-language").join(",")), (language) => {
      const html = ipidHtml(tables, catalogue, offer, language)
      return textAnswer(200, "text/html", html, { ...ipidHeaders, "content-language": language })
    })
  },
})
