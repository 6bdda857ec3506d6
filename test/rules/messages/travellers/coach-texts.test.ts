import { describe, expect, it } from "vitest"
import { describeFinding } from "../../../../core/check/tell/english.ts"
import { describeExpectation } from "../../../../core/table/expectation.ts"
import { readText } from "../../../../http/messages/icu.ts"
import {
  checkCoachTexts,
  coachLanguages,
  type CoachLanguage,
  englishTexts,
  prepareCoachTextMistakes,
} from "../../../../rules/messages/travellers/coach-texts.ts"
import { shippedSources } from "../../../support/shipped-sources.ts"
import { shippedTables } from "../../../support/tables.ts"

const english = englishTexts(shippedTables)

const sources = shippedSources()

const found = (texts: ReadonlyMap<string, string>) =>
  checkCoachTexts({ sources: texts, tables: shippedTables, readText })

/** What is found in the German table after an edit of it. */
const afterEdit = (edit: (text: string) => string): ReadonlyArray<string> => {
  const file = "messages/coach/de.csv"
  return found(new Map([...sources, [file, edit(sources.get(file) ?? "")]]))
    .filter((finding) => finding.file === file)
    .map(describeFinding)
}

const mistakesOf = (
  original: string,
  text: string,
  language: CoachLanguage = "de",
): ReadonlyArray<string> =>
  prepareCoachTextMistakes(new Map([["a.key", original]]), readText)("a.key", text, language).map(
    ({ expected }) => describeExpectation(expected),
  )

describe("the Coach's texts in the languages of travellers", () => {
  it("stand in every one of them, all of them sound", () => {
    expect(found(sources).map((finding) => `${finding.file} ${describeFinding(finding)}`)).toEqual(
      [],
    )
    expect(coachLanguages.length).toBe(24)
    expect(english.size).toBeGreaterThan(430)
  })

  it("are asked for where one is missing, by the key of the English one", () => {
    expect(afterEdit((text) => text.replace(/^medical\.missing,.*\n/m, ""))).toEqual([
      '"medical.missing" is told in English; expected a text in this language',
    ])
  })

  it("are of no use without an English one", () => {
    expect(afterEdit((text) => `${text}medical.dental,Zahnarzt\n`)).toEqual([
      '"medical.dental" stands for no English text, so that nothing shows it',
    ])
  })

  it("show what the English one shows, and nothing else", () => {
    expect(mistakesOf("Up to {limit} in {inPlace}", "Bis {limit}")).toEqual([
      "{inPlace}, which the English text shows",
    ])
    expect(mistakesOf("Up to {limit}", "Bis {limit}: {cover}")).toEqual(["one of limit"])
    expect(
      mistakesOf("{coverCount, plural, one {# cover} other {# covers}}", "Die Leistungen"),
    ).toEqual([])
  })

  it("tell apart what the English one tells apart, once at least", () => {
    const original =
      "{basis, select, card {On your card} none {Without a card} other {On such cards}}: {converted, select, true {about {target}} other {{target}}}"
    expect(
      mistakesOf(
        original,
        "{basis, select, card {Auf Ihrer Karte} other {Auf solchen Karten}}: {converted, select, true {etwa {target}} other {{target}}}",
      ),
    ).toEqual(["{basis, select, none {…} …}, as the English text tells none apart"])
    expect(
      mistakesOf(
        original,
        "{basis, select, card {Ihre Karte} none {Ohne Karte} all {Alle} other {Solche Karten}}: {converted, select, true {etwa {target}} other {{target}}}",
      ),
    ).toEqual(["one of card, none or other, as basis is"])
  })

  it("count by the forms of their language, also what English only shows", () => {
    expect(
      mistakesOf("{count} more", "{count, plural, one {# weitere} other {# weitere}}"),
    ).toEqual([])
    expect(
      mistakesOf("{count} more", "{count, plural, one {# kita} other {# kitų}}", "lt"),
    ).toEqual(["the plural forms one, few, many, other of count, as this language has them"])
  })

  it("can be read, and are no copies", () => {
    expect(mistakesOf("Up to {limit}", "Bis {limit")).toHaveLength(1)
    expect(mistakesOf("Look for it in the booklet", "Look for it in the booklet")).toEqual([
      "a text in this language",
    ])
    expect(mistakesOf("Baggage", "Baggage", "mt")).toEqual([])
  })
})
