import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { evaluate, unaryTest } from "feelin"
import { checkTables } from "../../../../../core/check/check.ts"
import { provenFindings } from "../../../../../core/portable/unproven.ts"
import { dmnVersions } from "../../../../../http/tables/forms/dmn/dmn-versions.ts"
import { type Feel, loadFeel } from "../../../../../http/tables/forms/dmn/feel.ts"
import type { ReadTable } from "../../../../../http/tables/forms/dmn/read-decision-table.ts"
import { noteLines, readDmn, refusalLines } from "../../../../../http/tables/forms/dmn/read-dmn.ts"
import { writeDmn } from "../../../../../http/tables/forms/dmn/write-dmn.ts"
import { askWithFeel } from "../../../../../http/tables/forms/tck/ask-with-feel.ts"
import {
  loadPortable,
  type LoadedPortable,
} from "../../../../../http/tables/forms/portable/portable-files.ts"
import { writtenPortable } from "../../../../../http/tables/forms/portable/portable-to-dmn.ts"
import { type Choices, makeChoices, testSeed } from "../../../../support/random.ts"

const loaded = await loadFeel()
const feel: Feel = loaded ?? assert.fail("feelin is not installed")

interface Rule {
  readonly tests: readonly [age: string, zone: string]
  readonly result: string
}

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;")

const model = (hitPolicy: string, rules: ReadonlyArray<Rule>, type = "number"): string =>
  `<definitions xmlns="${dmnVersions["1.3"]}" name="m" namespace="urn:m">
  <inputData id="a" name="the age"/>
  <decision id="d" name="Fee">
    <decisionTable id="t" hitPolicy="${hitPolicy}">
      <input id="i1"><inputExpression typeRef="${type}"><text>the age</text></inputExpression></input>
      <input id="i2"><inputExpression typeRef="string"><text>zone</text></inputExpression></input>
      <output id="o" name="fee"/>
${rules
  .map(
    ({ result, tests }, index) => `      <rule id="r${index}">
${tests.map((one) => `        <inputEntry><text>${escaped(one)}</text></inputEntry>`).join("\n")}
        <outputEntry><text>${escaped(result)}</text></outputEntry>
      </rule>`,
  )
  .join("\n")}
    </decisionTable>
  </decision>
</definitions>
`

const tablesOf = (source: string, interpreter: Feel | undefined = feel) =>
  Result.getOrThrow(readDmn(source, interpreter))

const only = (source: string): ReadTable =>
  Result.getOrThrow(tablesOf(source)[0]?.read ?? assert.fail())

const load = ({ csv, table }: ReadTable): LoadedPortable => {
  const read = Result.getOrThrow(loadPortable("fee.csv", JSON.stringify(table), csv))
  assert.deepStrictEqual(read.errors, [])
  return read
}

const mixed = model("FIRST", [
  { tests: ["< 18", "-"], result: '"free"' },
  { tests: ["> limit, 65", '"EU"'], result: "string(the age) + zone" },
  { tests: ["-", "not(home)"], result: "null" },
  { tests: ["[limit..70]", "-"], result: '"some"' },
])

