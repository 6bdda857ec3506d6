import * as Effect from "effect/Effect"
import { prepareCoach } from "../../rules/coach/engine.ts"
import { limitOf } from "../../rules/trip/vocabulary.ts"
import type { ServerSettings } from "../config.ts"
import { makeBilan, makeCards } from "../handlers/coach.ts"
import { makeMeta } from "../handlers/meta.ts"
import { makeQuotes } from "../handlers/quotes.ts"
import { makeApiDocumentRoutes } from "../open/api-document.ts"
import { documentPath, makeDocumentsRoute } from "../open/documents.ts"
import { makeHealthRoutes } from "../open/health.ts"
import { makeIcons } from "../open/icons.ts"
import { makeApp } from "../serve/app.ts"
import { Sessions } from "../session/sessions.ts"
import { TableBundle } from "../tables/table-bundle.ts"
import { apiVersion } from "../version.ts"

/** The HTTP application over the tables in force, ready to be served by any runtime. */
export const makeService = (settings: ServerSettings) =>
  Effect.gen(function* () {
    const { folder, hash, tables } = yield* TableBundle
    const sessions = yield* Sessions
    const icons = yield* makeIcons(folder)
    const links = {
      iconUrl: (file: string) => `${settings.baseUrl}${icons.path(file)}`,
      documentUrl: (offerId: number, kind: "terms" | "ipid") =>
        `${settings.baseUrl}${documentPath(offerId, kind)}`,
    }
    const coach = { coach: prepareCoach(tables), engineVersion: `${apiVersion}+${hash}` }
    const health = yield* makeHealthRoutes
    const documents = yield* makeApiDocumentRoutes(settings)
    return yield* makeApp({
      operations: {
        quotes: makeQuotes({ tables, sessions, links }),
        meta: makeMeta(tables),
        bilan: makeBilan(coach),
        cards: makeCards(coach),
      },
      openRoutes: [...health, ...documents, makeDocumentsRoute(tables), icons.route],
      signing: {
        prefix: settings.headerPrefix,
        windowSeconds: limitOf(tables, "timestamp_window_s"),
      },
      bodyBytesMax: limitOf(tables, "body_bytes_max"),
    })
  })
