import { assert, describe, it } from "@effect/vitest"
import { ZenEngine } from "@gorules/zen-engine"
import * as Result from "effect/Result"
import { portableAnswer } from "../../../../../core/portable/portable-table.ts"
import {
  type ModelTable,
  noteLines,
  refusalLines,
} from "../../../../../http/tables/forms/dmn/read-dmn.ts"
import { readJdm } from "../../../../../http/tables/forms/dmn/read-jdm.ts"
import { loadPortable } from "../../../../../http/tables/forms/portable/portable-files.ts"

type Rule = Readonly<Record<string, string>>

const fields = (...names: ReadonlyArray<string>) =>
  names.map((name) => ({ id: name, name, field: name }))

const usual = {
  hitPolicy: "first",
  inputs: fields("days", "age"),
  outputs: fields("fee"),
  rules: [{ _id: "r1", days: "> 5", age: "", fee: "1" }] as ReadonlyArray<Rule>,
}

const graph = (content: object) => ({
  nodes: [
    { id: "in", type: "inputNode", name: "in" },
    { id: "t", type: "decisionTableNode", name: "Fees", content: { ...usual, ...content } },
    { id: "out", type: "outputNode", name: "out" },
  ],
  edges: [
    { id: "1", type: "edge", sourceId: "in", targetId: "t" },
    { id: "2", type: "edge", sourceId: "t", targetId: "out" },
  ],
})

const textOf = (content: object): string => JSON.stringify(graph(content), null, 2)

const tablesOf = (source: string): ReadonlyArray<ModelTable> => Result.getOrThrow(readJdm(source))

/** Notes and refusals without their file, and the place where a text of the source begins. */
const told = (source: string) => {
  const tables = tablesOf(source)
  return [...refusalLines("f", tables), ...noteLines("f", tables)].map((line) => line.slice(2))
}

const placeOf = (source: string, text: string): string => {
  const before = source.slice(0, source.indexOf(text)).split("\n")
  return `${before.length}:${(before.at(-1) ?? "").length + 1}`
}

