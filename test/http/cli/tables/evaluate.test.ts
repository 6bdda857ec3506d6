import { assert, describe, it } from "@effect/vitest"
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll } from "vitest"
import { dmnVersions } from "../../../../http/tables/forms/dmn/dmn-versions.ts"
import { runHere } from "../run.ts"

const run = runHere({})
const folder = mkdtempSync(join(tmpdir(), "viatica-evaluate-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const calls = {
  format: "viatica table 1",
  name: "Bureau call",
  about: "Whether to call.",
  hitPolicy: "unique",
  inputs: [
    { name: "risk", label: "Risk", expression: "risk", type: "words", words: ["low", "high"] },
    { name: "score", label: "Score", expression: "score", type: "number" },
    { name: "since_day", label: "Since", expression: "since", type: "day" },
    { name: "known", label: "Known", expression: "known", type: "boolean", optional: true },
  ],
  outputs: [
    { name: "call", label: "Call", type: "text" },
    { name: "fee", label: "Fee", type: "number" },
  ],
  annotations: [{ name: "why", label: "Why" }],
  from: { format: "dmn", version: "1.3", id: "bureau_call" },
}

const rows = [
  "risk,score,since_day,known,call,fee,why",
  "high,,>=20260101,,full,12.50,new",
  "high,,<20260101,,mini,0.1,",
  "low,<500,,true,mini,0.1,",
  "low,<100,,,none,,",
  "",
].join("\n")

const feeModel = `<definitions xmlns="${dmnVersions["1.3"]}" name="m" namespace="urn:m">
  <itemDefinition name="tTrip"><itemComponent name="zone"><typeRef>string</typeRef></itemComponent></itemDefinition>
  <inputData id="a" name="the age"><variable name="the age" typeRef="number"/></inputData>
  <inputData id="l" name="limit"><variable name="limit" typeRef="number"/></inputData>
  <inputData id="s" name="since"><variable name="since" typeRef="date"/></inputData>
  <inputData id="t" name="trip"><variable name="trip" typeRef="tTrip"/></inputData>
  <decision id="d" name="Fee">
    <decisionTable id="t" hitPolicy="UNIQUE">
      <input id="i1"><inputExpression typeRef="number"><text>the age</text></inputExpression></input>
      <input id="i2"><inputExpression typeRef="string"><text>trip.zone</text></inputExpression></input>
      <output id="o1" name="fee"/><output id="o2" name="from"/>
      <rule id="r1"><inputEntry><text>&lt; 18</text></inputEntry><inputEntry><text>-</text></inputEntry>
        <outputEntry><text>"free"</text></outputEntry><outputEntry><text>null</text></outputEntry></rule>
      <rule id="r2"><inputEntry><text>&gt; limit</text></inputEntry><inputEntry><text>"EU"</text></inputEntry>
        <outputEntry><text>the age * 2</text></outputEntry><outputEntry><text>since</text></outputEntry></rule>
    </decisionTable>
  </decision>
</definitions>
`

/** Writes an imported table, and gives the path of its definition. */
const written = (name: string, changes: object = {}, csv = rows): string => {
  writeFileSync(join(folder, `${name}.csv`), csv)
  const path = join(folder, `${name}.table.json`)
  writeFileSync(path, JSON.stringify({ ...calls, ...changes }))
  return path
}

const facts = [
  "id,risk,score,since_day,known",
  "a1,high,700,2026-03-01,",
  "a2,low,50,2026-03-01,true",
  "a3,mid,50,2026-03-01,true",
  "a4,low,50,2025-03-01,false",
  "a5,low,900,2025-03-01,false",
  "",
].join("\n")

const asked = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text)
  return `@${join(folder, name)}`
}

const evaluate = (...args: ReadonlyArray<string>) =>
  run(["tables", "evaluate", ...args, "--workers", "1"])

/** What stands in the file of the answers, a line each. */
const answers = async (
  table: string,
  file: string,
  name: string,
  ...flags: ReadonlyArray<string>
): Promise<ReadonlyArray<string>> => {
  const out = join(folder, name)
  const { stderr } = await evaluate(table, file, "--out", out, ...flags)
  assert.isTrue(existsSync(out), stderr)
  return readFileSync(out, "utf8").trim().split("\n")
}

