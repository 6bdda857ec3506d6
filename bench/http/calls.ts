import { makeChoices } from "../inputs.ts"
import { drawBilanRequest } from "../trips.ts"
import { type BenchCall, type BenchKey, benchPaths } from "./call.ts"

/** How many different calls a server meets in turn. */
export const callCount = 128

const repeated = (
  path: string,
  keys: ReadonlyArray<BenchKey>,
  bodyFor: (key: BenchKey) => unknown,
): ReadonlyArray<BenchCall> =>
  Array.from({ length: callCount }, (_, index) => {
    const key = keys[index % keys.length]
    if (key === undefined) throw new Error("no key to sign with")
    return { path, key, body: JSON.stringify(bodyFor(key)) }
  })

/** Calls for bilans to one or two countries: of generic cards, and under live keys mostly of the catalogue's. */
export const bilanCalls = (keys: ReadonlyArray<BenchKey>): ReadonlyArray<BenchCall> => {
  const choices = makeChoices()
  const { chance, pick } = choices
  return repeated(benchPaths.bilan, keys, ({ mode }) => {
    const request = drawBilanRequest(choices)
    return mode === "live" && chance(0.8)
      ? request
      : {
          ...request,
          card: { network: pick(["visa", "mastercard"]), tier: pick(["entry", "premium"]) },
        }
  })
}

/** Calls for quotes of travellers from France, of one to four of them. */
export const quoteCalls = (keys: ReadonlyArray<BenchKey>): ReadonlyArray<BenchCall> => {
  const { below, pick } = makeChoices()
  return repeated(benchPaths.quotes, keys, () => ({
    trip: {
      intent: "forTourism",
      startDate: "2027-07-01",
      endDate: `2027-07-${String(2 + below(28)).padStart(2, "0")}`,
      countryResidence: "FR",
      arrivalCountries: [pick(["ES", "US", "JP", "BR", "TH"])],
      travellers: Array.from({ length: 1 + below(4) }, () => ({ age: 2 + below(60) })),
    },
  }))
}
