import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { type Mutant, mutantText } from "../../../core/mutation/mutants.ts"
import { caseSituations } from "../../../rules/corpus/cases.ts"
import { situations } from "../../../rules/corpus/generate.ts"
import { conclusionText, prepareConclusions } from "../../../rules/impact/situation-answers.ts"
import { prepareMutation } from "../../../rules/impact/mutation.ts"
import {
  mutantsOf,
  mutatedFilesIn,
  percentText,
  sampleOf,
  scoreTable,
  suggestCases,
  totalScore,
} from "../../../rules/impact/mutation-score.ts"
import { loadAllTables, type Tables } from "../../../rules/tables/index.ts"
import { times } from "../../support/long.ts"
import { testSeed } from "../../support/random.ts"
import { shippedTables as tables } from "../../support/tables.ts"
import { shippedSources } from "../../support/shipped-sources.ts"

const seed = testSeed("mutation")
const sources = shippedSources()
const cases = caseSituations(tables)
const generated = situations(tables, seed, 150)
const judgeFor = prepareMutation({ tables, sources, cases, generated })

const sourceOf = (file: string): string => sources.get(file) ?? ""

/** A last band that goes a year further on: nobody of that age may buy what it prices. */
const reachesOneYearOn = ({ column, from, to }: Mutant): boolean => {
  const upper = (text: string | undefined): number =>
    Number(/(?:\.\.|^<=)(\d+)\]?$/.exec(text ?? "")?.[1])
  return (column === "age" || column === "oldest_age") && upper(to) === upper(from) + 1
}

const judging = (file: string) => {
  const judge = judgeFor(file)
  assert.isDefined(judge, file)
  return { judge, mutants: mutantsOf(tables, file, sourceOf(file)) }
}

const answersOf = (of: Tables, asked: typeof cases): ReadonlyMap<string, string> => {
  const conclude = prepareConclusions(of)
  return new Map(asked.map((situation) => [situation.name, conclusionText(conclude(situation))]))
}

/** All tables loaded anew with a slip, the long way; undefined where they hold mistakes then. */
const loadedWith = (mutant: Mutant): Tables | undefined => {
  const text = mutantText(sourceOf(mutant.file), mutant)
  return Result.getOrUndefined(loadAllTables(new Map([...sources, [mutant.file, text]])))
}

const mutatedFiles = mutatedFilesIn(sources)

describe("prepareMutation()", () => {
  it("judges as loading everything anew and running every case would", () => {
    const expected = answersOf(tables, cases)
    const asked = sampleOf(cases, times(160, cases.length), seed)
    const tried = times(8, 20)
    const drawn = sampleOf(mutatedFiles, tried, seed).flatMap((file) => {
      const { judge, mutants } = judging(file)
      return sampleOf(mutants, 1, seed).map((mutant) => ({ mutant, verdict: judge(mutant) }))
    })
    const seen = { loading: 0, check: 0, cases: 0, Equivalent: 0, Survived: 0 }
    for (const { mutant, verdict } of drawn) {
      const { edits: _, ...slip } = mutant
      const hint = `seed ${seed} ${JSON.stringify(slip)} ${JSON.stringify(verdict)}`
      seen[verdict._tag === "Noticed" ? verdict.by : verdict._tag] += 1
      const loaded = loadedWith(mutant)
      const isBroken = verdict._tag === "Noticed" && verdict.by === "loading"
      assert.strictEqual(loaded === undefined, isBroken, hint)
      if (loaded === undefined) continue
      // The case that notices is asked whether it is drawn or not.
      const noticing = cases.filter(
        ({ name }) => verdict._tag === "Noticed" && name === verdict.how,
      )
      const answers = answersOf(loaded, [...asked, ...noticing])
      const changed = [...answers.keys()].filter((name) => answers.get(name) !== expected.get(name))
      if (verdict._tag === "Noticed" && verdict.by === "cases")
        assert.include(changed, verdict.how, hint)
      else assert.deepStrictEqual(changed, [], hint)
    }
    assert.strictEqual(drawn.length, tried)
    assert.isAtLeast(seen.cases + seen.Survived, tried / 4)
  })

  it("notices every slip in the small pricing tables, the equivalent ones aside", () => {
    const files = [
      "sandbox/age_factors.csv",
      "sandbox/cancellation_rates.csv",
      "sandbox/surcharges.csv",
    ]
    const scores = files.map((file) => {
      const { judge, mutants } = judging(file)
      const judged = mutants.map((mutant) => ({ mutant, verdict: judge(mutant) }))
      return scoreTable(file, judged, mutants.length)
    })
    const survivors = scores.flatMap((score) => score.survivors.map(({ mutant }) => mutant))
    const beyond = survivors.filter(reachesOneYearOn)
    assert.deepStrictEqual(
      survivors.filter((mutant) => !beyond.includes(mutant)),
      [],
    )
    const { judged, noticed } = totalScore(scores)
    assert.strictEqual(noticed, judged - beyond.length)
    assert.isAtLeast(judged, 500)
    assert.isAtLeast(
      scores.reduce((sum, { equivalent }) => sum + equivalent, 0),
      10,
    )
  })

  it("says of a surviving slip which facts it answers differently", () => {
    const { judge, mutants } = judging("coach/headlines.csv")
    const verdicts = mutants.map(judge)
    const survivor = verdicts.find(({ _tag }) => _tag === "Survived")
    assert.isDefined(survivor)
    if (survivor._tag !== "Survived") return
    assert.sameMembers(Object.keys(survivor.witness?.facts ?? {}), [
      "warning",
      "reach",
      "plan",
      "strongest",
      "unmatched",
      "origin",
      "medical",
      "ceiling",
      "found",
      "step",
      "condition",
      "limit_known",
      "confirmed",
    ])
  })

  it("knows no table of another name", () => {
    assert.isUndefined(judgeFor("sandbox/none.csv"))
    assert.deepStrictEqual(mutantsOf(tables, "sandbox/none.csv", ""), [])
  })
})

