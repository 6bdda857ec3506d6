import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { copyTables } from "../../tables/copied-tables.ts"
import { runHere } from "../run.ts"

const run = runHere({})

const lending = `<?xml version="1.0"?>
<definitions xmlns="https://www.omg.org/spec/DMN/20191111/MODEL/" name="lending" namespace="urn:l">
  <decision id="d1" name="Loan fee">
    <decisionTable id="t1" hitPolicy="COLLECT" aggregation="SUM">
      <input id="i1" label="Risk"><inputExpression typeRef="string"><text>Risk</text></inputExpression>
        <inputValues><text>"LOW", "VERY LOW"</text></inputValues></input>
      <input id="i2" label="Age"><inputExpression typeRef="number"><text>Age</text></inputExpression></input>
      <output id="o1" name="Fee" typeRef="number"/>
      <rule id="r1">
        <inputEntry id="e1"><text>"VERY LOW"</text></inputEntry>
        <inputEntry id="e2"><text>-</text></inputEntry>
        <outputEntry id="e3"><text>0.1</text></outputEntry>
      </rule>
      <rule id="r2">
        <inputEntry id="e4"><text>-</text></inputEntry>
        <inputEntry id="e5"><text>&lt;65</text></inputEntry>
        <outputEntry id="e6"><text>0.2</text></outputEntry>
      </rule>
    </decisionTable>
  </decision>
</definitions>
`

