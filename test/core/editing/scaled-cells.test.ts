import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import * as Result from "effect/Result"
import { parseDecimal } from "../../../core/money/rational.ts"
import { columnsOf } from "../../../core/table/load.ts"
import { chosenRows, type DeclaredText } from "../../../core/editing/chosen-rows.ts"
import { amountColumns, scaleCells, scaledDecimal } from "../../../core/editing/scaled-cells.ts"
import * as Column from "../../../core/table/column.ts"
import { defineDecision } from "../../../core/table/decision.ts"
import { defineTable } from "../../../core/table/definition.ts"
import * as Input from "../../../core/table/input.ts"

const about = "A column."
const currency = "currency of the premium"

const rates: DeclaredText = {
  definition: defineDecision({
    file: "rates.csv",
    about,
    hitPolicy: "unique",
    inputs: {
      tariff: Input.reference("offers.csv", "tariff", { about }),
      zone: Input.enumeration(["europe", "world", "home"], { about }),
      days: Input.integer({ about }),
      annual: Input.boolean({ about }),
    },
    outputs: {
      fee: Column.decimal({ unit: currency, about }),
      daily: Column.optional(Column.decimal({ unit: currency, about })),
      percent: Column.integer({ unit: "percent", about }),
    },
  }),
  source: [
    "tariff,zone,days,annual,fee,daily,percent",
    "# Rates, by hand.",
    'low,europe,<=8,,5.50,"1.40",10',
    "low,europe|home,>8,true,9.10,,10",
    "",
    "high,world,,,20,2.185,20",
    "low|high,not(world),[1..3],false,1,1,1",
    "",
  ].join("\n"),
}

const offers: DeclaredText = {
  definition: defineTable({
    file: "offers.csv",
    about,
    key: ["id"],
    columns: {
      id: Column.integer({ about }),
      plan: Column.text({ about }),
      tariff: Column.text({ about }),
      least: Column.decimal({ unit: "EUR per head", about }),
      rate: Column.decimal({ unit: "units per EUR", about }),
    },
  }),
  source: "id,plan,tariff,least,rate\n1,Comfort plus,low,9.00,1\n2,Premium,high,12.5,1\n",
}

const tableOf = (file: string) => [rates, offers].find(({ definition }) => definition.file === file)

const lines = (table: DeclaredText, ...where: ReadonlyArray<string>) => {
  const conditions = where.map((each) => {
    const [column = "", cell = ""] = each.split("=")
    return { column, cell }
  })
  const found = chosenRows(table, conditions, tableOf)
  return Result.isSuccess(found) ? found.success.map(({ line }) => line) : found.failure
}

const decimal = (text: string) => Result.getOrThrow(parseDecimal(text))

describe("chosen rows", () => {
  it("have the cell as it is written, where one has", () => {
    assert.deepStrictEqual(lines(rates), [3, 4, 6, 7])
    assert.deepStrictEqual(lines(rates, "zone=europe"), [3])
    assert.deepStrictEqual(lines(rates, "zone=europe|home"), [4])
    assert.deepStrictEqual(lines(rates, "tariff=low", "zone=europe|home"), [4])
    assert.deepStrictEqual(lines(offers, "plan=Premium"), [2 + 1])
    assert.deepStrictEqual(lines(rates, "days="), [6])
  })

  it("else mean the value, at the bounds of conditions too", () => {
    assert.deepStrictEqual(lines(rates, "days=8"), [3, 6])
    assert.deepStrictEqual(lines(rates, "days=9"), [4, 6])
    assert.deepStrictEqual(lines(rates, "days=3"), [3, 6, 7])
    assert.deepStrictEqual(lines(rates, "zone=home"), [4, 7])
    assert.deepStrictEqual(lines(rates, "annual=TRUE"), [3, 4, 6])
    assert.deepStrictEqual(lines(offers, "least=9"), [2])
    assert.deepStrictEqual(lines(offers, "least=12.50"), [3])
  })

  it("may be told by a column of the table that they refer to", () => {
    assert.deepStrictEqual(lines(rates, "plan=Premium"), [6])
    assert.deepStrictEqual(lines(rates, "plan=Comfort plus"), [3, 4])
    assert.deepStrictEqual(lines(rates, "plan=Premium", "days=20"), [6])
  })

  it("are none where nothing is so, with what was probably meant", () => {
    const file = "rates.csv"
    assert.deepStrictEqual(lines(rates, "zone=eurpe"), {
      _tag: "NoRowWith",
      file,
      column: "zone",
      cell: "eurpe",
      nearest: "europe",
    })
    assert.deepStrictEqual(lines(rates, "zon=europe"), {
      _tag: "ColumnUnknown",
      file,
      column: "zon",
      nearest: "zone",
      columns: Object.keys(columnsOf(rates.definition)),
    })
    assert.deepStrictEqual(lines(rates, "tariff=low", "zone=world"), {
      _tag: "NoRowWithAll",
      file,
    })
  })
})