describe("the score", () => {
  it("is floored, and all of it only where nothing survives", () => {
    assert.deepStrictEqual(
      [percentText(1, 3), percentText(2, 3), percentText(9_999, 10_000), percentText(0, 7)],
      ["33.3", "66.6", "99.9", "0.0"],
    )
    assert.strictEqual(percentText(10_000, 10_000), "100.0")
  })

  it("is over a sample that its seed decides, in the order of the file", () => {
    const items = Array.from({ length: 100 }, (_, index) => index)
    const drawn = sampleOf(items, 10, 7)
    assert.deepStrictEqual(sampleOf(items, 10, 7), drawn)
    assert.notDeepEqual(sampleOf(items, 10, 8), drawn)
    assert.strictEqual(new Set(drawn).size, 10)
    assert.deepStrictEqual(
      [...drawn].sort((left, right) => left - right),
      [...drawn],
    )
    assert.deepStrictEqual(sampleOf(items, 100, 7), items)
  })

  it("judges decision tables first, and neither the corpus nor the bundle", () => {
    assert.strictEqual(mutatedFiles[0], "catalogue/cancellation_rates.csv")
    assert.isTrue(mutatedFiles.every((file) => !file.startsWith("corpus/")))
    assert.notInclude(mutatedFiles, "bundle.csv")
  })
})

describe("suggestCases()", () => {
  it("covers all that generated situations notice, the one that notices most first", () => {
    const [one, two] = generated
    assert.isDefined(one)
    assert.isDefined(two)
    const [mutant] = mutantsOf(tables, "fees.csv", sourceOf("fees.csv"))
    assert.isDefined(mutant)
    const survivor = (noticing: ReadonlyArray<typeof one>) =>
      ({ mutant, verdict: { _tag: "Survived", witness: null, generated: noticing } }) as const
    const score = {
      file: "fees.csv",
      kind: "plain",
      all: 4,
      tried: 4,
      equivalent: 0,
      noticed: { loading: 0, check: 0, cases: 0 },
      survivors: [
        survivor([one]),
        survivor([two, one]),
        survivor([two]),
        survivor([two]),
        survivor([]),
      ],
      silent: 1,
    } as const
    const suggested = suggestCases([score])
    assert.deepStrictEqual(
      suggested.map(({ notices }) => notices),
      [3, 1],
    )
    assert.isTrue(suggested[0]?.line.startsWith(`${two.name},${two.bilan.residence},`))
  })
})
