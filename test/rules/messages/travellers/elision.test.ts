import { describe, expect, it } from "vitest"
import { prepareTravellerTexts } from "../../../../http/messages/traveller-texts.ts"
import { elided } from "../../../../rules/messages/travellers/elision.ts"
import { travellerLanguages } from "../../../../rules/messages/travellers/languages.ts"
import { keyedTexts } from "../../../../rules/messages/travellers/traveller-tables.ts"
import { shippedTables } from "../../../support/tables.ts"

describe("words before a value", () => {
  it.each([
    ["fr", "Je lis les conditions de Escapada Plus.", "Je lis les conditions d’Escapada Plus."],
    ["fr", "plus de Été", "plus d’Été"],
    ["fr", "autre que Œuvre", "autre qu’Œuvre"],
    ["fr", "De Alpkranz à Zurich", "D’Alpkranz à Zurich"],
    ["fr", "les documents de Wayfarer", "les documents de Wayfarer"],
    ["fr", "les documents de Harborwick", "les documents de Harborwick"],
    ["fr", "de 8 à 11 ans", "de 8 à 11 ans"],
    ["fr", "une autre devise que USD", "une autre devise que USD"],
    ["fr", "Monde entier", "Monde entier"],
    ["it", "dal 8 luglio 2027 in poi", "dall’8 luglio 2027 in poi"],
    ["it", "fino al 11 luglio 2027", "fino all’11 luglio 2027"],
    ["it", "ai cambi del 1º luglio 2027", "ai cambi del 1º luglio 2027"],
    ["it", "del 18 luglio", "del 18 luglio"],
    ["it", "al 110", "al 110"],
    ["de", "de Escapada", "de Escapada"],
  ] as const)("in %s are joined where the language joins them: %s", (language, text, joined) => {
    expect(elided(language, text)).toBe(joined)
    expect(elided(language, joined)).toBe(joined)
  })

  it("are joined already in what is written, so that values alone change anything", () => {
    const written = Object.keys(keyedTexts).flatMap((name) =>
      shippedTables[name as keyof typeof keyedTexts].rows.flatMap((row) =>
        travellerLanguages.map((language) => [language, row[language] ?? ""] as const),
      ),
    )
    expect(written.length).toBeGreaterThan(5_000)
    for (const [language, text] of written) expect(elided(language, text)).toBe(text)
  })

  it("are joined in every text with every offer's name and every day", () => {
    const texts = prepareTravellerTexts(shippedTables)
    const names = [...new Set(shippedTables.catalogueOffers.rows.map(({ name }) => name))]
    expect(names.some((name) => /^[AEIOU]/u.test(name))).toBe(true)
    for (const offer of names) {
      expect(texts("fr")("funnel.read_both", { offer })).not.toMatch(/\b(?:de|que) [aeiouéèê]/iu)
    }
    for (let day = 1; day <= 31; day += 1) {
      const said = texts("it").date(`2027-07-${String(day).padStart(2, "0")}`)
      const told = texts("it")("comparator.rates_day", { day: said })
      expect(told).toContain(day === 8 || day === 11 ? `dell’${day} luglio` : `del ${said}`)
    }
  })
})
