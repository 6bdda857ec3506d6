import * as Result from "effect/Result"
import { prepareSandbox } from "../rules/pricing/sandbox.ts"
import { shippedTables as tables } from "../test/support/tables.ts"
import { inputCount, makeChoices, many } from "./inputs.ts"
import type { Race } from "./measure.ts"
import { type Target, targets } from "./targets.ts"
import { drawBilanRequest, drawTrip, links } from "./trips.ts"
import { makeOfflineCoach } from "../rules/coach/offline.ts"

/** Some answers against writing them as JSON, which every one of them is sooner or later. */
const raceWithJson = (name: string, answer: (index: number) => unknown, target?: Target): Race => {
  const answers = Array.from({ length: inputCount }, (_, index) => {
    const answered = answer(index)
    return Result.isResult(answered) ? Result.merge(answered) : answered
  })
  const peer = {
    name: "JSON.stringify of the same answers",
    answer: (index: number) => JSON.stringify(answers[index % inputCount]),
  }
  return {
    work: { name, answer },
    peers: [target === undefined ? peer : { ...peer, target }],
    measure: "of its time",
    checkedInputs: 0,
  }
}

/** Offline bilans against writing them as JSON. */
export const bilanRace = (): Race => {
  const choices = makeChoices()
  const { bilan } = makeOfflineCoach(tables)
  const request = many(() => drawBilanRequest(choices))
  const name = "offline bilan, request object to answer object"
  return raceWithJson(name, (index) => bilan(request(index)), targets.offlineBilan)
}

/** Sandbox quotes against writing them as JSON. */
export const quoteRace = (): Race => {
  const choices = makeChoices()
  const { price } = prepareSandbox(tables)
  const trip = many(() => drawTrip(choices))
  const terms = { standardFeeBps: 1_000, upliftBps: 0, baseRateBps: 1_000 }
  const name = "sandbox quote, normal trip to offers"
  return raceWithJson(name, (index) => price(trip(index), terms, links))
}
