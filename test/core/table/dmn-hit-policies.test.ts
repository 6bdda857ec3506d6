import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Column from "../../../core/table/column.ts"
import { type Decision, defineDecision } from "../../../core/table/decision.ts"
import type { HitPolicy } from "../../../core/table/hit-policy.ts"
import * as Input from "../../../core/table/input.ts"
import { loadDefinitions } from "../../../core/table/load.ts"

// The hit policies of DMN as the families of its Technology Compatibility Kit pose them, over tables
// and cases of our own. Each title names the family. Where DMN answers null, a table here answers
// with no row. What the policies `priority` and `output order` answer over rows in the order of their
// outputs, `first` and `collect` answer too; hit-policies.test.ts has each under its own name.

const about = "A column."

const inputs = {
  age: Input.optional(Input.number({ about })),
  risk: Input.optional(Input.enumeration(["low", "medium", "high"], { about })),
  member: Input.optional(Input.boolean({ about })),
}

const outputs = { decision: Column.text({ about }), fee: Column.integer({ about }) }

type Table = Decision<typeof inputs, typeof outputs>

const table = (hitPolicy: HitPolicy, ...rows: ReadonlyArray<string>): Table => {
  const generated = defineDecision({ file: "table.csv", about, hitPolicy, inputs, outputs })
  const source = ["age,risk,member,decision,fee", ...rows, ""].join("\n")
  const loaded = loadDefinitions({ generated }, new Map([["table.csv", source]]))
  return Result.getOrThrow(loaded).generated
}

type Facts = readonly [
  age: number | null,
  risk: "low" | "medium" | "high" | null,
  member: boolean | null,
]

const hits = ({ evaluate }: Table, [age, risk, member]: Facts) => evaluate({ age, risk, member })

const decisions = (asked: Table, facts: Facts) => hits(asked, facts).map((row) => row.decision)

const fees = (asked: Table, facts: Facts) => hits(asked, facts).map((row) => row.fee)

const approvals: ReadonlyArray<string> = [
  ">=18,low,true,approved,10",
  "<18,,,declined,0",
  ">=18,high,true,declined,0",
  "[18..65),medium,true,referred,20",
  ",,false,declined,0",
]

