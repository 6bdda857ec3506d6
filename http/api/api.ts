import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { apiVersion } from "../config/version.ts"
import { bilan, cards } from "./coach.ts"
import { conversion } from "./conversion.ts"
import { links } from "./links.ts"
import { meta } from "./meta.ts"
import { quotes } from "./quotes.ts"

const travel = HttpApiGroup.make("travel")
  .add(quotes, links, meta)
  .annotate(OpenApi.Description, "Prices, tracked links and reference data.")

const coach = HttpApiGroup.make("coach")
  .add(bilan, cards)
  .annotate(OpenApi.Description, "What a bank card's travel cover lacks.")

const conversions = HttpApiGroup.make("conversions")
  .add(conversion)
  .annotate(OpenApi.Description, "Sales that partners report.")

/** The partner API: every signed endpoint, with what it takes, answers and refuses. */
export const Api = HttpApi.make("viatica")
  .add(travel, coach, conversions)
  .annotate(OpenApi.Title, "Viatica partner API")
  .annotate(OpenApi.Version, apiVersion)

/** Every signed endpoint by its name. */
export const endpoints = { quotes, links, meta, bilan, cards, conversion } as const

/** The name of a signed endpoint. */
export type EndpointName = keyof typeof endpoints
