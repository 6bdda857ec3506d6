import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Column from "../../../core/table/column.ts"
import { defineDecision } from "../../../core/table/decision.ts"
import { defineTable } from "../../../core/table/definition.ts"
import { describeTableError } from "../../../core/table/error.ts"
import * as Input from "../../../core/table/input.ts"
import { loadChecked, loadDefinitions } from "../../../core/table/load.ts"

const about = "A thing."

const banks = defineTable({
  file: "banks.csv",
  about,
  key: ["bank"],
  columns: {
    bank: Column.text({ about }),
    country_code: Column.text({ about, pattern: /^[A-Z]{2}$/ }),
  },
})

const cards = defineTable({
  file: "cards.csv",
  about,
  key: ["bank", "name"],
  columns: {
    bank: Column.reference("banks.csv", "bank", { about }),
    name: Column.text({ about }),
    fee_minor: Column.optional(Column.integer({ minimum: 0, about })),
  },
})

const rules = (hitPolicy: "unique" | "first" | "collect") =>
  defineDecision({
    file: "rules.csv",
    about,
    hitPolicy,
    inputs: {
      bank: Input.optional(Input.reference("banks.csv", "bank", { about })),
      age: Input.optional(Input.integer({ about })),
      tier: Input.optional(Input.enumeration(["entry", "mid", "premium"], { about })),
    },
    outputs: { score: Column.integer({ about }) },
  })

const sound = {
  "banks.csv": "bank,country_code\nacme,FR\nbeta,US\n",
  "cards.csv": "bank,name,fee_minor\nacme,Gold,\nbeta,Gold,1200\n",
  "rules.csv": "bank,age,tier,score\nacme,<30,,1\n,>=18,entry|mid,2\nnot(acme),,,3\n",
}

const load = (
  changes: Partial<typeof sound> = {},
  hitPolicy: "unique" | "first" | "collect" = "collect",
) =>
  loadDefinitions(
    { banks, cards, rules: rules(hitPolicy) },
    new Map(Object.entries({ ...sound, ...changes })),
  )

const errors = (changes: Partial<typeof sound>): ReadonlyArray<string> => {
  const loaded = load(changes)
  return Result.isFailure(loaded) ? loaded.failure.map(describeTableError) : []
}

