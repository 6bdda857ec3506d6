import { describe, expect, it } from "vitest"
import { prepareTravellerTexts } from "../../../http/messages/traveller-texts.ts"
import { travellerLanguages } from "../../../rules/messages/travellers/languages.ts"
import { guaranteeStates } from "../../../core/vocabulary/guarantee.ts"
import { shippedTables } from "../../support/tables.ts"

const texts = prepareTravellerTexts(shippedTables)
const plain = (text: string): string => text.replaceAll(/\s/gu, " ")

describe("texts of travellers", () => {
  it("speak the language that is asked for, filled in", () => {
    expect(texts("fr")("offers.up_to", { amount: "800 €" })).toBe("jusqu’à 800 €")
    expect(texts("en")("offers.included")).toBe("included")
  })

  it("are prepared once for a language", () => {
    expect(texts("fr")).toBe(texts("fr"))
    expect(texts("fr")).not.toBe(texts("en"))
  })

  it("speak English where a language has no text", () => {
    const { travellerOffers } = shippedTables
    const rows = travellerOffers.rows.map((row) => ({ ...row, de: null }))
    const get = (...key: ReadonlyArray<string | number>) => rows.find((row) => row.key === key[0])
    const others = prepareTravellerTexts({
      ...shippedTables,
      travellerOffers: { ...travellerOffers, rows, get },
    })
    expect(others("de")("offers.included")).toBe("included")
    expect(others("fr")("offers.included")).toBe("inclus")
  })

  it("refuse to leave out a value, rather than to say half a sentence", () => {
    expect(() => texts("en")("offers.up_to")).toThrow("offers.up_to")
  })

  it("tell which languages a person has read", () => {
    const read = travellerLanguages.filter((language) => !texts(language).isMachineMade)
    expect(read).toEqual(["en", "fr"])
    expect(texts("el").languageName).toBe("Ελληνικά")
  })

  it("print money, days and names as the language does", () => {
    const { ceiling, country, date, dateRange, list, money } = texts("de")
    expect(plain(money(92.05, "EUR"))).toBe("92,05 €")
    expect(plain(money(90, "EUR"))).toBe("90,00 €")
    expect(plain(money(4712, "JPY"))).toBe("4.712 ¥")
    expect(plain(ceiling(100_000, "EUR"))).toBe("100.000 €")
    expect(date("2027-07-01")).toBe("1. Juli 2027")
    expect(plain(dateRange("2027-07-01", "2027-07-14"))).toBe("1.–14. Juli 2027")
    expect(country("US")).toBe("Vereinigte Staaten")
    expect(list(["Gepäck", "Reiserücktritt"])).toBe("Gepäck und Reiserücktritt")
  })

  it("write days and money as tokens of the pages ask", () => {
    expect(texts("en").date("2027-07-01")).toBe("1 July 2027")
    expect(texts("en").money(92.05, "EUR")).toBe("€92.05")
    expect(texts("fr").date("2027-07-01")).toBe("1er juillet 2027")
    expect(plain(texts("fr").dateRange("2027-06-21", "2027-07-01"))).toBe(
      "du 21 juin au 1er juillet 2027",
    )
  })

  it("count first days and pad none, in stretches of time too", () => {
    const stretch = (language: (typeof travellerLanguages)[number], to: string) =>
      plain(texts(language).dateRange("2027-07-01", to))
    expect(stretch("fr", "2027-07-14")).toBe("du 1er au 14 juillet 2027")
    expect(stretch("fr", "2027-07-01")).toBe("1er juillet 2027")
    expect(stretch("it", "2027-07-14")).toBe("1–14 luglio 2027")
    expect(stretch("it", "2027-08-03")).toBe("1º luglio – 3 agosto 2027")
    expect(stretch("hr", "2027-07-14")).toBe("1. – 14. srpnja 2027.")
    for (const language of travellerLanguages) {
      expect(stretch(language, "2027-08-03")).not.toMatch(/(?<!\d)0\d/u)
    }
  })

  it("name guarantees and trip types, in full and short", () => {
    const { guarantee, intent, shortGuarantee } = texts("fr")
    expect(guarantee("hospitalFeesAbroad")).toBe("Frais médicaux et d’hospitalisation à l’étranger")
    expect(shortGuarantee("hospitalFeesAbroad")).toBe("Soins à l’étranger")
    expect(shortGuarantee("suitcaseInsurance")).toBe("Bagages")
    expect(intent("cruise")).toBe("Croisière")
    expect([guarantee("petInsurance"), intent("toMars")]).toEqual(["petInsurance", "toMars"])
  })

  it("say how an offer holds a guarantee, in every state", () => {
    const { cover } = texts("en")
    const said = guaranteeStates.map((state) => cover({ state, value: 1500 }, "GBP"))
    expect(said).toEqual([
      "up to £1,500",
      "included",
      "actual costs, no ceiling",
      "£1,500 a day",
      "a ticket home",
      "up to the insured price of the trip",
      "up to the insured tuition fees",
      "not covered",
    ])
    expect(cover({ state: "value", value: null }, "GBP")).toBe("included")
  })

  it("show what they cannot print as it is", () => {
    expect(texts("en").money(7, "euro")).toBe("7 euro")
    expect(texts("en").country("Atlantis")).toBe("Atlantis")
  })
})
