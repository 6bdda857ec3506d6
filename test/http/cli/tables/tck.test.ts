import { assert, describe, it } from "@effect/vitest"
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll } from "vitest"
import { dmnVersions } from "../../../../http/tables/forms/dmn/dmn-versions.ts"
import { loadFeel } from "../../../../http/tables/forms/dmn/feel.ts"
import { readCases } from "../../../../http/tables/forms/tck/tck-cases.ts"
import { runHere } from "../run.ts"

const run = runHere({})
const kit = mkdtempSync(join(tmpdir(), "viatica-tck-"))
afterAll(() => rmSync(kit, { recursive: true, force: true }))

const loadedFeel = async () => {
  const feel = await loadFeel()
  assert.isDefined(feel)
  return feel ?? { evaluate: () => null }
}

const model = (logic: string): string => `<definitions xmlns="${dmnVersions["1.3"]}" name="m">
  <inputData id="a" name="the age"><variable name="the age" typeRef="number"/></inputData>
  <decision id="twice" name="twice">
    <informationRequirement><requiredInput href="#a"/></informationRequirement>
    <literalExpression><text>the age * 2</text></literalExpression>
  </decision>
  <decision id="fee" name="fee">
    <informationRequirement><requiredInput href="#a"/></informationRequirement>
    <informationRequirement><requiredDecision href="#twice"/></informationRequirement>
    ${logic}
  </decision>
</definitions>`

const table = `<decisionTable hitPolicy="UNIQUE">
  <input><inputExpression typeRef="number"><text>twice</text></inputExpression></input>
  <output name="fee"/>
  <rule><inputEntry><text>&lt; 20</text></inputEntry><outputEntry><text>the age + 1</text></outputEntry></rule>
</decisionTable>`

const cases = (
  fees: ReadonlyArray<number>,
): string => `<testCases xmlns="http://www.omg.org/spec/DMN/20160719/testcase"
  xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><modelName>m.dmn</modelName>
${fees
  .map(
    (fee, index) => `<testCase id="00${index + 1}">
  <inputNode name="the age"><value xsi:type="decimal">5</value></inputNode>
  <resultNode name="fee"><expected><value xsi:type="decimal">${fee}</value></expected></resultNode>
</testCase>`,
  )
  .join("\n")}</testCases>`

const put = (folder: string, logic: string, fees: ReadonlyArray<number>): void => {
  const path = join(kit, "TestCases", folder)
  mkdirSync(path, { recursive: true })
  writeFileSync(join(path, "m.dmn"), model(logic))
  writeFileSync(join(path, `${folder.split("/")[1]}-test-01.xml`), cases(fees))
}

/** A table with every type of fact, and two results. */
const trips = {
  format: "viatica table 1",
  name: "Trip fee",
  about: "What a trip costs.",
  hitPolicy: "first",
  inputs: [
    { name: "age", label: "Age", expression: "the age", type: "number", minimum: 0 },
    { name: "zone", label: "Zone", expression: "zone", type: "words", words: ["near", "far & on"] },
    { name: "start", label: "Start", expression: "start day", type: "day" },
    { name: "stay", label: "Stay", expression: "stay", type: "seconds" },
    { name: "member", label: "Member", expression: "member", type: "boolean" },
  ],
  outputs: [
    { name: "fee", label: "fee", type: "number" },
    { name: "note", label: "note", type: "text" },
  ],
  annotations: [],
  from: { format: "dmn", version: "1.3", id: "trip" },
}

const tripRows = [
  "age,zone,start,stay,member,fee,note",
  '<18,"""far & on""",,,,1.50,young',
  ",near,>=20270101,,,2,later",
  ",,,>86400,true,3,<long>",
  "",
].join("\n")

