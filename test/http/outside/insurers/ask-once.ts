/**
 * Asks insurers at the addresses in the environment, as a server would, and prints their answers in
 * short: for runtimes that the tests themselves do not run on.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Insurers } from "../../../../http/ports/live-quotes.ts"
import { layerInsurers } from "../../../../http/outside/insurers/insurers.ts"
import { RandomBytes } from "../../../../http/platform/random-bytes.ts"
import { insurerOf, requestOf, rulesWith, shortAnswer } from "./requests.ts"

const keys = process.argv.slice(2)
const requests = keys.map((key) => requestOf(insurerOf(key), ["AR-1"]))

const program = Effect.gen(function* () {
  const ask = (yield* Insurers).over(rulesWith({}))
  const answers = yield* Effect.forEach([1, 2], () => ask(requests))
  for (const answered of answers) {
    process.stdout.write(`${JSON.stringify(answered.map(({ answer }) => shortAnswer(answer)))}\n`)
  }
})

const services = layerInsurers.pipe(Layer.provide(RandomBytes.layer))

await Effect.runPromise(Effect.provide(program, services))
