import { contains, type Interval, type NumberTest } from "../../../../core/table/cell.ts"
import { type ConditionTest, readTest } from "../../../../core/table/condition.ts"
import type { Input } from "../../../../core/table/input.ts"
import * as Result from "effect/Result"
import type { Sentence } from "../../protocol/check.ts"

type Language = keyof Sentence

/** Digits of people: 1,250 in English, 1 250 in French, and a true minus. */
const figureText = (value: number, language: Language): string =>
  new Intl.NumberFormat(language === "fr" ? "fr-FR" : "en-GB", { maximumFractionDigits: 6 })
    .format(value)
    .replace("-", "−")

const bothEnds = ({ high, low }: Interval): boolean => Number.isFinite(high) && Number.isFinite(low)

const intervalWords = (interval: Interval, isWhole: boolean, language: Language): string => {
  const isFrench = language === "fr"
  const { high, highClosed, low, lowClosed } = interval
  const text = (value: number): string => figureText(value, language)
  if (bothEnds(interval)) {
    const [first, last] = isWhole
      ? [contains(interval, low) ? low : low + 1, contains(interval, high) ? high : high - 1]
      : [low, high]
    if (first === last) return text(first)
    return `${text(first)} ${isFrench ? "à" : "to"} ${text(last)}`
  }
  if (Number.isFinite(low)) {
    if (lowClosed) return `${text(low)} ${isFrench ? "et plus" : "and over"}`
    return `${isFrench ? "plus de" : "over"} ${text(low)}`
  }
  if (highClosed) return `${isFrench ? "jusqu’à" : "up to"} ${text(high)}`
  return `${isFrench ? "moins de" : "under"} ${text(high)}`
}

const joined = (parts: ReadonlyArray<string>, language: Language): string => {
  const [last = ""] = parts.slice(-1)
  if (parts.length < 2) return last
  return `${parts.slice(0, -1).join(", ")} ${language === "fr" ? "ou" : "or"} ${last}`
}

const numberWords = (
  test: Exclude<NumberTest, { readonly _tag: "Any" }>,
  isWhole: boolean,
  language: Language,
): string => {
  const parts = test.intervals.map((interval) => intervalWords(interval, isWhole, language))
  const listed = joined(parts, language)
  if (test._tag === "Within") return listed
  return language === "fr" ? `sauf ${listed}` : `not ${listed}`
}

const testWords = (test: ConditionTest, isWhole: boolean, language: Language): string => {
  const isFrench = language === "fr"
  switch (test._tag) {
    case "Any":
      return isFrench ? "tout" : "anything"
    case "Is":
      return test.value ? (isFrench ? "oui" : "yes") : isFrench ? "non" : "no"
    case "AnyOf":
      return joined(test.words, language)
    case "NoneOf":
      return `${isFrench ? "sauf" : "not"} ${joined(test.words, language)}`
    case "Within":
    case "Outside":
      return numberWords(test, isWhole, language)
  }
}

/**
 * A condition cell in words: `18 to 64`, `over 31`, `not cruise`. A cell that cannot be read stays as
 * it is written.
 *
 * ```ts
 * import { cellWords } from "../http/workbench/server/check/cell-words.ts"
 *
 * const age = { kind: "number", whole: true, about: "Age." } as const
 * cellWords(age, "[18..65)", "en") // => "18 to 64"
 * cellWords(age, ">31", "fr") // => "plus de 31"
 * cellWords({ kind: "words", about: "Zone." }, "not(a|b)", "en") // => "not a or b"
 * ```
 */
export const cellWords = (input: Input<unknown>, cell: string, language: Language): string => {
  const test = readTest(input, cell)
  if (Result.isFailure(test)) return cell
  return testWords(test.success, input.kind === "number" && input.whole, language)
}
