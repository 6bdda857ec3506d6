import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as fc from "fast-check"
import * as feelin from "feelin"
import { makeAnswer } from "../../../core/engine/answer-table.ts"
import { evaluatorOf } from "../../../core/engine/ask-with-feel.ts"
import * as engine from "../../../core/engine/index.ts"
import { definitionOf, type PortableTable } from "../../../core/portable/portable-table.ts"
import { loadDecision } from "../../../core/table/decision.ts"
import { times } from "../../support/long.ts"

const evaluate = evaluatorOf(feelin)

const table = {
  format: "viatica table 1",
  name: "Fee",
  about: "What it costs.",
  hitPolicy: "first",
  inputs: [
    { name: "the_age", label: "Age", expression: "the age", type: "number", minimum: 0 },
    { name: "zone", label: "Zone", expression: "zone", type: "words", words: ["EU", "US"] },
    { name: "days", label: "Days", expression: "until - since", type: "seconds" },
    { name: "notice", label: "Notice", expression: "notice", type: "seconds", optional: true },
    {
      name: "the_age_above_limit",
      label: "Age > limit",
      expression: "the age in (> limit)",
      type: "boolean",
      optional: true,
      asked: true,
    },
  ],
  outputs: [
    { name: "fee", label: "Fee", type: "feel", default: "limit" },
    { name: "call", label: "Call", type: "text", default: "none" },
  ],
  annotations: [],
  facts: [
    { name: "the age" },
    { name: "zone" },
    { name: "until", type: "day" },
    { name: "since", type: "day" },
    { name: "notice" },
    { name: "limit", type: "number" },
    { name: "trips", isList: true, parts: [{ name: "at", type: "day" }, { name: "cost" }] },
  ],
  from: { format: "DMN", version: "1.3", id: "fee" },
} as const satisfies PortableTable

const csv = [
  "the_age,zone,days,notice,the_age_above_limit,fee,call",
  '<18,,,,,"""free""",young',
  ",EU,,,true,the age * 2,old",
  ",US,>=864000,,,since,long",
  ",US,,<86400,,notice,soon",
  ',US,,>=86400,,"{ n: count(trips), at: trips[1].at, why: [until, null] }",later',
  "",
].join("\n")

const content = (of: PortableTable, rows: string) => {
  const { content: decision, errors } = loadDecision(definitionOf(of, "fee.csv"), rows)
  assert.deepStrictEqual(errors, [])
  return decision
}

const answer = makeAnswer(table, content(table, csv), evaluate)

const facts = {
  "the age": 70,
  zone: "EU",
  until: "2026-03-10",
  since: "2026-03-01",
  limit: 65,
  trips: [{ at: "2026-01-01", cost: 7 }],
}

const told = (given: object): string => {
  const asked = answer(given)
  return Result.isFailure(asked) ? `${asked.failure.error} ${asked.failure.detail}` : "answered"
}

const hit = (given: object) => {
  const asked = Result.getOrThrow(answer(given))
  return "hits" in asked ? asked.hits : assert.fail()
}

