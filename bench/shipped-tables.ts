import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { makeOfflineCoach } from "../rules/coach/offline.ts"
import { prepareSandbox } from "../rules/pricing/sandbox.ts"
import { shippedTables as tables } from "../test/support/tables.ts"
import type { Race } from "./compare.ts"
import { atMost, type Target } from "./figure.ts"
import { inputCount, makeChoices, many } from "./inputs.ts"
import { drawBilanRequest, drawTrip, links } from "./trips.ts"

/** The same answers written as JSON, which every one of them is sooner or later. */
const writtenAsJson = (
  answer: (index: number) => unknown,
  target: Target | undefined,
): Race["peers"][number] => {
  const answers = Array.from({ length: inputCount }, (_, index) => answer(index))
  return {
    name: "JSON.stringify of the same answers",
    answer: (index) => JSON.stringify(answers[index & (inputCount - 1)]),
    measure: "of its time",
    ...(target === undefined ? {} : { target }),
  }
}

/** Offline bilans against writing them as JSON. */
export const bilanRace = (): Race => {
  const choices = makeChoices()
  const { bilan } = makeOfflineCoach(tables)
  const request = many(() => drawBilanRequest(choices))
  const answer = (index: number) => bilan(request(index))
  const work = { name: "offline bilan, request object to answer object", answer }
  return { work, peers: [writtenAsJson(answer, atMost(0.5))], checkedInputs: 0 }
}

/** How many bilans one fiber makes, so that its start does not count. */
const bilansTogether = 64

/** Offline bilans as Effects, made one after another inside a running fiber, against the plain function. */
export const bilanEffectRace = (): Race => {
  const choices = makeChoices()
  const { bilan, bilanEffect } = makeOfflineCoach(tables)
  const request = many(() => drawBilanRequest(choices))
  const inFiber = Effect.fnUntraced(function* (from: number) {
    const answers: Array<unknown> = []
    for (let index = from; index < from + bilansTogether; index += 1) {
      answers.push(yield* bilanEffect(request(index)))
    }
    return answers
  })
  const plainly = (from: number) => {
    const answers: Array<unknown> = []
    for (let index = from; index < from + bilansTogether; index += 1) {
      answers.push(Result.getOrThrow(bilan(request(index))))
    }
    return answers
  }
  return {
    work: {
      name: "offline bilan as an Effect, inside a running fiber",
      answer: (index) => Effect.runSync(inFiber(index * bilansTogether)),
    },
    peers: [
      {
        name: "the plain function",
        answer: (index) => plainly(index * bilansTogether),
        measure: "times its time",
        target: atMost(1.3),
      },
    ],
    checkedInputs: inputCount / bilansTogether,
    inputsPerAnswer: bilansTogether,
  }
}

/** Sandbox quotes against writing them as JSON. */
export const quoteRace = (): Race => {
  const choices = makeChoices()
  const { price: priceSandbox } = prepareSandbox(tables)
  const trip = many(() => drawTrip(choices))
  const terms = { standardFeeBps: 1_000, upliftBps: 0, baseRateBps: 1_000 }
  const answer = (index: number) => priceSandbox(trip(index), terms, links)
  const work = { name: "sandbox quote, normal trip to offers", answer }
  return { work, peers: [writtenAsJson(answer, undefined)], checkedInputs: 0 }
}
