import { describe, expect, it } from "vitest"
import { prepareCoach } from "../../../../rules/coach/engine.ts"
import * as Result from "effect/Result"
import { offlineDefinitions } from "../../../../rules/tables/offline.ts"
import { type EditRow, withEditedFile } from "../../../support/edited-tables.ts"
import { shippedTables } from "../../../support/tables.ts"
import { pieces, situationFor } from "../situations.ts"
import { liveContext, plainSpaces } from "../support.ts"

const { headlineFor, rowFor } = pieces.headline

const headlineOf = (body: unknown) => headlineFor(situationFor(body))
const keyOf = (body: unknown) => headlineOf(body).key

const avionToUs = { residence: "CA", destinations: ["US"], card: { catalogueId: 125 } }
const premierToJapan = { residence: "FR", destinations: ["JP"], card: { catalogueId: 3 } }

/** Each kind of headline with a request that has it; none of a shipped card is covered throughout. */
const requests: ReadonlyArray<readonly [string, unknown]> = [
  ["target_met", avionToUs],
  ["target_met_unverified", { ...avionToUs, card: { catalogueId: 158 }, destinations: ["RU"] }],
  ["target_met_on_condition", { ...avionToUs, trip: { longTrip: true } }],
  ["target_met_on_condition", { ...avionToUs, trip: { friends: true } }],
  ["target_met_on_condition", { ...avionToUs, trip: { riskyActivity: true } }],
  ["no_card", { residence: "SG", destinations: ["JP"] }],
  ["unknown_card", { residence: "US", destinations: ["MX"], card: { bin: "999999" } }],
  ["no_medical_cover", { residence: "US", destinations: ["MX"], card: { catalogueId: 87 } }],
  ["medical_ceiling_unread", { residence: "SG", destinations: ["AU"], card: { catalogueId: 176 } }],
  ["medical_shortfall", premierToJapan],
]

/** The headline of a French Visa Premier to Japan over other covers of that product. */
const headlineWith = (edit: EditRow) => {
  const { bilan } = prepareCoach(
    withEditedFile(offlineDefinitions, shippedTables, "coach/benefits.csv", (row) =>
      row.cells["country"] === "FR" && row.cells["product"] === "Visa Premier"
        ? edit(row)
        : row.cells,
    ),
  )
  return Result.getOrThrow(bilan(premierToJapan, liveContext)).bilan.headline
}

const medicalOf =
  (state: string, value: string): EditRow =>
  ({ cells }) =>
    cells["slug"] === "hospitalFeesAbroad"
      ? { ...cells, state, value, currency: value === "" ? "" : "EUR" }
      : cells

describe("the headline", () => {
  it.each(requests)("%s", (key, body) => {
    expect(keyOf(body)).toBe(`coach.headline.${key}`)
  })

  it.each([
    [299999, "medical_shortfall"],
    [300000, "target_met"],
    [300001, "target_met"],
  ])("of a ceiling of %d against 300 000 is %s", (value, key) => {
    expect(headlineWith(medicalOf("value", String(value))).key).toBe(`coach.headline.${key}`)
  })

  it.each([
    ["not_available", "no_medical_cover"],
    ["included", "medical_ceiling_unread"],
    ["actual_costs", "target_met"],
  ])("of a medical cover that is %s is %s", (state, key) => {
    expect(headlineWith(medicalOf(state, "")).key).toBe(`coach.headline.${key}`)
  })

  it("says that all is covered only without any gap", () => {
    const atCost: EditRow = ({ cells }) => ({
      ...cells,
      state: "actual_costs",
      value: "",
      currency: "",
    })
    expect(headlineWith(atCost)).toMatchObject({ key: "coach.headline.covered", vars: { gaps: 0 } })
    const oneGap: EditRow = (row) =>
      row.cells["slug"] === "privateRc"
        ? { ...row.cells, state: "not_available", value: "", currency: "" }
        : atCost(row)
    expect(headlineWith(oneGap)).toMatchObject({
      key: "coach.headline.target_met",
      vars: { gaps: 1 },
    })
  })

  it("is reached by every row of the table", () => {
    const situations = requests.map(([, body]) => situationFor(body))
    const met = situationFor(avionToUs)
    const lines = [...situations, { ...met, gaps: [] }].map((each) => rowFor(each).line)
    expect(new Set(lines)).toEqual(
      new Set(shippedTables.coachHeadlines.rows.map(({ line }) => line)),
    )
  })

  it("shows the target, the destination, the gaps, and the ceiling where it is printed", () => {
    const { vars } = headlineOf(premierToJapan)
    expect(plainSpaces(String(vars["target"]))).toBe("300 000 €")
    expect(plainSpaces(String(vars["cardValue"]))).toBe("155 000 €")
    expect(vars["destinationName"]).toBe("Japon")
    expect(vars["gaps"]).toBe(situationFor(premierToJapan).gaps.length)
    expect(headlineOf(avionToUs).vars).not.toHaveProperty("cardValue")
  })

  it("shows the values that its row names, and no others", () => {
    for (const [, body] of requests) {
      const situation = situationFor(body)
      const { vars } = rowFor(situation)
      expect(vars).toEqual(expect.arrayContaining(Object.keys(headlineFor(situation).vars)))
      expect(Object.keys(headlineFor(situation).vars)).toEqual(
        expect.arrayContaining(["target", "destinationName", "gaps"]),
      )
    }
  })
})
