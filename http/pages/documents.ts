import * as Effect from "effect/Effect"
import { coversOf, type DocumentLanguage, speechOf } from "../../rules/documents/covers.ts"
import { ipidOf } from "../../rules/documents/ipid.ts"
import type { OfferRow, PricingTables } from "../../rules/pricing/pricing-tables.ts"
import type { Tables } from "../../rules/tables/index.ts"
import { type Answer, textAnswer } from "../api/answer.ts"
import type { OpenRoute } from "../api/open-route.ts"
import { ipidPage, ipidStyle } from "./ipid-page.ts"
import type { MakePage } from "./kit/page.ts"
import { pageHeaders } from "./page-headers.ts"
import { termsPage } from "./terms-page.ts"

/** The documents of an offer: policy terms, and the product information document (IPID). */
export type DocumentKind = "terms" | "ipid"

/** Path of an offer's document. */
export const documentPath = (offerId: number, kind: DocumentKind): string =>
  `/documents/${offerId}/${kind}`

const insurerName = (catalogue: PricingTables, { insurer }: OfferRow): string =>
  catalogue.insurers.get(insurer)?.name ?? insurer

const productName = ({ name, plan }: OfferRow): string => `${name} ${plan}`

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
      product: productName(offer),
      language,
      otherHref: `?lang=${otherLanguage[language]}`,
    },
    ipidOf(tables, catalogue, offer, language),
  )

const kept = { "cache-control": "public, max-age=3600", vary: "Accept-Language" }

const ipidHeaders = { ...pageHeaders({ styles: [ipidStyle] }), ...kept }

/** Reading preferences is loaded on first use, so that a server starts sooner. */
const languageOf = (query: string, acceptLanguage: string): Effect.Effect<DocumentLanguage> =>
  Effect.promise(async () => {
    const { documentLanguage } = await import("./preferred-language.ts")
    return documentLanguage(query, acceptLanguage)
  })

const published = (offer: OfferRow, kind: string): kind is DocumentKind =>
  (kind === "terms" && offer.hasTerms) || (kind === "ipid" && offer.hasIpid)

/** What documents are made of. */
export interface DocumentParts {
  readonly tables: Tables
  readonly catalogues: () => ReadonlyArray<PricingTables>
  readonly makePage: MakePage
}

/** `/documents/<offer>/<terms|ipid>`: the sample documents that offers of the catalogues link to. */
export const makeDocumentsRoute = ({ catalogues, makePage, tables }: DocumentParts): OpenRoute => {
  const terms = (catalogue: PricingTables, offer: OfferRow, language: DocumentLanguage): Answer =>
    termsPage(
      makePage,
      {
        insurer: insurerName(catalogue, offer),
        product: productName(offer),
        language,
        covers: coversOf(speechOf(tables, language), catalogue, offer),
        sections: ipidOf(tables, catalogue, offer, language),
      },
      kept,
    )
  const ipid = (catalogue: PricingTables, offer: OfferRow, language: DocumentLanguage): Answer =>
    textAnswer(200, "text/html", ipidHtml(tables, catalogue, offer, language), {
      ...ipidHeaders,
      "content-language": language,
    })
  const write = { terms, ipid } as const

  return {
    pattern: "/documents/*",
    answer: ({ headerValues, query }, rest) => {
      const [id = "", kind, ...more] = rest.split("/")
      const catalogue = catalogues().find(({ offers }) => offers.get(id) !== undefined)
      const offer = catalogue?.offers.get(id)
      if (catalogue === undefined || offer === undefined) return Effect.succeed(undefined)
      if (kind === undefined || more.length > 0 || !published(offer, kind)) {
        return Effect.succeed(undefined)
      }
      return Effect.map(languageOf(query, headerValues("accept-language").join(",")), (language) =>
        write[kind](catalogue, offer, language),
      )
    },
  }
}
