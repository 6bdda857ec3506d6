/** A character of a French text that stands badly: at which offset, and what is expected there. */
export interface TypographyMistake {
  readonly offset: number
  readonly part: string
  readonly expected: string
}

const narrow = "\u202f"
const noBreak = "\u00a0"

/** What must stand before some signs, and after one. */
const rules: ReadonlyArray<{ readonly found: RegExp; readonly expected: string }> = [
  {
    found: new RegExp(`(?<!${narrow})[;!?]`, "gu"),
    expected: "a narrow no-break space (U+202F) before it",
  },
  {
    found: new RegExp(`(?<!${noBreak})[:%€»]`, "gu"),
    expected: "a no-break space (U+00A0) before it",
  },
  {
    found: new RegExp(`«(?!${noBreak})`, "gu"),
    expected: "a no-break space (U+00A0) after it",
  },
]

/**
 * Where a French text breaks the rules of its typography: spaces that do not break before `; ! ? : % €`
 * and inside of quotation marks.
 *
 * ```ts
 * import { typographyMistakes } from "../rules/messages/typography.ts"
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
