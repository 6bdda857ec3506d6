import { describeModelFault } from "../../../../../http/tables/forms/dmn/dmn-refusal.ts"
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { dmnVersions } from "../../../../../http/tables/forms/dmn/dmn-versions.ts"
import { readDmn, refusalLines } from "../../../../../http/tables/forms/dmn/read-dmn.ts"
import type { ReadTable } from "../../../../../http/tables/forms/dmn/read-decision-table.ts"
import { loadPortable } from "../../../../../http/tables/forms/portable/portable-files.ts"

const dmn15 = dmnVersions["1.5"]

const model = (table: string, space: string = dmn15): string =>
  `<?xml version="1.0"?>
<definitions xmlns="${space}" name="m" namespace="urn:m">
  <itemDefinition name="tRisk">
    <typeRef>string</typeRef>
    <allowedValues><text>"LOW", "VERY LOW"</text></allowedValues>
  </itemDefinition>
  <decision id="d1" name="Fee for risk">
    <description>What a risk costs.</description>
    <variable name="Fee for risk" typeRef="number"/>
${table}
  </decision>
</definitions>
`

const table = `    <decisionTable id="t1" hitPolicy="PRIORITY">
      <input id="i1" label="Risk"><inputExpression typeRef="tRisk"><text>Applicant.risk</text></inputExpression></input>
      <input id="i2"><inputExpression typeRef="number"><text>Age</text></inputExpression>
        <inputValues><text>[18..120]</text></inputValues></input>
      <output id="o1" name="Fee" typeRef="number"><outputValues><text>20, 10</text></outputValues>
        <defaultOutputEntry><text>0</text></defaultOutputEntry></output>
      <annotation name="Why"/>
      <rule id="r1">
        <inputEntry id="e1"><text>"VERY LOW"</text></inputEntry>
        <inputEntry id="e2"><text>&lt; 65, [70..80]</text></inputEntry>
        <outputEntry id="e3"><text>10</text></outputEntry>
        <annotationEntry><text>cheap, "really"</text></annotationEntry>
      </rule>
      <rule id="r2">
        <inputEntry id="e4"><text>-</text></inputEntry>
        <inputEntry id="e5"><text>>60</text></inputEntry>
        <outputEntry id="e6"><text>20</text></outputEntry>
      </rule>
    </decisionTable>`

const only = (source: string): ReadTable => {
  const [first] = Result.getOrThrow(readDmn(source))
  assert.isDefined(first)
  return first === undefined ? assert.fail() : Result.getOrThrow(first.read)
}

const refused = (source: string): ReadonlyArray<string> =>
  refusalLines("m.dmn", Result.getOrThrow(readDmn(source)))

