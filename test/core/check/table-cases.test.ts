import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { checkTables } from "../../../core/check/check.ts"
import { runCases } from "../../../core/check/check-cases.ts"
import type { CheckMemory } from "../../../core/check/check-memory.ts"
import { caseDefinition } from "../../../core/table/case-table.ts"
import * as Column from "../../../core/table/column.ts"
import { csvText } from "../../../core/table/csv.ts"
import { type Decision, defineDecision, loadDecision } from "../../../core/table/decision.ts"
import { describeTableError } from "../../../core/table/error.ts"
import type { HitPolicy } from "../../../core/table/hit-policy.ts"
import * as Input from "../../../core/table/input.ts"
import { loadSound } from "../../../core/table/load.ts"
import { dayUnit } from "../../../core/vocabulary/day.ts"
import { times } from "../../support/long.ts"

const about = "A column."

const faresOf = (hitPolicy: HitPolicy) =>
  defineDecision({
    file: "fares.csv",
    about,
    hitPolicy,
    complete: false,
    inputs: {
      age: Input.integer({ minimum: 0, maximum: 120, about }),
      zone: Input.optional(Input.enumeration(["city", "region"], { about })),
      day: Input.integer({ minimum: 101, maximum: 99_991_231, unit: dayUnit, about }),
    },
    outputs: {
      fare: Column.optional(Column.decimal({ about })),
      tags: Column.list(Column.text({ about })),
      why: Column.note(Column.optional(Column.text({ about }))),
    },
  })

const rows = [
  "age,zone,day,fare,tags,why",
  "<18,,,2.50,young|free,",
  ">=65,city,<20270101,,,closed",
  ",city,,4,,",
  "",
].join("\n")

/** What a check finds in cases, each by its line with what is wrong; mistakes are sentences. */
const found = (cases: string, { hitPolicy = "first", text = rows }: Asked = {}) => {
  const fares = faresOf(hitPolicy)
  const definitions = { fares, cases: caseDefinition(fares, cases) }
  const sources = new Map([
    ["fares.csv", text],
    ["fares.cases.csv", cases],
  ])
  const { errors, tables } = loadSound(definitions, sources)
  if (errors.length > 0) return errors.map(describeTableError)
  return checkTables({ definitions, sources, tables }, { asked: ["cases"] }).map((finding) =>
    finding._tag === "CaseDiffers"
      ? `${finding.line}:${finding.character} ${finding.differences.map((each) => `${each.column} ${each.found}`).join(" ")} by ${finding.answering.join(" ")}`
      : finding._tag,
  )
}

interface Asked {
  readonly hitPolicy?: HitPolicy
  readonly text?: string
}