describe("a scaled decimal", () => {
  const scaled = (cell: string, by: string, round?: string) =>
    scaledDecimal(cell, { by: decimal(by), ...(round === undefined ? {} : { round }) })

  it("is rounded half up to the step, or to the decimals that it has", () => {
    assert.deepStrictEqual(
      ["0.50", "1.49", "1.50", "2.50"].map((cell) => scaled(cell, "1", "1")),
      ["1", "1", "2", "3"],
    )
    assert.strictEqual(scaled("10.10", "1.05"), "10.61")
    assert.strictEqual(scaled("10.1", "1.05"), "10.6")
    assert.strictEqual(scaled("10.10", "1.05", "0.001"), "10.605")
    assert.strictEqual(scaled("10.10", "1.05", "0.05"), "10.60")
    assert.strictEqual(scaled("1499", "1", "1000"), "1000")
    assert.strictEqual(scaled("1500", "1", "1000"), "2000")
  })

  it("is exact where a double would not be", () => {
    assert.strictEqual(scaled("1.005", "100", "0.1"), "100.5")
    assert.strictEqual(scaled("0.145", "1", "0.01"), "0.15")
    assert.strictEqual(scaled("12345678901234567.89", "2"), "24691357802469135.78")
  })

  it("never lies further from the exact product than half a step", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1_000_000 }),
        fc.integer({ min: 1, max: 5_000 }),
        fc.constantFrom(1, 2, 5, 10, 25),
        (cents, permille, stepCents) => {
          const after = scaled((cents / 100).toFixed(2), `${permille / 1000}`, `${stepCents / 100}`)
          const difference = Math.abs(Number(after) * 100 - (cents * permille) / 1000)
          assert.isAtMost(difference, stepCents / 2 + 1e-6)
          assert.strictEqual(Math.round(Number(after) * 100) % stepCents, 0)
        },
      ),
    )
  })
})

describe("scaling a table", () => {
  it("takes amounts of money, and neither rates nor conditions", () => {
    assert.deepStrictEqual(amountColumns(rates.definition), ["fee", "daily"])
    assert.deepStrictEqual(amountColumns(offers.definition), ["least"])
  })

  it("changes the cells alone, and leaves empty ones empty", () => {
    const rows = Result.getOrThrow(chosenRows(rates, [{ column: "tariff", cell: "low" }], tableOf))
    const scale = { by: decimal("1.1"), round: "0.01" }
    const { cells, text } = Result.getOrThrow(scaleCells(rates, rows, ["fee", "daily"], scale))
    assert.strictEqual(
      text,
      rates.source.replace('5.50,"1.40"', "6.05,1.54").replace("9.10,,", "10.01,,"),
    )
    assert.deepStrictEqual(cells, [
      { line: 3, column: "fee", before: "5.50", after: "6.05" },
      { line: 3, column: "daily", before: "1.40", after: "1.54" },
      { line: 4, column: "fee", before: "9.10", after: "10.01" },
    ])
    const refused = scaleCells(rates, rows, ["zone"], scale)
    assert.deepStrictEqual(refused, Result.fail({ line: 3, column: "zone", text: "europe" }))
  })
})
