import { assert, describe, it } from "@effect/vitest"
import { prepareReload } from "../../../core/mutation/reload-table.ts"
import * as Column from "../../../core/table/column.ts"
import { defineDecision } from "../../../core/table/decision.ts"
import { defineTable } from "../../../core/table/definition.ts"
import { describeTableError } from "../../../core/table/error.ts"
import * as Input from "../../../core/table/input.ts"

const about = "A column."
const zones = defineTable({
  file: "zones.csv",
  about,
  key: ["zone"],
  columns: {
    zone: Column.text({ about }),
    part_of: Column.optional(Column.reference("zones.csv", "zone", { about })),
  },
})
const rates = defineDecision({
  file: "rates.csv",
  about,
  hitPolicy: "first",
  inputs: { zone: Input.reference("zones.csv", "zone", { about }) },
  outputs: { rate: Column.integer({ about }) },
})
const sources = new Map([
  ["zones.csv", "zone,part_of\nnorth,\nsouth,north\neast,\n"],
  ["rates.csv", "zone,rate\nnorth,1\nnorth|east,2\n,3\n"],
])
const reload = prepareReload([zones, rates], sources)

const errorsOf = (definition: Parameters<typeof reload>[0], text: string) =>
  reload(definition, text).errors.map(describeTableError)

describe("prepareReload()", () => {
  it("finds nothing wrong with the tables as they are, and reads another text", () => {
    for (const definition of [zones, rates]) {
      assert.deepStrictEqual(errorsOf(definition, sources.get(definition.file) ?? ""), [])
    }
    const { content } = reload(rates, "zone,rate\n,7\n")
    assert.deepNestedInclude(content, { "rows[0].rate": 7 })
  })

  it("finds mistakes in cells, and words that are not in other tables or its own", () => {
    assert.deepStrictEqual(errorsOf(rates, "zone,rate\nwest,x\n"), [
      'rates.csv:2:6 rate: "x" should be an integer',
      'rates.csv:2:1 zone: "west" should be an existing zone of zones.csv',
    ])
    assert.deepStrictEqual(errorsOf(zones, "zone,part_of\nnorth,\neast,south\n"), [
      'zones.csv:3:6 part_of: "south" should be an existing zone of zones.csv',
    ])
  })

  it("finds words that others then refer to in vain, once for each", () => {
    assert.deepStrictEqual(errorsOf(zones, "zone,part_of\nsouth,\neast,\n"), [
      'rates.csv:2:1 zone: "north" should be an existing zone of zones.csv',
    ])
  })
})
