/** A program against the types of `viatica/effect`: what must not compile is marked as expected to fail. */
export const effectConsumer = `
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Schema from "effect/Schema"
import * as HttpApiClient from "effect/http-api/HttpApiClient"
import type { HttpClient } from "effect/http/HttpClient"
import type { BilanRequest, BilanResponse, QuoteRequest } from "viatica"
import { type BilanRefused, chooseOffers, Coach, convertPrices, findMedicalTarget, mapGuarantees, type NotInTables, priceOffers, Pricing, type QuoteRefused, rankArguments, rankOffers, readCard, readTrip, Tables, type TablesRefused } from "viatica/effect"
import * as Open from "viatica/effect/open"
import { tables as bins } from "viatica/tables/bins"
import { tables as france } from "viatica/tables/fr"
import { BilanResponse as BilanSchema, PartnerApi } from "viatica/effect/api"

const request: BilanRequest = { residence: "FR", destinations: ["US"], card: { network: "visa", tier: "mid" } }
export const read: Effect.Effect<BilanResponse, BilanRefused, Coach> = Coach.use((coach) => coach.bilan(request))
export const whole = Effect.gen(function* () {
  const coach = yield* Coach
  const { bilan } = yield* coach.bilan(request)
  return bilan.medical.target satisfies string
})
export const cheapest = (json: QuoteRequest): Effect.Effect<number | undefined, QuoteRefused | NotInTables, Tables> =>
  Effect.gen(function* () {
    const trip = yield* readTrip(json)
    const prices = yield* priceOffers(trip, { mode: "live" })
    const converted = yield* convertPrices(prices, "USD")
    const [first] = yield* rankOffers(converted)
    return first?.paid.amountMinor
  })
export const caught = Effect.catchTag(whole, "BilanRefused", (refused) => Effect.succeed(refused.code satisfies "BAD_RESIDENCE" | string))
export const layers: Layer.Layer<Coach | Pricing | Tables, TablesRefused> = Layer.provideMerge(
  Layer.mergeAll(Coach.layerNoDeps, Pricing.layerNoDeps),
  Tables.layerTables({ "fees.csv": "" }, { today: "2027-01-31" }),
)
export const alone: Layer.Layer<Coach> = Coach.layer
export const fails: Layer.Layer<Pricing, TablesRefused> = Pricing.layerTables({})
export const place = (refused: TablesRefused): string | undefined => refused.mistakes[0]?.file
export const card = Effect.map(readCard({ residence: "FR", card: { bin: "497010" } }), ({ covers }) => covers["hospitalFeesAbroad"]?.value)
export const steps = [chooseOffers, mapGuarantees, rankArguments, findMedicalTarget] as const
export const french: Layer.Layer<Coach | Tables> = Layer.provideMerge(
  Open.Coach.layerNoDeps,
  Open.Tables.layerOver({ coach: [france, bins] }, { today: "2027-01-31" }),
)
export const readInFrance = Effect.provide(read, french) satisfies Effect.Effect<BilanResponse, BilanRefused>
// @ts-expect-error tables are named by what they are for
Open.Tables.layerOver([france])
export const answer: Schema.Schema<BilanResponse> = BilanSchema
export const client = Effect.gen(function* () {
  const api = yield* HttpApiClient.make(PartnerApi, { baseUrl: "https://api.example" })
  const { bilan } = yield* api.coach.bilan({ payload: { residence: "FR", destinations: ["US"] } })
  return bilan.medical.targetValue satisfies number
})
export const needed: Effect.Effect<number, unknown, HttpClient> = client
// @ts-expect-error no field of a request
export const misspelt = Coach.use((coach) => coach.bilan({ residense: "FR", destinations: ["US"] }))
// @ts-expect-error a step needs tables
export const bare: Effect.Effect<unknown, unknown> = findMedicalTarget(request)
// @ts-expect-error there is no such catalogue
chooseOffers({} as never, { mode: "test" })
`
