import type { OpenAPISpec } from "effect/http-api/OpenApi"
import { apiVersion } from "../../http/config/version.ts"
import { prepareTravellerTexts } from "../../http/messages/traveller-texts.ts"
import { makeIcons } from "../../http/pages/icons.ts"
import { offerLinks } from "../../http/pages/documents.ts"
import { withPictures } from "../../http/pages/pictures.ts"
import { exampledDocument } from "../../http/pages/docs/docs-routes.ts"
import { prepareCoach } from "../../rules/coach/engine.ts"
import { preparePictures } from "../../rules/coach/pictures/pictures.ts"
import { prepareQuoteWords } from "../../rules/offline/quotes.ts"
import { prepareSandbox } from "../../rules/pricing/sandbox.ts"
import { defaultLanguage } from "../../rules/trip/trip-vocabulary.ts"
import { shippedTables } from "../support/tables.ts"

/** The API document of a service at an address, over the shipped tables. */
export const shippedDocument = (baseUrl: string): Promise<OpenAPISpec> => {
  const coach = prepareCoach(shippedTables)
  const sandbox = prepareSandbox(shippedTables)
  const icons = makeIcons(new Map(), new Map())
  const words = prepareQuoteWords(prepareTravellerTexts(shippedTables), offerLinks(baseUrl, icons))
  return exampledDocument({
    settings: { baseUrl, headerPrefix: "svc" },
    tables: shippedTables,
    sandbox: () => sandbox,
    coach: () => coach,
    loadLinks: async () => words(defaultLanguage).links,
    showCards: withPictures(preparePictures(shippedTables), baseUrl),
    engineVersion: `${apiVersion}+shipped`,
    today: () => "2026-11-28",
  })
}
