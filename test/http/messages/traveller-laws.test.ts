import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { compileText, readText } from "../../../http/messages/icu.ts"
import { travellerLanguages } from "../../../rules/messages/travellers/languages.ts"
import { translatedTables } from "../../../rules/messages/travellers/traveller-tables.ts"
import { shippedTables } from "../../support/tables.ts"

type Row = Readonly<Record<(typeof travellerLanguages)[number], string | null>>

/** Numbers at which languages choose different forms. */
const numbers = [0, 1, 2, 3, 5, 11, 20, 21, 22, 25, 100, 101, 1_000_000]

const valuesOf = (text: string, number: number): Readonly<Record<string, string | number>> =>
  Object.fromEntries(
    Result.getOrThrow(readText(text)).map(({ name, use, words }) => [
      name,
      use === "number" ? number : (words[0] ?? `<${name}>`),
    ]),
  )

const names = Object.keys(translatedTables) as ReadonlyArray<keyof typeof translatedTables>

describe.each(names)("every text of %s", (name) => {
  const rows = shippedTables[name].rows as ReadonlyArray<Row>

  it.each(travellerLanguages)("in %s is told whole, with all that it shows", (language) => {
    expect(rows.length).toBeGreaterThan(0)
    const { locale = language } = shippedTables.travellerSpeech.get(language) ?? {}
    for (const row of rows) {
      const text = row[language] ?? ""
      expect(text, JSON.stringify(row)).not.toBe("")
      const fill = compileText(text, locale)
      for (const number of numbers) {
        const values = valuesOf(row.en ?? "", number)
        const said = fill(values)
        expect(said, text).toBeDefined()
        expect(said, text).not.toMatch(/[{}#]|undefined|NaN/)
        // A word that a text chooses by stands in none.
        for (const value of Object.values(values)) {
          if (typeof value === "string" && value.startsWith("<")) {
            expect(said, text).toContain(value)
          }
        }
      }
    }
  })
})

describe("the names of guarantees", () => {
  it.each(travellerLanguages)("in %s tell all guarantees apart, and short ones are short", (of) => {
    const { rows } = shippedTables.travellerGuarantees
    const full = rows.filter(({ form }) => form === "name").map((row) => row[of])
    expect(full).toHaveLength(28)
    expect(new Set(full).size).toBe(28)
    for (const row of rows.filter(({ form }) => form === "name" || form === "short")) {
      const name = shippedTables.travellerGuarantees.get(row.slug, "name")?.[of] ?? ""
      expect((row[of] ?? "").length, row.slug).toBeLessThanOrEqual(name.length)
      if (row.form === "short") expect((row[of] ?? "").length, row.slug).toBeLessThanOrEqual(32)
    }
  })
})

describe("what guarantees are", () => {
  const { rows } = shippedTables.travellerGuarantees
  const slugs = [...new Set(rows.map(({ slug }) => slug))]

  it.each(travellerLanguages)("in %s is a sentence and an example, at most 60 words", (of) => {
    for (const slug of slugs) {
      const about = shippedTables.travellerGuarantees.get(slug, "about")?.[of] ?? ""
      const example = shippedTables.travellerGuarantees.get(slug, "example")?.[of] ?? ""
      expect(about, slug).toMatch(/^\p{Lu}.{20,}\.$/u)
      expect(example, slug).toMatch(/^[\p{Lu}\d].{8,}\.$/u)
      expect(`${about} ${example}`.split(/\s+/u).length, slug).toBeLessThanOrEqual(60)
    }
    const told = rows.filter(({ form }) => form === "about").map((row) => row[of])
    expect(new Set(told).size).toBe(slugs.length)
  })
})

/** The quotation marks of each language, and no others; an apostrophe is none. */
const quotesOf: Readonly<Record<(typeof travellerLanguages)[number], string>> = {
  en: "“”",
  fr: "«»",
  bg: "„“",
  cs: "„“",
  da: "»«",
  de: "„“",
  el: "«»",
  es: "«»",
  et: "„“",
  fi: "””",
  hr: "„”",
  hu: "„”",
  is: "„“",
  it: "«»",
  lt: "„“",
  lv: "„”",
  mt: "“”",
  nl: "‘’",
  no: "«»",
  pl: "„”",
  pt: "«»",
  ro: "„”",
  sk: "„“",
  sl: "»«",
  sv: "””",
  tr: "“”",
}

describe("the signs of every text", () => {
  it.each(travellerLanguages)(
    "in %s are those of its language, and no blank is lost or doubled",
    (of) => {
      const signs = /["“”„‟«»‘‚‹›]/gu
      for (const name of names) {
        for (const row of shippedTables[name].rows as ReadonlyArray<Row>) {
          const text = row[of] ?? ""
          expect(text).not.toMatch(/^\s|\s$|[ \u00a0]{2}|\s[,.)]|\( /u)
          const found = [...text.matchAll(signs)].map(([sign]) => sign)
          expect(
            found.filter((sign) => !quotesOf[of].includes(sign)),
            text,
          ).toEqual([])
        }
      }
    },
  )
})
