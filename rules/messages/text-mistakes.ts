import * as Result from "effect/Result"
import type { CellRefusal } from "../../core/table/error.ts"
import type { Expectation } from "../../core/table/expectation.ts"
import type { Placeholder, ReadText } from "./read-text.ts"
import type { ValueKind, ValueKinds } from "./vars.ts"

/** What is wrong in a text, and at which offset of it. */
export interface TextMistake extends CellRefusal {
  readonly offset: number
}

/**
 * A text that was looked at: the values that it shows and the words that it tells apart, each once, and
 * what is wrong in it.
 */
export interface CheckedText {
  readonly shown: ReadonlySet<string>
  readonly mistakes: ReadonlyArray<TextMistake>
}

/** `'` opens a quotation in ICU texts: `d'{x}` would show the braces. */
const apostrophe = "'"

const wrongUse = (kind: ValueKind, { name, offset, use }: Placeholder): TextMistake | undefined => {
  if (use === "text" || use === "choice" || (use === "number" && kind === "number"))
    return undefined
  const is = kind === "number" ? "number" : "printed"
  return { offset, part: name, expected: { _tag: "ValueAsIs", name, is } }
}

const unknownWords = (kind: ValueKind, placeholder: Placeholder): ReadonlyArray<TextMistake> => {
  const { name, offset, words } = placeholder
  if (typeof kind === "string") return []
  return words
    .filter((word) => !kind.includes(word))
    .map((word) => ({
      offset,
      part: word,
      expected: { _tag: "ChoiceWord", words: kind, name },
      allowed: kind,
    }))
}

const placeholderMistakes = (
  placeholder: Placeholder,
  allowed: ValueKinds,
): ReadonlyArray<TextMistake> => {
  const { name, offset } = placeholder
  const kind = allowed.get(name)
  if (kind === undefined) {
    const names = [...allowed.keys()]
    const expected: Expectation =
      names.length === 0 ? { _tag: "NoValues" } : { _tag: "OneOf", words: names }
    return [{ offset, part: name, expected, allowed: names }]
  }
  const use = wrongUse(kind, placeholder)
  return use === undefined ? unknownWords(kind, placeholder) : [use]
}

/**
 * Looks at one text: it must be readable, hold no straight apostrophe, and show no value but those
 * that it is given, each as what it is.
 *
 * ```ts
 * import * as Result from "effect/Result"
 * import { checkText } from "../rules/messages/text-mistakes.ts"
 *
 * const shown = { name: "target", offset: 0, use: "text", words: [] } as const
 * const allowed = new Map([["targets", "text"]] as const)
 * checkText("{target}", () => Result.succeed([shown]), allowed).mistakes[0]?.expected // => { _tag: "OneOf", words: ["targets"] }
 * checkText("l'Europe", () => Result.succeed([]), allowed).mistakes[0]?.offset // => 1
 * ```
 */
export const checkText = (text: string, readText: ReadText, allowed: ValueKinds): CheckedText => {
  const straight = text.indexOf(apostrophe)
  if (straight >= 0) {
    const mistake: TextMistake = {
      offset: straight,
      part: apostrophe,
      expected: { _tag: "Apostrophe" },
    }
    return { shown: new Set(), mistakes: [mistake] }
  }
  const read = readText(text)
  if (Result.isFailure(read)) return { shown: new Set(), mistakes: [read.failure] }
  return {
    shown: new Set(
      read.success.flatMap(({ name, words }) => [
        name,
        ...words.map((word) => `${name} = ${word}`),
      ]),
    ),
    mistakes: read.success.flatMap((placeholder) => placeholderMistakes(placeholder, allowed)),
  }
}