describe("DMN with all that FEEL says", () => {
  it("keeps results as expressions, and asks tests that no cell holds as truth values", () => {
    const { csv, table } = only(mixed)
    assert.strictEqual(
      csv,
      [
        "the_age,zone,the_age_above_limit_65,the_age_limit_to_70,zone_not_home,fee",
        '<18,,,,,"""free"""',
        ",EU,true,,,string(the age) + zone",
        ",,,,true,",
        ',,,true,,"""some"""',
        "",
      ].join("\n"),
    )
    assert.deepStrictEqual(table.inputs.slice(2, 4), [
      {
        name: "the_age_above_limit_65",
        label: "the age > limit, 65",
        expression: "(the age in (> limit)) or (the age in (65))",
        type: "boolean",
        optional: true,
        asked: true,
      },
      {
        name: "the_age_limit_to_70",
        label: "the age [limit..70]",
        expression: "the age in [limit..70]",
        type: "boolean",
        optional: true,
        asked: true,
      },
    ])
    assert.deepStrictEqual(table.outputs, [{ name: "fee", label: "fee", type: "feel" }])
    assert.deepStrictEqual(noteLines("m.dmn", tablesOf(mixed)), [
      "m.dmn:4:5 decisionTable t: the results of fee are FEEL, and answers hold them as it",
      ...[
        "(the age in (> limit)) or (the age in (65))",
        "the age in [limit..70]",
        "not(zone in (home))",
      ].map(
        (asked) =>
          `m.dmn:4:5 decisionTable t: ${asked} is a truth value that FEEL answers; nothing is proven of it`,
      ),
    ])
    const ask = (age: number, zone: string) =>
      askWithFeel(load({ csv, table }), feel, { "the age": age, zone, limit: 60, home: "FR" })
    assert.strictEqual(ask(17, "EU"), "free")
    assert.strictEqual(ask(61, "EU"), "61EU")
    assert.strictEqual(ask(65, "FR"), "some")
    assert.strictEqual(ask(80, "FR"), null)
  })

  it("says what expressions name, and nothing that they make themselves", () => {
    const named = (text: string, ...names: ReadonlyArray<string>) =>
      feel.namesIn(text, names).map(({ isCalled, name }) => (isCalled ? `${name}()` : name))
    assert.deepStrictEqual(named("the age.years + string(c d)", "the age", "c d"), [
      "the age",
      "c d",
    ])
    assert.deepStrictEqual(named("for x in xs, y in x return x * y + z"), ["xs", "z"])
    assert.deepStrictEqual(named("some z in zs satisfies z > q"), ["zs", "q"])
    assert.deepStrictEqual(named("{ k: 1, m: k + other }.m"), ["other"])
    assert.deepStrictEqual(named("sort(l, function(a, b) a < b + g)"), ["l", "g"])
    assert.deepStrictEqual(named("cats[weight > 5 and item.x = y and z = 1]", "y"), ["cats", "y"])
    assert.deepStrictEqual(named("pmt(loan, count(l)) + pmt"), ["pmt", "loan", "l"])
    assert.deepStrictEqual(named("pmt(loan)"), ["pmt()", "loan"])
  })

  it("comes back from DMN as it was", () => {
    const drawn = load(only(mixed))
    const back = only(writeDmn(writtenPortable(drawn), "1.3"))
    assert.deepStrictEqual({ ...back.table, from: drawn.table.from }, { ...drawn.table })
    assert.strictEqual(back.csv, drawn.source)
  })

  it("is refused without an interpreter, and where none reads it", () => {
    const lines = (source: string, interpreter?: Feel) =>
      refusalLines("m.dmn", tablesOf(source, interpreter)).map((line) =>
        line.replace(/^.*Entry t: /, ""),
      )
    const source = model("UNIQUE", [
      { tests: ["> limit", "-"], result: "the age * 2" },
      { tests: ["> limit +", "-"], result: "the age *" },
    ])
    const cell = "would need a literal: names and expressions are not evaluated in cells"
    const result = "would need a literal: expressions are not evaluated in results"
    const refused = Result.getOrThrow(readDmn(source))
    assert.deepStrictEqual(
      refusalLines("m.dmn", refused).map((line) => line.replace(/^.*Entry t: /, "")),
      [`"the age * 2" ${result}`, `"the age *" ${result}`, `"limit" ${cell}`, `"limit +" ${cell}`],
    )
    assert.deepStrictEqual(lines(source, feel), [`"the age *" ${result}`, `"limit +" ${cell}`])
  })

  it("asks conditions of types that have no cells", () => {
    const rules = [{ tests: ['> time("12:00:00")', "-"], result: '"late"' }] as const
    const { csv, table } = only(model("UNIQUE", rules, "time"))
    assert.strictEqual(csv, "zone,the_age_above_time_12_00_00,fee\n,true,late\n")
    const read = load({ csv, table })
    const at = (time: string) =>
      askWithFeel(read, feel, { "the age": feel.evaluate(`time("${time}")`, {}), zone: "" })
    assert.deepStrictEqual([at("11:00:00"), at("13:00:00")], [null, "late"])
  })

  it("has cells for names that stand for a literal, even without an interpreter", () => {
    const constant = (name: string, text: string): string =>
      `<decision id="${name}_id" name="${name}"><literalExpression><text>${text}</text></literalExpression></decision>`
    const rules = [
      { tests: ["> limit, [low..limit - 1]", "home"], result: '"a"' },
      { tests: ["[low..limit]", 'not(home, "limit")'], result: '"b"' },
      { tests: ["limit high, low.limit, limit", "-"], result: '"c"' },
    ] as const
    const requirement = (name: string): string =>
      `<informationRequirement><requiredDecision href="#${name}_id"/></informationRequirement>`
    const source = model("FIRST", rules).replace(
      '<decision id="d" name="Fee">',
      `${constant("limit", "65")}${constant("low", "-1.5")}${constant("home", '"F R"')}
        <inputData id="b" name="limit high"/>
        <decision id="d" name="Fee">${["limit", "low", "home"].map(requirement).join("")}`,
    )
    const [, table] = Result.getOrThrow(readDmn(source)).map(({ read }) => read)
    assert.isUndefined(table)
    const lines = refusalLines("m.dmn", Result.getOrThrow(readDmn(source))).map((line) =>
      line.replace(/^.*Entry t: /, ""),
    )
    const literal = "would need a literal: names and expressions are not evaluated in cells"
    assert.deepStrictEqual(lines, [`"65 - 1" ${literal}`, `"limit high" ${literal}`])
    assert.include(only(source).csv, '\n[-1.5..65],"not(""F R""|limit)",,,b\n')
  })

  it("has cells for durations that stand in it, and asks for others", () => {
    const rules = [
      { tests: ['< duration("P1D")', "-"], result: '"short"' },
      { tests: ["> longest", "-"], result: '"too long"' },
    ] as const
    const read = load(only(model("FIRST", rules, "days and time duration")))
    assert.strictEqual(
      read.source,
      "the_age,zone,the_age_above_longest,fee\n<86400,,,short\n,,true,too long\n",
    )
    const after = (hours: number) =>
      askWithFeel(read, feel, {
        "the age": feel.evaluate(`duration("PT${hours}H")`, {}),
        longest: feel.evaluate('duration("P2D")', {}),
      })
    assert.deepStrictEqual([after(23), after(24), after(49)], ["short", null, "too long"])
    const back = only(writeDmn(writtenPortable(read), "1.3"))
    assert.strictEqual(back.csv, read.source)
    assert.strictEqual(back.table.inputs[0]?.type, "seconds")
  })

  it("answers what its cells say one by one", () => {
    const seed = testSeed("whole FEEL")
    const choices = makeChoices(seed)
    const seen = { answered: 0, asked: 0 }
    for (let round = 0; round < 150; round += 1) {
      const rules = Array.from({ length: choices.integer(1, 5) }, () => drawRule(choices))
      const source = model("FIRST", rules)
      const { csv, table } = only(source)
      const read = load({ csv, table })
      seen.asked += table.inputs.filter(({ asked }) => asked === true).length
      for (let question = 0; question < 6; question += 1) {
        const age = choices.integer(0, 9)
        const zone = choices.pick(["EU", "FR", "US"])
        const scope = { "the age": age, zone, limit: choices.integer(2, 7), home: "FR" }
        const hit = rules.find(({ tests: [first, second] }) =>
          (
            [
              [first, age],
              [second, zone],
            ] as const
          ).every(([tests, fact]) => unaryTest(tests, { ...scope, "?": fact }).value === true),
        )
        const expected = hit === undefined ? null : evaluate(hit.result, scope).value
        const hint = `seed ${seed} ${JSON.stringify(scope)}\n${source}\n${csv}`
        assert.deepStrictEqual(askWithFeel(read, feel, scope), expected, hint)
        seen.answered += expected === null ? 0 : 1
      }
    }
    assert.isAtLeast(seen.asked, 100)
    assert.isAtLeast(seen.answered, 200)
  })

  it("is proven as far as nothing hangs on an answer of FEEL", () => {
    const found = (rules: ReadonlyArray<Rule>) => {
      const { decision, file, source, table } = load(only(model("UNIQUE", rules)))
      const findings = checkTables({
        definitions: { table: decision.definition },
        sources: new Map([[file, source]]),
        tables: { table: decision },
      })
      return provenFindings(table, findings).flatMap((one) => {
        if (one._tag !== "Unknown") return one._tag
        return [one.question, ...(one.reason._tag === "Asked" ? one.reason.columns : [])].join(" ")
      })
    }
    const result = "1"
    const apart = [
      { tests: ["> limit", "-"], result },
      { tests: ["<= limit", "-"], result: "2" },
    ] as const
    assert.sameMembers(
      [...found(apart)],
      [
        // Nothing of the zone is asked.
        "RedundantColumn",
        "gaps the_age_above_limit the_age_at_most_limit",
        "overlaps the_age_above_limit the_age_at_most_limit",
      ],
    )
    const same = [
      { tests: ["> limit", '"EU"'], result },
      { tests: ["-", "-"], result: "2" },
    ] as const
    assert.include(found(same), "overlaps the_age_above_limit")
    const plain = [
      { tests: ["<= 5", '"EU"'], result },
      { tests: [">= 5", "-"], result: "2" },
      { tests: ["> limit", '"XX"'], result: "3" },
    ] as const
    assert.includeMembers([...found(plain)], ["Conflict", "overlaps the_age_above_limit"])
  })
})

const drawRule = ({ chance, integer, pick }: Choices): Rule => {
  const low = String(integer(0, 6))
  const age = [
    "-",
    `< ${low}`,
    "> limit",
    "limit, 8",
    "[limit..8]",
    "not(limit)",
    "? > limit + 1",
    "!= limit",
    `>= ${low}, < limit`,
  ] as const
  const zone = ["-", '"EU"', "home", "not(home)", '"US", home', 'starts with(?, "F")'] as const
  return {
    tests: [pick(age), chance(0.5) ? "-" : pick(zone)],
    result: pick(['"a"', "the age * 2", "limit", 'zone + "!"', "7"]),
  }
}