describe("tables coverage --tck", () => {
  it("writes cases that the kit runs against the exported model", async () => {
    const folder = join(kit, "own")
    const place = join(folder, "TestCases", "compliance-level-2", "0001-trip")
    mkdirSync(place, { recursive: true })
    mkdirSync(join(folder, "TestCases", "compliance-level-3"))
    const definition = join(folder, "trip.table.json")
    writeFileSync(definition, JSON.stringify(trips))
    writeFileSync(join(folder, "trip.csv"), tripRows)
    const cases = join(place, "0001-trip-test-01.xml")
    const { status, stderr, stdout } = await run(["tables", "coverage", definition, "--tck", cases])
    assert.strictEqual(status, 0, stderr)
    const [, count] = /written: (\d+) cases for Trip fee\.dmn$/m.exec(stdout) ?? []
    assert.isAbove(Number(count), 5)
    const text = readFileSync(cases, "utf8")
    assert.include(text, '<inputNode name="the age"><value xsi:type="xsd:decimal">')
    assert.include(text, '<value xsi:type="xsd:string">far &amp; on</value>')
    assert.match(text, /<inputNode name="start day"><value xsi:type="xsd:date">\d{4}-\d\d-\d\d</)
    assert.match(text, /<inputNode name="stay"><value xsi:type="xsd:duration">PT\d+S</)
    assert.include(
      text,
      '<component name="fee"><value xsi:type="xsd:decimal">1.5</value></component>',
    )
    const model = ["--dmn", join(place, "Trip fee.dmn"), definition]
    assert.strictEqual((await run(["tables", "export", ...model])).status, 0)
    const score = await run(["tables", "tck", folder])
    const passed = `Tests run: ${count}, Failures: 0, Errors: 0, Skipped: 0`
    assert.include(score.stdout, passed, score.stdout)
    const read = readCases(text, await loadedFeel())
    assert.strictEqual(read?.modelName, "Trip fee.dmn")
    assert.lengthOf(read?.cases ?? [], Number(count))
  })

  it("says why no case can be written", async () => {
    const definition = join(kit, "sum.table.json")
    const [age] = trips.inputs
    const summed = { ...trips, inputs: [{ ...age, expression: "a + b" }] }
    writeFileSync(definition, JSON.stringify(summed))
    writeFileSync(join(kit, "sum.csv"), "age,fee,note\n,1,x\n")
    const { status, stderr } = await run(["tables", "coverage", definition, "--tck", "none.xml"])
    assert.strictEqual(status, 2)
    assert.include(stderr, "no case can be written for age: a + b is no name")
  })
})

describe("tables tck", () => {
  it("prints the score by level, and writes the report that the kit has of a vendor", async () => {
    put("compliance-level-2/0001-table", table, [6, 6])
    put(
      "compliance-level-3/0002-text",
      "<literalExpression><text>1</text></literalExpression>",
      [1],
    )
    const report = join(kit, "TestResults", "Viatica")
    const { status, stdout } = await run(["tables", "tck", kit, "--report", report])
    assert.strictEqual(status, 0)
    assert.deepStrictEqual(stdout.trim().split("\n"), [
      "compliance-level-2: Tests run: 2, Failures: 0, Errors: 0, Skipped: 0 (2 passed)",
      "compliance-level-3: Tests run: 1, Failures: 0, Errors: 0, Skipped: 1 (0 passed)",
      "1 of 1 model with decision tables passed; tests of other models are skipped",
    ])
    assert.strictEqual(
      readFileSync(join(report, "tck_results.csv"), "utf8"),
      [
        '"compliance-level-2/0001-table","0001-table-test-01","001","SUCCESS",""',
        '"compliance-level-2/0001-table","0001-table-test-01","002","SUCCESS",""',
        '"compliance-level-3/0002-text","0002-text-test-01","001","IGNORED","the model has no decision table"',
        "",
      ].join("\n"),
    )
    const properties = readFileSync(join(report, "tck_results.properties"), "utf8")
    assert.match(properties, /^vendor\.name=.+$/m)
    assert.match(properties, /^last\.update=\d{4}-\d\d-\d\d$/m)
  })

  it("fails where a test does, and says what is not to be had here", async () => {
    put("compliance-level-2/0001-table", table, [6, 7])
    const listed = "<list><literalExpression><text>1</text></literalExpression></list>"
    put(
      "compliance-level-3/0002-text",
      `<context><contextEntry>${table}</contextEntry></context>`,
      [6],
    )
    put("compliance-level-3/0003-list", listed.replace("<list>", `<list>${table}`), [6])
    const { status, stderr, stdout } = await run(["tables", "tck", kit])
    assert.strictEqual(status, 1)
    assert.include(stderr, "1 test of the kit failed")
    assert.deepStrictEqual(stdout.trim().split("\n"), [
      "compliance-level-2/0001-table 002 ERROR: fee: 6 instead of 7",
      "compliance-level-3/0003-list 001 IGNORED: fee would need a boxed list",
      "compliance-level-2: Tests run: 2, Failures: 1, Errors: 0, Skipped: 0 (1 passed)",
      "compliance-level-3: Tests run: 2, Failures: 0, Errors: 0, Skipped: 1 (1 passed)",
      "1 of 3 models with decision tables passed; tests of other models are skipped",
    ])
    const none = await run(["tables", "tck", join(kit, "nowhere")])
    assert.strictEqual(none.status, 1)
    assert.include(none.stderr, "nowhere")
  })
})
