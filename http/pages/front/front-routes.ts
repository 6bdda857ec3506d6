import * as Effect from "effect/Effect"
import { once } from "../../../core/memory.ts"
import type { PricingEngine } from "../../../rules/pricing/engine.ts"
import { type LimitOf, limitsOf } from "../../../rules/reference/limits.ts"
import type { Tables } from "../../../rules/tables/index.ts"
import { type Answer, jsonAnswer, refusalAnswer } from "../../api/answer.ts"
import { refusal } from "../../api/api-refusal.ts"
import type { OpenRoute } from "../../api/open-route.ts"
import { apiVersion } from "../../config/version.ts"
import { documentPath } from "../documents.ts"
import type { Icons } from "../icons.ts"
import type { MakePage } from "../kit/page.ts"
import { prefersMarkdown, readingOf } from "../kit/reading.ts"
import { priceSample } from "../samples.ts"
import type { ServiceStanding } from "../standing.ts"
import type { PageRouteParts } from "../page-route-parts.ts"
import { frontMarkdown, frontPage } from "./front-page.ts"
import type { FrontFigures } from "./front-words.ts"
import { incidentFeed, incidentFeedPath } from "./incidents.ts"
import { statusMarkdown, statusPage } from "./status-page.ts"

/** What the front door is made of. */
export interface FrontRouteParts {
  readonly makePage: MakePage
  readonly baseUrl: string
  readonly tables: Tables
  /** The hash of the tables. */
  readonly hash: string
  readonly icons: Pick<Icons, "path">
  readonly live: () => Pick<PricingEngine, "pieces" | "price">
  readonly standing: Effect.Effect<ServiceStanding>
  readonly history: PageRouteParts["history"]
  readonly incidents: PageRouteParts["incidents"]
}

const figuresOf = (
  tables: Tables,
  limit: LimitOf,
  { pieces }: Pick<PricingEngine, "pieces">,
): FrontFigures => ({
  readsADay: limit("sandbox_reads_per_day"),
  linksADay: limit("sandbox_writes_per_day"),
  currencies: tables.currencies.rows.length,
  argumentsMax: limit("coach_arguments_max"),
  pricesToGoLive: limit("go_live_prices"),
  linksToGoLive: limit("go_live_links"),
  insurers: pieces.tables.insurers.rows.length,
  offers: pieces.tables.offers.rows.length,
})

const wantsJson = async (accept: string): Promise<boolean> => {
  // Loaded on first use, so that a server starts sooner.
  const { preferredType } = await import("../preferences.ts")
  return preferredType(["text/html", "application/json"], accept) === "application/json"
}

/** `/` as machines read it. */
const frontJson = (baseUrl: string, hash: string): Answer =>
  jsonAnswer(
    200,
    {
      name: "Viatica",
      version: apiVersion,
      tables: hash,
      docs: `${baseUrl}/docs`,
      openapi: `${baseUrl}/openapi.json`,
      status: `${baseUrl}/readyz`,
      console: `${baseUrl}/console`,
    },
    { vary: "Accept, Accept-Language" },
  )

/** `/` and `/status`, pages for people from the facts that machines get, and `/status.atom`, a feed of incidents. */
export const makeFrontRoutes = (parts: FrontRouteParts): ReadonlyArray<OpenRoute> => {
  const { baseUrl, hash, history, icons, incidents, live, makePage, standing, tables } = parts
  const sample = once(() => {
    const iconUrl = (file: string) => icons.path(file)
    const documentUrl = (offerId: number, kind: "terms" | "ipid") => documentPath(offerId, kind)
    const quote = priceSample(live(), tables, { iconUrl, documentUrl })
    return { quote, figures: figuresOf(tables, limitsOf(tables), live()) }
  })
  const front: OpenRoute = {
    pattern: "/",
    answer: (call) =>
      Effect.gen(function* () {
        const accept = call.headerValues("accept").join(",")
        if (yield* Effect.promise(() => wantsJson(accept))) return frontJson(baseUrl, hash)
        const reading = yield* readingOf(call)
        const shown = { reading, baseUrl, standing: yield* standing, ...sample() }
        return (yield* Effect.promise(() => prefersMarkdown(call)))
          ? frontMarkdown(shown)
          : frontPage(makePage, shown)
      }),
  }
  const status: OpenRoute = {
    pattern: "/status",
    answer: (call) =>
      Effect.gen(function* () {
        const reading = yield* readingOf(call)
        const now = {
          ...(yield* standing),
          history: yield* history,
          incidents: yield* incidents,
        }
        return (yield* Effect.promise(() => prefersMarkdown(call)))
          ? statusMarkdown(baseUrl, reading, now)
          : statusPage(makePage, reading, now)
      }),
  }
  const feed: OpenRoute = {
    pattern: incidentFeedPath,
    answer: (call) =>
      Effect.gen(function* () {
        const { language } = yield* readingOf(call)
        const found = yield* incidents
        return found === undefined
          ? refusalAnswer(refusal("SERVICE_UNAVAILABLE", "The incidents cannot be read right now."))
          : incidentFeed(found, baseUrl, language)
      }),
  }
  return [front, status, feed]
}