describe("viatica tables export --dmn, and import", () => {
  it("show an edit made in a modeler, and write it beside all that stays", async () => {
    using tables = copyTables()
    const { folder } = tables
    const path = join(folder, "warnings.dmn")
    const file = join(folder, "sandbox/surcharges.csv")
    const at = ["--tables", folder]
    const exported = await run(["tables", "export", "--dmn", path, "sandbox/surcharges", ...at])
    expect(exported).toMatchObject({ status: 0, stderr: "" })
    const before = readFileSync(file, "utf8")
    const again = await run(["tables", "import", path, "--write", ...at])
    expect(again.stdout).toBe("nothing to import: the rows are the same\n")
    expect(readFileSync(file, "utf8")).toBe(before)
    const model = readFileSync(path, "utf8")
    const result = /(<outputEntry id="\w+_rule_1_o1">\n\s*<text>)(.*)(<\/text>)/
    const [, , was = ""] = result.exec(model) ?? []
    writeFileSync(
      path,
      model.replace(result, (_, before, __, after) => `${before}33${after}`),
    )
    const shown = await run(["tables", "import", path, ...at])
    expect(shown.stdout).toContain("1 table to write; --write does it")
    expect(readFileSync(file, "utf8")).toBe(before)
    const written = await run(["tables", "import", path, "--write", ...at])
    expect(written.stdout).toContain("1 table written")
    const lines = before.split("\n")
    const first = lines.findIndex((line, index) => index > 0 && !line.startsWith("#"))
    const edited = lines.map((line, index) =>
      index === first ? line.replace(new RegExp(`,${was}$`), ",33") : line,
    )
    expect(edited).not.toEqual(lines)
    expect(readFileSync(file, "utf8").split("\n")).toEqual(edited)
  })

  it("refuse a model of another hit policy, and columns that the table lacks, by place", async () => {
    using tables = copyTables()
    const path = join(tables.folder, "fees.dmn")
    writeFileSync(path, lending)
    const into = ["--into", "sandbox/surcharges", "--tables", tables.folder]
    const { status, stdout } = await run(["tables", "import", path, ...into])
    expect(status).toBe(1)
    expect(stdout).toContain(
      `${path}:4:5 decisionTable t1: "COLLECT" would need the hit policy of the table, COLLECT`,
    )
    expect(stdout).toContain(`${path}:5:7 input i1: "Risk" would need a column of that name`)
  })

  it("take a table of another house with its definition, which check and explain then read", async () => {
    using tables = copyTables()
    const { folder } = tables
    const path = join(folder, "lending.dmn")
    const out = join(folder, "lending")
    writeFileSync(path, lending)
    const at = ["--out", out, "--tables", folder]
    const shown = await run(["tables", "import", path, ...at])
    expect(shown.stdout).toContain("Loan fee: sum, 2 rows")
    expect(existsSync(out)).toBe(false)
    const written = await run(["tables", "import", path, "--write", ...at])
    expect(written).toMatchObject({ status: 0, stderr: "" })
    expect(readFileSync(join(out, "loan_fee.csv"), "utf8")).toBe(
      'risk,age,fee\n"""VERY LOW""",,0.1\n,<65,0.2\n',
    )
    const definition = join(out, "loan_fee.table.json")
    const facts = '{"risk":"VERY LOW","age":30}'
    const explained = await run(["tables", "explain", definition, facts])
    expect(explained.stdout).toContain("together they come to 0.3")
    const json = await run(["tables", "explain", definition, facts, "--json"])
    expect(JSON.parse(json.stdout)).toMatchObject({ hitPolicy: "sum", aggregate: "0.3" })
    const checked = await run(["tables", "check", definition])
    expect(checked).toMatchObject({ status: 0, stderr: "" })
    expect(checked.stdout).toContain("Loan fee (sum), 2 rules analysed: 0 errors")
    const back = join(folder, "back.dmn")
    await run(["tables", "export", "--dmn", back, "--dmn-version", "1.3", definition])
    const again = await run(["tables", "import", back, "--write", ...at])
    expect(again.stdout).toContain("loan_fee.csv was there and is replaced")
    expect(readFileSync(join(out, "loan_fee.csv"), "utf8")).toContain('"""VERY LOW""",,0.1')
  })

  it("take a day as people write it", async () => {
    using tables = copyTables()
    const { folder } = tables
    const path = join(folder, "lending.dmn")
    const dated = lending
      .replace(
        '<inputExpression typeRef="number"><text>Age',
        '<inputExpression typeRef="date"><text>Age',
      )
      .replace("&lt;65", '&gt;= date("2026-03-01")')
    writeFileSync(path, dated)
    await run(["tables", "import", path, "--write", "--out", folder, "--tables", folder])
    const definition = join(folder, "loan_fee.table.json")
    const facts = (day: string) => JSON.stringify({ risk: "LOW", age: day })
    const after = await run(["tables", "explain", definition, facts("2026-03-01"), "--json"])
    const before = await run(["tables", "explain", definition, facts("2026-02-28"), "--json"])
    expect(JSON.parse(after.stdout)).toMatchObject({ aggregate: "0.2" })
    expect(JSON.parse(before.stdout)).toMatchObject({ aggregate: null })
    const wrong = await run(["tables", "explain", definition, facts("2026-02-30")])
    expect(wrong.status).toBe(1)
  })

  it("tell mistakes in rows of such a table by their place, and overlaps that contradict", async () => {
    using tables = copyTables()
    const { folder } = tables
    const path = join(folder, "lending.dmn")
    const policy = 'hitPolicy="COLLECT" aggregation="SUM"'
    writeFileSync(path, lending.replace(policy, 'hitPolicy="ANY"'))
    await run(["tables", "import", path, "--write", "--out", folder, "--tables", folder])
    const definition = join(folder, "loan_fee.table.json")
    const conflict = await run(["tables", "check", definition, "--json"])
    expect(conflict.status).toBe(1)
    const [first] = JSON.parse(conflict.stdout) as ReadonlyArray<{
      readonly findings: ReadonlyArray<{ readonly kind: string; readonly line: number }>
    }>
    expect(first?.findings.map(({ kind, line }) => [kind, line])).toContainEqual(["conflict", 3])
    writeFileSync(join(folder, "loan_fee.csv"), "risk,age,fee\nHIGH,,x\n")
    const wrong = await run(["tables", "check", definition])
    expect(wrong.status).toBe(1)
    expect(wrong.stdout).toContain("loan_fee.csv:2:1 error risk:")
    expect(wrong.stdout).toContain("loan_fee.csv:2:7 error fee:")
  })

  it("write nothing where one table of a model is refused, unless another is asked for alone", async () => {
    using tables = copyTables()
    const path = join(tables.folder, "two.dmn")
    const second = lending
      .slice(lending.indexOf("  <decision "), lending.indexOf("</definitions>"))
      .replaceAll(/\bd1\b/g, "d2")
      .replace("Loan fee", "Odd fee")
      .replace("<text>0.2</text>", "<text>Age * 2</text>")
    writeFileSync(path, lending.replace("</definitions>", `${second}</definitions>`))
    const flags = ["--out", tables.folder, "--tables", tables.folder, "--write"]
    const refused = await run(["tables", "import", path, ...flags])
    expect(refused.status).toBe(1)
    expect(refused.stdout).toContain('outputEntry e6: "Age * 2" would need a literal')
    expect(existsSync(join(tables.folder, "loan_fee.csv"))).toBe(false)
    const one = await run(["tables", "import", path, "--only", "Loan fee", ...flags])
    expect(one).toMatchObject({ status: 0 })
    expect(existsSync(join(tables.folder, "loan_fee.csv"))).toBe(true)
    const none = await run(["tables", "import", path, "--only", "Loan", ...flags])
    expect(none.stdout).toContain('has no table "Loan"; it has "Loan fee", "Odd fee"')
  })

  it("keep what only FEEL says where that is asked for, and prove the rest", async () => {
    using tables = copyTables()
    const { folder } = tables
    const path = join(folder, "lending.dmn")
    const model = lending
      .replace('hitPolicy="COLLECT" aggregation="SUM"', 'hitPolicy="UNIQUE"')
      .replace("<text>0.2</text>", "<text>Age * 2</text>")
      .replace("<text>&lt;65</text>", "<text>&lt; limit</text>")
    writeFileSync(path, model)
    const flags = ["--out", folder, "--tables", folder, "--write"]
    const refused = await run(["tables", "import", path, ...flags])
    expect(refused.status).toBe(1)
    expect(refused.stdout).toContain('"limit" would need a literal')
    expect(refused.stdout).toContain("--feel keeps expressions of FEEL")
    const kept = await run(["tables", "import", path, "--feel", ...flags])
    expect(kept).toMatchObject({ status: 0, stderr: "" })
    expect(kept.stdout).toContain("decisionTable t1: the results of Fee are FEEL")
    expect(kept.stdout).toContain("Age in (< limit) is a truth value that FEEL answers")
    expect(readFileSync(join(folder, "loan_fee.csv"), "utf8")).toBe(
      'risk,age_below_limit,fee\n"""VERY LOW""",,0.1\n,true,Age * 2\n',
    )
    const checked = await run(["tables", "check", join(folder, "loan_fee.table.json")])
    expect(checked.status).toBe(0)
    expect(checked.stdout).toContain(
      "not proven: whether there are overlaps hangs on what FEEL answers to age_below_limit",
    )
    const strict = await run(["tables", "check", join(folder, "loan_fee.table.json"), "--strict"])
    expect(strict.status).toBe(1)
  })

  it("compare two versions of such a table by what they come to", async () => {
    using tables = copyTables()
    const path = join(tables.folder, "lending.dmn")
    const [old, now] = ["old", "now"].map((name) =>
      join(tables.folder, name, "loan_fee.table.json"),
    )
    for (const [name, last] of [
      ["old", "0.2"],
      ["now", "0.25"],
    ] as const) {
      writeFileSync(path, lending.replace("<text>0.2</text>", `<text>${last}</text>`))
      const flags = ["--out", join(tables.folder, name), "--tables", tables.folder]
      await run(["tables", "import", path, "--write", ...flags])
    }
    const same = await run(["tables", "diff", old ?? "", old ?? "", "--exit-code"])
    expect(same).toMatchObject({ status: 0, stderr: "" })
    const different = await run(["tables", "diff", old ?? "", now ?? "", "--json", "--exit-code"])
    expect(different.status).toBe(1)
    const { tables: compared } = JSON.parse(different.stdout) as {
      readonly tables: ReadonlyArray<Readonly<Record<string, unknown>>>
    }
    // The sum moves by the same wherever the row counts: one region.
    expect(compared).toMatchObject([
      {
        verdict: "different",
        decision: {
          hitPolicy: "sum",
          beyond: "nothing",
          regions: [{ conditions: { age: "<65" } }],
        },
      },
    ])
  })

  it("say how they are used", async () => {
    const neither = await run(["tables", "export"])
    expect(neither).toMatchObject({ status: 2 })
    expect(neither.stderr).toContain("give either --xlsx FILE or --dmn FILE")
    using tables = copyTables()
    const path = join(tables.folder, "a.dmn")
    const plain = await run([
      "tables",
      "export",
      "--dmn",
      path,
      "currencies",
      "--tables",
      tables.folder,
    ])
    expect(plain.stderr).toContain("currencies.csv is no decision table")
    const { stderr } = await run(["tables", "check", "currencies"])
    expect(stderr).toContain("currencies is no .table.json")
  })
})
