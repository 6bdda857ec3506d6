import { makeOfflineCoach } from "../rules/coach/offline.ts"
import { prepareSandbox } from "../rules/pricing/sandbox.ts"
import { shippedTables as tables } from "../test/support/tables.ts"
import type { Race } from "./compare.ts"
import { atMost, type Target } from "./figure.ts"
import { inputCount, makeChoices, many } from "./inputs.ts"
import { countryCodes, drawTrip, links } from "./trips.ts"

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
  const { chance, pick } = makeChoices()
  const { bilan } = makeOfflineCoach(tables)
  const request = many(() => ({
    residence: pick(["FR", "FR", "US", "CA", "SG", "MY", "DE"]),
    destinations: [pick(countryCodes), pick(countryCodes)],
    card: { catalogueId: pick(tables.coachCards.rows).catalogueId },
    trip: { longTrip: chance(0.2), friends: chance(0.3), riskyActivity: chance(0.2) },
  }))
  const answer = (index: number) => bilan(request(index))
  const work = { name: "offline bilan, request object to answer object", answer }
  return { work, peers: [writtenAsJson(answer, atMost(0.5))], checkedInputs: 0 }
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
