import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  typesetFrench,
  typesetSigns,
  typographyMistakes,
} from "../../../core/vocabulary/french-typography.ts"

/** Any order of what typesetting looks at. */
const anything = fc.string({
  unit: fc.constantFrom(..."a1é '\"«»<>;!?:%€/={}\n", "\u00a0", "\u202f", "\u2009", "’"),
  maxLength: 30,
})

const word = fc.constantFrom("l'assurance", "d'{place}", "amis", "{price}", "aujourd'hui", "12")

const typedSpace = fc.constantFrom("", " ", "\u00a0", "\u202f", "\u2009", "  ")

/** A word, as somebody types it: quoted one way or another, with a sign behind it or none. */
const typedWord = fc
  .tuple(
    word,
    fc.constantFrom<"" | '"' | "«" | "« " | "<<">("", '"', "«", "« ", "<<"),
    typedSpace,
    fc.constantFrom(..."; ! ? : % €".split(" "), ""),
  )
  .map(([text, opening, space, sign]) => {
    const closing = { '"': '"', "«": "»", "« ": " »", "<<": ">>", "": "" }[opening]
    return `${opening}${text}${closing}${sign === "" ? "" : `${space}${sign}`}`
  })

const sentence = fc.array(typedWord, { minLength: 1, maxLength: 8 }).map((words) => words.join(" "))

describe("typesetFrench()", () => {
  it("leaves nothing for a check to find, nor anything straight, in sentences as they are typed", () => {
    fc.assert(
      fc.property(sentence, (text) => {
        const typeset = typesetFrench(text)
        expect(typographyMistakes(typeset)).toEqual([])
        expect(typeset).not.toMatch(/['"]|<<|>>/)
      }),
    )
  })

  it("changes nothing a second time", () => {
    fc.assert(
      fc.property(fc.oneof(anything, sentence), (text) => {
        const once = typesetFrench(text)
        expect(typesetFrench(once)).toBe(once)
      }),
      { numRuns: 2_000 },
    )
  })

  it("changes quotes, apostrophes and spaces alone", () => {
    const bare = (text: string): string => text.replaceAll(/[ \u00a0\u2009\u202f'’"«»<>]/g, "")
    fc.assert(
      fc.property(anything, (text) => {
        expect(bare(typesetFrench(text))).toBe(bare(text))
      }),
    )
  })

  it.each([
    "https://exemple.fr/?a=1&b=2",
    "12:30",
    'un écran de 15" et un de 17"',
    "'{'",
    "% des cartes",
    "{a, plural, one {#} other {{b}}}",
  ])("leaves %s alone, which may be meant otherwise", (text) => {
    expect(typesetFrench(text)).toBe(text)
  })
})

describe("typesetSigns()", () => {
  it.each([
    ["« oui »", ["space"]],
    ["l'un", ["apostrophe"]],
    ['"oui"', ["quotes", "space"]],
    ["oui", []],
  ])("names what is typeset in %s", (text, signs) => {
    expect(typesetSigns(text, typesetFrench(text))).toEqual(signs)
  })
})
