import { assert, describe, it } from "@effect/vitest"
import { caseSituations } from "../../../rules/corpus/cases.ts"
import { prepareCitations } from "../../../rules/impact/coverage.ts"
import { situations } from "../../../rules/corpus/generate.ts"
import { sampleOf } from "../../../rules/impact/mutation-score.ts"
import { prepareQuestions } from "../../../rules/impact/questions.ts"
import type { Situation } from "../../../rules/corpus/situation.ts"
import { answerOf, type WatchedTable, watchedTables } from "../../../rules/impact/watched-tables.ts"
import { definitions, saysOfTravel } from "../../../rules/tables/index.ts"
import { times } from "../../support/long.ts"
import { testSeed } from "../../support/random.ts"
import { shippedTables as tables } from "../../support/tables.ts"

const cases = caseSituations(tables)
const seed = testSeed("questions")
const corpus = [...cases, ...situations(tables, seed, 100)]
const askAbout = prepareQuestions(tables)

interface BilanOrQuote {
  readonly name: WatchedTable
  readonly facts: Readonly<Record<string, unknown>>
  readonly places: ReadonlyArray<string>
}

const askedAbout = (situation: Situation): ReadonlyArray<BilanOrQuote> => {
  const asked: Array<BilanOrQuote> = []
  askAbout(situation, (name, facts) => {
    const hits = answerOf(tables, name, facts)
    const { file } = tables[name].definition
    asked.push({ name, facts, places: hits.map(({ line }) => `${file}:${line}`) })
    return hits
  })
  return asked
}

const citationsOf = prepareCitations(tables)

/** Some situations, with what is asked about each and what its explanations cite. */
const explained = sampleOf(corpus, times(240, corpus.length), seed).map((situation) => ({
  situation,
  asked: askedAbout(situation),
  citations: citationsOf(situation),
}))

const named = (name: string): Situation => {
  const found = cases.find((each) => each.name === name)
  assert.isDefined(found, name)
  return found
}

const namesIn = (asked: ReadonlyArray<BilanOrQuote>): ReadonlySet<WatchedTable> =>
  new Set(asked.map(({ name }) => name))

describe("the questions of a situation", () => {
  it("are none where neither bilan nor quote can be read", () => {
    const [sound] = cases
    assert.isDefined(sound)
    const bilan = { ...sound.bilan, destinations: [] }
    const trip = { ...sound.quote.trip, travellers: [] }
    const quote = { ...sound.quote, trip }
    assert.isNotEmpty(askedAbout(sound))
    assert.deepStrictEqual(askedAbout({ ...sound, bilan, quote }), [])
  })

  it("go to every decision table that says something about travel", () => {
    const decisions = Object.entries(definitions).flatMap(([name, { _tag, file }]) =>
      _tag === "DecisionDefinition" && saysOfTravel(file) ? name : [],
    )
    assert.deepStrictEqual([...watchedTables].sort(), decisions.sort())
    const reached = new Set(corpus.flatMap(askedAbout).map(({ name }) => name))
    assert.deepStrictEqual([...reached].sort(), decisions.sort())
  })

  it("are answered by all rows that the explanations of its answers cite", () => {
    // Explanations cite near misses of the eligibility besides, rows that count in nothing.
    const files = new Set(
      watchedTables.flatMap((name) =>
        name === "sandboxEligibility" || name === "catalogueEligibility"
          ? []
          : tables[name].definition.file,
      ),
    )
    // Of trips that stay near they cite what a trip abroad would need besides.
    const fartherOf = ({ facts, name }: BilanOrQuote): ReadonlyArray<string> =>
      name === "recommendedCover"
        ? answerOf(tables, name, { ...facts, reach: "abroad" }).map(
            ({ line }) => `${tables[name].definition.file}:${line}`,
          )
        : []
    let cited = 0
    for (const { asked, citations, situation } of explained) {
      const answered = new Set(asked.flatMap((one) => [...one.places, ...fartherOf(one)]))
      for (const { file, line } of citations) {
        // Line 1 is the header: it is cited where no row answers.
        if (!files.has(file) || line === 1) continue
        assert.isTrue(answered.has(`${file}:${line}`), `${situation.name} ${file}:${line}`)
        cited += 1
      }
    }
    assert.isAtLeast(cited, times(2_000, 5_000))
  })

  it("bring up no row that no explanation cites, where each row that answers is explained", () => {
    // Of arguments each id is heard once, and the last give way: what breaks a cover that falls short
    // anyway is said by them alone. Tariffs are looked up before a trip price is missed; a live quote
    // that only insurers over HTTP could make has no explanation here.
    const explainedTables: ReadonlyArray<WatchedTable> = [
      "recommendedCover",
      "coachHeadlines",
      "coachSocial",
      "coachSelling",
      "sandboxEligibility",
      "sandboxCancellationRates",
      "sandboxSurcharges",
      "catalogueCancellationRates",
      "catalogueSurcharges",
    ]
    let answered = 0
    for (const { asked, citations, situation } of explained) {
      const cited = new Set(citations.map(({ file, line }) => `${file}:${line}`))
      const held = asked.find(({ name }) => name === "recommendedCover")?.facts["currency"]
      for (const { facts, name, places } of asked) {
        if (!explainedTables.includes(name)) continue
        // In the market's own currency only what is told is cited.
        if (name === "recommendedCover" && facts["currency"] !== held) continue
        for (const place of places) assert.isTrue(cited.has(place), `${situation.name} ${place}`)
        answered += places.length
      }
    }
    assert.isAtLeast(answered, times(800, 2_000))
  })

  it("are the same whatever was asked before", () => {
    const first = corpus.slice(0, 40).map(askedAbout)
    const backwards = corpus.slice(0, 40).toReversed().map(askedAbout).toReversed()
    assert.deepStrictEqual(backwards, first)
  })

  it("leave out what production does not need", () => {
    const refused = namesIn(askedAbout(named("Rehearsal of a refusal")))
    assert.isFalse(refused.has("sandboxEligibility"))
    assert.isTrue(refused.has("coachHeadlines"))
    const nearMisses = namesIn(askedAbout(named("Rehearsal of near misses only")))
    assert.isTrue(nearMisses.has("sandboxEligibility"))
    assert.isFalse(nearMisses.has("sandboxTariffs"))
    assert.isFalse(namesIn(askedAbout(named("No card at all"))).has("cardConditions"))
    assert.isFalse(namesIn(askedAbout(named("Home only"))).has("sandboxCancellationRates"))
    const students = askedAbout(named("Student in Brazil"))
    assert.isTrue(students.some(({ name }) => name === "sandboxAgeFactors"))
  })

  it("ask for the age of each traveller in the scales of the offers that match, and no other", () => {
    const asked = askedAbout(named("Grandparents with a baby")).flatMap(({ facts, name }) =>
      name === "sandboxAgeFactors" ? [facts["age"]] : [],
    )
    assert.deepStrictEqual([...new Set(asked)], [82, 79, 1])
  })
})
