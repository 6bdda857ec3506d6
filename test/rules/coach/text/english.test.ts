import { describe, expect, it } from "vitest"
import { prepareWording } from "../../../../rules/coach/wording.ts"
import { shippedTables } from "../../../support/tables.ts"

const choice = { fr: "rapatriement", en: "repatriation", us: "medical evacuation" }

/** What the English of each market says, over some rows of locales. */
const saidIn = (english: (market: string, own: "en" | "us") => "en" | "us") => {
  const { messageLocales } = shippedTables
  const wordingFor = prepareWording({
    ...shippedTables,
    messageLocales: {
      ...messageLocales,
      get: (market) => {
        const row = messageLocales.get(market)
        return row && { ...row, english: english(String(market), row.english) }
      },
    },
  })
  return Object.fromEntries(
    shippedTables.coachMarkets.rows.map(({ market }) => [
      market,
      wordingFor("en", market).choose(choice),
    ]),
  )
}

describe("the English of a market", () => {
  it("is that of North America where the market's row of locales says so, and nowhere else", () => {
    const [own, us] = [choice.en, choice.us]
    expect(saidIn((_, english) => english)).toEqual({
      fr: own,
      us,
      ca: us,
      sg: own,
      my: own,
      universal: own,
    })
    expect(new Set(Object.values(saidIn(() => "en")))).toEqual(new Set([own]))
    expect(new Set(Object.values(saidIn(() => "us")))).toEqual(new Set([us]))
  })

  it("says the English of all where a text has none of its own", () => {
    const wording = prepareWording(shippedTables)("en", "us")
    expect(wording.choose({ ...choice, us: null })).toBe(choice.en)
  })
})

describe("several countries", () => {
  const inCountries = (language: "en" | "fr", count: number): string =>
    prepareWording(shippedTables)(language, "fr").inCountries(count)

  it("are counted in letters up to ten, and in figures from there", () => {
    expect(inCountries("fr", 2)).toBe("dans les deux pays")
    expect(inCountries("en", 2)).toBe("in the two countries of your trip")
    for (let count = 2; count <= 50; count += 1) {
      for (const language of ["en", "fr"] as const) {
        expect(/\d/.test(inCountries(language, count)), `${language} ${count}`).toBe(count > 10)
      }
    }
  })
})
