import { describe, expect, it } from "vitest"
import { prepareTravellerTexts } from "../../../http/messages/traveller-texts.ts"
import { coachTextsIn } from "../../../rules/messages/travellers/coach-texts.ts"
import { travellerLanguages } from "../../../rules/messages/travellers/languages.ts"
import {
  translatedTables,
  type TravellerKey,
} from "../../../rules/messages/travellers/traveller-tables.ts"
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

/** The texts of pages that show a day, and by which names. */
const dayTexts = names.flatMap((name) =>
  (shippedTables[name].rows as ReadonlyArray<Readonly<Record<string, string | null>>>).flatMap(
    ({ en, key }) => {
      const days = [...(en ?? "").matchAll(/\{(day|until)\}/g)].map(([, each = ""]) => each)
      return typeof key !== "string" || days.length === 0
        ? []
        : [{ key: key as TravellerKey, days }]
    },
  ),
)

/** What stands in a text beside its days. */
const beside = {
  after: "€310",
  amount: "€310",
  before: "€300",
  count: 5,
  days: 8,
  time: "16:29",
}

describe("a day within a sentence", () => {
  it("is shown by more than ten texts of pages", () => {
    expect(dayTexts.length).toBeGreaterThan(10)
  })

  it.each(["sl", "et", "lv"] as const)(
    "in %s is in figures, whichever text shows it",
    (language) => {
      const say = texts(language)
      for (const { days, key } of dayTexts) {
        for (const day of months.map(dayOf)) {
          const shown = Object.fromEntries(days.map((name) => [name, say.date(day)]))
          const said = say(key, { ...beside, ...shown })
          const figures = say.date(day).replace(/\.$/, "")
          expect(figures).toMatch(/^\d{1,2}\.\s?\d{1,2}\.\s?2026$/)
          expect([key, said.split(figures).length - 1]).toEqual([key, days.length])
          expect([key, said.includes(aloneIn(language, day))]).toEqual([key, false])
        }
      }
    },
  )

  it.each(["sl", "et", "lv"] as const)(
    "in %s has words for a stretch of days after a colon alone, where no case rules",
    (language) => {
      const stretches = textsIn(language).filter((text) => /\{days\}/.test(text))
      expect(stretches).toHaveLength(1)
      for (const text of stretches) expect(text).toMatch(/: \{days\}\./)
    },
  )

  it.each(["sl", "et", "lv"] as const)(
    "in %s is told by the Coach in brackets or after a comma, as it may be a month alone",
    (language) => {
      const dated = shippedTables[coachTextsIn(language)].rows.filter(({ text }) =>
        text.includes("{asOf}"),
      )
      expect(dated.length).toBeGreaterThan(4)
      for (const { key, text } of dated) {
        for (const [before] of text.matchAll(/[^{}]*\}?[^{}]*(?=\{asOf\})/g)) {
          if (before !== "")
            expect([key, before]).toEqual([key, expect.stringMatching(/(?:\(|, )$/)])
        }
      }
    },
  )

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
      for (const { days, key } of dayTexts) {
        const shown = Object.fromEntries(days.map((name) => [name, say.date(day)]))
        const said = say(key, { ...beside, ...shown })
        expect([key, /\.\./.exec(said)?.[0]]).toEqual([key, undefined])
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
