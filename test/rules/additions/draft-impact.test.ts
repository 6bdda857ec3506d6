import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { compileText } from "../../../http/messages/icu.ts"
import {
  type DraftImpact,
  draftedReadings,
  draftImpact,
} from "../../../rules/additions/draft-impact.ts"
import { drafted } from "../../../rules/additions/drafted.ts"
import type { Draft } from "../../../rules/additions/recipe.ts"
import { recipes } from "../../../rules/additions/recipes.ts"
import { corpusOf, corpusSeed } from "../../../rules/corpus/corpus.ts"
import { impact } from "../../../rules/impact/impact.ts"
import { touchedAnswers } from "../../../rules/impact/touched-answers.ts"
import { loadAllTables } from "../../../rules/tables/index.ts"
import { corpusCases } from "../../../rules/corpus/share-tables.ts"
import { isLong, times } from "../../support/long.ts"
import { shippedSources } from "../../support/shipped-sources.ts"

/** The shipped tables with one own case of eight, unless the form is long. */
const sources = new Map(
  [...shippedSources()].map(([file, text]) => [
    file,
    file === corpusCases.file && !isLong
      ? text
          .split("\n")
          .filter((line, at) => at === 0 || line === "" || at % 8 === 1)
          .join("\n")
      : text,
  ]),
)
const before = Result.getOrThrow(loadAllTables(sources))
const generated = times(20, 2_000)

/** What a draft changes, and what a review would count of the same change. */
const counted = (draft: Draft) => {
  const { texts, whole } = drafted(recipes[draft.kind], draft, sources)
  const after = Result.getOrThrow(loadAllTables(new Map([...sources, ...texts])))
  const steps = draftImpact(
    whole,
    { before, after, files: texts.keys(), format: compileText },
    generated,
  )
  let step = steps.next()
  while (step.done !== true) step = steps.next()
  const found: DraftImpact = step.value
  const reviewed = impact(
    before,
    after,
    corpusOf(after, corpusSeed, generated),
    touchedAnswers(texts.keys()),
  )
  return { found, reviewed }
}

const argument: Draft = {
  kind: "argument",
  like: "medical_shortfall_top",
  answers: {
    id: "care_dear",
    rank: "3",
    hook_en: "Care is dear there",
    hook_fr: "Les soins y sont chers",
    hook_us: "Health care is pricey there",
    fact_en: "Your card pays {cardValue}.",
    fact_fr: "Votre carte paie {cardValue}.",
    pitch_en: "Insurance pays more.",
    pitch_fr: "Une assurance paie plus.",
    facts_hook: "coach.argument.care_dear.hook",
    facts_fact: "coach.argument.care_dear.fact",
    source: "judgement (unsourced)",
  },
}

describe("what a draft would change", () => {
  it("of an argument is what a review counts, with how often it is told and how it reads", () => {
    const { found, reviewed } = counted(argument)
    assert.deepInclude(found, {
      situations: reviewed.situations,
      changed: reviewed.changed,
      changedCases: reviewed.changedCases,
      changedStanding: 0,
      offers: [],
    })
    const gained = reviewed.arguments.find(({ id }) => id === "care_dear")
    assert.strictEqual(found.argument?.situations, gained?.situations)
    assert.isAbove(found.argument?.cases ?? 0, 0)
    const readings = found.argument?.readings ?? []
    assert.deepStrictEqual(
      readings.map(({ hook, isAmerican, language }) => [language, isAmerican, hook]),
      [
        ["en", false, "Care is dear there"],
        ["fr", false, "Les soins y sont chers"],
        ...(readings.length > 2 ? [["en", true, "Health care is pricey there"]] : []),
      ],
    )
    assert.match(readings[0]?.fact ?? "", /^Your card pays €\d+,000\.$/)
    assert.match(readings[1]?.fact ?? "", /^Votre carte paie \d+\s000\s€\.$/)
  })

  it("of a card tells apart where it only stands beside others", () => {
    const { found, reviewed } = counted({
      kind: "card",
      like: "FR:Visa Premier",
      answers: { bank: "Fortuneo", card_name: "Visa Premier Plus", source: "unsourced" },
    })
    assert.deepInclude(found, {
      changed: reviewed.changed,
      changedCases: reviewed.changedCases,
      argument: null,
    })
    assert.isAbove(found.changedStanding, 0)
    assert.isAtMost(found.changedStanding, found.changed)
  })
})

describe("a drafted argument before anything is known of travellers", () => {
  it("reads with marks for values, in the languages that say something of it", () => {
    const { fact_fr: _, hook_fr: __, pitch_fr: ___, ...answers } = argument.answers
    assert.deepStrictEqual(draftedReadings({ ...argument, answers }, compileText), [
      {
        language: "en",
        isAmerican: false,
        situation: null,
        hook: "Care is dear there",
        fact: "Your card pays ….",
        pitch: "Insurance pays more.",
      },
      {
        language: "en",
        isAmerican: true,
        situation: null,
        hook: "Health care is pricey there",
        fact: "Your card pays ….",
        pitch: "Insurance pays more.",
      },
    ])
  })

  it("reads as it is written while that cannot be read", () => {
    const answers = { id: "care_dear", hook_en: "Care {is" }
    const [reading] = draftedReadings({ ...argument, answers }, compileText)
    assert.strictEqual(reading?.hook, "Care {is")
  })
})