describe("readDmn()", () => {
  it("reads names, types, allowed values, defaults, annotations and the hit policy, in every version", () => {
    const spaces = Object.entries(dmnVersions).flatMap(([version, space]) =>
      ["http:", "https:"].map((scheme) => [version, space.replace(/^https?:/, scheme)] as const),
    )
    for (const [version, space] of spaces) {
      const { csv, table: read } = only(model(table, space))
      assert.strictEqual(
        csv,
        'risk,age,fee,why\n"""VERY LOW""",<65|[70..80],10,"cheap, ""really"""\n,>60,20,\n',
      )
      assert.deepStrictEqual(read, {
        format: "viatica table 1",
        name: "Fee for risk",
        about: "What a risk costs.",
        hitPolicy: "priority",
        inputs: [
          {
            name: "risk",
            label: "Risk",
            expression: "Applicant.risk",
            type: "words",
            words: ["LOW", "VERY LOW"],
          },
          {
            name: "age",
            label: "Age",
            expression: "Age",
            type: "number",
            minimum: 18,
            maximum: 120,
          },
        ],
        outputs: [
          { name: "fee", label: "Fee", type: "number", values: ["20", "10"], default: "0" },
        ],
        annotations: [{ name: "why", label: "Why" }],
        from: { format: "DMN", version, id: "t1" },
      })
    }
  })

  it("makes a table that the engine takes, in the order of its output values", () => {
    const { csv, table: read } = only(model(table))
    const loaded = Result.getOrThrow(loadPortable("fee.csv", JSON.stringify(read), csv))
    assert.deepStrictEqual(loaded.errors, [])
    const hits = loaded.decision.evaluate({ risk: "VERY LOW", age: 62 })
    assert.deepStrictEqual(
      hits.map(({ line }) => line),
      [3],
    )
  })

  it("refuses what no cell says by element and place, all of it at once", () => {
    const odd = table
      .replace("&lt; 65, [70..80]", "limit")
      .replace("<text>20</text></outputEntry>", "<text>Age * 2</text></outputEntry>")
      .replace('hitPolicy="PRIORITY"', 'hitPolicy="FIRST" aggregation="SUM"')
    assert.deepStrictEqual(refused(model(odd)), [
      'm.dmn:10:5 decisionTable t1: "FIRST SUM" would need a hit policy of DMN',
      'm.dmn:26:9 outputEntry e6: "Age * 2" would need a literal: expressions are not evaluated in results',
      'm.dmn:19:9 inputEntry e2: "limit" would need a literal: names and expressions are not evaluated in cells',
    ])
  })

  it("refuses an element once, and nothing that only follows from it", () => {
    const elsewhere = table
      .replace('hitPolicy="PRIORITY"', 'hitPolicy="COLLECT" aggregation="SUM"')
      .replace('<outputEntry id="e3">', '<outputEntry id="e3" expressionLanguage="juel">')
      .replace("<text>20</text></outputEntry>", "<text>Age * 2</text></outputEntry>")
      .replace('<output id="o1" name="Fee" typeRef="number">', '<output id="o1" name="Fee">')
      .replace('<variable name="Fee for risk" typeRef="number"/>', "")
      .replace('<inputEntry id="e4"><text>-', '<inputEntry id="e4"><text>limit')
      .replace("<text>>60</text>", "<text>-</text>")
      .replace('typeRef="tRisk"', 'typeRef="time"')
      .replace('<text>"VERY LOW"</text></inputEntry>', "<text>noon</text></inputEntry>")
    const lines = refused(model(elsewhere).replace(/ *<variable.*\n/, ""))
    assert.deepStrictEqual(
      lines.map((line) => line.replace(/^\S+ /, "")),
      [
        'outputEntry e3: "juel" would need FEEL as its language',
        'outputEntry e6: "Age * 2" would need a literal: expressions are not evaluated in results',
        'inputExpression t1: "time" would need the type string, number, boolean or date',
      ],
    )
  })

  it("refuses what a hit policy needs and is not there, and rules of another width", () => {
    const bare = table.replace(/<outputValues>.*<\/outputValues>/, "")
    assert.deepStrictEqual(refused(model(bare)), [
      'm.dmn:10:5 decisionTable t1: "priority" would need output values: their order is what the hit policy goes by',
    ])
    const sum = table
      .replace('"PRIORITY"', '"COLLECT" aggregation="SUM"')
      .replace("<text>20, 10</text>", '<text>"a"</text>')
      .replace("<text>10</text>", '<text>"a"</text>')
    assert.deepStrictEqual(refused(model(sum)), [
      'm.dmn:26:9 outputEntry e6: "20" would need one type for all results of a column, text',
      'm.dmn:10:5 decisionTable t1: "sum" would need one output, which is a number',
    ])
    const narrow = table.replace(/<inputEntry id="e5">.*<\/inputEntry>/, "")
    assert.deepStrictEqual(refused(model(narrow)), [
      "m.dmn:23:7 rule r2: it would need 2 input entries, as many as the table has columns for them",
    ])
  })

  it("refuses what FEEL takes to be true of an unknown fact, where a fact may be unknown", () => {
    const negated = table.replace("&lt; 65, [70..80]", "not(5)")
    assert.deepStrictEqual(refused(model(negated)), [])
    assert.deepStrictEqual(refused(model(negated.replace("[18..120]", "null, [18..120]"))), [
      'm.dmn:19:9 inputEntry e2: "not(5)" would need a cell that takes what is unknown and not all of the rest',
    ])
  })

  it("loses no row: hashes are quoted, and a row of nothing is refused", () => {
    const hash = table.replace('"VERY LOW"', '"#1"').replace("tRisk", "string")
    const { csv } = only(model(hash))
    assert.include(csv, '\n"""#1""",<65')
    const empty = table
      .replace('hitPolicy="PRIORITY"', 'hitPolicy="FIRST"')
      .replace("<text>>60</text>", "<text>-</text>")
      .replace("<text>20</text></outputEntry>", "<text>null</text></outputEntry>")
    assert.deepStrictEqual(refused(model(empty)), [
      "m.dmn:23:7 rule r2: it would need a condition or a result: a row of empty cells is none",
    ])
  })

  it("refuses values that the engine does not take, such as results beside their list", () => {
    const beside = table.replace("<text>10</text>", "<text>15</text>")
    assert.deepStrictEqual(refused(model(beside)), [
      'm.dmn:10:5 decisionTable t1: "15" would need in fee one of 20, 10',
    ])
  })

  it("refuses as a whole what is no model of DMN that it reads", () => {
    const said = (source: string): string | undefined => {
      const read = readDmn(source)
      return Result.isFailure(read) ? describeModelFault("m.dmn", read.failure) : undefined
    }
    assert.strictEqual(
      said(model(table, "urn:dmn")),
      'm.dmn:2:1 definitions: "urn:dmn" is no model of DMN 1.1, 1.2, 1.3, 1.4, 1.5, 1.6',
    )
    assert.strictEqual(said(model("")), "m.dmn holds no decision table")
    assert.match(said("<definitions>") ?? "", /^m\.dmn:1:\d+ is no XML: /)
    const bomb = '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'
    assert.match(said(bomb) ?? "", /is no XML: /)
  })
})
