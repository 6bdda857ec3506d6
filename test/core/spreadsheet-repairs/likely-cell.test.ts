import { describe, expect, it } from "vitest"
import * as Result from "effect/Result"
import { likelyCell } from "../../../core/spreadsheet-repairs/likely-cell.ts"
import { readBooleanTest, readNumberTest, readWordTest } from "../../../core/table/cell.ts"
import * as Column from "../../../core/table/column.ts"

const about = "What it means."

const taking = (column: Column.Column<unknown>) => ({
  accepts: (cell: string) => Result.isSuccess(column.parse(cell)),
  unit: column.unit,
})

const written = (column: Column.Column<unknown>, cell: string) =>
  likelyCell(cell, taking(column))?.write

describe("likelyCell()", () => {
  it.each([
    ["5,46", "5.46"],
    ["5.46 €", "5.46"],
    ["€5,46", "5.46"],
    ["1 234,50", "1234.50"],
    ["1\u202f234", "1234"],
    ["1'000", "1000"],
    ["1.234,50", "1234.50"],
    ["1,234.50", "1234.50"],
    ["'5.46", "5.46"],
    [" 5.46 ", "5.46"],
    ["1,00E+05", "100000"],
    ["1.2E-03", "0.0012"],
  ])("finds the decimal that %j means", (cell, expected) => {
    expect(written(Column.decimal({ about }), cell)).toEqual([expected])
  })

  it("tells both numbers that a comma before three digits may mean, and one that only one fits", () => {
    expect(written(Column.decimal({ about }), "1,234")).toEqual(["1.234", "1234"])
    expect(written(Column.integer({ about }), "1,234")).toEqual(["1234"])
    expect(written(Column.decimal({ about, maximum: "10" }), "1,234")).toEqual(["1.234"])
    expect(likelyCell("1,234", taking(Column.decimal({ about })))?.isSure).toBe(false)
  })

  it("reads per cent in the unit of the column", () => {
    const inUnit = (unit: string, cell: string) => written(Column.decimal({ about, unit }), cell)
    expect(inUnit("basis points of the price", "5,5 %")).toEqual(["550"])
    expect(inUnit("percent of the premium", "5 %")).toEqual(["5"])
    expect(inUnit("units", "5%")).toEqual(["5", "0.05"])
  })

  it.each([
    ["18-64", "[18..64]"],
    ["18–64", "[18..64]"],
    ["18 à 64", "[18..64]"],
    ["18..64", "[18..64]"],
    ["[18-64]", "[18..64]"],
    ["0,5 - 1,5", "[0.5..1.5]"],
    ["≤8", "<=8"],
    ["≥ 65", ">=65"],
    ["=<8", "<=8"],
    ["< 10", "<10"],
    [">1 000", ">1000"],
    ["75+", ">=75"],
    ["75 ans et plus", ">=75"],
    ["*", ""],
  ])("finds the test of a number that %j means", (cell, expected) => {
    const accepts = (text: string) => Result.isSuccess(readNumberTest(text))
    expect(likelyCell(cell, { accepts })?.write).toEqual([expected])
  })

  it("finds no range that is empty", () => {
    const accepts = (text: string) => Result.isSuccess(readNumberTest(text))
    expect(likelyCell("64-18", { accepts })).toBeUndefined()
    expect(likelyCell("18-18", { accepts })?.write).toEqual(["[18..18]"])
  })

  it.each([
    ["31/12/2026", ["2026-12-31"]],
    ["12/31/2026", ["2026-12-31"]],
    ["31.12.26", ["2026-12-31"]],
    ["2026/12/31", ["2026-12-31"]],
    ["01/02/2026", ["2026-02-01", "2026-01-02"]],
    ["02/02/2026", ["2026-02-02"]],
    ["2026-12-31T00:00:00", ["2026-12-31"]],
    ["30/02/2026", undefined],
  ])("finds the days that %j means", (cell, expected) => {
    expect(written(Column.day({ about }), cell)).toEqual(expected)
  })

  it("finds the month that a spreadsheet has made a date of", () => {
    const month = Column.text({ about, pattern: /^\d{4}-\d\d$/ })
    expect(written(month, "Sep-24")).toEqual(["2024-09"])
    expect(written(month, "juil.-26")).toEqual(["2026-07"])
    expect(written(month, "Mai 2026")).toEqual(["2026-05"])
    expect(written(month, "Foo-24")).toBeUndefined()
  })

  it("is sure of what is only laid out otherwise, not of what may be meant in two ways", () => {
    const decimal = taking(Column.decimal({ about, unit: "percent" }))
    const day = taking(Column.day({ about }))
    const range = { accepts: (text: string) => Result.isSuccess(readNumberTest(text)) }
    const truth = { accepts: (text: string) => Result.isSuccess(readBooleanTest(text)) }
    const zone = { accepts: (text: string) => Result.isSuccess(readWordTest(text, ["europe"])) }
    for (const [cell, place, isSure] of [
      [" 5.46 ", decimal, true],
      ["5,46", decimal, true],
      ["5 %", decimal, true],
      ["1E+05", decimal, false],
      ["≤8", range, true],
      ["75+", range, true],
      ["18-64", range, true],
      ["*", range, false],
      ["31/12/2026", day, true],
      ["01/02/2026", day, false],
      ["Oui", truth, true],
      ["EUROPE", zone, false],
      ["europe, europe", zone, false],
    ] as const) {
      expect([cell, likelyCell(cell, place)?.isSure]).toEqual([cell, isSure])
    }
  })

  it("finds words for true and false, lists and words in another case", () => {
    const truth = (text: string) => Result.isSuccess(readBooleanTest(text))
    expect(likelyCell("Oui", { accepts: truth })?.write).toEqual(["true"])
    expect(likelyCell("0", { accepts: truth })?.write).toEqual(["false"])
    const zone = (text: string) => Result.isSuccess(readWordTest(text, ["europe", "world"]))
    expect(likelyCell("europe, world", { accepts: zone })?.write).toEqual(["europe|world"])
    expect(likelyCell("not (europe | world)", { accepts: zone })?.write).toEqual([
      "not(europe|world)",
    ])
    expect(likelyCell("WORLD", { accepts: zone })?.write).toEqual(["world"])
    expect(likelyCell("nowhere", { accepts: zone })).toBeUndefined()
  })
})
