import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { describeTableError } from "../../../core/table/error.ts"
import { describeExpectationInFrench } from "../../../core/table/expectation-french.ts"
import { definitionsIn, loadAllTables, tableFilesIn } from "../../../rules/tables/index.ts"
import { hooks, ownTablesIn } from "../../../rules/tables/own-tables.ts"
import { cruisesInAsia, named, ownDefinition, type OwnShape } from "../../support/own-guards.ts"
import { shippedSources } from "../../support/shipped-sources.ts"

const shipped = shippedSources()

const guard: OwnShape = {
  hook: "refuse",
  inputs: named("intent"),
  outputs: named("reason", "en", "fr"),
}

/** What is wrong with a definition, one sentence each. */
const mistakesIn = (definition: string, file = "own/cruises.table.json"): ReadonlyArray<string> =>
  ownTablesIn(new Map([[file, definition]])).errors.map(describeTableError)

const mistakesOf = (changes: object): ReadonlyArray<string> =>
  mistakesIn(ownDefinition({ ...guard, ...changes }))

describe("tables of one's own", () => {
  it("are loaded beside the shipped ones, under their files", () => {
    const { definition, file, rows } = cruisesInAsia
    const sources = new Map([
      ...shipped,
      [file, rows("2027-04-01")],
      ["own/cruises-asia.table.json", definition],
    ])
    const tables: object = Result.getOrThrow(loadAllTables(sources))
    assert.strictEqual(Reflect.get(tables, file).rows.length, 1)
    assert.include(Object.keys(definitionsIn(sources)), file)
    assert.deepStrictEqual(tableFilesIn(sources).slice(-2), [file, "own/cruises-asia.table.json"])
    assert.strictEqual(definitionsIn(shipped), definitionsIn(shipped))
    assert.isFalse(tableFilesIn(shipped).some((each) => each.startsWith("own/")))
  })

  it("have mistakes in their rows told as those of shipped tables", () => {
    const { definition, file } = cruisesInAsia
    const csv =
      "intent,region,oldest_age,start_date,reason,en,fr,source\ncruize,asia,80+,,Old!,,,\n"
    const loaded = loadAllTables(
      new Map([...shipped, [file, csv], ["own/cruises-asia.table.json", definition]]),
    )
    const told = Result.isFailure(loaded) ? loaded.failure.map(describeTableError) : []
    const places = told.map((each) => /^\S+ \w+/.exec(each)?.[0])
    assert.deepStrictEqual(places, [
      "own/cruises-asia.csv:2:1 intent",
      "own/cruises-asia.csv:2:8 region",
      "own/cruises-asia.csv:2:13 oldest_age",
      "own/cruises-asia.csv:2:18 reason",
      "own/cruises-asia.csv:2:23 en",
      "own/cruises-asia.csv:2:24 fr",
    ])
    assert.match(told[0] ?? "", /did you mean "cruise"\?$/)
  })

  it("need no type of a column that a hook knows, and an own one needs it", () => {
    assert.deepStrictEqual(mistakesOf({}), [])
    const { hook: _, ...own } = guard
    assert.deepStrictEqual(
      mistakesIn(ownDefinition(own)).map((told) => told.replace(/ should.*/, "")),
      [
        'own/cruises.table.json:7:5 inputs[0].type: ""',
        'own/cruises.table.json:12:5 outputs[0].type: ""',
        'own/cruises.table.json:15:5 outputs[1].type: ""',
        'own/cruises.table.json:18:5 outputs[2].type: ""',
      ],
    )
    const typed = {
      inputs: [{ name: "age", type: "number" }],
      outputs: [{ name: "fare", type: "number" }],
    }
    assert.deepStrictEqual(mistakesIn(ownDefinition(typed)), [])
  })

  it("have what is wrong in a definition told with its place and what to write", () => {
    const cases: ReadonlyArray<readonly [object, RegExp]> = [
      [{ hook: "refus" }, /:\d+:3 hook: "refus" should be one of .*; did you mean "refuse"\?$/],
      [{ hok: "refuse" }, /:\d+:3 hok: "refuse" should be one of .*; did you mean "hook"\?$/],
      [{ hitPolicy: "sum" }, /hitPolicy: "sum" should be one of first, unique, any, collect$/],
      [
        { inputs: named("oldest_ages") },
        /inputs\[0\]\.name: "oldest_ages" should be one of .*; did you mean "oldest_age"\?$/,
      ],
      [
        { inputs: [{ name: "oldest_age", type: "words" }] },
        /inputs\[0\]\.type: "words" should be one of number/,
      ],
      [
        {
          hook: "surcharge",
          outputs: [...named("reason"), { name: "rate_bps", type: "text" }],
        },
        /outputs\[1\]\.type: "text" should be one of number/,
      ],
      [
        { inputs: [{ name: "oldest_age", maximum: 90 }] },
        /inputs\[0\]\.maximum: "90" should be one of name, label, expression, type$/,
      ],
      [
        { inputs: named("intent", "intent") },
        /inputs\[1\]\.name: "intent" should be a name that no/,
      ],
      [{ annotations: named("Source") }, /annotations\[0\]\.name: "Source" should be text of the/],
      [{ outputs: named("reason", "en") }, /should be a column fr among the outputs, as the hook/],
      [
        { hook: "surcharge", outputs: named("amount_minor") },
        /should be a column (?:rate_bps|currency) among the outputs/,
      ],
      [{ about: 7 }, /about: "7" should be a text$/],
      [{ inputs: {} }, /inputs: "\{\}" should be a list$/],
    ]
    for (const [changes, expected] of cases) {
      const told = mistakesOf(changes)
      assert.isNotEmpty(told, JSON.stringify(changes))
      assert.match(told[0] ?? "", expected)
    }
  })

  it("refuse what no proof can look into: expressions of FEEL", () => {
    const told = mistakesIn(
      ownDefinition({
        inputs: [{ name: "age", type: "number", asked: true }],
        outputs: [{ name: "fare", type: "feel" }],
      }),
    )
    assert.lengthOf(told, 2)
    assert.match(told[0] ?? "", /inputs\[0\]\.asked: "true" should be nothing here$/)
  })

  it("have files that lie elsewhere, lack the other one or are no JSON told", () => {
    const definition = ownDefinition(guard)
    const { errors } = ownTablesIn(
      new Map([
        ["own/lonely.csv", "intent\n"],
        ["own/Upper.table.json", definition],
        ["coach/guard.table.json", definition],
        ["own/broken.table.json", "{"],
      ]),
    )
    assert.deepStrictEqual(
      errors.map(({ expected, file }) => [file, expected._tag]),
      [
        ["coach/guard.table.json", "OwnPlace"],
        ["own/Upper.table.json", "OwnPlace"],
        ["own/broken.table.json", "Json"],
        ["own/lonely.csv", "DefinitionBeside"],
      ],
    )
    for (const { expected } of errors) assert.isNotEmpty(describeExpectationInFrench(expected))
    const loaded = loadAllTables(new Map([...shipped, ["own/guard.table.json", definition]]))
    assert.deepStrictEqual(Result.isFailure(loaded) ? loaded.failure.map(describeTableError) : [], [
      "own/guard.csv:1:1 expected a file of this name in the folder of tables",
    ])
  })

  it("are asked at hooks whose facts are all among those of a place", () => {
    for (const [name, hook] of Object.entries(hooks)) {
      assert.strictEqual(hook.name, name)
      for (const needs of hook.needs) {
        for (const column of needs) assert.property(hook.outputs, column, name)
      }
    }
  })
})
