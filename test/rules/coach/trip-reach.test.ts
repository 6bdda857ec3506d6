import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  abroad,
  prepareHomePlaces,
  reachCount,
  reachNumber,
} from "../../../rules/coach/trip-reach.ts"
import { shippedTables } from "../../support/tables.ts"
import { anyCountryCode } from "./support.ts"
import { homePlans, placeExtents, reachKinds } from "../../../rules/coach/coach-vocabulary.ts"

const { reachOf } = prepareHomePlaces(shippedTables)

const reach = (residence: string, ...destinations: ReadonlyArray<string>) => {
  const { extent, kind, plan } = reachOf(residence, destinations)
  return `${kind} ${plan} ${extent}`
}

describe("how far a trip goes", () => {
  it.each([
    ["FR", ["FR"], "home public full"],
    ["SG", ["SG"], "home public full"],
    ["US", ["US"], "home own_plan partial"],
    ["CA", ["CA"], "home province full"],
    ["FR", ["RE"], "own_territory public full"],
    ["RE", ["FR", "RE"], "own_territory public full"],
    ["GP", ["MQ"], "own_territory public full"],
    ["FR", ["PF"], "own_territory public partial"],
    ["PF", ["FR"], "own_territory public partial"],
    ["FR", ["RE", "PF"], "own_territory public partial"],
    ["FR", ["MC"], "own_territory public full"],
    ["US", ["PR"], "own_territory own_plan partial"],
    ["PR", ["US"], "own_territory own_plan partial"],
    ["GB", ["JE"], "own_territory public partial"],
    ["JE", ["GB"], "own_territory public partial"],
    ["GB", ["GG"], "own_territory public full"],
  ])("from %s to %j is %s", (residence, destinations, expected) => {
    expect(reach(residence, ...destinations)).toBe(expected)
  })

  it.each([
    ["FR", ["DE"], "another country, though in the health zone"],
    ["FR", ["FR", "DE"], "one destination abroad is enough"],
    ["FR", ["WF"], "Wallis and Futuna has no scheme"],
    ["JE", ["GG"], "the islands do not treat each other's residents"],
    ["ZZ", ["ZZ"], "no country of this code"],
  ])("from %s to %j is abroad: %s", (residence, destinations) => {
    expect(reachOf(residence, destinations)).toBe(abroad)
  })

  it("is home inside every country, and never where one goes abroad besides", () => {
    for (const { code } of shippedTables.countries.rows) {
      expect(reachOf(code, [code]).kind, code).toBe("home")
    }
    fc.assert(
      fc.property(anyCountryCode, anyCountryCode, anyCountryCode, (residence, one, other) => {
        const kinds = [[one], [other], [one, other], [other, one]].map(
          (destinations) => reachOf(residence, destinations).kind,
        )
        expect(kinds[2]).toBe(kinds[3])
        expect(kinds[2] === "abroad").toBe(kinds[0] === "abroad" || kinds[1] === "abroad")
      }),
    )
  })

  it("has a number of its own for each kind, plan and extent", () => {
    const numbers = reachKinds.flatMap((kind) =>
      homePlans.flatMap((plan) =>
        placeExtents.map((extent) => reachNumber({ kind, plan, extent })),
      ),
    )
    expect(numbers.sort((left, right) => left - right)).toEqual(
      Array.from({ length: reachCount }, (_, number) => number),
    )
  })
})
