import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as engine from "../../../core/engine/index.ts"

const json = {
  format: "viatica table 1",
  name: "Bureau call",
  about: "Whether to call.",
  hitPolicy: "unique",
  inputs: [
    { name: "risk", label: "Risk", expression: "risk", type: "words", words: ["low", "high"] },
    {
      name: "score",
      label: "Score",
      expression: "score",
      type: "number",
      minimum: 0,
      maximum: 999,
    },
    { name: "since", label: "Since", expression: "since", type: "day" },
    { name: "is_known", label: "Known", expression: "known", type: "boolean", optional: true },
  ],
  outputs: [
    { name: "call", label: "Call", type: "text" },
    { name: "fee", label: "Fee", type: "number" },
  ],
  annotations: [{ name: "why", label: "Why" }],
  from: { format: "dmn", version: "1.3", id: "bureau_call" },
}

const csv = [
  "risk,score,since,is_known,call,fee,why",
  "high,,>=20260101,,full,12.50,new",
  "high,,<20260101,,mini,0.1,",
  "low,<500,,true,mini,0.1,",
  "",
].join("\n")

const read = (changes: object = {}) => {
  const answer = engine.readDefinition({ ...json, ...changes })
  return Result.isFailure(answer) ? answer.failure : []
}

const rules = () => {
  const definition = Result.getOrThrow(engine.readDefinition(JSON.parse(JSON.stringify(json))))
  return Result.getOrThrow(engine.load([{ definition, csv }]))
}

describe("a definition that is data", () => {
  it("is asked, checked and explained as one that was declared", () => {
    const ask = (facts: object) => engine.evaluate(rules(), "bureau_call", { ...facts })
    const facts = { risk: "high", score: 700.5, since: "2026-03-01", isKnown: null }
    assert.strictEqual(
      JSON.stringify(ask(facts)),
      '{"_tag":"Success","success":[{"call":"full","fee":"12.5","why":"new","line":2}]}',
    )
    assert.deepStrictEqual(ask({ ...facts, since: 20_260_301 }), ask(facts))
    assert.deepStrictEqual(
      Result.getOrThrow(ask({ ...facts, since: "2025-12-31" })).map(({ line }) => line),
      [3],
    )
    const told = (asked: object) => {
      const answer = ask(asked)
      return Result.isFailure(answer) ? answer.failure : []
    }
    assert.deepStrictEqual(told({ ...facts, risk: "mid", since: "2026-02-30" }), [
      'risk: "mid" should be one of low, high',
      'since: "2026-02-30" should be a whole number 101..99991231',
    ])
    const gaps = engine.check(rules()).filter(({ kind }) => kind === "Gap")
    assert.isAbove(gaps.length, 0)
    for (const { witness } of gaps) {
      assert.deepStrictEqual(Result.getOrThrow(ask(witness ?? {})), [])
    }
    const readDays = engine.readFacts(rules(), "bureau_call", facts)
    assert.deepStrictEqual(Result.getOrThrow(readDays), { ...facts, since: 20_260_301 })
    const why = engine.whyNot(rules(), "bureau_call", { ...facts }, 3)
    assert.strictEqual(Result.getOrThrow(why)._tag, "Change")
  })

  it("is refused with all that is wrong in it, each with its place", () => {
    assert.deepStrictEqual(read(), [])
    assert.deepStrictEqual(read({ format: "viatica table 2", name: 7 }), [
      'format: "viatica table 2" should be one of viatica table 1; did you mean "viatica table 1"?',
      "name: 7 should be a text",
    ])
    assert.deepStrictEqual(
      read({ hitPolicy: "colect" }).join().slice(0, 34),
      'hitPolicy: "colect" should be one ',
    )
    assert.deepStrictEqual(
      read({ inputs: [{ name: "a", label: "A", expression: "a", type: "wrods", words: "a|b" }] }),
      [
        'inputs[0].type: "wrods" should be one of words, number, day, boolean, seconds, months; did you mean "words"?',
        'inputs[0].words: "a|b" should be a list',
      ],
    )
    assert.deepStrictEqual(read({ outputs: undefined, annotations: [7] }), [
      "outputs: is missing; it should be a list",
      "annotations[0]: 7 should be an object",
    ])
    assert.deepStrictEqual(read({ annotations: [{ name: "risk", label: "Risk" }] }), [
      "risk: is the name of two columns",
    ])
    assert.deepStrictEqual(read({ outputs: [{ name: "fee", label: "Fee", type: "feel" }] }), [
      "fee hold expressions of FEEL, which the npm package feelin evaluates: readDefinition(json, { feel: feelin })",
    ])
    for (const other of [null, 7, "text", []]) {
      assert.strictEqual(engine.readDefinition(other)._tag, "Failure")
    }
  })

  it("has rows whose mistakes are told", () => {
    const definition = Result.getOrThrow(engine.readDefinition(json))
    const wrong = engine.load([{ definition, csv: csv.replace("low,<500", "lwo,<500") }])
    assert.deepStrictEqual(
      Result.isFailure(wrong) ? wrong.failure.map(engine.describeMistake) : [],
      ['bureau_call.csv:4:1 risk: "lwo" should be one of low, high; did you mean "low"?'],
    )
    assert.throws(
      () =>
        engine.load([
          { definition, csv },
          { definition, csv },
        ]),
      /two tables/,
    )
  })

  it("is prepared without an answer that changes", () => {
    const asked = rules()
    engine.prepare(asked)
    const facts = { risk: "low", score: 1, since: "2026-03-01", isKnown: true }
    assert.deepStrictEqual(
      Result.getOrThrow(engine.evaluate(asked, "bureau_call", facts)).map(({ line }) => line),
      [4],
    )
  })
})
