import { assert, describe, it } from "@effect/vitest"
import { describeFactProblem, readFacts } from "../../../core/explain/facts.ts"
import { smallInputs, smallWordsOf } from "../../support/small-tables.ts"
import * as Input from "../../../core/table/input.ts"

const sound = { colour: "red", days: 3, annual: true }

const problemsOf = (given: Readonly<Record<string, unknown>>) =>
  readFacts(smallInputs, { ...sound, ...given }, smallWordsOf).problems.map(describeFactProblem)

describe("readFacts()", () => {
  it("takes facts by column, unknown where the column allows it", () => {
    assert.deepStrictEqual(readFacts(smallInputs, { ...sound, zone: "north" }, smallWordsOf), {
      facts: { ...sound, zone: "north", weight: null, insured: null },
      open: [],
      problems: [],
    })
  })

  it("takes names in camelCase, and each fact once", () => {
    const inputs = { trip_days: Input.integer({ about: "Days." }) }
    assert.deepStrictEqual(readFacts(inputs, { tripDays: 2 }, smallWordsOf).facts, { trip_days: 2 })
    const twice = readFacts(inputs, { tripDays: 2, trip_days: 3 }, smallWordsOf).problems
    assert.deepStrictEqual(twice.map(describeFactProblem), ["trip_days: 3 should be given once"])
  })

  it("leaves open what may not be unknown and is not given", () => {
    assert.deepStrictEqual(readFacts(smallInputs, { colour: "red" }, smallWordsOf).open, [
      "days",
      "annual",
    ])
  })

  it("refuses names, words, types and bounds, with the nearest that is allowed", () => {
    assert.deepStrictEqual(problemsOf({ colour: "gren" }), [
      'colour: "gren" should be one of red, green, blue; did you mean "green"?',
    ])
    assert.deepStrictEqual(problemsOf({ days: 13 }), [
      'days: 13 should be a whole number 1..12; did you mean "12"?',
    ])
    assert.deepStrictEqual(problemsOf({ days: 0 }), [
      'days: 0 should be a whole number 1..12; did you mean "1"?',
    ])
    assert.deepStrictEqual(problemsOf({ days: 1 }), [])
    assert.deepStrictEqual(problemsOf({ days: 12 }), [])
    assert.deepStrictEqual(problemsOf({ days: 2.5 }), ["days: 2.5 should be a whole number 1..12"])
    assert.deepStrictEqual(problemsOf({ weight: "2" }), ['weight: "2" should be a number from 0'])
    assert.deepStrictEqual(problemsOf({ annual: "true" }), [
      'annual: "true" should be true or false',
    ])
    assert.deepStrictEqual(problemsOf({ annual: null }), ["annual: null should be true or false"])
    assert.deepStrictEqual(problemsOf({ colur: "red" }), [
      '"colur" should be one of the facts colour, zone, days, weight, annual, insured; did you mean "colour"?',
    ])
  })
})
