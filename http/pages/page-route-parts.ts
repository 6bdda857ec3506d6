import type { Effect } from "effect/Effect"
import type { Coach } from "../../rules/coach/engine.ts"
import type { Pictures } from "../../rules/coach/pictures/pictures.ts"
import type { CardsResponse } from "../../rules/coach/response.ts"
import type { RenderBilan } from "../../rules/messages/render.ts"
import type { PricingEngine } from "../../rules/pricing/engine.ts"
import type { LivePricing } from "../../rules/pricing/live.ts"
import type { OfferLinks } from "../../rules/pricing/offer.ts"
import type { LimitOf } from "../../rules/reference/limits.ts"
import type { Tables } from "../../rules/tables/index.ts"
import type { RequestHead } from "../api/incoming.ts"
import type { ServerSettings } from "../config/server.ts"
import type { SendOwnCall } from "../ports/own-calls.ts"
import type { LoadTellTraveller, LoadTravellerTexts } from "../ports/traveller-texts.ts"
import type { ComparePaces } from "./compare/pace.ts"
import type { Icons } from "./icons.ts"
import type { Assets } from "./kit/assets.ts"
import type { MakePage } from "./kit/page.ts"
import type { Incident } from "../ports/incidents.ts"
import type { CheckedDay } from "../ports/status-history.ts"
import type { ServiceStanding } from "./standing.ts"

/**
 * What the pages over one set of tables are made of besides services, of which each asks for its own.
 * What takes long to prepare is prepared when it is first asked for.
 */
export interface PageRouteParts {
  readonly settings: ServerSettings
  readonly baseUrl: string
  readonly assets: Assets
  readonly makePage: MakePage
  readonly tables: Tables
  /** The hash of the tables. */
  readonly hash: string
  readonly limit: LimitOf
  readonly engineVersion: string
  readonly icons: Icons
  readonly sandbox: () => PricingEngine
  readonly live: () => LivePricing
  readonly coach: () => Coach
  readonly pictures: () => Pictures
  readonly texts: LoadTravellerTexts
  readonly tellTraveller: LoadTellTraveller
  /** Loads what renders bilans, which is large. */
  readonly loadRenderBilan: () => Promise<RenderBilan>
  /** Where an offer's pictures and documents are found from elsewhere. */
  readonly offerLinks: OfferLinks
  /** Completes a list of cards with where their pictures lie. */
  readonly showCards: (listed: CardsResponse) => CardsResponse
  /** How the service stands when it is asked. */
  readonly standing: Effect<ServiceStanding>
  /** The days that it has checked itself in; undefined while they cannot be read. */
  readonly history: Effect<ReadonlyArray<CheckedDay> | undefined>
  /** What operators say of disturbances; undefined while that cannot be read. */
  readonly incidents: Effect<ReadonlyArray<Incident> | undefined>
  /** How often networks have come to the comparator. */
  readonly paces: ComparePaces
  /** The network that a call comes from. */
  readonly networkOf: (call: RequestHead) => string
  /** Calls the application itself. */
  readonly sendOwnCall: SendOwnCall
}
