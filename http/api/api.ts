import { HttpApi, HttpApiGroup, OpenApi } from "effect/http-api"
import { apiVersion } from "../version.ts"
import { bilan, cards } from "./coach.ts"
import { meta } from "./meta.ts"
import { quotes } from "./quotes.ts"

const travel = HttpApiGroup.make("travel")
  .add(quotes, meta)
  .annotate(OpenApi.Description, "Prices and reference data.")

const coach = HttpApiGroup.make("coach")
  .add(bilan, cards)
  .annotate(OpenApi.Description, "What a bank card's travel cover lacks.")

/** The partner API: every signed endpoint, with what it takes, answers and refuses. */
export const Api = HttpApi.make("viatica")
  .add(travel, coach)
  .annotate(OpenApi.Title, "Viatica partner API")
  .annotate(OpenApi.Version, apiVersion)

/** Every signed endpoint by its name. */
export const endpoints = { quotes, meta, bilan, cards } as const

/** The name of a signed endpoint. */
export type EndpointName = keyof typeof endpoints
