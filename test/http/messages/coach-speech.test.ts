import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  prepareCoachSpeech,
  prepareTravellerTexts,
} from "../../../http/messages/traveller-texts.ts"
import { corpusOf } from "../../../rules/corpus/corpus.ts"
import type {
  CoachPanel,
  SpokenText,
  TellTraveller,
} from "../../../rules/messages/travellers/coach-speech.ts"
import {
  coachLanguages,
  coachTextsIn,
  type CoachLanguage,
} from "../../../rules/messages/travellers/coach-texts.ts"
import { travellerLanguages } from "../../../rules/messages/travellers/languages.ts"
import { times } from "../../support/long.ts"
import { testSeed } from "../../support/random.ts"
import { shippedTables } from "../../support/tables.ts"
import { anyRequest, bilanOf, liveContext } from "../../rules/coach/support.ts"

const texts = prepareTravellerTexts(shippedTables)

const tell = prepareCoachSpeech({ tables: shippedTables, texts })

/** All that a panel says, in the order in which it is read. */
const sentencesOf = (panel: CoachPanel): ReadonlyArray<SpokenText> =>
  [
    panel.headline,
    panel.medical,
    panel.gapsNote,
    ...panel.gaps.flatMap(({ sentence }) => sentence),
    ...panel.arguments.flatMap(({ fact, hook, pitch }) => [hook, fact, pitch]),
    panel.social,
    ...panel.disclosures,
  ].flatMap((each) => each ?? [])

const labelsOf = ({ gaps }: CoachPanel): ReadonlyArray<SpokenText> =>
  gaps.flatMap(({ badgeLabel, labels }) => [
    ...labels,
    ...(badgeLabel === null ? [] : [badgeLabel]),
  ])

