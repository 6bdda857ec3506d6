import * as Effect from "effect/Effect"
import { prepareCoach } from "../../rules/coach/engine.ts"
import { prepareLive } from "../../rules/pricing/live.ts"
import { prepareSandbox } from "../../rules/pricing/sandbox.ts"
import { limitOf, prepareTripVocabulary } from "../../rules/trip/vocabulary.ts"
import { Keys } from "../accounts/keys.ts"
import type { ServerSettings } from "../config.ts"
import { DestinationFacts } from "../formalities/destination-facts.ts"
import { makeBilan, makeCards } from "../handlers/coach.ts"
import { makeConversion } from "../handlers/conversion.ts"
import { makeLinks } from "../handlers/links.ts"
import { makeMeta } from "../handlers/meta.ts"
import { makeQuotes } from "../handlers/quotes.ts"
import { Insurers } from "../insurers/insurers.ts"
import { SessionLinks } from "../links/session-links.ts"
import { TrackedLinks } from "../links/tracked-links.ts"
import { makeDocumentsRoute } from "../open/documents.ts"
import { makeIcons } from "../open/icons.ts"
import { offerLinks } from "../open/offer-links.ts"
import { makeRedirectRoute } from "../open/redirect.ts"
import { Rates } from "../rates/rates.ts"
import { Sales } from "../sales/sales.ts"
import { Clicks } from "../redirects/clicks.ts"
import { LinkTargets } from "../redirects/link-targets.ts"
import { makeApp } from "../serve/app.ts"
import type { OpenRoute } from "../serve/routes.ts"
import { Sessions } from "../session/sessions.ts"
import type { Bundle } from "../tables/table-bundle.ts"
import { apiVersion } from "../version.ts"

/** What an application is made of besides tables and icons; it outlives them. */
export interface ApplicationParts {
  readonly settings: ServerSettings
  /** Routes that the tables have no part in. */
  readonly openRoutes: ReadonlyArray<OpenRoute>
  /** Every icon served so far, by the name that it is served under. */
  readonly servedIcons: Map<string, string>
}

/** The HTTP application over one bundle of tables and its icons: all that answers with them. */
export const makeApplication = (
  { openRoutes, servedIcons, settings }: ApplicationParts,
  { hash, tables }: Bundle,
  iconTexts: ReadonlyMap<string, string>,
) =>
  Effect.gen(function* () {
    const sessions = yield* Sessions
    const keys = yield* Keys
    const icons = makeIcons(iconTexts, servedIcons)
    const links = offerLinks(settings.baseUrl, icons)
    const coach = prepareCoach(tables)
    const facts = yield* DestinationFacts
    yield* Effect.yieldNow
    const sandbox = prepareSandbox(tables)
    const live = prepareLive(tables)
    const catalogues = [sandbox.pieces.tables, live.pieces.tables]
    const insurers = yield* Insurers
    yield* insurers.checkAddresses(tables.catalogueInsurers.rows)
    const rates = yield* Rates
    const redirects = makeRedirectRoute({
      funnelUrl: settings.funnelUrl,
      languages: prepareTripVocabulary(tables).languages,
      targets: yield* LinkTargets,
      clicks: yield* Clicks,
    })
    const sales = yield* Sales
    yield* Effect.yieldNow
    return yield* makeApp({
      operations: {
        quotes: makeQuotes({
          tables,
          sessions,
          links,
          sandbox,
          live,
          insurers,
          currentRates: rates.over(tables.currencies),
        }),
        links: makeLinks({
          tables,
          sessions,
          sessionLinks: yield* SessionLinks,
          addresses: settings,
        }),
        meta: makeMeta(tables, keys),
        bilan: makeBilan({
          coach,
          engineVersion: `${apiVersion}+${hash}`,
          rulesFor: facts.over(coach.tableRules),
          baseUrl: settings.baseUrl,
          trackedLinks: yield* TrackedLinks,
        }),
        cards: makeCards(coach),
        conversion: makeConversion({ tables, sales }),
      },
      openRoutes: [...openRoutes, redirects, makeDocumentsRoute(tables, catalogues), icons.route],
      signing: {
        prefix: settings.headerPrefix,
        windowSeconds: limitOf(tables, "timestamp_window_s"),
      },
      bodyBytesMax: limitOf(tables, "body_bytes_max"),
    })
  })
