import * as Result from "effect/Result"
import type { Placeholder, ReadText } from "../read-text.ts"
import { checkText, type TextMistake } from "../text-mistakes.ts"
import { typographyMistakes } from "../typography.ts"
import type { ValueKind, ValueKinds } from "../vars.ts"
import type { TravellerLanguage } from "./languages.ts"

/** An English text that can be read, which the others are held against. */
export interface EnglishText {
  readonly text: string
  /** The words that it says itself, values left out. */
  readonly wordCount: number
  /** What it shows: the values that the others show as well. */
  readonly values: ValueKinds
  readonly mistakes: ReadonlyArray<TextMistake>
}

const kindOf = (shown: ReadonlyArray<Placeholder>): ValueKind => {
  if (shown.some(({ use }) => use === "number")) return "number"
  const words = shown.flatMap((each) => (each.use === "choice" ? each.words : []))
  return words.length === 0 ? "text" : [...new Set(words)]
}

const valuesOf = (shown: ReadonlyArray<Placeholder>): ValueKinds => {
  const names = new Set(shown.map(({ name }) => name))
  return new Map(
    [...names].map((name) => [name, kindOf(shown.filter((each) => each.name === name))]),
  )
}

const wordCountOf = (text: string): number =>
  text.replaceAll(/\{[^{}]*\}/g, "").match(/\p{L}+/gu)?.length ?? 0

/** Words that plurals of a language choose by, in the order in which Intl lists them. */
const pluralForms = (language: string): ReadonlyArray<string> =>
  new Intl.PluralRules(language).resolvedOptions().pluralCategories

const pluralMistakes = (
  shown: ReadonlyArray<Placeholder>,
  language: TravellerLanguage,
): ReadonlyArray<TextMistake> => {
  const wanted = pluralForms(language)
  return shown.flatMap(({ forms, name, offset }) => {
    if (forms === undefined) return []
    const same = forms.length === wanted.length && wanted.every((form) => forms.includes(form))
    const expected = { _tag: "PluralForms", forms: wanted, name } as const
    return same ? [] : [{ offset, part: name, expected }]
  })
}

/**
 * Reads an English text: what it shows, or what is wrong in it.
 *
 * ```ts
 * import * as Result from "effect/Result"
 * import { englishMistakes } from "../rules/messages/travellers/translation-mistakes.ts"
 *
 * const readText = () => Result.succeed([{ name: "amount", offset: 6, use: "text", words: [] }])
 * englishMistakes("up to {amount}", readText).wordCount // => 2
 * ```
 */
export const englishMistakes = (
  text: string,
  readText: ReadText,
): EnglishText | ReadonlyArray<TextMistake> => {
  const read = readText(text)
  if (Result.isFailure(read)) return [read.failure]
  const values = valuesOf(read.success)
  const { mistakes } = checkText(text, readText, values)
  return {
    text,
    wordCount: wordCountOf(text),
    values,
    mistakes: [...mistakes, ...pluralMistakes(read.success, "en")],
  }
}

/** What one text lacks of the values that the English one shows. */
const lacking = (shown: ReadonlySet<string>, { values }: EnglishText): ReadonlyArray<TextMistake> =>
  [...values.keys()].flatMap((name) =>
    shown.has(name) ? [] : [{ offset: 0, expected: { _tag: "ShownValue", name } }],
  )

/** What can be wrong with the typography of a language, where it has rules of its own. */
const typography: ReadonlyMap<string, typeof typographyMistakes> = new Map([
  ["fr", typographyMistakes],
])

/**
 * What is wrong in a text beside the English one that it stands for.
 *
 * ```ts
 * import * as Result from "effect/Result"
 * import { translationMistakes } from "../rules/messages/travellers/translation-mistakes.ts"
 *
 * const english = { text: "up to {amount}", wordCount: 2, values: new Map([["amount", "text"]]), mistakes: [] }
 * const nothing = () => Result.succeed([])
 * translationMistakes("bis zu viel", "de", english, nothing)[0]?.expected // => { _tag: "ShownValue", name: "amount" }
 * translationMistakes("", "de", english, nothing)[0]?.expected // => { _tag: "TextInLanguage" }
 * ```
 */
export const translationMistakes = (
  text: string,
  language: TravellerLanguage,
  english: EnglishText,
  readText: ReadText,
): ReadonlyArray<TextMistake> => {
  if (text === "") return [{ offset: 0, expected: { _tag: "TextInLanguage" } }]
  const { mistakes, shown } = checkText(text, readText, english.values)
  if (mistakes.length > 0) return mistakes
  const read = Result.getOrElse(readText(text), () => [])
  return [
    ...lacking(shown, english),
    ...pluralMistakes(read, language),
    ...(typography.get(language)?.(text) ?? []),
  ]
}
