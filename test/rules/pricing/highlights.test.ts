import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as fc from "fast-check"
import { prepareLive } from "../../../rules/pricing/live.ts"
import type { Offer } from "../../../rules/pricing/offer.ts"
import type { Trip } from "../../../rules/trip/trip.ts"
import { times } from "../../support/long.ts"
import { shippedTables } from "../../support/tables.ts"
import { anyTrip, engine, links, standardTerms, tripOf } from "./trips.ts"

const live = prepareLive(shippedTables)

const priced = (trip: Trip): ReadonlyArray<Offer> =>
  [engine, live].flatMap(({ price }) =>
    Result.match(price(trip, standardTerms, links), {
      onFailure: () => [],
      onSuccess: ({ offers }) => offers,
    }),
  )

const notHeld = { state: "not_available", value: null } as const
const amountsOfTrip = new Set(["trip_price", "studies_amount"])

/** What a highlight must say of a guarantee that it is about, in the plain words of the tables. */
const plainOf = (slug: string, { state, value }: Offer["guarantees"][string], currency: string) =>
  value === null || amountsOfTrip.has(state)
    ? `${slug} ${state}`
    : `${slug} ${state} ${value} ${currency}`

/** Holds what highlights say against the guarantees beside them; how many of them are options. */
const optionsAmong = (offer: Offer): number => {
  const { guaranteeCurrency, guarantees, highlights, id } = offer
  let options = 0
  for (const text of highlights.included) {
    const slug = text.split(" ", 1)[0] ?? ""
    const held = guarantees[slug]
    if (held === undefined) continue
    if (text === `${slug} optional`) {
      options += 1
      assert.deepStrictEqual(held, notHeld, `${id}: ${text}`)
    } else {
      assert.notDeepEqual(held, notHeld, `${id}: ${text}`)
      assert.strictEqual(text, plainOf(slug, held, guaranteeCurrency), String(id))
    }
  }
  for (const text of highlights.excluded) {
    const held = guarantees[text]
    if (held !== undefined) assert.deepStrictEqual(held, notHeld, `${id}: excludes ${text}`)
  }
  return options
}

describe("the highlights of a priced offer", () => {
  it("say of every cover what the guarantees of the same answer say", () => {
    let [options, offers] = [0, 0]
    fc.assert(
      fc.property(anyTrip, (trip) => {
        for (const offer of priced(trip)) {
          offers += 1
          options += optionsAmong(offer)
        }
      }),
      { numRuns: times(300, 5_000) },
    )
    assert.isAbove(offers, 300)
    assert.isAbove(options, 0)
  })

  it("name cancellation as an option until it is bought, and as a cover then", () => {
    const asked = { shouldCoverCancellation: true, tripPrice: 3200 }
    const saidOf = (trip: Trip) =>
      priced(trip)
        .find(({ id }) => id === 1002)
        ?.highlights.included.filter((text) => text.startsWith("cancelTrip"))
    assert.deepStrictEqual(saidOf(tripOf()), ["cancelTrip optional"])
    assert.deepStrictEqual(saidOf(tripOf(asked)), ["cancelTrip trip_price"])
  })

  it("no longer name the option after it was bought, nor the other way round, in one process", () => {
    const bought = tripOf({ shouldCoverCancellation: true, tripPrice: 900 })
    for (const trip of [tripOf(), bought, tripOf(), bought]) {
      for (const offer of priced(trip)) optionsAmong(offer)
    }
  })
})
