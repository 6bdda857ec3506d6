import { describe, expect, it } from "vitest"
import { describeTableError } from "../../../../core/table/error.ts"
import { describeExpectation } from "../../../../core/table/expectation.ts"
import { readText } from "../../../../http/messages/icu.ts"
import { checkTravellerTexts } from "../../../../rules/messages/travellers/check-traveller-texts.ts"
import {
  type TravellerLanguage,
  travellerLanguages,
} from "../../../../rules/messages/travellers/languages.ts"
import { shippedSources } from "../../../support/shipped-sources.ts"

const header = ["key", ...travellerLanguages].join(",")

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`

type Texts = Partial<Record<TravellerLanguage, string>> & { readonly en: string }

/** A row in which every language that is not given says something of its own, with the same values. */
const rowOf = (texts: Texts, own: (language: TravellerLanguage) => string): string =>
  ["widget.title", ...travellerLanguages.map((language) => texts[language] ?? own(language))]
    .map(quoted)
    .join(",")

const plain = (language: TravellerLanguage): string => `texte ${language}`

const check = (lines: ReadonlyArray<string>) => {
  const sources = new Map([["messages/travellers/widget.csv", [header, ...lines, ""].join("\n")]])
  return checkTravellerTexts({ sources, readText })
}

const mistakesOf = (texts: Texts, own = plain): ReadonlyArray<string> =>
  check([rowOf(texts, own)]).mistakes.map(
    ({ column, expected }) => `${column}: ${describeExpectation(expected)}`,
  )

describe("the check of travellers' texts", () => {
  it("finds nothing in the shipped tables, all languages filled", () => {
    const { findings, mistakes } = checkTravellerTexts({ sources: shippedSources(), readText })
    expect(mistakes.map(describeTableError)).toEqual([])
    expect(findings).toEqual([])
  })

  it("finds nothing in texts that are whole", () => {
    expect(mistakesOf({ en: "Compare" })).toEqual([])
  })

  it("misses a language that has no text", () => {
    expect(mistakesOf({ en: "Compare", mt: "" })).toEqual(["mt: a text in this language"])
  })

  it("holds every language to the values of the English text", () => {
    const own = (language: TravellerLanguage) => `${language} {amount}`
    expect(mistakesOf({ en: "up to {amount}" }, own)).toEqual([])
    expect(mistakesOf({ en: "up to {amount}", de: "bis viel" }, own)).toEqual([
      "de: {amount}, which the English text shows",
    ])
    expect(mistakesOf({ en: "up to {amount}", de: "bis {Betrag}" }, own)).toEqual([
      "de: one of amount",
    ])
    expect(mistakesOf({ en: "much", fr: "{amount}" })).toEqual(["fr: a text without values"])
  })

  it("refuses what cannot be read, and apostrophes that would hide braces", () => {
    const [unread, ...others] = mistakesOf({ en: "Compare", pl: "{count, plural, one {#}}" })
    expect(unread).toContain("pl: an option other")
    expect(others).toEqual([])
    expect(mistakesOf({ en: "Compare", it: "l'offerta" })[0]).toContain("an apostrophe ’")
    expect(mistakesOf({ en: "Compare}" })).toEqual(["en: a brace { that this one closes"])
  })

  it("asks each language for exactly its own plural forms", () => {
    const forms = (language: string): string =>
      new Intl.PluralRules(language)
        .resolvedOptions()
        .pluralCategories.map((form) => `${form} {# x}`)
        .join(" ")
    const own = (language: TravellerLanguage) => `{count, plural, ${forms(language)}}`
    const en = "{count, plural, one {# day} other {# days}}"
    expect(mistakesOf({ en }, own)).toEqual([])
    const polish = "{count, plural, one {# dzień} other {# dni}}"
    expect(mistakesOf({ en, pl: polish }, own)).toEqual([
      "pl: the plural forms one, few, many, other of count, as this language has them",
    ])
    const tooMany = "{count, plural, one {# Tag} few {# Tage} other {# Tage}}"
    expect(mistakesOf({ en, de: tooMany }, own)).toEqual([
      "de: the plural forms one, other of count, as this language has them",
    ])
    const exact = "{count, plural, =0 {kein Tag} one {# Tag} other {# Tage}}"
    expect(mistakesOf({ en, de: exact }, own)).toEqual([])
  })

  it("holds French to its typography", () => {
    expect(mistakesOf({ en: "Compare", fr: "Combien ?" })).toEqual([
      "fr: a narrow no-break space (U+202F) before it",
    ])
  })

  it("takes a copy of the English text of more than two words for one that nobody translated", () => {
    const copied = mistakesOf({ en: "Compare travel insurance", nl: "Compare travel insurance" })
    expect(copied).toEqual([
      "nl: a text in this language; it is the English one. If that is meant: # meant column=nl key=widget.title : why",
    ])
    expect(mistakesOf({ en: "Option", nl: "Option" })).toEqual([])
    expect(mistakesOf({ en: "Au pair", nl: "Au pair" })).toEqual([])
    const figures = "{count} {from} {to}"
    expect(mistakesOf({ en: figures, nl: figures }, () => figures)).toEqual([])
  })

  it("accepts a copy that is declared as meant, and tells of a declaration about nothing", () => {
    const row = rowOf({ en: "Working holiday visa", nl: "Working holiday visa" }, plain)
    const meant = "# meant column=nl key=widget.title : said so in Dutch"
    expect(check([meant, row])).toEqual({ mistakes: [], findings: [] })
    const { findings, mistakes } = check([meant, rowOf({ en: "Compare" }, plain)])
    expect(mistakes).toEqual([])
    expect(findings).toMatchObject([{ _tag: "StaleMeant", line: 2, why: "said so in Dutch" }])
    expect(check(["# meant column=xx key=widget.title : no", row]).mistakes[0]?.cell).toBe("xx")
  })

  it("names the place of what is wrong in its cell", () => {
    const { mistakes } = check([rowOf({ en: "Compare", fr: "Ah, bon ?" }, plain)])
    expect(mistakes).toMatchObject([
      { file: "messages/travellers/widget.csv", line: 2, character: 35, column: "fr", cell: "?" },
    ])
  })

  it("leaves a table without its columns to the reading of it", () => {
    const sources = new Map([["messages/travellers/widget.csv", "key,en\nwidget.title,Compare\n"]])
    expect(checkTravellerTexts({ sources, readText })).toEqual({ mistakes: [], findings: [] })
  })
})
