import { assert, describe, it } from "@effect/vitest"
import { prepareReadCountry } from "../../../rules/comparison/typed-country.ts"
import {
  type TravellerLanguage,
  travellerLanguages,
} from "../../../rules/messages/travellers/languages.ts"
import { makeTravellerPrint } from "../../../rules/messages/travellers/traveller-print.ts"
import { shippedTables } from "../../support/tables.ts"

const readIn = prepareReadCountry(shippedTables)

const localeOf = (language: TravellerLanguage): string =>
  shippedTables.travellerSpeech.get(language)?.locale ?? language

describe("a country that is typed", () => {
  it.each([
    ["fr", "Allemagne", "DE"],
    ["fr", "  allemagne ", "DE"],
    ["fr", "germany", "DE"],
    ["fr", "deutschland", "DE"],
    ["fr", "DE", "DE"],
    ["fr", "deu", "DE"],
    ["fr", "les etats-unis", "US"],
    ["fr", "Etats Unis d’Amérique", "US"],
    ["fr", "la Réunion", "RE"],
    ["en", "USA", "US"],
    ["en", "U.S.A.", "US"],
    ["en", "uk", "GB"],
    ["en", "England", "GB"],
    ["en", "the Netherlands", "NL"],
    ["en", "Holland", "NL"],
    ["en", "Czech Republic", "CZ"],
    ["en", "Bosnia & Herzegovina", "BA"],
    ["en", "bosnia and herzegovina", "BA"],
    ["en", "Cote d'Ivoire", "CI"],
    ["en", "Turkey", "TR"],
    ["en", "Guinea", "GN"],
    ["en", "Niger", "NE"],
    ["de", "osterreich", "AT"],
    ["de", "Österreich", "AT"],
    ["de", "Großbritannien", "GB"],
    ["el", "ΚΥΠΡΟΣ", "CY"],
    ["el", "κυπρος", "CY"],
    ["el", "Ολλανδία", "NL"],
    ["tr", "İSPANYA", "ES"],
    ["tr", "ispanya", "ES"],
    ["bg", "германия", "DE"],
    ["pl", "wlochy", "IT"],
    ["hr", "Španjolska", "ES"],
    ["is", "Þýskaland", "DE"],
    ["pt", "Hong Kong", "HK"],
  ] as const)("in %s as %o is %s", (language, typed, code) => {
    assert.deepStrictEqual(readIn(language)(typed), { _tag: "Country", code })
  })

  it.each([
    ["en", "germny", ["DE"]],
    ["fr", "allemange", ["DE"]],
    ["en", "Korea", ["KP", "KR"]],
    ["en", "Congo", ["CG", "CD"]],
    ["de", "Coree", ["KP", "KR"]],
    ["de", "Vereinigte", ["AE", "GB", "US"]],
    ["en", "states", ["US"]],
    ["en", "Nigeira", ["NE", "NG"]],
    ["en", "Europe", []],
    ["en", "", []],
    ["en", "u", []],
    ["en", "XX", []],
    ["en", "QQ", []],
    ["en", "<b>", []],
    ["en", "x".repeat(200), []],
  ] as const)("in %s as %o is asked about: %o", (language, typed, near) => {
    assert.deepStrictEqual(readIn(language)(typed), { _tag: "Unknown", near })
  })

  it("as any page prints it, and by its letters, is that country in every language", () => {
    for (const language of travellerLanguages) {
      const read = readIn(language)
      const { country } = makeTravellerPrint(localeOf(language))
      for (const { alpha3, code } of shippedTables.countries.rows) {
        for (const typed of [country(code), country(code).toUpperCase(), code, alpha3]) {
          assert.deepStrictEqual(read(typed), { _tag: "Country", code }, `${typed} in ${language}`)
        }
      }
    }
  })
})

describe("neighbours", () => {
  it("border on each other, and none on itself", () => {
    const { neighbours } = shippedTables
    for (const { code, neighbours: beside } of neighbours.rows) {
      assert.notInclude(beside, code)
      for (const other of beside) {
        assert.include(neighbours.get(other)?.neighbours ?? [], code, `${other} on ${code}`)
      }
    }
  })
})