/** Braces, names of values, keys and characters that stand for something, and slips of spaces. */
const unfinished =
  /[{}\uFFFC-\uFFFF]|undefined|\bnull\b|NaN|\[object| {2}|^\s|\s$|\b[a-z]+_[a-z_]+\b|\b(?:coach|medical|badge|word|term|guarantee|source|issuer|disclosure)\.[a-z]/u

/** Names of guarantees as the tables write them. */
const slugs = shippedTables.guarantees.rows.map(({ slug }) => slug)

const isUnfinished = (text: string): boolean =>
  unfinished.test(text) || slugs.some((slug) => text.includes(slug))

/** Words without which hardly an English sentence does, and which no other language here has. */
const english = /\b(?:the|your|these|usually|which|covers?|covered|cardholder|booklet)\b/i

/** What is wrong with a panel in a language. */
const wrongIn = (panel: CoachPanel, language: CoachLanguage): ReadonlyArray<string> => {
  const said = [...sentencesOf(panel), ...labelsOf(panel)]
  const twice = sentencesOf(panel)
    .map(({ text }) => text)
    .filter((text, index, all) => all.indexOf(text) !== index)
  return [
    ...twice.map((text) => `twice: ${text}`),
    ...said.flatMap((each) => [
      ...(each.language === language ? [] : [`in ${each.language}: ${each.text}`]),
      ...(isUnfinished(each.text) ? [`unfinished: ${each.text}`] : []),
      ...(english.test(each.text) ? [`English: ${each.text}`] : []),
    ]),
  ]
}

const expectLaw = (body: unknown, factsOnly: boolean): void => {
  const answer = bilanOf(body, { ...liveContext, factsOnly })
  const size = (panel: CoachPanel) => [panel.arguments.length, labelsOf(panel).length > 0]
  const inEnglish = tell(answer, "en")
  for (const language of coachLanguages) {
    const panel = tell(answer, language)
    expect(wrongIn(panel, language), `${language} ${JSON.stringify(body)}`).toEqual([])
    expect(size(panel)).toEqual(size(inEnglish))
  }
}

describe("what the Coach says to travellers", () => {
  it("is in the language of their page, finished, and said once, whatever they ask", () => {
    fc.assert(
      fc.property(anyRequest, fc.boolean(), (body, factsOnly) => expectLaw(body, factsOnly)),
      { numRuns: times(60, 1_000), seed: testSeed("panels in all languages") },
    )
  })

  it("and over the situations of the corpus", () => {
    const every = times(60, 3)
    corpusOf(shippedTables)
      .filter((_, index) => index % every === 0)
      .forEach(({ bilan }, index) => expectLaw(bilan, index % 4 === 3))
  })

  it("is said once in English and French too", () => {
    fc.assert(
      fc.property(anyRequest, fc.boolean(), (body, factsOnly) => {
        const answer = bilanOf(body, { ...liveContext, factsOnly })
        for (const language of ["en", "fr"] as const) {
          const panel = tell(answer, language)
          const said = sentencesOf(panel).map(({ text }) => text)
          expect(said.filter((text, index) => said.indexOf(text) !== index)).toEqual([])
          expect(
            new Set([...sentencesOf(panel), ...labelsOf(panel)].map((each) => each.language)),
          ).toEqual(new Set([language]))
        }
      }),
      { numRuns: times(200, 3_000), seed: testSeed("panels in two languages") },
    )
  })

  it("tells covers together of which the same is said, with the words to look for", () => {
    const answer = bilanOf({
      residence: "DE",
      destinations: ["TH"],
      card: { network: "mastercard", tier: "premium" },
    })
    const { gaps } = tell(answer, "en")
    expect(Object.keys(answer.card.guarantees).length).toBeGreaterThan(10)
    expect(gaps.length).toBeLessThan(3)
    expect(gaps[0]?.labels.length).toBeGreaterThan(5)
    expect(gaps[0]?.sentence.text).toMatch(
      /Look for “medical expenses abroad · hospital guarantee · .* · …” in the booklet\.$/u,
    )
  })

  it("prints money, days and places as the page does", () => {
    const answer = bilanOf({
      residence: "FR",
      destinations: ["JP"],
      card: { network: "visa", tier: "premium" },
    })
    for (const language of travellerLanguages) {
      const { ceiling, country } = texts(language)
      const { targetValue } = answer.bilan.medical
      const said = sentencesOf(tell(answer, language)).map(({ text }) => text)
      expect(said.some((text) => text.includes(ceiling(targetValue, "EUR")))).toBe(true)
      expect(said.some((text) => text.includes(country("JP")))).toBe(true)
    }
  })

  it("calls what a card holds under another cover's slug by its own name", () => {
    const answer = bilanOf({
      residence: "DE",
      destinations: ["TH"],
      card: { network: "mastercard", tier: "premium" },
      trip: { friends: true, longTrip: true, riskyActivity: true },
    })
    const labels = tell(answer, "de").gaps.flatMap((gap) => gap.labels.map(({ text }) => text))
    expect(Object.keys(answer.card.guarantees)).toContain("rentalRc")
    expect(labels).not.toContain(texts("de").guarantee("rentalRc"))
    expect(labels).toContain("Mietwagen")
  })
})

/** The shipped tables with another text in German, or none. */
const withGerman = (key: string, text: string | undefined): TellTraveller => {
  const name = coachTextsIn("de")
  const table = shippedTables[name]
  const rows = table.rows.flatMap((row) => {
    if (row.key !== key) return [row]
    return text === undefined ? [] : [{ key, text }]
  })
  const get = (...keys: ReadonlyArray<string | number>) => rows.find((row) => row.key === keys[0])
  return prepareCoachSpeech({
    tables: { ...shippedTables, [name]: { ...table, rows, get } },
    texts,
  })
}

describe("a text that a language lacks, or that fails its check,", () => {
  const answer = bilanOf({
    residence: "FR",
    destinations: ["JP"],
    card: { network: "visa", tier: "premium" },
  })
  const usual = tell(answer, "de")
  const medicalKey = `medical.${String(Reflect.get(answer.bilan.medical, "key"))}`

  it("is told in English with all that it shows, and nothing else is", () => {
    for (const text of [
      undefined,
      "Ein Satz ohne Werte.",
      "{basis, select, card {",
      "Unser {target",
    ]) {
      const { medical, ...others } = withGerman(medicalKey, text)(answer, "de")
      expect(medical?.language).toBe("en")
      expect(medical?.text).toBe(tell(answer, "en").medical?.text)
      expect({ ...others, medical: usual.medical }).toEqual(usual)
    }
  })

  it("takes the sentences with it that are put together with it", () => {
    const panel = withGerman("term.emergency_only.long", undefined)(answer, "de")
    const inEnglish = sentencesOf(panel).filter(({ language }) => language === "en")
    expect(inEnglish.length).toBeGreaterThan(0)
    for (const { text } of inEnglish) expect(text).toContain("urgent care only")
    for (const { language, text } of sentencesOf(panel)) {
      expect(/\uFFFF/u.test(text)).toBe(false)
      if (language === "de") expect(text).not.toContain("urgent")
    }
  })

  it("leaves a label in English where its word is missing", () => {
    const panel = withGerman("word.badge_unverified", undefined)(answer, "de")
    const unverified = panel.gaps.find(({ badge }) => badge === "unverified")
    expect(unverified?.badgeLabel).toEqual({ language: "en", text: "Unverified" })
    expect(unverified?.sentence.language).toBe("de")
  })
})
