import * as Effect from "effect/Effect"
import { type Answer, textAnswer } from "../api/answer.ts"
import type { OpenRoute } from "../api/open-route.ts"
import type { Icons } from "./icons.ts"
import { ipidPage, ipidStyle } from "./ipid-page.ts"
import type { MakePage } from "./kit/page.ts"
import { termsPage } from "./terms-page.ts"
import { contentPolicy, sourceOf } from "../platform/content-policy.ts"
import { coversOf, type DocumentLanguage, speechOf } from "../../rules/documents/covers.ts"
import { ipidOf } from "../../rules/documents/ipid.ts"
import type { OfferLinks } from "../../rules/pricing/offer.ts"
import type { OfferRow, PricingTables } from "../../rules/pricing/pricing-tables.ts"
import type { Tables } from "../../rules/tables/index.ts"

/** The documents of an offer: policy terms, and the product information document (IPID). */
type DocumentKind = "terms" | "ipid"

/** Path of an offer's document. */
export const documentPath = (offerId: number, kind: DocumentKind): string =>
  `/documents/${offerId}/${kind}`

/** What documents are made of. */
interface DocumentParts {
  readonly tables: Tables
  readonly catalogues: () => ReadonlyArray<PricingTables>
  readonly makePage: MakePage
}

const kept = { "cache-control": "public, max-age=3600", vary: "Accept-Language" }

/** The page loads nothing: its style stands in it, and no address of it is passed on. */
const ipidHeaders = {
  "content-security-policy": contentPolicy({
    "style-src": [sourceOf(ipidStyle)],
    "base-uri": [],
    "form-action": [],
    "frame-ancestors": [],
  }),
  "referrer-policy": "no-referrer",
  ...kept,
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

/** Where the pictograms and documents of offers are served from: under the service's address. */
export const offerLinks = (baseUrl: string, icons: Pick<Icons, "path">): OfferLinks => ({
  iconUrl: (file) => `${baseUrl}${icons.path(file)}`,
  documentUrl: (offerId, kind) => `${baseUrl}${documentPath(offerId, kind)}`,
})

/** The same on pages of travellers, who tell insurers apart by their marks. */
export const travellerLinks = (icons: Pick<Icons, "path">): OfferLinks => ({
  ...offerLinks("", icons),
  marks: "insurers",
})

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

const published = (offer: OfferRow, kind: string): kind is DocumentKind =>
  (kind === "terms" && offer.hasTerms) || (kind === "ipid" && offer.hasIpid)

/** Reading preferences is loaded on first use, so that a server starts sooner. */
const languageOf = (query: string, acceptLanguage: string): Effect.Effect<DocumentLanguage> =>
  Effect.promise(async () => {
    const { documentLanguage } = await import("./preferences.ts")
    return documentLanguage(query, acceptLanguage)
  })
