import type { OfferLinks } from "../../rules/pricing/offer.ts"
import { documentPath } from "./documents.ts"
import type { Icons } from "./icons.ts"

/** Where the pictograms and documents of offers are served from: under the service's address. */
export const offerLinks = (baseUrl: string, icons: Pick<Icons, "path">): OfferLinks => ({
  iconUrl: (file) => `${baseUrl}${icons.path(file)}`,
  documentUrl: (offerId, kind) => `${baseUrl}${documentPath(offerId, kind)}`,
})
