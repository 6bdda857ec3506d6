const rules: ReadonlyArray<readonly [RegExp, string]> = [
  [/ ([;!?])/g, "\u202F$1"],
  [/ (:|%|€|»)/g, "\u00A0$1"],
  [/« /g, "«\u00A0"],
  [/'/g, "’"],
]

/**
 * A French text with the spaces and apostrophes that print asks for, typed with plain ones.
 *
 * ```ts
 * import { typesetFrench } from "../http/pages/console/typeset.ts"
 *
 * typesetFrench("L'offre : 15 % !") // => "L’offre\u00A0: 15\u00A0%\u202F!"
 * ```
 */
export const typesetFrench = (text: string): string =>
  rules.reduce((typed, [pattern, put]) => typed.replace(pattern, put), text)

/** All texts of a page in French, typeset: those that are given, and those that functions make. */
export const inFrench = <Words>(words: Words): Words => {
  if (typeof words === "string") return typesetFrench(words) as Words
  if (typeof words === "function") {
    return ((...values: ReadonlyArray<unknown>) =>
      inFrench((words as (...given: ReadonlyArray<unknown>) => unknown)(...values))) as Words
  }
  if (typeof words !== "object" || words === null) return words
  return Object.fromEntries(
    Object.entries(words).map(([name, value]) => [name, inFrench(value)]),
  ) as Words
}
