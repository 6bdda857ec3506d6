import { assert, describe, it } from "@effect/vitest"
import { medicalSteps } from "../../../rules/coach/coach-vocabulary.ts"
import { medicalMap } from "../../../rules/coach/medical-target.ts"
import { definitions } from "../../../rules/tables/index.ts"
import { withEditedFile } from "../../support/edited-tables.ts"
import { shippedTables } from "../../support/tables.ts"
import { bilanOf } from "./support.ts"

describe("the map of medical targets", () => {
  it.each(["FR", "US", "SG", "DE"])("has every country once, as bilans aim: %s", (residence) => {
    const { amountOf, currency, targets } = medicalMap(shippedTables, residence)
    assert.deepStrictEqual(
      targets.map(({ code }) => code),
      shippedTables.countries.rows.map(({ code }) => code),
    )
    const counted = medicalSteps.map((step) => targets.filter((each) => each.step === step).length)
    assert.strictEqual(
      counted.reduce((sum, count) => sum + count, 0),
      shippedTables.countries.rows.length,
    )
    assert.strictEqual(
      shippedTables.coachMarkets.rows.some((row) => row.currency === currency),
      true,
    )
    for (const { code, step } of targets) {
      const { bilan } = bilanOf({ residence, destinations: [code], card: { none: true } })
      assert.strictEqual(amountOf(step).amount, bilan.medical.targetValue, code)
    }
  })

  it("names the row that decides a target: another cost tier there moves it", () => {
    const { targets } = medicalMap(shippedTables, "FR")
    const japan = targets.find(({ code }) => code === "JP")
    assert.strictEqual(japan?.file, "countries.csv")
    const edited = withEditedFile(definitions, shippedTables, "countries.csv", ({ cells, line }) =>
      line === japan?.line ? { ...cells, cost_tier: "low" } : cells,
    )
    const moved = medicalMap(edited, "FR").targets.filter(
      ({ step }, index) => step !== targets[index]?.step,
    )
    assert.deepStrictEqual(
      moved.map(({ code, step }) => [code, step]),
      [["JP", "low"]],
    )
    assert.strictEqual(targets.find(({ code }) => code === "ES")?.file, "coach/health_zones.csv")
    assert.strictEqual(targets.find(({ code }) => code === "FR")?.file, "coach/domestic.csv")
  })
})