describe("loadDefinitions()", () => {
  it("gives typed rows with camelCase names, their lines, and the row of a key", () => {
    const tables = Result.getOrThrow(load())
    assert.deepStrictEqual(tables.cards.rows, [
      { bank: "acme", name: "Gold", feeMinor: null },
      { bank: "beta", name: "Gold", feeMinor: 1200 },
    ])
    assert.deepStrictEqual(tables.cards.lines, [2, 3])
    assert.strictEqual(tables.cards.get("beta", "Gold")?.feeMinor, 1200)
    assert.isUndefined(tables.cards.get("beta"))
    assert.isUndefined(tables.cards.get("beta", "gold"))
    assert.strictEqual(tables.banks.get("acme")?.countryCode, "FR")
  })

  it("reads columns in any order", () => {
    const tables = Result.getOrThrow(load({ "banks.csv": "country_code,bank\nFR,acme\nUS,beta\n" }))
    assert.strictEqual(tables.banks.get("acme")?.countryCode, "FR")
  })

  it("evaluates by the hit policy, with the line of each row that fired", () => {
    const facts = { bank: "acme", age: 25, tier: "mid" } as const
    const hits = (hitPolicy: "unique" | "first" | "collect") =>
      Result.getOrThrow(load({}, hitPolicy)).rules.evaluate(facts)
    assert.deepStrictEqual(hits("collect"), [
      { score: 1, line: 2 },
      { score: 2, line: 3 },
    ])
    assert.deepStrictEqual(hits("first"), [{ score: 1, line: 2 }])
    const none = Result.getOrThrow(load()).rules.evaluate({
      bank: "acme",
      age: 40,
      tier: "premium",
    })
    assert.deepStrictEqual(none, [])
  })

  it("matches an unknown fact with empty cells, and with not() of words", () => {
    const { evaluate } = Result.getOrThrow(load()).rules
    assert.deepStrictEqual(
      evaluate({ bank: null, age: null, tier: null }).map(({ score }) => score),
      [3],
    )
  })

  it("reports every mistake of every table at once, in the order of files and lines", () => {
    const found = errors({
      "banks.csv": "bank,country_code\nacme,France\nbeta,US\nbeta,CA\n",
      "cards.csv": "bank,name,fee_minor\nacmee,Gold,-1\nbeta,,x\n",
      "rules.csv": "bank,age,tier,score\nbetta,[30..20],premuim,x\n",
    })
    assert.deepStrictEqual(
      found.map((line) => line.split(" ", 2).join(" ")),
      [
        "banks.csv:2:6 country_code:",
        "banks.csv:4:1 bank:",
        "cards.csv:2:1 bank:",
        "cards.csv:2:12 fee_minor:",
        "cards.csv:3:6 name:",
        "cards.csv:3:7 fee_minor:",
        "rules.csv:2:1 bank:",
        "rules.csv:2:7 age:",
        "rules.csv:2:16 tier:",
        "rules.csv:2:24 score:",
      ],
    )
    const hint = (place: string) =>
      /did you mean "(\w+)"/.exec(found.find((line) => line.startsWith(place)) ?? "")?.[1]
    assert.deepStrictEqual(["cards.csv:2:1", "rules.csv:2:1", "rules.csv:2:16"].map(hint), [
      "acme",
      "beta",
      "premium",
    ])
  })

  it.each([
    ["a missing column", "bank\nacme\nbeta\n", "country_code"],
    ["an unknown column", "bank,country_code,logo\nacme,FR,x\nbeta,US,x\n", "logo"],
    ["a repeated column", "bank,country_code,bank\nacme,FR,acme\nbeta,US,beta\n", "bank"],
    ["a record that is too short", "bank,country_code\nacme\nbeta,US\n", "2 fields"],
    ["a record that is too long", "bank,country_code\nacme,FR,x\nbeta,US\n", "2 fields"],
    ["a quote that is never closed", 'bank,country_code\n"acme,FR\nbeta,US\n', "closing quote"],
    ["no header", "", "header"],
  ])("refuses %s", (_, source, mentioned) => {
    const found = errors({ "banks.csv": source })
    assert.isAtLeast(found.length, 1)
    assert.isTrue(
      found.some((line) => line.startsWith("banks.csv:") && line.includes(mentioned)),
      found.join("\n"),
    )
  })

  it("refuses a table whose file is missing", () => {
    const loaded = loadDefinitions({ banks, cards }, new Map([["banks.csv", sound["banks.csv"]]]))
    assert.isTrue(
      Result.isFailure(loaded) && loaded.failure.some(({ file }) => file === "cards.csv"),
    )
  })
})

describe("loadChecked()", () => {
  it("gives what loadDefinitions() gives, each table read when it is first asked for", () => {
    let asked = 0
    const counted = {
      ...cards,
      get columns() {
        asked += 1
        return cards.columns
      },
    }
    const all = { banks, cards: counted, rules: rules("collect") }
    const tables = loadChecked(all, new Map(Object.entries(sound)))
    const known = Result.getOrThrow(load())
    assert.deepStrictEqual(Object.keys(tables), Object.keys(known))
    assert.deepStrictEqual(tables.banks.rows, known.banks.rows)
    assert.strictEqual(asked, 0)
    assert.deepStrictEqual(tables.cards.rows, known.cards.rows)
    assert.isAbove(asked, 0)
    assert.strictEqual(tables.cards, tables.cards)
    assert.deepStrictEqual(tables.cards.get("beta", "Gold"), known.cards.get("beta", "Gold"))
    const facts = { bank: "acme", age: 25, tier: "mid" } as const
    assert.deepStrictEqual(tables.rules.evaluate(facts), known.rules.evaluate(facts))
  })
})
