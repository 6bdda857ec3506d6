// Another service, made with effect, for the residents of one market.
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Coach, findMedicalTarget, Pricing, readCard, Tables } from "viatica/effect/open"
import { tables as france } from "viatica/tables/fr"

const tables = Tables.layerOver({ coach: france }, { today: "2027-01-31" })
const layer = Layer.provideMerge(Layer.merge(Coach.layerNoDeps, Pricing.layerNoDeps), tables)
const here = { residence: "FR", destinations: ["US"], card: { network: "visa", tier: "mid" } }
const elsewhere = { ...here, residence: "US" }
const run = (program) => Effect.runSyncExit(Effect.provide(program, tables))
const codeOf = (program) => Effect.runSync(Effect.flip(Effect.provide(program, tables))).code

const whole = Coach.use((coach) => coach.bilan(here))
const bilan = Effect.runSync(Effect.provide(whole, Layer.provide(Coach.layerNoDeps, tables)))
const step = run(findMedicalTarget(here))
const unnamed = Effect.runSyncExit(Effect.provide(whole, layer))

console.log(
  JSON.stringify({
    target: bilan.bilan.medical.targetValue,
    sameStep: step.value.targetValue === bilan.bilan.medical.targetValue,
    refused: [codeOf(findMedicalTarget(elsewhere)), codeOf(readCard(elsewhere))],
    unnamed: unnamed.cause.reasons[0].defect.message,
  }),
)