describe("cases of a table", () => {
  it("hold where the row that answers has all that is expected, however it is written", () => {
    const cases = [
      "case,age,day,zone,fare,tags,answers,remark",
      "A child,9,2026-05-01,,2.5,young|free,1,half of it",
      "Nothing expected of the tags,9,2026-05-01,,2.50,,,",
      "An old hand,70,2026-12-31,city,(none),(none),1,",
      "Nobody answers,40,2026-05-01,region,(none),,0,",
      "From January on,70,2027-01-01,city,4,,,",
      "",
    ].join("\n")
    assert.deepStrictEqual(found(cases), [])
  })

  it("differ with what is found, at the first cell that differs, and with the rows that answer", () => {
    const cases = [
      "case,age,day,fare,tags,answers",
      "A child,9,2026-05-01,3,young,2",
      "Nobody,40,2026-05-01,4,,",
      "",
    ].join("\n")
    assert.deepStrictEqual(found(cases), [
      "2:22 fare 2.50 tags young|free answers 1 by 2",
      "3:22 fare (none) by ",
    ])
  })

  it("hold where one of several rows that answer has all that is expected", () => {
    const cases = "case,age,zone,day,fare,answers\nChild,9,city,2026-05-01,4,2\n"
    assert.deepStrictEqual(found(cases, { hitPolicy: "collect" }), [])
    const other = "case,age,zone,day,fare,tags\nChild,9,city,2026-05-01,4,young\n"
    assert.deepStrictEqual(found(other, { hitPolicy: "collect" }), ["2:27 tags (none) by 2 4"])
  })

  it("name columns that are none, facts that cannot be, and names that are there twice", () => {
    assert.deepStrictEqual(found("case,age,dya,far\nA,9,2026-05-01,4\n"), [
      'fares.cases.csv:1:10 "dya" should be one of the columns case, age, zone, day, fare, tags, answers, remark; did you mean "day"?',
      'fares.cases.csv:1:14 "far" should be one of the columns case, age, zone, day, fare, tags, answers, remark; did you mean "fare"?',
    ])
    assert.deepStrictEqual(found("case,age,day\nA,130,\nA,9,2026-02-30\n").length, 4)
  })

  it("are asked again when the table is another one, and only then", () => {
    const fares = faresOf("first")
    const cases = "case,age,day,fare\nA child,9,2026-05-01,2.50\n"
    const definitions = { fares, cases: caseDefinition(fares, cases) }
    const memory: CheckMemory = new Map()
    const loading = new Map()
    const ask = (text: string): number => {
      const sources = new Map([
        ["fares.csv", text],
        ["fares.cases.csv", cases],
      ])
      const { tables } = loadSound(definitions, sources, loading)
      return checkTables({ definitions, sources, tables }, { asked: ["cases"], memory }).length
    }
    assert.strictEqual(ask(rows), 0)
    assert.strictEqual(ask(rows.replace("2.50", "2.60")), 1)
    assert.strictEqual(ask(rows), 0)
  })

  it("hold of any facts where they expect what the table answers, and differ where they do not", () => {
    const fares = faresOf("first")
    const decision = loadDecision(fares, rows).content as unknown as Decision
    const facts = fc.record({
      age: fc.integer({ min: 0, max: 120 }),
      zone: fc.constantFrom("city", "region", null),
      day: fc.constantFrom("2026-12-31", "2027-01-01"),
    })
    fc.assert(
      fc.property(facts, ({ age, day, zone }) => {
        const [hit] = decision.evaluate({ age, zone, day: Number(day.replaceAll("-", "")) })
        const at = decision.rows.findIndex(({ line }) => line === hit?.line)
        const cell = decision.fields[at]?.[3]?.text ?? ""
        const expected = cell === "" ? "(none)" : cell
        const text = [
          "case,age,zone,day,fare",
          ["as it is", age, zone ?? "", day, expected].map(String).map(csvText).join(","),
          ["other", age, zone ?? "", day, expected === "7" ? "8" : "7"].map(String).join(","),
          "",
        ].join("\n")
        const definition = caseDefinition(fares, text)
        const { tables } = loadSound({ definition }, new Map([["fares.cases.csv", text]]))
        const cases = tables.definition ?? assert.fail("the cases hold a mistake")
        const outcomes = runCases({ definition, source: text, table: cases }, decision)
        assert.deepStrictEqual(
          outcomes.map(({ differences }) => differences.length),
          [0, 1],
        )
      }),
      { numRuns: times(100, 10_000) },
    )
  })

  it("of tables whose rows come to a figure expect that figure", () => {
    const fees = defineDecision({
      file: "fees.csv",
      about,
      hitPolicy: "sum",
      inputs: { days: Input.integer({ about }) },
      outputs: { fee: Column.integer({ about }) },
    })
    const { content } = loadDecision(fees, "days,fee\n>3,2\n>5,3\n")
    const text = "case,days,fee,answers\nLong,7,5,2\nShort,2,(none),0\nWrong,7,4,\n"
    const definition = caseDefinition(fees, text)
    const { tables } = loadSound({ definition }, new Map([["fees.cases.csv", text]]))
    const cases = tables.definition ?? assert.fail("the cases hold a mistake")
    const outcomes = runCases(
      { definition, source: text, table: cases },
      content as unknown as Decision,
    )
    assert.deepStrictEqual(
      outcomes.map(({ differences }) => differences.map((each) => each.found)),
      [[], [], ["5"]],
    )
  })
})