describe("DMN hit policies", () => {
  describe("unique", () => {
    const approval = table("unique", ...approvals)

    it.each<readonly [Facts, ReadonlyArray<string>]>([
      [[17.99, "low", true], ["declined"]],
      [[18, "low", true], ["approved"]],
      [[18, "medium", true], ["referred"]],
      [[64.99, "medium", true], ["referred"]],
      [[65, "medium", true], []],
      [[40, "high", true], ["declined"]],
      [[40, "low", false], ["declined"]],
    ])("0004 simpletable-U: %j decides %j", (facts, expected) => {
      assert.deepStrictEqual(decisions(approval, facts), expected)
    })

    it.each<readonly [Facts, ReadonlyArray<string>]>([
      [[null, "low", true], []],
      [[40, null, true], []],
      [[40, "low", null], []],
      [[null, null, false], ["declined"]],
      [[12, null, null], ["declined"]],
    ])(
      "0004 simpletable-U: a missing input matches empty cells only: %j decides %j",
      (facts, expected) => {
        assert.deepStrictEqual(decisions(approval, facts), expected)
      },
    )

    it("0005 simpletable-A, 0117 multi-any: rows that agree may overlap, one answer comes", () => {
      const facts: Facts = [12, "high", false]
      assert.deepStrictEqual(decisions(approval, facts), ["declined"])
      assert.deepStrictEqual(fees(approval, facts), [0])
    })

    it("0010 multi-output-U: all outputs come from the one row", () => {
      const [hit, ...others] = hits(approval, [30, "medium", true])
      assert.deepStrictEqual(others, [])
      assert.deepStrictEqual(hit, { decision: "referred", fee: 20, line: 5 })
    })
  })

  describe("first", () => {
    const ladder = table(
      "first",
      ">=18,low,,best,10",
      ">=18,,true,standard,20",
      ">=18,,,basic,30",
      ",,,refused,0",
    )

    it.each<readonly [Facts, string]>([
      [[18, "low", true], "best"],
      [[18, "low", null], "best"],
      [[18, "high", true], "standard"],
      [[18, null, true], "standard"],
      [[18, "high", false], "basic"],
      [[17, "low", true], "refused"],
      [[null, null, null], "refused"],
    ])("0111 first-singleoutputcol: %j decides %j", (facts, expected) => {
      assert.deepStrictEqual(decisions(ladder, facts), [expected])
    })

    it("0108 first: all outputs come from the first row that applies, later ones do not count", () => {
      const rows = hits(ladder, [40, "low", true])
      assert.deepStrictEqual(rows, [{ decision: "best", fee: 10, line: 2 }])
    })

    it("0108 first: the order of the rows decides, not how much a row asks", () => {
      const turned = table("first", ",,,refused,0", ">=18,low,true,best,10")
      assert.deepStrictEqual(decisions(turned, [40, "low", true]), ["refused"])
    })

    it.each<readonly [Facts, ReadonlyArray<string>]>([
      [[70, "high", false], ["declined"]],
      [[70, "low", true], ["referred"]],
      [[30, "low", true], ["approved"]],
      [[30, "medium", true], []],
    ])(
      "0006 simpletable-P1, 0007 simpletable-P2, 0118 multi-priority: rows by priority: %j decides %j",
      (facts, expected) => {
        const priority = table(
          "first",
          ",high,,declined,0",
          ",,false,declined,0",
          ">=65,,,referred,20",
          ",low,true,approved,10",
        )
        assert.deepStrictEqual(decisions(priority, facts), expected)
      },
    )
  })

  describe("collect", () => {
    const surcharges = table(
      "collect",
      ">60,,,senior,30",
      ",high,,risk,50",
      ",medium|high,,watched,5",
      ",,true,member,-10",
      "not([18..60]),,,unusual,5",
    )

    it.each<readonly [Facts, ReadonlyArray<string>]>([
      [
        [61, "high", true],
        ["senior", "risk", "watched", "member", "unusual"],
      ],
      [
        [60, "high", false],
        ["risk", "watched"],
      ],
      [
        [17, "low", true],
        ["member", "unusual"],
      ],
      [[30, "low", false], []],
    ])(
      "0109 ruleOrder, 0112 ruleOrder-singleinoutcol, 0119 multi-collect: %j collects %j in row order",
      (facts, expected) => {
        assert.deepStrictEqual(decisions(surcharges, facts), expected)
      },
    )

    it("0110 outputOrder, 0113 outputOrder-singleinoutcol: rows in the order of outputs keep it", () => {
      const ordered = table("collect", ",high,,declined,0", ">60,,,referred,20", ",,,approved,10")
      assert.deepStrictEqual(decisions(ordered, [70, "high", null]), [
        "declined",
        "referred",
        "approved",
      ])
      assert.deepStrictEqual(decisions(ordered, [70, "low", null]), ["referred", "approved"])
    })

    it("0119 multi-collect: each hit has all outputs of its row, equal ones are not merged", () => {
      assert.deepStrictEqual(hits(surcharges, [17, "medium", null]), [
        { decision: "watched", fee: 5, line: 4 },
        { decision: "unusual", fee: 5, line: 6 },
      ])
    })

    it.each<readonly [Facts, number, number, number]>([
      [[61, "high", true], -10, 80, 5],
      [[60, "high", false], 5, 55, 2],
      [[30, "low", true], -10, -10, 1],
      [[30, "low", false], Infinity, 0, 0],
    ])(
      "0114 min-collect, 0115 sum-collect, 0116 count-collect: of %j the least is %d, the sum %d of %d",
      (facts, least, sum, count) => {
        const collected = fees(surcharges, facts)
        assert.strictEqual(Math.min(...collected), least)
        assert.strictEqual(
          collected.reduce((total, fee) => total + fee, 0),
          sum,
        )
        assert.strictEqual(collected.length, count)
      },
    )
  })
})
