import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { foldPrinted, phraseOf } from "../../../../rules/guarantees/printed/phrases.ts"

const anyText = fc
  .array(fc.integer({ min: 0, max: 0xffff }))
  .map((codes) => String.fromCharCode(...codes))

describe("foldPrinted()", () => {
  const folded: ReadonlyArray<readonly [what: string, text: string, read: string]> = [
    ["capitals", "INCLUS", "inclus"],
    ["accents", "Frais réels", "frais reels"],
    ["accents as marks of their own", "Frais re\u0301els", "frais reels"],
    ["umlauts and sharp s", "HÖCHSTENS groß", "hochstens gross"],
    ["ligatures", "cœur", "coeur"],
    ["no-break spaces", "1\u00a0500\u202f€", "1 500 €"],
    ["thin, figure and ideographic spaces", "1\u2009500\u2007000\u3000€", "1 500 000 €"],
    ["several spaces", "frais   réels", "frais reels"],
    ["characters that do not show", "in\u00adclus\u200b\ufeff", "inclus"],
    ["apostrophes", "1’000 d‘l ʼ", "1'000 d'l '"],
    ["dashes", "‐‑‒–—―−－", "--------"],
  ]
  for (const [what, text, read] of folded) {
    it(`folds ${what}`, () => assert.strictEqual(foldPrinted(text), read))
  }

  it("keeps what could change an amount", () => {
    for (const kept of ["(500)", "150 €²", "½", "１５０", "2\n500", "“500”", "+5", "-5", "5*"]) {
      assert.strictEqual(foldPrinted(kept), kept)
    }
  })

  it("is the same for its own answer", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const folded = foldPrinted(text)
        assert.strictEqual(foldPrinted(folded), folded)
      }),
    )
  })
})

describe("phraseOf()", () => {
  const phrases: ReadonlyArray<readonly [what: string, folded: string, read: string]> = [
    ["stops and colons", "plafond : #.", "plafond #"],
    ["abbreviations", "n.a.", "n a"],
    ["brackets and quotes", "«frais (reels)»", "frais reels"],
    ["line breaks", "frais\nreels", "frais reels"],
    ["hyphens within words", "one-way ticket", "one way ticket"],
    ["spaces around slashes", "n / a", "n/a"],
    ["spaces before percent signs", "100 % x", "100% x"],
    ["dashes that stand alone", "---", "-"],
    ["spaces at the ends", " inclus ", "inclus"],
  ]
  for (const [what, folded, read] of phrases) {
    it(`settles ${what}`, () => assert.strictEqual(phraseOf(folded), read))
  }

  it("keeps what would change the meaning", () => {
    for (const kept of ["-#", "+#", "#*", "#?", "# x #", "#-#", "≥ #"]) {
      assert.strictEqual(phraseOf(kept), kept)
    }
  })
})
