import { assert, describe, it } from "@effect/vitest"
import { shippedTables } from "../../support/tables.ts"
import { textDefinitions } from "../../../rules/messages/rendering-tables.ts"
import { typographyMistakes } from "../../../core/vocabulary/french-typography.ts"

interface Told {
  readonly table: string
  readonly column: string
  readonly text: string
}

const isFrench = (column: string): boolean => /fr$/i.test(column)

/** Every text of data/messages, in whichever column. */
const told: ReadonlyArray<Told> = Object.keys(textDefinitions).flatMap((name) => {
  const table = shippedTables[name as keyof typeof textDefinitions]
  return table.rows.flatMap((row) =>
    Object.entries(row).flatMap(([column, text]) =>
      typeof text === "string" && /(?:fr|en|us)$/i.test(column)
        ? [{ table: table.file, column, text }]
        : [],
    ),
  )
})

const french = told.filter(({ column }) => isFrench(column))
const english = told.filter(({ column }) => !isFrench(column))

const holding = (some: ReadonlyArray<Told>, phrase: RegExp): ReadonlyArray<string> =>
  some.filter(({ text }) => phrase.test(text)).map(({ table, text }) => `${table}: ${text}`)

/** What French texts may not say: advice, certain refusals and payments, urgency, invented proof. */
const forbiddenInFrench: ReadonlyArray<RegExp> = [
  /il vous faut/i,
  /vous devez/i,
  /(?<!dé)conseill/i,
  /ne serez pas remboursé/i,
  /tous risques/i,
  /tout est couvert/i,
  /100\s%\sremboursé/i,
  /\ble meilleur/i,
  /n°\s?1/i,
  /plus que quelques jours/i,
  /dernière chance/i,
  /des voyageurs/i,
  /obligatoire/i,
  /ne sert à rien/i,
  /(?<![\d\s])\s?0\s[€$]/,
  /\}\sà prévoir/,
  /!/,
]

/** The same in English. */
const forbiddenInEnglish: ReadonlyArray<RegExp> = [
  // “Travel only if you need to” is what governments say of a trip.
  /\byou need\b(?! to, or)/i,
  /you must/i,
  /recommend(?!ed\})/i,
  /advised?\b(?! against)/i,
  /will be refused/i,
  /fully covered/i,
  /\bthe best\b/i,
  /last chance/i,
  /act now/i,
  /of travellers/i,
  /useless/i,
  /[€$]0\b/,
  /\} to plan for/,
  /!/,
]

describe("the words of messages", () => {
  it("are those of every table of texts", () => {
    assert.isAbove(french.length, 300)
    assert.isAbove(english.length, 300)
  })

  it("hold none of the phrases that a reading of cards may not use", () => {
    for (const phrase of forbiddenInFrench)
      assert.deepStrictEqual(holding(french, phrase), [], String(phrase))
    for (const phrase of forbiddenInEnglish)
      assert.deepStrictEqual(holding(english, phrase), [], String(phrase))
  })

  it("say that a card lacks a cover only with what was read", () => {
    const lacking = /votre carte (?:n’a pas|ne couvre pas|n’en couvre pas)/gu
    const sources = /D’après \{according\}, $/u
    let said = 0
    for (const { text } of french) {
      for (const { index } of text.matchAll(lacking)) {
        assert.match(text.slice(0, index), sources, text)
        said += 1
      }
    }
    assert.isAbove(said, 10)
  })

  it("stand in French with spaces that do not break", () => {
    for (const { table, text } of french) {
      assert.deepStrictEqual(typographyMistakes(text), [], `${table}: ${text}`)
      assert.notMatch(text, /'/, text)
    }
  })

  it("stand in English without them, and without straight quotes", () => {
    for (const { text } of english) assert.notMatch(text, /['"\u00a0\u202f]/, text)
  })
})
