import { assert, describe, it } from "@effect/vitest"
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll } from "vitest"
import { dmnVersions } from "../../../../http/tables/forms/dmn/dmn-versions.ts"
import { runHere } from "../run.ts"

const run = runHere({})
const kit = mkdtempSync(join(tmpdir(), "viatica-tck-"))
afterAll(() => rmSync(kit, { recursive: true, force: true }))

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
