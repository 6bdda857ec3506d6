/** A program against the types of the package: what must not compile is marked as expected to fail. */
export const typedConsumer = `
import * as Effect from "effect/Effect"
import { type BilanRefusal, type BilanResponse, bilan, describeCoachRefusal, engineVersion, explainBilan, type Explanation, type Gap, manifest, type Result } from "viatica"
import { bilanEffect } from "viatica/effect"
import { renderBilan, type RenderedBilan } from "viatica/messages"
import { type CallFailure, makeClient, type Offer, type QuoteResponse, type RefusalCode } from "viatica/client"
import { layerFetch, ViaticaClient } from "viatica/client/effect"

const plain: Result<BilanResponse, BilanRefusal> = bilan({ residence: "FR", destinations: ["US"] })
const effect: Effect.Effect<BilanResponse, BilanRefusal> = bilanEffect({ residence: "F", destinations: [] })
const refused = plain._tag === "Failure" ? plain.failure : undefined
export const why = refused?._tag === "CoachRefusal" ? describeCoachRefusal(refused) : refused?.tablesOf
const read = plain._tag === "Success" ? plain.success : undefined
export const target: string | undefined = read?.bilan.medical.target
export const gap: Gap | undefined = read?.card.guarantees["medicalCover"]
export const version: string = engineVersion
const explained = explainBilan({ residence: "FR", destinations: ["US"] })
export const explanation: Explanation = explained._tag === "Success" ? explained.success.explanation : []
export const place: string | undefined = explanation.at(0)?.because.map(({ file, line }) => file + ":" + line).join()
export const dates: readonly [string, string | null] = [manifest.effectiveFrom, manifest.effectiveUntil]
export const rendered: RenderedBilan | undefined = read && renderBilan(read, { lang: "fr" })
export const sentence: string | null | undefined = rendered?.arguments.at(0)?.hook ?? rendered?.headline
// @ts-expect-error texts are in French and English only
export const german = read && renderBilan(read, { lang: "de" })
export const code = Effect.runSync(Effect.flip(effect)).code satisfies "BAD_RESIDENCE" | "NO_DESTINATIONS" | string
// @ts-expect-error a bilan is a Result, not the response itself
export const wrong: BilanResponse = bilan({ residence: "FR", destinations: ["US"] })
// @ts-expect-error no field of a request
bilan({ residense: "FR", destinations: ["US"] })
// @ts-expect-error no field of a card
bilan({ residence: "FR", destinations: ["US"], card: { ntework: "visa", tier: "mid" } })

const key = { baseUrl: "https://viatica.example", keyId: "ak_test_1", secret: "secret" }
const viatica = makeClient(key)
const places = { countryResidence: "FR", arrivalCountries: ["US"], travellers: [{ age: 34 }] }
const journey = { ...places, intent: "forTourism", startDate: "2027-07-01", endDate: "2027-07-14" }
export const first = async (): Promise<Offer | undefined> => {
  const quote = await viatica.traveller().quotes({ trip: journey })
  return quote._tag === "Success" ? quote.success.offers[0] : undefined
}
export const spent = (failure: CallFailure): string | undefined =>
  failure._tag === "QUOTA_EXCEEDED" ? failure.bucket : failure._tag === "refused" ? failure.code : undefined
export const known: RefusalCode = "NO_TRAVELLERS"
export const state = (answer: QuoteResponse): string => {
  const word = answer.offers[0]?.guarantees["cancelTrip"]?.state
  switch (word) {
    case "included":
      return "all"
    default:
      return word ?? "none"
  }
}
// @ts-expect-error no field of a trip
viatica.quotes({ trip: { ...journey, intnet: "forTourism" } })
// @ts-expect-error no code of the service
export const unknown: RefusalCode = "NO_TRAVELERS"
export const calls = Effect.flatMap(ViaticaClient, ({ meta }) => meta).pipe(
  Effect.catchTag("RATE_LIMITED", ({ code }) => Effect.succeed(code)),
  Effect.provide(layerFetch(key)),
)
`

/** Fifteen lines over the plain functions alone. */
export const plainConsumer = `
import { bilan, quote, readBilan, type BilanRequest, type QuoteRequest } from "viatica"

const request: BilanRequest = { residence: "FR", destinations: ["US"], card: { network: "visa", tier: "mid" } }
const answer = bilan(request)
export const target = answer._tag === "Success" ? answer.success.bilan.medical.target : answer.failure.code
const days = { startDate: "2027-07-01", endDate: "2027-07-14" }
const trip: QuoteRequest["trip"] = { ...days, intent: "forTourism", countryResidence: "FR", arrivalCountries: ["US"], travellers: [{ age: 34 }] }
const priced = quote({ trip }, { mode: "live" })
export const price: number | undefined = priced._tag === "Success" ? priced.success.offers[0]?.price.amount : undefined
const read = readBilan(JSON.parse("{}"))
export const again = read._tag === "Success" ? bilan(read.success) : read
// @ts-expect-error no field of a trip
quote({ trip: { ...days, intnet: "forTourism", countryResidence: "FR", arrivalCountries: ["US"], travellers: [] } })
`

/** The settings of a strict compiler without types of Node or of its own. */
export const typedSettings = {
  compilerOptions: {
    module: "nodenext",
    target: "es2024",
    lib: ["es2024", "dom"],
    types: [],
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noEmit: true,
  },
  files: ["typed.ts"],
}
