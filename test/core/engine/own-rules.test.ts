import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import * as Result from "effect/Result"
import * as engine from "../../../core/engine/index.ts"
import { loadDecision } from "../../../core/table/decision.ts"
import { fares, faresText } from "../../support/own-tables.ts"
import { testSeed } from "../../support/random.ts"

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

const drawnRows = fc.array(
  fc
    .tuple(
      fc.constantFrom("city", "region", "city|region", "not(city)", ""),
      fc.constantFrom("true", "false", ""),
      fc.constantFrom("0", "0.5", "1"),
    )
    .map((cells) => cells.join(",")),
  { maxLength: 40 },
)

const drawnPolicy = fc.constantFrom("first", "unique", "any", "collect", "sum")

/** What a library answers, as what it is beside its type: data. */
const plain = (answer: unknown): unknown => ({ ...(answer as object) })

const loaded = (over: Readonly<Record<string, string>> = {}) =>
  Result.getOrThrow(engine.load({ zones, discounts }, { ...texts, ...over }))

describe("the engine over one's own tables", () => {
  it("answers with typed rows, and plain tables by key", () => {
    const { tables } = loaded()
    assert.strictEqual(tables.zones.get("region")?.stops, 12)
    assert.deepStrictEqual(
      Result.getOrThrow(engine.evaluate(loaded(), "discounts", { zone: "city", hasPass: true })),
      [{ discount: { numerator: 1n, denominator: 2n }, line: 2 }],
    )
    assert.deepStrictEqual(
      Result.getOrThrow(engine.evaluate(loaded(), "discounts", { zone: "city", hasPass: null })),
      [],
    )
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

  it("says why a row does not fire, and tells a line without a row", () => {
    const rules = Result.getOrThrow(engine.load({ fares }, { "fares.csv": faresText }))
    const facts = { age: 30, zone: "region" } as const
    const why = (line: number) => engine.whyNot(rules, "fares", facts, line)
    assert.deepStrictEqual(Result.getOrThrow(why(4)), { _tag: "Fires" })
    assert.deepStrictEqual(plain(why(9)), {
      _tag: "Failure",
      failure: ["line 9: no row stands there"],
    })
  })

  it("puts slips in, and finds that questions notice more of them", () => {
    const rules = Result.getOrThrow(engine.load({ fares }, { "fares.csv": faresText }))
    const unnoticed = (
      questions: Parameters<typeof engine.mutate<{ fares: typeof fares }, "fares">>[2],
    ) =>
      Result.getOrThrow(engine.mutate(rules, "fares", questions)).filter(
        ({ noticedBy }) => noticedBy === "nothing",
      ).length
    const few = unnoticed([])
    const many = unnoticed(
      [64, 65].flatMap((age) => (["city", "region"] as const).map((zone) => ({ age, zone }))),
    )
    assert.isAbove(few, many)
  })

  it("tells facts that a table cannot have, in place of the answer of a gap", () => {
    const rules = loaded()
    const told = (facts: object) =>
      plain(engine.evaluate(rules, "discounts", facts as { zone: string; hasPass: boolean }))
    const failure = (...sentences: ReadonlyArray<string>) => ({
      _tag: "Failure",
      failure: sentences,
    })
    const gap = { _tag: "Success", success: [] }
    assert.deepStrictEqual(told({ zone: "region", hasPass: true }), gap)
    assert.deepStrictEqual(told({ zone: "city" }), gap)
    assert.deepStrictEqual(told({ zone: "city", hasPass: undefined }), gap)
    assert.deepStrictEqual(told({}), failure("zone: is missing"))
    assert.deepStrictEqual(
      told({ zone: null, hasPass: null }),
      failure("zone: null should be one of city, region"),
    )
    assert.deepStrictEqual(
      told({ zone: "mars", hasPass: "yes" }),
      failure(
        'zone: "mars" should be one of city, region',
        'hasPass: "yes" should be true or false',
      ),
    )
    assert.deepStrictEqual(
      told({ zone: "city", has_pass: true }),
      failure('"has_pass" should be one of the facts zone, hasPass; did you mean "hasPass"?'),
    )
    // Facts of a wider object are not this table's.
    assert.deepStrictEqual(told({ zone: "region", hasPass: true, age: 7 }), gap)
    const asked = { zone: "mars", hasPass: true }
    for (const answer of [
      engine.explain(rules, "discounts", asked),
      engine.whyNot(rules, "discounts", asked, 2),
      engine.coverage(rules, "discounts", [{ zone: "city", hasPass: true }, asked]),
      engine.mutate(rules, "discounts", [asked]),
    ]) {
      assert.strictEqual(answer._tag, "Failure")
      assert.match(JSON.stringify(answer), /"mars\\" should be one of city, region/)
    }
  })

  it("tells numbers that a column has no room for", () => {
    const rules = Result.getOrThrow(engine.load({ fares }, { "fares.csv": faresText }))
    const isRefused = (age: unknown) =>
      engine.evaluate(rules, "fares", { age: age as number, zone: "city" })._tag === "Failure"
    assert.deepStrictEqual(
      [-1, 0, 30, 120, 121, 30.5, Number.NaN, Infinity, "30", 30n, null, true].map(isRefused),
      [true, false, false, false, true, true, true, true, true, true, true, true],
    )
  })

  it("takes days as they are written, between the bounds of their column", () => {
    const about = "When the ride is."
    const seasons = defineDecision({
      file: "seasons.csv",
      about: "What a ride costs by its day.",
      hitPolicy: "first",
      inputs: { ride_day: condition.integer({ unit: "YYYYMMDD", minimum: 20_270_101, about }) },
      outputs: { fare: column.integer({ about }) },
    })
    const text = "ride_day,fare\n<20270701,250\n,400\n"
    const rules = Result.getOrThrow(engine.load({ seasons }, { "seasons.csv": text }))
    const asked = (rideDay: unknown) => {
      const facts = { rideDay: rideDay as number }
      const answer = engine.evaluate(rules, "seasons", facts)
      // What refuses a fact, and what reads it, take the same days.
      assert.strictEqual(engine.readFacts(rules, "seasons", facts)._tag, answer._tag)
      return Result.isFailure(answer) ? "refused" : answer.success[0]?.fare
    }
    const days = ["2027-06-30", "2027-07-01", 20_270_701, "2026-12-31", "2027-02-29", "20270701"]
    assert.deepStrictEqual(days.map(asked), [250, 400, 400, "refused", "refused", "refused"])
  })

  it("tells what was given, whatever that is", () => {
    const rules = Result.getOrThrow(engine.load({ fares }, { "fares.csv": faresText }))
    const circle: { self?: object } = {}
    circle.self = circle
    const told = [Number.NaN, 30n, circle, undefined, () => 30, Symbol("age")].map((age) => {
      const read = engine.readFacts(rules, "fares", { age, zone: "city" })
      return Result.isFailure(read) ? read.failure[0]?.replace(/ should.*/, "") : undefined
    })
    assert.deepStrictEqual(told, [
      "age: NaN",
      "age: 30n",
      "age: an object that holds more than JSON",
      "age: what is undefined",
      "age: what is function",
      "age: what is symbol",
    ])
  })

  it("tells rows that may not apply together", () => {
    const both = { zone: "city", hasPass: true } as const
    const lines = "zone,has_pass,discount\ncity,true,0.5\n,true,0.5\nregion,true,0.2\n"
    const asked = (
      hitPolicy: "unique" | "any" | "first",
      facts: { zone: string; hasPass: boolean },
    ) => {
      const named = { zones, discounts: { ...discounts, hitPolicy } }
      const rules = Result.getOrThrow(engine.load(named, { ...texts, "discounts.csv": lines }))
      const answer = engine.evaluate(rules, "discounts", facts)
      return Result.isFailure(answer) ? answer.failure : answer.success.map(({ line }) => line)
    }
    assert.deepStrictEqual(asked("first", both), [2])
    assert.deepStrictEqual(asked("unique", both), [
      "lines 2 and 3 both apply, and only one row may",
    ])
    assert.deepStrictEqual(asked("any", both), [2])
    assert.deepStrictEqual(asked("any", { ...both, zone: "region" }), [
      "lines 3 and 4 both apply, and say different things",
    ])
  })

  it("lets rows agree whose notes differ, as the check does", () => {
    const about = "Why."
    const noted = {
      ...discounts,
      hitPolicy: "any",
      outputs: { ...discounts.outputs, why: column.note(column.text({ about })) },
    } as const
    const lines = "zone,has_pass,discount,why\ncity,true,0.5,a pass\ncity,,0.5,a city\n"
    const rules = Result.getOrThrow(
      engine.load({ zones, noted }, { ...texts, "discounts.csv": lines }),
    )
    const facts = { zone: "city", hasPass: true }
    const kinds = engine.check(rules).map(({ kind }) => kind)
    assert.notInclude(kinds, "Conflict")
    const answer = Result.getOrThrow(engine.evaluate(rules, "noted", facts))
    assert.deepStrictEqual(
      answer.map(({ line, why }) => [line, why]),
      [[2, "a pass"]],
    )
  })

  it("tells two rows of a long table that lie far apart", () => {
    const about = "A number."
    const steps = defineDecision({
      file: "steps.csv",
      about: "Rows by number.",
      hitPolicy: "unique",
      inputs: { step: condition.integer({ about }) },
      outputs: { name: column.text({ about }) },
    })
    const rows = Array.from({ length: 300 }, (_, step) => `${step},row ${step}`)
    const text = ["step,name", ...rows, "7,again", ""].join("\n")
    const rules = Result.getOrThrow(engine.load({ steps }, { "steps.csv": text }))
    const asked = (step: number) => {
      const answer = engine.evaluate(rules, "steps", { step })
      return Result.isFailure(answer) ? answer.failure : answer.success.map(({ line }) => line)
    }
    assert.deepStrictEqual(asked(7), ["lines 9 and 302 both apply, and only one row may"])
    assert.deepStrictEqual(asked(299), [301])
    assert.deepStrictEqual(asked(300), [])
  })

  it("answers as the table does that nobody watches, and finds witnesses that can be asked", () => {
    fc.assert(
      fc.property(drawnRows, drawnRows, drawnPolicy, (rows, otherRows, hitPolicy) => {
        const named = { zones, discounts: { ...discounts, hitPolicy } }
        const [own, other] = [rows, otherRows].map((lines) => {
          const text = ["zone,has_pass,discount", ...lines, ""].join("\n")
          return {
            text,
            rules: Result.getOrThrow(engine.load(named, { ...texts, "discounts.csv": text })),
          }
        })
        if (own === undefined || other === undefined) return
        const { content } = loadDecision(named.discounts, own.text)
        const asked = (facts: { readonly zone: string; readonly hasPass: boolean | null }) =>
          engine.evaluate(own.rules, "discounts", facts)
        for (const zone of ["city", "region"]) {
          for (const hasPass of [true, false, null]) {
            const answer = asked({ zone, hasPass })
            const lines = Result.getOrUndefined(answer)?.map(({ line }) => line)
            const usual = content.evaluate({ zone, hasPass }).map(({ line }) => line)
            if (lines !== undefined) assert.deepStrictEqual(lines, usual)
            else assert.isTrue(hitPolicy === "unique" || hitPolicy === "any")
          }
        }
        const { uncovered } = Result.getOrThrow(engine.coverage(own.rules, "discounts", []))
        const witnesses = [
          ...engine.check(own.rules).map(({ witness }) => witness),
          ...engine
            .diff(own.rules, other.rules)
            .flatMap((found) => (found._tag === "Decision" ? found.changes : []))
            .map(({ witness }) => witness),
          ...uncovered.map(({ witness }) => (witness._tag === "Facts" ? witness.facts : undefined)),
        ].filter((witness) => witness !== undefined)
        for (const witness of witnesses) {
          const answer = asked(witness as { zone: string; hasPass: boolean | null })
          if (Result.isFailure(answer)) assert.match(answer.failure.join(), /both apply/)
        }
      }),
      { seed: testSeed("own rules"), numRuns: 100 },
    )
  })

  it("takes no table that there is not", () => {
    const rules = Result.getOrThrow(engine.load({ fares }, { "fares.csv": faresText }))
    const name = "zones" as "fares"
    assert.throws(() => engine.evaluate(rules, name, { age: 1, zone: "city" }), /there are fares/)
  })
})
