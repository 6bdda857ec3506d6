import { describe, expect, it } from "vitest"
import { prepareTravellerTexts } from "../../../http/messages/traveller-texts.ts"
import { travellerLanguages } from "../../../rules/messages/travellers/languages.ts"
import { translatedTables } from "../../../rules/messages/travellers/traveller-tables.ts"
import { shippedTables } from "../../support/tables.ts"

const texts = prepareTravellerTexts(shippedTables)

const months = Array.from(
  { length: 12 },
  (_, index) => `2026-${String(index + 1).padStart(2, "0")}-29`,
)
const dayOf = (month: string) => month.replace("2026-02-29", "2026-02-28")

/** What a language calls its months where they stand alone, as no preposition lets them. */
const aloneIn = (language: string, day: string): string =>
  new Intl.DateTimeFormat(language, { month: "long", timeZone: "UTC" }).format(
    new Date(`${day}T00:00:00Z`),
  )

const names = Object.keys(translatedTables) as ReadonlyArray<keyof typeof translatedTables>

const textsIn = (language: (typeof travellerLanguages)[number]): ReadonlyArray<string> =>
  names.flatMap((name) =>
    (shippedTables[name].rows as ReadonlyArray<Readonly<Record<string, string | null>>>).map(
      (row) => row[language] ?? "",
    ),
  )

describe("a day within a sentence", () => {
  it.each(["sl", "et", "lv"] as const)(
    "in %s names no month, as its case would be wrong",
    (language) => {
      const say = texts(language)
      for (const day of months.map(dayOf)) {
        const said = say("offers.notice_rates", { day: say.date(day), days: 8 })
        expect(said).toContain("2026")
        expect(said).not.toContain(aloneIn(language, day))
        expect(said).not.toMatch(/\bgada\b/)
      }
    },
  )

  it.each(travellerLanguages)("in %s ends with one full stop", (language) => {
    const say = texts(language)
    for (const day of months.map(dayOf)) {
      for (const said of [
        say("comparator.rates_day", { day: say.date(day) }),
        say("comparator.fault_order", { day: say.date(day) }),
      ]) {
        expect(said).not.toMatch(/\.\./)
        expect(said).toMatch(/\.$/)
      }
    }
  })

  it("is read as people of the language write it", () => {
    const rates = (language: "sl" | "et" | "lv" | "hr" | "hu" | "fr") => {
      const say = texts(language)
      return say("comparator.rates_day", { day: say.date("2026-09-29") })
    }
    expect(rates("sl")).toBe("Zneski preračunani po tečajih z dne 29. 9. 2026.")
    expect(rates("et")).toBe("Summad arvestatud 29.9.2026 kursiga.")
    expect(rates("lv")).toBe("Summas pārrēķinātas pēc kursiem, kas noteikti 29.09.2026.")
    expect(rates("hr")).toBe("Iznosi preračunati po tečajevima od 29. rujna 2026.")
    expect(rates("hu")).toBe("Az összegek átszámítva, az árfolyam napja: 2026. szeptember 29.")
    expect(rates("fr")).toBe("Montants convertis aux cours du 29 septembre 2026.")
  })
})

describe("a number before a noun", () => {
  it("takes `de` in Romanian from 20 on", () => {
    const bare =
      /\{\w+(?:, number)?\}[ \u00A0](?:ani|zile|luni|ore|destinații|călători|caractere|oferte|persoane|nopți)/u
    for (const text of textsIn("ro")) expect(text).not.toMatch(bare)
    const say = texts("ro")
    expect(say.highlight("travellers_over", { figure: 85 })).toBe("Călători de peste 85 de ani")
    expect(say.highlight("travellers_over", { figure: 16 })).toBe("Călători de peste 16 ani")
    expect(say.highlight("travellers_over", { figure: 101 })).toBe("Călători de peste 101 ani")
  })

  it("is an ordinal in Polish before a year of life", () => {
    for (const text of textsIn("pl")) expect(text).not.toMatch(/\} roku/u)
    expect(texts("pl").highlight("travellers_over", { figure: 84 })).toBe(
      "Podróżni powyżej 84. roku życia",
    )
  })
})