describe("readJdm()", () => {
  it("tells the settings of a node, which no table holds", () => {
    for (const [content, ...says] of [
      [{ executionMode: "single", inputField: null, outputPath: null, passThrough: false }],
      [
        { executionMode: "loop", inputField: "travellers", passThrough: false },
        "it is asked for each of travellers there (executionMode loop); here it is asked once, with the facts of one",
      ],
      [
        { inputField: "order" },
        "its facts are those of order there (inputField); here they are its own",
      ],
      [
        { outputPath: "priced", passThrough: true },
        "its answer stands under priced there (outputPath); here it is the results alone",
        "its answer holds the facts, too, there (passThrough); here it is the results alone",
      ],
      [
        { executionMode: "parallel" },
        "its executionMode is parallel, which is not known; it is asked once",
      ],
    ] as const) {
      const source = textOf(content)
      const place = placeOf(source, '{\n      "id": "t"')
      assert.deepStrictEqual(
        told(source),
        says.map((one) => `${place} decisionTableNode t: ${one}`),
      )
    }
  })

  it("tells cells that are left out, once a column, and defaults, which nothing applies", () => {
    const rules = [
      { _id: "r1", days: "> 5", age: "", fee: "1" },
      { _id: "r2", days: "> 4", fee: "2" },
      { _id: "r3", days: "> 3", fee: "3" },
      { _id: "r4", days: "> 2", age: "1" },
    ]
    const outputs = [{ id: "fee", name: "Fee", field: "fee", defaultValue: "7" }]
    const source = textOf({ rules, outputs })
    assert.deepStrictEqual(told(source), [
      `${placeOf(source, '{\n            "id": "fee"')} output fee: the default of fee, 7, is not read: GoRules answers nothing where no rule applies`,
      `${placeOf(source, '{\n            "_id": "r2"')} rule r2: age is left out by 2 rules, of which this is the first, and read as anything; GoRules 0.52 never applies such a rule`,
      `${placeOf(source, '{\n            "_id": "r4"')} rule r4: fee is left out and read as nothing; GoRules 0.52 never applies such a rule`,
    ])
    const { table } = Result.getOrThrow(tablesOf(source)[0]?.read ?? assert.fail())
    assert.isUndefined(table.outputs[0]?.default)
  })

  it("refuses by place what has no certain meaning, each once", () => {
    const content = {
      inputs: [...fields("days"), { id: "free", name: "Free" }, { id: "empty", name: "Empty" }],
      outputs: [...fields("fee", "tags[]"), { id: "fee2", name: "x", field: "fee" }],
      rules: [
        {
          days: "not(5)",
          free: "days > 5",
          empty: " ",
          fee: "'it\\'s'",
          "tags[]": "",
          fee2: "1",
          _id: "r1",
        },
        { days: "= 5", free: "", empty: "", fee: "days * 2", "tags[]": "'a'", fee2: "", _id: "r2" },
        { days: "-", free: "", empty: "", fee: "", "tags[]": "", fee2: "", _id: "r3" },
      ],
    }
    const source = textOf(content)
    const at = (text: string): string => placeOf(source, text)
    assert.deepStrictEqual(told(source), [
      `${at('{\n            "id": "free"')} input free: "Free" would need a field: without one its cells are expressions of their own`,
      `${at('{\n            "id": "tags[]"')} output tags[]: "tags[]" would need a field of its own: what GoRules makes of tags[] is not certain`,
      `${at('{\n            "id": "fee2"')} output fee2: "fee" would need a field of its own: what GoRules makes of fee is not certain`,
      `${at('"fee": "\'it')} outputEntry r1/fee: "'it\\\\'s'" would need a text that ends at its own quote, as nothing escapes one in JDM`,
      `${at('"fee": "days * 2"')} outputEntry r2/fee: "days * 2" would need a literal: expressions are not evaluated in results`,
      `${at('"days": "not(5)"')} inputEntry r1/days: "not(5)" would need !=, or not in […]: GoRules turns truth values over by not(…), and nothing else`,
      `${at('"days": "= 5"')} inputEntry r2/days: "= 5" would need two signs: GoRules compares by ==, and no row with = ever applies`,
      `${at('"days": "-"')} inputEntry r3/days: "-" would need an empty cell: GoRules cannot read a dash, and the row never applies`,
    ])
  })

  it("refuses hit policies as DMN writes them, which GoRules does not take", () => {
    for (const hitPolicy of ["FIRST", "COLLECT", "UNIQUE", "outputOrder"]) {
      assert.match(
        told(textOf({ hitPolicy })).join(),
        /^[^,]* would need first or collect, as GoRules/,
        hitPolicy,
      )
    }
  })

  it("answers as GoRules where a list says of one item what it is not", async () => {
    const rules = [
      { _id: "r1", days: "!= 5, 6", age: "]1..5[", fee: "1" },
      { _id: "r2", days: "", age: "not in [2..3]", fee: "2" },
    ]
    const decision = new ZenEngine().createDecision(graph({ rules }))
    const { csv, table } = Result.getOrThrow(tablesOf(textOf({ rules }))[0]?.read ?? assert.fail())
    const loaded = Result.getOrThrow(loadPortable("t.csv", JSON.stringify(table), csv))
    for (let asked = 0; asked < 64; asked += 1) {
      const facts = { days: 2 + Math.floor(asked / 8), age: asked % 8 }
      const { result } = await decision.evaluate(facts)
      const answer = portableAnswer(table, loaded.decision, facts)
      const fee = answer._tag === "One" ? answer.values?.["fee"] : undefined
      const found = fee === undefined ? undefined : Number((fee as { numerator: bigint }).numerator)
      assert.strictEqual(found, (result as { fee?: number } | null)?.fee, JSON.stringify(facts))
    }
  })

  it("reads 8,000 rows in a time that grows with them", () => {
    const rulesOf = (count: number): ReadonlyArray<Rule> =>
      Array.from({ length: count }, (_, index) => ({
        days: `[${index}..${index + 7})`,
        age: `'a text that is long enough, number ${index}', 'another text that is long, too'`,
        fee: String(index),
        _description:
          "What a rule says that is as long as people make them: some hundred letters or more, in a sentence",
        // What names a rule may stand behind what it says.
        _id: `rule-${index}-of-many-that-all-look-alike`,
      }))
    const source = textOf({ rules: rulesOf(8000) })
    assert.isAbove(source.length, 2_900_000)
    const before = process.cpuUsage()
    const { csv } = Result.getOrThrow(tablesOf(source)[0]?.read ?? assert.fail())
    const { user } = process.cpuUsage(before)
    assert.lengthOf(csv.trimEnd().split("\n"), 8001)
    assert.isBelow(user / 1e6, 5)
    const [broken] = [
      rulesOf(8000).map((rule, at) => (at === 7999 ? { ...rule, days: "-" } : rule)),
    ]
    const odd = textOf({ rules: broken })
    assert.match(
      told(odd).join("\n"),
      new RegExp(`^${placeOf(odd, '"days": "-"')} inputEntry rule-7999`),
    )
  })
})
