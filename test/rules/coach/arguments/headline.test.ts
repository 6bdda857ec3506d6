import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { prepareCoach } from "../../../../rules/coach/engine.ts"
import { offlineDefinitions } from "../../../../rules/tables/offline.ts"
import { type EditRow, withEditedFile } from "../../../support/edited-tables.ts"
import { shippedTables } from "../../../support/tables.ts"
import { pieces, situationFor } from "../situations.ts"
import { bilanOf, liveContext, plainSpaces } from "../support.ts"

const headlineOf = (body: unknown) => bilanOf(body).bilan.headline
const keyOf = (body: unknown) => headlineOf(body).key

const premier = { network: "visa", tier: "mid" }
const premierToJapan = { residence: "FR", destinations: ["JP"], card: premier }
const desjardins = {
  residence: "CA",
  destinations: ["US"],
  card: { bank: "Desjardins", network: "mastercard", tier: "elite" },
}

/** Each kind of headline with a request that has it. */
const requests: ReadonlyArray<readonly [string, unknown]> = [
  ["travel_warning", { ...premierToJapan, destinations: ["UA"] }],
  ["travel_warning", { ...premierToJapan, destinations: ["UA", "US"] }],
  ["domestic_us", { residence: "US", destinations: ["US"], card: { catalogueId: 82 } }],
  ["domestic_ca", { ...desjardins, destinations: ["CA"] }],
  ["domestic", { residence: "SG", destinations: ["SG"], card: { none: true } }],
  ["domestic_enough", { ...premierToJapan, destinations: ["FR"] }],
  ["own_territory", { ...premierToJapan, destinations: ["RE"] }],
  [
    "unknown_card",
    { ...premierToJapan, card: { bank: "Banque Inconnue", network: "visa", tier: "mid" } },
  ],
  ["no_card", { residence: "SG", destinations: ["JP"] }],
  ["trip_voids_card", { ...desjardins, trip: { longTrip: true } }],
  ["trip_outlasts_card", { ...premierToJapan, trip: { longTrip: true } }],
  ["medical_shortfall", premierToJapan],
  ["target_met_on_condition", { ...premierToJapan, destinations: ["TH"], trip: { friends: true } }],
  [
    "target_met_on_condition",
    { ...premierToJapan, destinations: ["TH"], trip: { riskyActivity: true } },
  ],
  ["target_met", desjardins],
  ["enough", { ...premierToJapan, destinations: ["ES"] }],
]

/** The headline of a French Visa Premier to Japan over other covers of that product. */
const headlineWith = (edit: EditRow, body: object = {}) => {
  const { bilan } = prepareCoach(
    withEditedFile(offlineDefinitions, shippedTables, "coach/benefits.csv", (row) =>
      row.cells["country"] === "FR" && row.cells["product"] === "Visa Premier"
        ? edit(row)
        : row.cells,
    ),
  )
  return Result.getOrThrow(bilan({ ...premierToJapan, ...body }, liveContext)).bilan.headline
}

const medicalOf =
  (state: string, value: string, confidence = "medium"): EditRow =>
  ({ cells }) =>
    cells["slug"] === "hospitalFeesAbroad"
      ? { ...cells, state, value, currency: value === "" ? "" : "EUR", confidence }
      : cells

describe("the headline", () => {
  it.each(requests)("%s", (key, body) => {
    expect(keyOf(body)).toBe(`coach.headline.${key}`)
  })

  it.each([
    [299999, "medical_shortfall"],
    [300000, "enough"],
    [300001, "enough"],
  ])("of a ceiling of %d against 300 000 is %s", (value, key) => {
    expect(headlineWith(medicalOf("value", String(value))).key).toBe(`coach.headline.${key}`)
  })

  it.each([
    ["unknown", "", "medical_unverified"],
    ["not_available", "medium", "no_medical_cover"],
    ["included", "medium", "medical_ceiling_unread"],
    ["actual_costs", "medium", "enough"],
    ["actual_costs", "low", "target_met_unverified"],
  ])("of a medical cover that is %s by a source of confidence “%s” is %s", (state, sure, key) => {
    expect(headlineWith(medicalOf(state, "", sure)).key).toBe(`coach.headline.${key}`)
  })

  it("in the health zone says that rights hold, where the ceiling is short", () => {
    const { key } = headlineWith(medicalOf("value", "1"), { destinations: ["ES"] })
    expect(key).toBe("coach.headline.medical_shortfall_in_zone")
  })

  it("names the condition that stands against a target that is met", () => {
    const to = (trip: object) => headlineOf({ ...premierToJapan, destinations: ["TH"], trip })
    expect(to({ friends: true }).vars).toEqual({ condition: "friends" })
    expect(to({ riskyActivity: true }).vars).toEqual({ condition: "risky_activity" })
  })

  it("shows amounts as printed in vars, and what they were printed from in values", () => {
    const { values, vars } = headlineOf(premierToJapan)
    expect(plainSpaces(String(vars["target"]))).toBe("300 000 €")
    expect(plainSpaces(String(vars["cardValue"]))).toBe("155 000 €")
    expect(vars["inPlace"]).toBe("au Japon")
    expect(values).toEqual({
      inPlace: "JP",
      here: "there",
      cardValue: { value: 155000, currency: "EUR" },
      target: { value: 300000, currency: "EUR" },
    })
  })

  it("shows every value that its row names", () => {
    for (const [, body] of requests) {
      const situation = situationFor(body)
      const told = pieces.arguments.toldFor(situation)
      const { vars } = pieces.headline.rowFor(situation, told)
      expect(Object.keys(headlineOf(body).vars).sort()).toEqual([...vars].sort())
    }
  })
})

describe("the line under the headline", () => {
  it.each([
    ["travel_warning", { ...premierToJapan, destinations: ["UA"] }],
    ["domestic", { ...premierToJapan, destinations: ["FR"] }],
    ["no_card", { residence: "SG", destinations: ["JP"] }],
    ["not_met", premierToJapan],
    ["met", { ...premierToJapan, destinations: ["TH"] }],
    ["met_in_zone", { ...premierToJapan, destinations: ["ES"] }],
  ])("is %s", (key, body) => {
    expect(bilanOf(body).bilan.medical.key).toBe(key)
  })
})
