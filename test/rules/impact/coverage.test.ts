import { assert, describe, it } from "@effect/vitest"
import { caseSituations } from "../../../rules/corpus/cases.ts"
import { corpusCoverage } from "../../../rules/impact/coverage.ts"
import { prepareQuestions } from "../../../rules/impact/questions.ts"
import { answerOf } from "../../../rules/impact/watched-tables.ts"
import { definitions } from "../../../rules/tables/index.ts"
import { wordsOfSources } from "../../../rules/tables/compare-versions.ts"
import { shippedSources } from "../../support/shipped-sources.ts"
import { shippedTables as tables } from "../../support/tables.ts"

const wordsOf = wordsOfSources(Object.values(definitions), shippedSources())
const cases = caseSituations(tables)
const whole = corpusCoverage(tables, wordsOf, cases)

const reportOf = (coverage: typeof whole, file: string) => {
  const report = coverage.decisions.find((each) => each.file === file)
  assert.isDefined(report, file)
  return report
}

describe("the coverage of a corpus", () => {
  it("is of nothing for no situation, and finds facts for nearly everything", () => {
    const none = corpusCoverage(tables, wordsOf, [])
    assert.strictEqual(none.decisions.length, 18)
    assert.deepStrictEqual(none.plain, [])
    for (const { cells, file, questions, rows, uncovered } of none.decisions) {
      assert.strictEqual(questions + rows.covered + cells.covered, 0)
      const unsettled = uncovered.filter(({ witness }) => witness._tag === "Unknown")
      assert.deepStrictEqual(unsettled, [], file)
      const missing = uncovered.filter(({ part }) => part === "row")
      assert.strictEqual(missing.length, rows.all)
      for (const { witness } of missing) assert.strictEqual(witness._tag, "Facts", file)
    }
  })

  it("gives facts of one trip, and says of what no trip can be that none can", () => {
    const none = corpusCoverage(tables, wordsOf, [])
    const { uncovered } = reportOf(none, "catalogue/eligibility.csv")
    const examples = uncovered.flatMap(({ witness }) =>
      witness._tag === "Facts" ? [witness.facts] : [],
    )
    assert.isAtLeast(examples.length, 500)
    const zones = new Map(tables.catalogueZones.rows.map(({ country, zone }) => [country, zone]))
    for (const facts of examples) {
      const text = JSON.stringify(facts)
      const { oldest_age: oldest, residence, travellers, youngest_age: youngest } = facts
      assert.isAtMost(Number(youngest), Number(oldest), text)
      if (travellers === 1) assert.strictEqual(youngest, oldest, text)
      assert.strictEqual(facts["residence_zone"], zones.get(String(residence)) ?? "world", text)
      if (facts["all_schengen"] === true) assert.strictEqual(facts["zone"], "europe", text)
      if (facts["intent"] === "expat") assert.isTrue(facts["annual"], text)
    }
    // No country of the zone europe is left out of covers; years and expatriates are always annual, so
    // that neither is told apart where a row asks for them and for a year, or for neither.
    const impossible = uncovered.filter(({ witness }) => witness._tag === "Impossible")
    assert.deepStrictEqual([...new Set(impossible.map(({ column }) => column))].sort(), [
      "annual",
      "excluded",
      "intent",
    ])
    const intents = impossible.filter(({ column }) => column === "intent")
    assert.deepStrictEqual([...new Set(intents.map(({ text }) => text))].sort(), [
      "annual",
      "expat",
    ])
  })

  it("counts the rows that answer a single situation, and no other", () => {
    const one = cases.filter(({ name }) => name === "Home only")
    const { decisions, plain, situations } = corpusCoverage(tables, wordsOf, one)
    assert.strictEqual(situations, 1)
    const covered = new Map(decisions.map(({ file, rows }) => [file, rows.covered]))
    assert.strictEqual(covered.get("coach/headlines.csv"), 1)
    assert.strictEqual(covered.get("coach/social.csv"), 1)
    // Two adults of one age band, in the scale that the four offers share.
    assert.strictEqual(covered.get("sandbox/age_factors.csv"), 1)
    assert.strictEqual(covered.get("sandbox/eligibility.csv"), 4)
    assert.strictEqual(covered.get("sandbox/tariffs.csv"), 4)
    assert.strictEqual(covered.get("sandbox/cancellation_rates.csv"), 0)
    const cards = plain.find(({ file }) => file === "coach/cards.csv")
    assert.deepStrictEqual(cards?.rows, { covered: 1, all: tables.coachCards.rows.length })
    assert.strictEqual(cards?.uncitedLines.length, tables.coachCards.rows.length - 1)
  })

  it("reports as uncovered exactly the rows that answer no situation", () => {
    const answering = new Set<string>()
    const askAbout = prepareQuestions(tables)
    for (const situation of cases) {
      askAbout(situation, (name, facts) => {
        const hits = answerOf(tables, name, facts)
        for (const { line } of hits) answering.add(`${tables[name].definition.file}:${line}`)
        return hits
      })
    }
    let uncoveredRows = 0
    for (const { file, rows, uncovered } of whole.decisions) {
      const missing = uncovered.filter(({ part }) => part === "row")
      for (const { line } of missing) assert.isFalse(answering.has(`${file}:${line}`))
      assert.strictEqual(rows.covered + missing.length, rows.all, file)
      uncoveredRows += missing.length
    }
    const all = whole.decisions.reduce((sum, { rows }) => sum + rows.all, 0)
    assert.strictEqual(answering.size + uncoveredRows, all)
  })

  it("keeps most of the shipped decision tables exercised by the analysts' own cases", () => {
    for (const { file, rows } of whole.decisions) {
      assert.isAtLeast(rows.covered * 2, rows.all, file)
    }
    assert.deepStrictEqual(reportOf(whole, "sandbox/eligibility.csv").rows, {
      covered: 34,
      all: 34,
    })
    assert.deepStrictEqual(reportOf(whole, "sandbox/surcharges.csv").cells, {
      covered: 54,
      all: 54,
    })
  })

  it("leaves out the corpus itself, and names the tables that no answer cites", () => {
    const files = [...whole.plain.map(({ file }) => file), ...whole.uncited]
    assert.isFalse(files.some((file) => file.startsWith("corpus/") || file === "bundle.csv"))
    assert.include(whole.uncited, "reference/languages.csv")
    assert.isAtLeast(whole.plain.length, 15)
    for (const { rows, uncitedLines } of whole.plain) {
      assert.strictEqual(rows.covered + uncitedLines.length, rows.all)
      assert.isAtLeast(rows.covered, 1)
    }
  })
})