describe("a table whose results and tests are FEEL", () => {
  it("is asked with what its expressions name, and answers what JSON can say", () => {
    assert.deepStrictEqual(hit(facts), [{ line: 3, fee: 140, call: "old" }])
    assert.deepStrictEqual(hit({ ...facts, "the age": 3 }), [
      { line: 2, fee: "free", call: "young" },
    ])
    const abroad = { ...facts, zone: "US" }
    assert.deepStrictEqual(hit({ ...abroad, until: "2026-03-11" }), [
      { line: 4, fee: "2026-03-01", call: "long" },
    ])
    assert.deepStrictEqual(hit({ ...abroad, notice: "PT5H" }), [
      { line: 5, fee: "PT5H", call: "soon" },
    ])
    assert.deepStrictEqual(hit({ ...abroad, notice: 172_800 }), [
      { line: 6, fee: { n: 1, at: "2026-01-01", why: ["2026-03-10", null] }, call: "later" },
    ])
    // Where no row applies, the defaults are expressions, too.
    assert.deepStrictEqual(hit({ ...facts, limit: 80 }), [{ line: null, fee: 80, call: "none" }])
    assert.deepStrictEqual(hit({ ...facts, limit: null }), [
      { line: null, fee: null, call: "none" },
    ])
  })

  it("takes a fact that no column compares by every spelling, too", () => {
    const inputs = table.inputs.filter(({ name }) => !name.includes("limit"))
    const own: PortableTable = {
      ...table,
      inputs,
      outputs: [{ name: "fee", label: "Fee", type: "feel", default: "the day cap" }],
      facts: [...table.facts, { name: "the day cap", type: "number" }],
    }
    const rows = "the_age,zone,days,notice,fee\n<18,,,,the day cap * 2\n"
    const asked = makeAnswer(own, content(own, rows), evaluate)
    for (const name of ["the day cap", "the_day_cap", "theDayCap"]) {
      const { limit: _, ...others } = { ...facts, "the age": 3 }
      const answered = Result.getOrThrow(asked({ ...others, [name]: 30 }))
      assert.deepStrictEqual("hits" in answered ? answered.hits : [], [{ line: 2, fee: 60 }], name)
    }
  })

  it("takes a fact by the name of a column that compares it under another name", () => {
    const inputs = [
      { name: "home_zone", label: "Home", expression: "zone", type: "words", words: ["EU", "US"] },
    ] as const
    const own: PortableTable = {
      ...table,
      inputs,
      outputs: [{ ...table.outputs[0], default: "0" }],
    }
    const asked = makeAnswer(own, content(own, "home_zone,fee\nEU,3 * 4\n"), evaluate)
    for (const name of ["zone", "home_zone", "homeZone"]) {
      const answered = Result.getOrThrow(asked({ [name]: "EU" }))
      assert.deepStrictEqual("hits" in answered ? answered.hits : [], [{ line: 2, fee: 12 }])
    }
  })

  it("takes facts by every spelling, and columns in the place of what they are computed of", () => {
    const { limit, "the age": age, trips, zone } = facts
    for (const name of ["the_age", "theAge"]) {
      const { "the age": _, ...others } = facts
      assert.deepStrictEqual(hit({ ...others, [name]: age }), hit(facts))
    }
    const columns = { the_age: age, zone, limit, trips, theAgeAboveLimit: true, days: "P2D" }
    const dates = { since: facts.since, until: facts.until }
    assert.deepStrictEqual(hit({ ...columns, ...dates }), hit(facts))
    assert.deepStrictEqual(hit({ id: 7, ...facts }), hit(facts))
  })

  it("refuses facts that it does not take, each by its name", () => {
    assert.strictEqual(told(facts), "answered")
    assert.strictEqual(
      told({ ...facts, zone: "EUU", limti: 3 }),
      'BAD_FACTS "limti" should be one of the facts the age, zone, until, since, notice, limit, trips; did you mean "limit"?; zone: "EUU" should be one of EU, US; did you mean "EU"?',
    )
    assert.strictEqual(
      told({ ...facts, "the age": -1 }),
      'BAD_FACTS the age: -1 should be a number from 0; did you mean "0"?',
    )
    assert.strictEqual(
      told({ ...facts, since: "2026-02-30" }),
      'BAD_FACTS since: "2026-02-30" should be a day such as 2027-07-01',
    )
    assert.strictEqual(told({ ...facts, limit: "65" }), 'BAD_FACTS limit: "65" should be a number')
    assert.strictEqual(told({ ...facts, trips: 3 }), "BAD_FACTS trips: 3 should be a list")
    assert.strictEqual(
      told({ ...facts, trips: [{ at: 3 }, 7] }),
      "BAD_FACTS trips.at: 3 should be a day such as 2027-07-01; trips: 7 should be an object of facts",
    )
    const { limit: _, ...without } = facts
    assert.strictEqual(told(without), "BAD_FACTS limit: is missing")
    assert.strictEqual(told({ ...facts, theAge: 3 }), "BAD_FACTS theAge: 3 should be given once")
    assert.strictEqual(told([]), "BAD_FACTS facts: an object")
  })

  it("lets rows agree where their expressions come to the same", () => {
    const any = {
      ...table,
      hitPolicy: "any",
      inputs: table.inputs.slice(0, 1),
      outputs: table.outputs.slice(0, 1),
    } as const
    const ask = makeAnswer(
      any,
      content(any, "the_age,fee\n>5,limit\n>6,limit + 1 - 1\n>8,since\n>8,since\n"),
      evaluate,
    )
    const lines = (age: number) => {
      const asked = ask({ ...facts, "the age": age })
      return Result.isFailure(asked) ? asked.failure.error : asked.success
    }
    assert.deepStrictEqual(lines(7), { hits: [{ line: 2, fee: 65 }] })
    assert.strictEqual(lines(9), "ROWS_CLASH")
  })

  it("is read as a definition, with an interpreter, and asked by every function of the engine", () => {
    const json: unknown = JSON.parse(JSON.stringify(table))
    const refusals = (given: unknown, options?: engine.DefinitionOptions) => {
      const read = engine.readDefinition(given, options)
      return Result.isFailure(read) ? read.failure : []
    }
    assert.deepStrictEqual(refusals(json), [
      "the_age_above_limit, fee hold expressions of FEEL, which the npm package feelin evaluates: readDefinition(json, { feel: feelin })",
    ])
    assert.deepStrictEqual(refusals({ ...table, facts: undefined }, { feel: feelin }), [
      "its definition does not say what its expressions of FEEL name: import it again with --feel",
    ])
    const calling = { ...table, facts: [{ name: "pmt", type: "function" }] }
    assert.deepStrictEqual(refusals(calling, { feel: feelin }), [
      "it calls pmt, of its model, which is not imported with it",
    ])
    assert.deepStrictEqual(refusals({ ...table, facts: [{ name: "a", type: "date" }] }), [
      'facts[0].type: "date" should be one of text, number, boolean, day, time, day and time, duration, function; did you mean "day"?',
    ])
    const definition = Result.getOrThrow(engine.readDefinition(json, { feel: feelin }))
    const rules = Result.getOrThrow(engine.load([{ definition, csv }]))
    assert.strictEqual(
      JSON.stringify(engine.evaluate(rules, "fee", facts)),
      '{"_tag":"Success","success":[{"fee":140,"call":"old","line":3}]}',
    )
    const short = engine.evaluate(rules, "fee", { ...facts, limit: "x" })
    assert.deepStrictEqual(Result.isFailure(short) ? short.failure : [], [
      'limit: "x" should be a number',
    ])
    assert.deepStrictEqual(Result.getOrThrow(engine.readFacts(rules, "fee", facts)), facts)
    const why = Result.getOrThrow(engine.explain(rules, "fee", facts))
    assert.deepStrictEqual(
      why.fired.shown.map(({ line }) => line),
      [3],
    )
    const { covered } = Result.getOrThrow(engine.coverage(rules, "fee", [facts])).rows
    assert.strictEqual(covered, 1)
    engine.prepare(rules)
  })
})

