// Another service, made with effect: what its services, steps and schemas give beside the plain functions,
// for the requests of corpus.json, as JSON.
import { readFileSync } from "node:fs"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Schema from "effect/Schema"
import * as HttpApiClient from "effect/http-api/HttpApiClient"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientResponse from "effect/http/HttpClientResponse"
import { bilan, quote } from "viatica"
import * as viatica from "viatica/effect"
import { BilanResponse, PartnerApi } from "viatica/effect/api"

const { Coach, Pricing, Tables } = viatica
const text = (value) =>
  JSON.stringify(value, (_, each) => (typeof each === "bigint" ? `${each}n` : each))

const requests = JSON.parse(readFileSync(new URL("corpus.json", import.meta.url), "utf8"))
const answers = Layer.mergeAll(Coach.layerNoDeps, Pricing.layerNoDeps)
const runtime = ManagedRuntime.make(Layer.provideMerge(answers, Tables.layer))
const run = (program) => runtime.runSync(program)
const failed = (program) => run(Effect.flip(program))

const differing = []
const compare = (name, request, [one, other]) => {
  if (text(one) !== text(other)) differing.push({ name, request, one, other })
}

const live = { mode: "live" }

/** What bilans say, whole, as programs, and step by step. */
const compareBilan = Effect.fnUntraced(function* (request) {
  const plain = bilan(request).success
  compare("bilan", request, [yield* Coach.use((coach) => coach.bilan(request)), plain])
  compare("bilanEffect", request, [yield* viatica.bilanEffect(request), plain])
  const { targetValue } = yield* viatica.findMedicalTarget(request)
  compare("target", request, [targetValue, plain.bilan.medical.targetValue])
  compare("arguments", request, [yield* viatica.rankArguments(request), plain.bilan.arguments])
  const { origin } = yield* viatica.readCard(request)
  compare("card", request, [origin, plain.card.origin])
})

/** What quotes say, likewise. */
const compareQuote = Effect.fnUntraced(function* (request) {
  const plain = quote(request, live)
  const program = Pricing.use((pricing) => pricing.quote(request, live))
  if (plain._tag === "Failure") {
    const { _tag, code, detail } = yield* Effect.flip(program)
    const { failure } = plain
    compare("refusal", request, [
      { _tag, code, detail },
      { ...failure, _tag: "QuoteRefused" },
    ])
    return
  }
  compare("quote", request, [yield* program, plain.success])
  compare("quoteEffect", request, [yield* viatica.quoteEffect(request, live), plain.success])
  const trip = yield* viatica.readTrip(request)
  compare("trip", request, [trip, plain.success.trip])
  const prices = yield* viatica.priceOffers(trip, live)
  const converted = yield* viatica.convertPrices(prices, trip.currency)
  const ranked = yield* viatica.rankOffers(converted)
  const { offers } = plain.success
  compare("ranks", request, [
    ranked.map(({ offerId, paid }) => [offerId, paid.amountMinor]),
    offers.map(({ id, price }) => [id, price.amountInCents]),
  ])
  const { nearMissCount } = yield* viatica.chooseOffers(trip, live)
  compare("near misses", request, [nearMissCount, plain.success.nearMissCount])
  for (const { guarantees, id } of offers) {
    compare("guarantees", request, [yield* viatica.mapGuarantees(trip, id, live), guarantees])
  }
})

for (const each of requests) {
  run(compareBilan(each.bilan))
  run(compareQuote(each.quote))
}

const refused = failed(Coach.use((coach) => coach.bilan({ residence: "FR", destinations: [] })))
const unlisted = failed(
  viatica.rankOffers([{ offerId: 1, paid: { amountMinor: 1, currency: "ZZZ" } }]),
)

// Tables of one's own, right and wrong.
const own = (selling) => ({
  "coach/selling.csv": `strongest,warning,reach,confirmed,should_sell,source\n${selling}`,
})
const never = own("decisive|strong|useful,,,,false,x\n,,,,false,x\n")
const [wrong, unknown] = [
  own("weak,,,,true,x\n"),
  { "coach/nothing.csv": "", "fees.csv": "name\n" },
]
const shouldSell = (layer) => {
  const request = { residence: "FR", destinations: ["US"] }
  const program = Coach.use((coach) => coach.bilan(request))
  const told = ({ bilan: { shouldSell }, meta }) => ({ shouldSell, version: meta.engineVersion })
  return Effect.runSync(Effect.result(Effect.map(Effect.provide(program, layer), told)))
}
const overTables = (source) => Layer.provide(Coach.layerNoDeps, Tables.layerTables(source))

// The service as its clients see it, by a transport that answers with a bilan.
const asked = { residence: "FR", destinations: ["US"] }
const transport = HttpClient.make((request) => {
  const { pathname } = new URL(request.url)
  const body = pathname.endsWith("/bilan")
    ? { status: 200, json: bilan(asked).success }
    : { status: 400, json: { error: "BAD_DATES", detail: "trip.endDate" } }
  const response = new Response(text(body.json), {
    status: body.status,
    headers: { "content-type": "application/json" },
  })
  return Effect.succeed(HttpClientResponse.fromWeb(request, response))
})
const called = await Effect.runPromise(
  Effect.gen(function* () {
    const client = yield* HttpApiClient.make(PartnerApi, { baseUrl: "https://api.example" })
    const read = yield* client.coach.bilan({ payload: asked })
    const trip = requests.find((each) => each.bilan !== undefined).quote.trip
    const error = yield* Effect.flip(client.travel.quotes({ payload: { trip } }))
    return { target: read.bilan.medical.targetValue, error }
  }).pipe(Effect.provideService(HttpClient.HttpClient, transport)),
)

const decoded = Schema.decodeUnknownSync(BilanResponse)(bilan(asked).success)
const json = Schema.encodeSync(viatica.TablesRefused)(shouldSell(overTables(wrong)).failure)

console.log(
  text({
    asked: requests.length,
    different: differing.length,
    differing: differing.slice(0, 2),
    refused: { ...refused, message: refused.message, isError: refused instanceof Error },
    unlisted: { _tag: unlisted._tag, message: unlisted.message },
    plain: shouldSell(Coach.layer).success.shouldSell,
    edited: shouldSell(Coach.layerTables(never, { engineVersion: "mine" })).success,
    overTables: shouldSell(overTables(never)).success,
    wrong: shouldSell(Coach.layerTables(wrong)).failure.message,
    unknown: shouldSell(overTables(unknown)).failure.message.split("\n"),
    called,
    decoded: decoded.bilan.medical.targetValue,
    mistake: json.mistakes.length,
  }),
)
