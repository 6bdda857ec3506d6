import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as engine from "../../../core/engine/index.ts"
import { fares, faresText } from "../../support/own-tables.ts"

const { column, condition, defineDecision, defineTable } = engine

const zones = defineTable({
  file: "zones.csv",
  about: "Where rides go.",
  key: ["zone"],
  columns: {
    zone: column.text({ about: "Its name." }),
    stops: column.integer({ about: "Stops." }),
  },
})

const discounts = defineDecision({
  file: "discounts.csv",
  about: "What a rider is let off.",
  hitPolicy: "unique",
  inputs: {
    zone: condition.reference("zones.csv", "zone", { about: "Where the ride goes." }),
    has_pass: condition.optional(condition.boolean({ about: "Whether the rider has a pass." })),
  },
  outputs: { discount: column.decimal({ about: "Part of the fare." }) },
})

const texts = {
  "zones.csv": "zone,stops\ncity,40\nregion,12\n",
  "discounts.csv": "zone,has_pass,discount\ncity,true,0.5\n",
}

const loaded = (over: Readonly<Record<string, string>> = {}) =>
  Result.getOrThrow(engine.load({ zones, discounts }, { ...texts, ...over }))

describe("the engine over one's own tables", () => {
  it("answers with typed rows, and plain tables by key", () => {
    const { tables } = loaded()
    assert.strictEqual(tables.zones.get("region")?.stops, 12)
    assert.deepStrictEqual(
      engine.evaluate(loaded(), "discounts", { zone: "city", hasPass: true }),
      [{ discount: { numerator: 1n, denominator: 2n }, line: 2 }],
    )
    assert.deepStrictEqual(tables.discounts.evaluate({ zone: "city", hasPass: null }), [])
  })

  it("tells every mistake with its place, those of references too", () => {
    const wrong = engine.load(
      { zones, discounts },
      {
        "zones.csv": "zone,stops\ncity,many\n",
        "discounts.csv": "zone,has_pass,discount\nregoin,true,0.5\n",
      },
    )
    assert.deepStrictEqual(
      Result.isFailure(wrong)
        ? wrong.failure.map(({ column, file, line }) => [file, line, column])
        : [],
      [
        ["discounts.csv", 2, "zone"],
        ["zones.csv", 2, "stops"],
      ],
    )
    const missing = engine.load({ zones, discounts }, {})
    assert.strictEqual(Result.isFailure(missing) ? missing.failure.length : 0, 2)
  })

  it("proves gaps, by the words of the other table", () => {
    const gaps = engine.check(loaded()).filter(({ kind }) => kind === "Gap")
    assert.isAbove(gaps.length, 0)
    assert.isTrue(
      gaps.every(({ severity, witness }) => severity === "error" && witness !== undefined),
    )
    const closed = loaded({
      "discounts.csv": "zone,has_pass,discount\ncity,true,0.5\ncity,false,0\nregion,,0\n",
    })
    const kinds = engine.check(closed).map(({ kind, says }) => `${kind}: ${says}`)
    assert.isFalse(
      kinds.some((kind) => kind.startsWith("Gap: ") && kind.includes("region")),
      kinds.join("\n"),
    )
  })

  it("reads facts of JSON, under either name", () => {
    const read = engine.readFacts(loaded(), "discounts", { zone: "city", has_pass: true })
    assert.deepStrictEqual(Result.getOrThrow(read), { zone: "city", hasPass: true })
    const wrong = engine.readFacts(loaded(), "discounts", { zone: "cities", pass: 1 })
    assert.strictEqual(Result.isFailure(wrong) ? wrong.failure.length : 0, 2)
    assert.isTrue(Result.isFailure(engine.readFacts(loaded(), "discounts", null)))
    assert.deepStrictEqual(
      Result.getOrThrow(engine.readFacts(loaded(), "discounts", { zone: "city" })),
      { zone: "city", hasPass: null },
    )
  })

  it("compares versions of plain tables by key, and leaves out what says the same", () => {
    const [difference, ...others] = engine.diff(
      loaded(),
      loaded({
        "zones.csv": "zone,stops\nregion,13\ncity,40\n",
        "discounts.csv": `# said\n${texts["discounts.csv"]}`,
      }),
    )
    assert.deepStrictEqual(others, [])
    assert.strictEqual(difference?._tag, "Rows")
    if (difference?._tag !== "Rows") return
    assert.deepStrictEqual(
      difference.changed.map(({ key }) => key),
      [["region"]],
    )
    assert.strictEqual(difference.moved.length, 1)
  })

  it("says why a row does not fire, and undefined for a line without a row", () => {
    const rules = Result.getOrThrow(engine.load({ fares }, { "fares.csv": faresText }))
    const facts = { age: 30, zone: "region" } as const
    assert.deepStrictEqual(engine.whyNot(rules, "fares", facts, 4), { _tag: "Fires" })
    assert.strictEqual(engine.whyNot(rules, "fares", facts, 9), undefined)
  })

  it("puts slips in, and finds that questions notice more of them", () => {
    const rules = Result.getOrThrow(engine.load({ fares }, { "fares.csv": faresText }))
    const unnoticed = (
      questions: Parameters<typeof engine.mutate<{ fares: typeof fares }, "fares">>[2],
    ) =>
      engine.mutate(rules, "fares", questions).filter(({ noticedBy }) => noticedBy === "nothing")
        .length
    const few = unnoticed([])
    const many = unnoticed(
      [64, 65].flatMap((age) => (["city", "region"] as const).map((zone) => ({ age, zone }))),
    )
    assert.isAbove(few, many)
  })

  it("takes no table that there is not", () => {
    const rules = Result.getOrThrow(engine.load({ fares }, { "fares.csv": faresText }))
    const name = "zones" as "fares"
    assert.throws(() => engine.evaluate(rules, name, { age: 1, zone: "city" }), /there are fares/)
  })
})
