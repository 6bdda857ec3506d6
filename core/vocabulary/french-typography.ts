import { narrow, nbsp } from "./french-signs.ts"

/** A sign of a French text that stands badly: at which offset, and what is expected beside it. */
interface TypographyMistake {
  readonly offset: number
  readonly part: string
  readonly expected: {
    readonly _tag: "Space"
    readonly space: "narrow" | "noBreak"
    readonly stands: "before" | "after"
  }
}

/**
 * Where a French text breaks the rules of its typography: spaces that do not break before `; ! ? : % €`
 * and inside of quotation marks.
 *
 * ```ts
 * import { typographyMistakes } from "../core/vocabulary/french-typography.ts"
 *
 * typographyMistakes("Combien ?").map(({ offset }) => offset) // => [8]
 * typographyMistakes("Combien\u202f?") // => []
 * typographyMistakes("« oui »").length // => 2
 * ```
 */
export const typographyMistakes = (text: string): ReadonlyArray<TypographyMistake> =>
  rules
    .flatMap(({ expected, found }) =>
      [...text.matchAll(found)].map(({ 0: part, index: offset }) => ({ offset, part, expected })),
    )
    .toSorted((left, right) => left.offset - right.offset)

/**
 * A French text as it is printed, from how it is typed: apostrophes, quotation marks, and the spaces
 * beside signs. What may be meant otherwise stays: addresses, times, quotes that do not pair.
 *
 * ```ts
 * import { typesetFrench } from "../core/vocabulary/french-typography.ts"
 *
 * typesetFrench("Entre amis : l'assurance") // => "Entre amis\u00a0: l’assurance"
 * typesetFrench('Dites "oui" !') // => "Dites «\u00a0oui\u00a0»\u202f!"
 * typesetFrench("https://a.fr à 12:30") // => "https://a.fr à 12:30"
 * ```
 */
export const typesetFrench = (text: string): string =>
  steps.reduce((typeset, [, step]) => step(typeset), text)

/**
 * A text with the apostrophes that elide a letter as they are printed, in any language.
 *
 * ```ts
 * import { withApostrophes } from "../core/vocabulary/french-typography.ts"
 *
 * withApostrophes("l'Europe, d'{place}") // => "l’Europe, d’{place}"
 * withApostrophes("a '{' b") // => "a '{' b"
 * ```
 */
export const withApostrophes = (text: string): string => text.replaceAll(eliding, "’")

/** What typesetting changes in a text. */
export type TypesetSign = "quotes" | "apostrophe" | "space"

/**
 * What typesetting has changed in a text; nothing where something else has changed it.
 *
 * ```ts
 * import { typesetSigns } from "../core/vocabulary/french-typography.ts"
 *
 * typesetSigns("amis : l'un", "amis\u00a0: l’un") // => ["apostrophe", "space"]
 * typesetSigns("5,46", "5.46") // => []
 * ```
 */
export const typesetSigns = (before: string, after: string): ReadonlyArray<TypesetSign> => {
  if (typesetFrench(before) !== after) return []
  let text = before
  return steps.flatMap(([sign, step]) => {
    const [was, is] = [text, step(text)]
    text = is
    return was === is ? [] : [sign]
  })
}

/** What must stand before some signs, and after one. */
const rules: ReadonlyArray<{
  readonly found: RegExp
  readonly expected: TypographyMistake["expected"]
}> = [
  {
    found: new RegExp(`(?<!${narrow})[;!?]`, "gu"),
    expected: { _tag: "Space", space: "narrow", stands: "before" },
  },
  {
    found: new RegExp(`(?<!${nbsp})[:%€»]`, "gu"),
    expected: { _tag: "Space", space: "noBreak", stands: "before" },
  },
  {
    found: new RegExp(`«(?!${nbsp})`, "gu"),
    expected: { _tag: "Space", space: "noBreak", stands: "after" },
  },
]

/** Quotation marks come first, as an apostrophe may lead to one, and spaces stand beside all others. */
const steps: ReadonlyArray<readonly [TypesetSign, (text: string) => string]> = [
  ["quotes", (text) => text.replaceAll(straight, "«$1»").replaceAll(doubled, "«$1»")],
  ["apostrophe", (text) => withApostrophes(text)],
  ["space", (text) => withSpaces(text)],
]

/** A text in straight quotes that cannot be inches, nor the value of an attribute. */
const straight = /(?<![\p{L}\p{N}=])"(?!\s)([^"«»]+)(?<!\s)"(?![\p{L}\p{N}])/gu

/** A text in quotation marks that are typed as signs of comparison. */
const doubled = /<<([^<>"«»]+)>>/gu

/** An apostrophe between a letter and what it leads to; beside a brace alone it quotes in ICU texts. */
const eliding = /(?<=\p{L})'(?=[\p{L}\p{N}«]|\{\p{L})/gu

const spaces = `[ ${nbsp}\u2009${narrow}]`

/** What a sign leads to where it is part of an address, a time or a code, and takes no space. */
const joined = "[\\p{L}\\p{N}/=&#_+-]"

const spacings: ReadonlyArray<readonly [found: RegExp, written: string]> = [
  [new RegExp(`«${spaces}*(?=[^ ${nbsp}\u2009${narrow}])`, "gu"), `«${nbsp}`],
  [new RegExp(`(?<=[^\\s«])(?:${spaces}+([;!?])|([;!?])(?!${joined}))`, "gu"), `${narrow}$1$2`],
  [new RegExp(`(?<=[^\\s«])(?:${spaces}+([:%€])|([:%€])(?!${joined}))`, "gu"), `${nbsp}$1$2`],
  [new RegExp(`(?<=[^\\s«])${spaces}*»`, "gu"), `${nbsp}»`],
]

const withSpaces = (text: string): string =>
  spacings.reduce((spaced, [found, written]) => spaced.replaceAll(found, written), text)
