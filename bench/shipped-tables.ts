import { makeOfflineCoach } from "../rules/coach/offline.ts"
import { prepareSandbox } from "../rules/pricing/sandbox.ts"
import type { Trip } from "../rules/trip/trip.ts"
import { shippedTables as tables } from "../test/support/tables.ts"
import type { Race } from "./compare.ts"
import { type Choices, inputCount, makeChoices, many } from "./inputs.ts"

const codes = tables.countries.rows.map(({ code }) => code)

/** The same answers written as JSON, which every one of them is sooner or later. */
const writtenAsJson = (answer: (index: number) => unknown): Race["peers"][number] => {
  const answers = Array.from({ length: inputCount }, (_, index) => answer(index))
  return {
    name: "JSON.stringify of the same answers",
    answer: (index) => JSON.stringify(answers[index & (inputCount - 1)]),
  }
}

/** Offline bilans against writing them as JSON. */
export const bilanRace = (): Race => {
  const { chance, pick } = makeChoices()
  const { bilan } = makeOfflineCoach(tables)
  const request = many(() => ({
    residence: pick(["FR", "FR", "US", "CA", "SG", "MY", "DE"]),
    destinations: [pick(codes), pick(codes)],
    card: { catalogueId: pick(tables.coachCards.rows).catalogueId },
    trip: { longTrip: chance(0.2), friends: chance(0.3), riskyActivity: chance(0.2) },
  }))
  const answer = (index: number) => bilan(request(index))
  const work = { name: "offline bilan, request object to answer object", answer }
  return { work, peers: [writtenAsJson(answer)], checkedInputs: 0 }
}

const makeTrip = ({ below, chance, pick }: Choices): Trip => ({
  intent: pick(["forTourism", "schengenArea", "annual", "cruise", "mountainTrip", "expat"]),
  startDate: "2027-03-01",
  endDate: `2027-03-${String(2 + below(28)).padStart(2, "0")}`,
  countryResidence: pick(["FR", "US", "BR", "SG"]),
  arrivalCountries: [pick(codes)],
  travellers: Array.from({ length: 1 + below(4) }, () => ({ age: below(90) })),
  tripPrice: below(500_000) / 100,
  currency: pick(tables.currencies.rows).code,
  shouldCoverCancellation: chance(0.5),
  shouldCoverExtremeSports: chance(0.2),
  isAnnual: false,
})

/** Sandbox quotes against writing them as JSON. */
export const quoteRace = (): Race => {
  const choices = makeChoices()
  const { price: priceSandbox } = prepareSandbox(tables)
  const trip = many(() => makeTrip(choices))
  const terms = { standardFeeBps: 1_000, upliftBps: 0, baseRateBps: 1_000 }
  const links = {
    iconUrl: (file: string) => `https://api.example/icons/${file}`,
    documentUrl: (id: number, kind: string) => `https://api.example/documents/${id}/${kind}`,
  }
  const answer = (index: number) => priceSandbox(trip(index), terms, links)
  const work = { name: "sandbox quote, normal trip to offers", answer }
  return { work, peers: [writtenAsJson(answer)], checkedInputs: 0 }
}
