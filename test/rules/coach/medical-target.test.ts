import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { prepareMedicalTargets } from "../../../rules/coach/medical-target.ts"
import { prepareHomePlaces } from "../../../rules/coach/trip-reach.ts"
import { medicalSteps } from "../../../rules/coach/coach-vocabulary.ts"
import { shippedTables } from "../../support/tables.ts"
import { bilanOf, destinations, plainSpaces, residence } from "./support.ts"

const homePlaces = prepareHomePlaces(shippedTables)
const targets = prepareMedicalTargets(shippedTables, homePlaces)

const medical = (from: string, to: ReadonlyArray<string>, market?: string) =>
  bilanOf({ residence: from, destinations: to, market }).bilan.medical

describe("the medical target of a French resident", () => {
  it.each([
    [["DE"], "30 000 €", "inside the health zone"],
    [["DE", "FR", "CH", "GP"], "30 000 €", "every destination inside the health zone"],
    [["TH"], "100 000 €", "a low-cost country"],
    [["MX"], "150 000 €", "a mid-cost country"],
    [["JP"], "300 000 €", "a high-cost country"],
    [["CA"], "300 000 €", "a high-cost country"],
    [["AU"], "300 000 €", "a high-cost country"],
    [["US"], "500 000 €", "the United States"],
    [["DE", "US"], "500 000 €", "the most expensive destination sets it"],
    [["DE", "TH"], "100 000 €", "zone destinations count as the zone step, not by their cost"],
    [["BV"], "500 000 €", "no cost data"],
    [["ZZ"], "500 000 €", "no country of this code"],
    [["PF"], "30 000 €", "a territory whose cover is France's, with a form"],
    [["FR"], "30 000 €", "at home"],
    [["WF"], "300 000 €", "a territory without a scheme: by its cost"],
  ])("for %j is %s: %s", (to, target) => {
    const reading = medical("FR", to)
    expect(plainSpaces(reading.target)).toBe(target)
    expect(reading.targetValue).toBe(Number(target.replace(/\D/g, "")))
    expect(reading.ceilingOk).toBe(false)
  })
})

describe("the medical target of a market", () => {
  it.each([
    ["US", undefined, "$350,000"],
    ["CA", undefined, "$500,000"],
    ["SG", undefined, "$450,000"],
    ["MY", undefined, "RM 1,400,000"],
    ["DE", undefined, "€300,000"],
    ["FR", "us", "$350,000"],
    ["US", "fr", "300 000 €"],
    ["FR", "universal", "€300,000"],
    ["FR", "mars", "300 000 €"],
  ])("of residence %s and market %s for Japan is printed %s", (from, market, target) => {
    expect(plainSpaces(medical(from, ["JP"], market).target)).toBe(target)
  })

  it("has one amount per step, rising, in the market's currency", () => {
    for (const { currency, market } of shippedTables.coachMarkets.rows) {
      const rows = medicalSteps.map((step) => shippedTables.medicalSteps.get(market, step))
      expect(rows.map((row) => row?.currency)).toEqual(medicalSteps.map(() => currency))
      const amounts = rows.map((row) => row?.amount ?? 0)
      expect(amounts).toEqual([...new Set(amounts)].sort((left, right) => left - right))
    }
  })
})

describe("the health zone", () => {
  it("counts only full treatment under a public scheme that is sure enough", () => {
    for (const row of shippedTables.healthZones.rows) {
      if (targets.stepOf(row.residence, row.member) !== "zone") continue
      if (homePlaces.isHomeOrTerritory(row.residence, row.member)) continue
      const reasons = shippedTables.healthZones.rows.filter(
        (each) =>
          each.residence === row.residence &&
          each.member === row.member &&
          (each.extent === "domestic" || each.extent === "statutory") &&
          each.certainty !== "low",
      )
      expect(reasons.length).toBeGreaterThan(0)
    }
    expect(targets.stepOf("GB", "AU")).toBe("high")
    expect(targets.stepOf("GB", "DE")).toBe("zone")
    expect(targets.stepOf("US", "DE")).toBe("high")
  })

  it("leaves out where a fact as sure says that only part is treated", () => {
    expect(targets.zoneFacts("BE", "AU")).toMatchObject({
      full: { extent: "statutory", certainty: "high" },
      contradicted: { extent: "urgent_care", certainty: "high" },
    })
    expect(targets.stepOf("BE", "AU")).toBe("high")
    expect(targets.zoneFacts("GB", "GI")).toMatchObject({
      full: { certainty: "high" },
      contradicted: undefined,
    })
    expect(targets.stepOf("GB", "GI")).toBe("zone")
  })
})

describe("laws of the medical target", () => {
  const rank = (from: string, to: ReadonlyArray<string>) =>
    medicalSteps.indexOf(targets.targetOf(from, to).step)

  it("another destination never lowers it", () => {
    fc.assert(
      fc.property(residence, destinations, destinations, (from, to, more) => {
        expect(rank(from, [...to, ...more])).toBeGreaterThanOrEqual(rank(from, to))
        expect(medical(from, [...to, ...more]).targetValue).toBeGreaterThanOrEqual(
          medical(from, to).targetValue,
        )
      }),
    )
  })

  it("order and repetition of destinations do not matter", () => {
    fc.assert(
      fc.property(residence, destinations, (from, to) => {
        const shuffled = [...to, ...to].reverse()
        expect(targets.targetOf(from, shuffled)).toEqual(targets.targetOf(from, to))
        const [left, right] = [to, shuffled].map((each) =>
          bilanOf({ residence: from, destinations: each }),
        )
        expect(right).toEqual({ ...left, destinations: right?.destinations })
        expect(new Set(right?.destinations)).toEqual(new Set(left?.destinations))
      }),
    )
  })
})
