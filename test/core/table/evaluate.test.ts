import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Column from "../../../core/table/column.ts"
import { defineDecision } from "../../../core/table/decision.ts"
import type { HitPolicy } from "../../../core/table/hit-policy.ts"
import * as Input from "../../../core/table/input.ts"
import { loadDefinitions } from "../../../core/table/load.ts"

const about = "A column."

const load = (hitPolicy: HitPolicy, ...rows: ReadonlyArray<string>) => {
  const table = defineDecision({
    file: "table.csv",
    about,
    hitPolicy,
    inputs: {
      zone: Input.enumeration(["europe", "world"], { about }),
      days: Input.integer({ about }),
      annual: Input.boolean({ about }),
    },
    outputs: { rate: Column.integer({ about }) },
  })
  const source = ["zone,days,annual,rate", ...rows, ""].join("\n")
  return Result.getOrThrow(loadDefinitions({ table }, new Map([["table.csv", source]]))).table
}

const facts = { zone: "europe", days: 10, annual: false } as const

describe("evaluate()", () => {
  it("answers with the rows of the table themselves", () => {
    const { evaluate, rows } = load("collect", "europe,<=10,,1", "world,,,2", ",,false,3")
    const found = evaluate(facts)
    assert.deepStrictEqual(
      found.map((row) => rows.indexOf(row)),
      [0, 2],
    )
  })

  it("allocates nothing where one row counts: the same question gets the same answer", () => {
    for (const hitPolicy of ["first", "unique"] as const) {
      const { evaluate } = load(hitPolicy, "europe,<=10,,1", "world,,,2", ",,false,3")
      assert.strictEqual(evaluate(facts), evaluate({ ...facts }))
      assert.isFrozen(evaluate(facts))
    }
  })

  it("shares what a collecting table answers, whatever it was asked", () => {
    const { evaluate } = load("collect", "europe,<=10,,1", "world,,,2", ",,false,3")
    assert.strictEqual(evaluate(facts), evaluate({ ...facts, days: 3 }))
    assert.isFrozen(evaluate(facts))
  })

  it("answers with every row where no cell is filled, and with none where there is no row", () => {
    const empty = Array.from({ length: 33 }, (_, index) => `,,,${index}`)
    assert.lengthOf(load("collect", ...empty).evaluate(facts), 33)
    assert.lengthOf(load("first", ...empty).evaluate(facts), 1)
    for (const hitPolicy of ["collect", "first", "unique"] as const) {
      assert.deepStrictEqual(load(hitPolicy).evaluate(facts), [])
    }
  })

  it("asks the columns that the decision shows, one for each input, empty ones too", () => {
    const { columns, rows } = load("collect", "europe,[5..10],,1", "not(europe),>10,,2")
    assert.deepStrictEqual(
      columns.map(({ segments }) => segments.length),
      [3, 6, 3],
    )
    const accepting = columns[1]?.rows[columns[1].segmentOf(10)]
    assert.deepStrictEqual([...(accepting ?? [])], [0b01])
    assert.lengthOf(rows, 2)
  })

  it("shares the rows of neighbouring segments that no cell tells apart", () => {
    const { columns } = load("collect", ",[5..10),,1", ",[10..20),,2")
    const [, days] = columns
    const place = (fact: number) => days?.rows[days.segmentOf(fact)]?.byteOffset
    assert.strictEqual(place(5), place(9))
    assert.strictEqual(place(10), place(19))
    assert.strictEqual(place(4), place(20))
    assert.notStrictEqual(place(9), place(10))
  })
})
