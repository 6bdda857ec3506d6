import { assert, describe, it } from "@effect/vitest"
import { guaranteeStates } from "../../../../core/vocabulary/guarantee.ts"
import { readingText } from "../../../../core/check/tell/english.ts"
import { printedLanguages } from "../../../../rules/guarantees/printed/printed-vocabulary.ts"
import { readingFacts } from "../../../../rules/pricing/check-printed.ts"
import { prepareReadPrinted } from "../../../../rules/guarantees/printed/prepare.ts"
import { shippedTables } from "../../../support/tables.ts"

const { corpusPrintedGuarantees, printedPhrases } = shippedTables
const { rows } = corpusPrintedGuarantees
const readPrinted = prepareReadPrinted(shippedTables)

describe("the corpus of printed guarantees", () => {
  it("holds at least 330 lines, every state in every language, and much that is not mapped", () => {
    assert.isAtLeast(rows.length, 330)
    for (const language of printedLanguages) {
      const own = rows.filter((row) => row.language === language)
      assert.isAtLeast(own.filter(({ mapped }) => !mapped).length, 20, language)
      const states = new Set(own.filter(({ mapped }) => mapped).map(({ state }) => state))
      assert.deepStrictEqual([...states].sort(), [...guaranteeStates].sort(), language)
    }
  })

  it("reads as it says", () => {
    for (const [index, row] of rows.entries()) {
      const read = readPrinted(row.printed, row)
      const place = `line ${corpusPrintedGuarantees.lines[index]}: ${JSON.stringify(row.printed)}`
      assert.strictEqual(readingText(readingFacts(read)), readingText(readingFacts(row)), place)
      assert.deepStrictEqual(read.value, row.value, place)
    }
  })

  it("says for every line why it is not mapped", () => {
    for (const { mapped, note, printed } of rows) assert.isTrue(mapped || note !== null, printed)
  })

  it("reads as it says in capitals, in small letters, and with any kind of spaces", () => {
    for (const row of rows) {
      const expected = readingText(readingFacts(row))
      const { printed } = row
      const others = [
        printed.toUpperCase(),
        printed.toLowerCase(),
        printed.replace(/\p{Zs}/gu, "\u00a0"),
        printed.replace(/\p{Zs}/gu, "\u202f"),
        printed.replace(/\p{Zs}/gu, "  "),
        ` ${printed} `,
        printed.normalize("NFD"),
      ]
      for (const other of others) {
        assert.strictEqual(readingText(readingFacts(readPrinted(other, row))), expected, other)
      }
    }
  })

  it("has a line for every phrase, which reads when that phrase is the only one", () => {
    for (const [index, phrase] of printedPhrases.rows.entries()) {
      const lines = [printedPhrases.lines[index] ?? 0]
      const alone = { ...printedPhrases, rows: [phrase], lines }
      const read = prepareReadPrinted({ ...shippedTables, printedPhrases: alone })
      const reads = rows.some(
        (row) =>
          row.mapped &&
          (phrase.language ?? row.language) === row.language &&
          read(row.printed, row).mapped,
      )
      assert.isTrue(reads, `printed/phrases.csv:${lines[0]} ${phrase.phrase}`)
    }
  })
})
