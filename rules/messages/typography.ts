import type { Expectation } from "../../core/table/expectation.ts"

/** A character of a French text that stands badly: at which offset, and what is expected there. */
export interface TypographyMistake {
  readonly offset: number
  readonly part: string
  readonly expected: Expectation
}

const narrow = "\u202f"
const noBreak = "\u00a0"

/** What must stand before some signs, and after one. */
const rules: ReadonlyArray<{ readonly found: RegExp; readonly expected: Expectation }> = [
  {
    found: new RegExp(`(?<!${narrow})[;!?]`, "gu"),
    expected: { _tag: "Space", space: "narrow", stands: "before" },
  },
  {
    found: new RegExp(`(?<!${noBreak})[:%€»]`, "gu"),
    expected: { _tag: "Space", space: "noBreak", stands: "before" },
  },
  {
    found: new RegExp(`«(?!${noBreak})`, "gu"),
    expected: { _tag: "Space", space: "noBreak", stands: "after" },
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
