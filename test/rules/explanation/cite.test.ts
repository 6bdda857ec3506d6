import { assert, describe, it } from "@effect/vitest"
import { cellOf, citeHit, citeRow, testedInputs } from "../../../rules/explanation/cite.ts"
import { explanationOf } from "../../../rules/explanation/figure-finding.ts"
import { textTable } from "../../support/edited-tables.ts"
import { shippedTables } from "../../support/tables.ts"

const { coachArguments, coachHeadlines, countries, healthZones, medicalSteps, sandboxEligibility } =
  shippedTables

describe("the line of a row", () => {
  it("is where the row stands in the file, for every row", () => {
    const { rows } = textTable("countries.csv")
    assert.deepStrictEqual(
      countries.rows.map((row) => countries.lineOf(row)),
      rows.map(({ line }) => line),
    )
    assert.isAbove(rows.length, 200)
  })

  it("is none for a row of another table or a copy", () => {
    assert.isUndefined(countries.lineOf(medicalSteps.rows[0]))
    assert.isUndefined(countries.lineOf({ ...countries.rows[0] }))
    assert.isUndefined(countries.lineOf(undefined))
  })
})

describe("citing", () => {
  it("gives file, line, column and what the row says", () => {
    const row = medicalSteps.get("fr", "top")
    assert.deepStrictEqual(citeRow(medicalSteps, row, "step top", "amount"), {
      file: "coach/medical_steps.csv",
      line: medicalSteps.lineOf(row) ?? 0,
      column: "amount",
      says: "step top",
      source: row?.source ?? "",
      asOf: row?.asOf ?? "",
    })
  })

  it("tells how sure a row is by whatever column its table has for that", () => {
    const [row] = healthZones.rows
    assert.strictEqual(citeRow(healthZones, row, "treats").confidence, row?.certainty)
    const benefit = { source: "https://bank.example/notice", confidence: "high", asOf: null }
    const benefits = { file: "coach/benefits.csv", lineOf: () => 7 }
    assert.deepStrictEqual(citeRow(benefits, benefit, "155000"), {
      file: "coach/benefits.csv",
      line: 7,
      says: "155000",
      source: "https://bank.example/notice",
      confidence: "high",
    })
  })

  it("takes the origin of what fired from its row, however little the hit carries", () => {
    const [row] = coachArguments.rows
    assert.isDefined(row)
    const reason = citeHit(coachArguments, { line: row?.line ?? 0 }, "speaks")
    assert.strictEqual(reason.source, row?.source)
    assert.isUndefined(citeHit(coachArguments, undefined, "no row fits").source)
  })

  it("gives the first line where no row says anything, and no column for a whole row", () => {
    const [hit] = coachHeadlines.rows
    assert.deepStrictEqual(citeRow(countries, countries.get("ZZ"), "no such country"), {
      file: "countries.csv",
      line: 1,
      says: "no such country",
    })
    assert.deepStrictEqual(citeHit(coachHeadlines, undefined, "no row fits").line, 1)
    assert.deepStrictEqual(citeHit(coachHeadlines, hit, "covered").line, hit?.line)
  })

  it("names the conditions that a row tests, and its cells as written", () => {
    const [row] = sandboxEligibility.rows
    assert.isDefined(row)
    if (row === undefined) return
    const tested = [
      "intent",
      "residence_zone",
      "days",
      "travellers",
      "oldest_age",
      "annual",
      "cancellation",
      "extreme_sports",
    ]
    assert.deepStrictEqual(testedInputs(sandboxEligibility, row), tested)
    assert.strictEqual(cellOf(sandboxEligibility, row, "days"), "<=90")
    assert.strictEqual(cellOf(sandboxEligibility, row, "zone"), "")
    assert.strictEqual(cellOf(sandboxEligibility, row, "offer_id"), "101")
  })
})

describe("an explanation", () => {
  const reason = { file: "fees.csv", line: 3, says: "ten percent" }

  it("takes its values from the answer, lists as their texts, objects as their keys", () => {
    const answer = { price: { amount: 12.5, period: null }, ids: [7, 8] }
    const explanation = explanationOf(answer, [
      { figure: "price.amount", because: [reason] },
      { figure: "price.period", because: [reason] },
      { figure: "price", because: [reason] },
      { figure: "ids", because: [reason] },
      { figure: "ids[1]", because: [reason], value: "eight" },
    ])
    assert.deepStrictEqual(
      explanation.map(({ value }) => value),
      [12.5, null, ["amount", "period"], ["7", "8"], "eight"],
    )
  })

  it("gives each reason and origin once", () => {
    const from = ["request.trip", "request.trip"]
    const [figure] = explanationOf({ fee: 1 }, [
      { figure: "fee", because: [reason, { ...reason }, { ...reason, column: "value" }], from },
    ])
    assert.deepStrictEqual(figure?.because, [reason, { ...reason, column: "value" }])
    assert.deepStrictEqual(figure?.from, ["request.trip"])
  })
})