/** An answer without the number of its row: a table of columns has no line for its header. */
const withoutRow = (answer: string): string => answer.replace(/"row":\d+,/, "")

describe("tables evaluate", () => {
  it("answers one question, by either spelling of a fact, or tells what is wrong with it", async () => {
    const table = written("one")
    for (const since of ["since_day", "sinceDay"]) {
      const question = { risk: "high", score: 700.5, [since]: "2026-03-01" }
      const { status, stdout } = await evaluate(table, JSON.stringify(question))
      assert.strictEqual(status, 0)
      assert.deepStrictEqual(JSON.parse(stdout) as unknown, {
        hits: [{ line: 2, call: "full", fee: 12.5 }],
      })
    }
    const wrong = await evaluate(table, '{"risk":"hihg","score":1,"since_day":"2026-02-30"}')
    assert.strictEqual(wrong.status, 1)
    assert.include(wrong.stderr, 'risk: "hihg" should be one of low, high; did you mean "high"?')
    assert.include(wrong.stderr, 'sinceDay: "2026-02-30"')
  })

  it("answers a file of facts in every form, each row as the question alone is", async () => {
    const table = written("many")
    const file = asked("facts.csv", facts)
    assert.deepStrictEqual(await answers(table, file, "told.ndjson", "--refusals", "inline"), [
      '{"id":"a1","hits":[{"line":2,"call":"full","fee":12.5}]}',
      '{"id":"a2","row":3,"error":"ROWS_CLASH","detail":"lines 4 and 5 both apply, and only one row may"}',
      '{"id":"a3","row":4,"error":"BAD_FACTS","detail":"risk: \\"mid\\" should be one of low, high"}',
      '{"id":"a4","hits":[{"line":5,"call":"none","fee":null}]}',
      '{"id":"a5","hits":[]}',
    ])
    const columns = ["--columns", "id,call,fee,request.score"]
    assert.deepStrictEqual(await answers(table, file, "told.csv", ...columns), [
      "id,call,fee,request.score",
      "a1,full,12.5,700",
      "a4,none,,50",
      "a5,,,900",
    ])
    const [header] = await answers(table, file, "usual.csv")
    assert.strictEqual(
      header,
      "row,id,request.risk,request.score,request.since_day,request.known,line,call,fee",
    )
    for (const ending of ["parquet", "arrow", "xlsx"]) {
      await answers(table, file, `told.${ending}`)
      assert.isAbove(statSync(join(folder, `told.${ending}`)).size, 100)
    }
  })

  it("reads facts from Parquet, Arrow and XLSX as from CSV", async () => {
    const table = written("columns")
    const inline = ["--refusals", "inline"]
    const usual = await answers(table, asked("good.csv", facts), "usual.ndjson", ...inline)
    assert.lengthOf(usual, 5)
    // A table whose results are called as those facts gives them back.
    const [, ...lines] = facts.trim().split("\n")
    const ids = lines.map((line) => line.slice(0, 2))
    const which = { ...calls.inputs[0], name: "which", words: ids }
    const outputs = [
      { name: "risk", label: "Risk", type: "text" },
      { name: "score", label: "Score", type: "number" },
      { name: "since_day", label: "Since", type: "day" },
      { name: "known", label: "Known", type: "boolean" },
    ]
    const copy = written(
      "copy",
      { inputs: [which], outputs, annotations: [] },
      ["which,risk,score,since_day,known", ...lines, ""].join("\n"),
    )
    const questions = asked(
      "which.csv",
      ["id,which", ...ids.map((id) => `${id},${id}`), ""].join("\n"),
    )
    for (const ending of ["parquet", "arrow", "xlsx"]) {
      await answers(copy, questions, `good.${ending}`, "--columns", "id,risk,score,since_day,known")
      const file = `@${join(folder, `good.${ending}`)}`
      const again = await answers(table, file, "again.ndjson", ...inline)
      assert.deepStrictEqual(again.map(withoutRow), usual.map(withoutRow), ending)
    }
  })

  it("gives the figure of a table that adds up, and the answer where no row applies", async () => {
    const fees = { name: "fee", label: "Fee", type: "number" }
    const sum = written(
      "sum",
      { hitPolicy: "sum", outputs: [fees], annotations: [] },
      "risk,score,since_day,known,fee\nhigh,,,,0.1\n,>5,,,0.2\n",
    )
    const ask = async (table: string, risk: string, score: number) => {
      const question = { risk, score, since_day: "2026-01-01" }
      return JSON.parse((await evaluate(table, JSON.stringify(question))).stdout) as unknown
    }
    assert.deepStrictEqual(await ask(sum, "high", 9), { figure: 0.3 })
    assert.deepStrictEqual(await ask(sum, "low", 1), { figure: null })
    const otherwise = written(
      "otherwise",
      {
        outputs: [{ ...fees, default: "7.5" }],
        annotations: [],
      },
      "risk,score,since_day,known,fee\nhigh,,,,0.1\n",
    )
    assert.deepStrictEqual(await ask(otherwise, "high", 1), { hits: [{ line: 2, fee: 0.1 }] })
    assert.deepStrictEqual(await ask(otherwise, "low", 1), { hits: [{ line: null, fee: 7.5 }] })
  })

  it("evaluates results and tests that are FEEL, in every form of facts", async () => {
    const model = join(folder, "fee.dmn")
    writeFileSync(model, feeModel)
    const kept = ["tables", "import", model, "--feel", "--write", "--out", folder]
    assert.strictEqual((await run(kept)).status, 0)
    const table = join(folder, "fee.table.json")
    const ask = async (question: object) => await evaluate(table, JSON.stringify(question))
    const question = { "the age": 70, limit: 65, since: "2026-03-01", trip: { zone: "EU" } }
    assert.deepStrictEqual(JSON.parse((await ask(question)).stdout) as unknown, {
      hits: [{ line: 3, fee: 140, from: "2026-03-01" }],
    })
    const wrong = await ask({ ...question, limti: 3, limit: "x" })
    assert.include(wrong.stderr, 'did you mean "limit"?; limit: "x" should be a number')
    const missing = await ask({ "the age": 70 })
    assert.include(missing.stderr, "trip: is missing; limit: is missing; since: is missing")
    const file = asked(
      "fee.csv.facts.csv",
      "id,the age,limit,since,trip.zone\na,7,65,2026-03-01,US\nb,70,65,2026-03-01,EU\nc,70,65,,EU\n",
    )
    assert.deepStrictEqual(await answers(table, file, "fee.ndjson", "--refusals", "inline"), [
      '{"id":"a","hits":[{"line":2,"fee":"free","from":null}]}',
      '{"id":"b","hits":[{"line":3,"fee":140,"from":"2026-03-01"}]}',
      '{"id":"c","row":4,"error":"BAD_FACTS","detail":"since: is missing"}',
    ])
    assert.deepStrictEqual(
      await answers(table, file, "fees.csv", "--columns", "id,fee,from,request.the age"),
      ["id,fee,from,request.the age", "a,free,,7", "b,140,2026-03-01,70"],
    )
    const changed = (changes: object) => {
      const text = readFileSync(table, "utf8")
      const path = join(folder, "fee2.table.json")
      writeFileSync(path, JSON.stringify({ ...(JSON.parse(text) as object), ...changes }))
      writeFileSync(join(folder, "fee2.csv"), readFileSync(join(folder, "fee.csv")))
      return path
    }
    const unknown = await evaluate(changed({ facts: undefined }), "{}")
    assert.include(unknown.stderr, "import it again with --feel")
    const calling = await evaluate(changed({ facts: [{ name: "pmt", type: "function" }] }), "{}")
    assert.include(calling.stderr, "calls pmt, of its model, which is not imported with it")
    const checked = await run(["tables", "check", table])
    assert.include(checked.stdout, "hangs on what FEEL answers to the_age_above_limit")
  })

  it("takes imported tables alone, and none with mistakes", async () => {
    const other = await evaluate("coach/selling.csv", "{}")
    assert.strictEqual(other.status, 1)
    assert.include(other.stderr, "coach/selling.csv is no .table.json")
    const wrong = await evaluate(written("wrong", {}, rows.replace("low,<500", "lwo,<500")), "{}")
    assert.notStrictEqual(wrong.status, 0)
    assert.include(wrong.stderr, 'did you mean "low"?')
  })
})
