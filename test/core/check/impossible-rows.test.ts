import { assert, describe, it } from "@effect/vitest"
import * as Column from "../../../core/table/column.ts"
import { defineDecision } from "../../../core/table/decision.ts"
import { defineTable } from "../../../core/table/definition.ts"
import * as Input from "../../../core/table/input.ts"
import { findingsIn, told } from "./meaning/small-check.ts"

const about = "Made up."

const zones = defineTable({
  file: "zones.csv",
  about,
  key: ["zone"],
  columns: { zone: Column.text({ about }) },
})

const fares = defineDecision({
  file: "fares.csv",
  about,
  hitPolicy: "collect",
  inputs: {
    kind: Input.enumeration(["city", "sea"], { about }),
    class: Input.optional(Input.enumeration(["one", "two"], { about })),
    zone: Input.reference("zones.csv", "zone", { about }),
    days: Input.integer({ minimum: 1, maximum: 30, about }),
    weight: Input.optional(Input.number({ minimum: 0, about })),
  },
  outputs: { fare: Column.integer({ about }) },
})

const impossible = (row: string): ReadonlyArray<string> =>
  told(
    findingsIn([
      [zones, "zone\nhome\naway\n"],
      [fares, `kind,class,zone,days,weight,fare\n,,,,,1\n${row},2\n`],
    ]),
    "ImpossibleRow",
  ).map((text) => text.replace(/^.*?never applies: /, ""))

describe("a row with a condition that nothing meets", () => {
  it.each([
    ["not(city|sea),,,,", 'kind is never "not(city|sea)", only city, sea'],
    ["city,,,>30,", 'days is never ">30", only whole numbers 1..30'],
    ["city,,,,<0", 'weight is never "<0", only numbers from 0, or unknown'],
  ])("says of %s what the fact may be", (row, sentence) => {
    assert.deepStrictEqual(impossible(row), [sentence])
  })

  it("is none where some fact meets it", () => {
    for (const row of ["city,,,30,", "not(city),,,,", ",not(one|two),,,", "city,,,,0"]) {
      assert.deepStrictEqual(impossible(row), [], row)
    }
  })
})