describe("an expression that is read once", () => {
  const plainly = (expression: string, values: Record<string, unknown>): unknown => {
    try {
      return feelin.evaluate(expression, values).value ?? null
    } catch {
      return null
    }
  }

  it("comes to what it comes to each time that it is read, whatever it is", () => {
    const pieces = [
      "a",
      "b",
      " + ",
      "1",
      "(",
      ")",
      "[a, b]",
      "[1]",
      "{ x: ",
      "}",
      " // ",
      '"',
      ", ",
    ]
    const written = fc
      .array(fc.constantFrom(...pieces), { maxLength: 6 })
      .map((all) => all.join(""))
    const given = fc.record({
      a: fc.integer(),
      b: fc.constantFrom("x", null, true, 2),
      c: fc.constantFrom(null, {}, { d: 1 }, { d: null }, { d: { e: "y" } }),
    })
    fc.assert(
      fc.property(written, fc.array(given, { minLength: 1, maxLength: 3 }), (expression, all) => {
        const read = evaluatorOf(feelin)
        for (const values of all) {
          const [found, plain] = [read(expression, values), plainly(expression, values)]
          assert.deepStrictEqual(JSON.stringify(found), JSON.stringify(plain), expression)
        }
      }),
      {
        numRuns: times(300, 20_000),
        examples: [
          ["1) + (2", [{ a: 1, b: 2, c: null }]],
          [
            "a) //",
            [
              { a: 1, b: 2, c: null },
              { a: 2, b: 2, c: null },
            ],
          ],
        ],
      },
    )
  })
})
