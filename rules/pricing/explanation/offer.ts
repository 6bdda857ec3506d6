import { citeRow } from "../../explanation/cite.ts"
import type { Reason } from "../../explanation/explanation.ts"
import type { FigureFinding } from "../../explanation/figure-finding.ts"
import type { CatalogueOffer } from "../catalogue.ts"
import { coverHighlight } from "../highlights.ts"
import type { Offer } from "../offer.ts"
import { matchOrigins, matchReasons } from "./eligibility.ts"
import { heldFindings } from "./held.ts"
import type { QuoteCase } from "./quote-case.ts"

/** Cites the offer's own row. */
export const offerReason = (
  { pieces }: QuoteCase,
  { row }: CatalogueOffer,
  says: string,
  column?: string,
): Reason => {
  const { offers } = pieces.tables
  return citeRow(offers, row, `${row.offerId} ${says}`, column)
}

const insurerReason = ({ pieces }: QuoteCase, { row }: CatalogueOffer, column: string): Reason => {
  const { insurers } = pieces.tables
  const insurer = insurers.get(row.insurer)
  return citeRow(insurers, insurer, `${row.insurer} is ${insurer?.name}`, column)
}

const pictureFindings = (
  quote: QuoteCase,
  offer: CatalogueOffer,
  at: string,
): ReadonlyArray<FigureFinding> => {
  const { iconFile } = offer.row
  const logoUrl = `${at}.insurer.logoUrl`
  if (iconFile === null) {
    const own = offerReason(quote, offer, "has no pictogram of its own", "icon_file")
    return [{ figure: logoUrl, because: [own, insurerReason(quote, offer, "logo_file")] }]
  }
  const because = [offerReason(quote, offer, `has the pictogram ${iconFile}`, "icon_file")]
  return [
    { figure: logoUrl, because },
    { figure: `${at}.iconUrl`, because },
  ]
}

const highlightFindings = (
  { answer, facts, pieces }: QuoteCase,
  offer: CatalogueOffer,
  at: string,
): ReadonlyArray<FigureFinding> => {
  const { row } = offer
  const { guarantees, highlights } = pieces.tables
  const shown: Offer | undefined = answer.offers.find(({ id }) => id === row.offerId)
  const said = offer.highlights(shown?.guarantees ?? {}, facts.atHome)
  return (["included", "excluded"] as const).flatMap((kind) => {
    const figure = `${at}.highlights.${kind}`
    const because = said[kind].flatMap(({ row: own }, index) => {
      const text = shown?.highlights[kind][index] ?? own.says
      const cited = citeRow(highlights, own, text, own.figure === null ? "says" : "figure")
      const tellsCover = own.says === coverHighlight && kind === "included" && own.slug !== null
      if (!tellsCover) return [cited]
      const line = guarantees.get(row.offerId, own.slug)
      return [cited, citeRow(guarantees, line, `${own.slug} as the offer holds it`)]
    })
    const none = citeRow(highlights, undefined, `${row.offerId} lists nothing ${kind}`)
    return [{ figure, because: because.length === 0 ? [none] : because }]
  })
}

/** Why an offer is there, and where its name, documents and guarantees come from. */
export const offerFindings = (
  quote: QuoteCase,
  offer: CatalogueOffer,
  at: string,
): ReadonlyArray<FigureFinding> => {
  const { row } = offer
  const id = String(row.offerId)
  const own = (figure: string, column: string, says: string): FigureFinding => ({
    figure: `${at}.${figure}`,
    because: [offerReason(quote, offer, says, column)],
  })
  return [
    { figure: `${at}.id`, because: matchReasons(quote, id), from: matchOrigins(quote, id) },
    own("name", "name", `is called ${row.name}`),
    own("plan", "plan", `is the plan ${row.plan}`),
    { figure: `${at}.insurer.name`, because: [insurerReason(quote, offer, "name")] },
    ...pictureFindings(quote, offer, at),
    own("guaranteeCurrency", "guarantee_currency", `covers in ${row.guaranteeCurrency}`),
    ...heldFindings(quote, offer, at),
    ...highlightFindings(quote, offer, at),
    own("documents.cgvUrl", "has_terms", row.hasTerms ? "has terms" : "has no terms"),
    own("documents.ipidUrl", "has_ipid", row.hasIpid ? "has an IPID" : "has no IPID"),
  ]
}
