import * as Effect from "effect/Effect"
import { once } from "../../core/memory.ts"
import { prepareTripVocabulary } from "../../rules/trip/trip-vocabulary.ts"
import { Clicks, LinkTargets } from "../ports/link-targets.ts"
import { compareRoutes } from "./compare/routes.ts"
import { consoleRoutes } from "./console/routes.ts"
import { docsRoutes } from "./docs/docs-routes.ts"
import { makeDocumentsRoute } from "./documents.ts"
import { makeFrontRoutes } from "./front/front-routes.ts"
import { funnelRoutes } from "./funnel/funnel-routes.ts"
import type { PageRouteParts } from "./page-route-parts.ts"
import { makePictureRoutes } from "./pictures.ts"
import { prepareLinkPages } from "./redirect-pages.ts"
import { makeRedirectRoute } from "./redirect.ts"
import { signInRoutes } from "./sign-in/sign-in-routes.ts"
import { makeVocabularyRoute } from "./vocabulary.ts"
import { widgetRoutes } from "./widget/widget-route.ts"

/** The routes of all that people and browsers open, over one set of tables. */
export const pageRoutes = (parts: PageRouteParts) =>
  Effect.gen(function* () {
    const { engineVersion, icons, live, makePage, pictures, sandbox, settings, tables } = parts
    const nowhere = prepareLinkPages(parts)
    return [
      ...(yield* docsRoutes(parts)),
      ...(settings.isFunnelStandIn ? yield* funnelRoutes(parts, nowhere) : []),
      ...(yield* widgetRoutes(parts)),
      makeRedirectRoute({
        pages: nowhere,
        funnelUrl: settings.funnelUrl,
        languages: prepareTripVocabulary(tables).languages,
        targets: yield* LinkTargets,
        clicks: yield* Clicks,
      }),
      makeDocumentsRoute({
        tables,
        catalogues: once(() => [sandbox().pieces.tables, live().pieces.tables]),
        makePage,
      }),
      icons.route,
      ...makePictureRoutes(pictures),
      yield* makeVocabularyRoute({
        tables,
        version: engineVersion,
        loadReadText: async () => (await import("../messages/icu.ts")).readText,
      }),
      ...(yield* signInRoutes(parts)),
      // After the pages of signing in, as the last of its routes takes all that is left of /console.
      ...(yield* consoleRoutes(parts)),
      ...(yield* compareRoutes(parts)),
      ...makeFrontRoutes(parts),
    ]
  })
