import { once } from "../../core/memory.ts"
import type { FillText, MessageValue } from "../../rules/messages/read-text.ts"

/** Part of a packed text: what stands as it is, or a value, alone or as what chooses one of some texts. */
type Part = string | Value

interface Value {
  readonly name: string
  /** Shows the value, chooses by the word that it is, or by its number. */
  readonly use: "" | "|" | "#"
  readonly texts: ReadonlyMap<string, ReadonlyArray<Part>>
}

/** What a brace opens: a value, and by what sign it chooses the texts that follow. */
const opening = /^(\w+)([|#]?)(.*)$/

/** Reads parts up to the brace that closes them. The build has written them, so nothing is amiss. */
const partsFrom = (tokens: Iterator<string, undefined>): ReadonlyArray<Part> => {
  const parts: Array<Part> = []
  const valueFrom = (): Value => {
    const [, name = "", use = "", first = ""] = opening.exec(tokens.next().value ?? "") ?? []
    const texts = new Map<string, ReadonlyArray<Part>>()
    let word = use === "" ? tokens.next().value : first
    while (word !== undefined && word !== "}") {
      tokens.next()
      texts.set(word, partsFrom(tokens))
      word = tokens.next().value
    }
    return { name, use: use as Value["use"], texts }
  }
  for (let token = tokens.next().value; token !== undefined && token !== "}";) {
    parts.push(token === "{" ? valueFrom() : token)
    token = tokens.next().value
  }
  return parts
}

/** How a language counts. */
interface Counting {
  readonly form: (count: number) => string
  readonly print: (count: number) => string
}

const countingIn = (language: string): Counting => {
  const rules = new Intl.PluralRules(language)
  const numbers = new Intl.NumberFormat(language)
  return { form: (count) => rules.select(count), print: (count) => numbers.format(count) }
}

type Values = Readonly<Record<string, MessageValue>>

const fill = (
  parts: ReadonlyArray<Part>,
  values: Values,
  counting: () => Counting,
  count = "#",
): string | undefined => {
  let said = ""
  for (const part of parts) {
    const next =
      typeof part === "string" ? part.replaceAll("#", count) : fillValue(part, values, counting)
    if (next === undefined) return undefined
    said += next
  }
  return said
}

const fillValue = (
  { name, texts, use }: Value,
  values: Values,
  counting: () => Counting,
): string | undefined => {
  const value = Object.hasOwn(values, name) ? values[name] : undefined
  if (value === undefined) return undefined
  if (use === "") return String(value)
  const other = texts.get("other") ?? []
  if (use === "|") return fill(texts.get(String(value)) ?? other, values, counting)
  const { form, print } = counting()
  const text = texts.get(`=${value}`) ?? texts.get(form(Number(value))) ?? other
  return fill(text, values, counting, print(Number(value)))
}

/**
 * Makes a text that the build has packed ready to be filled in, in a language. `{name}` shows a value;
 * `{name|word{…}other{…}}` chooses a text by it, `{name#one{…}other{…}}` by its plural form, where `#`
 * stands for its number.
 *
 * ```ts
 * import { readPackedText } from "../http/messages/packed-text.ts"
 *
 * const fill = readPackedText("{n#one{# jour}other{# jours}} à {place}", "fr")
 * fill({ n: 0, place: "Rome" }) // => "0 jour à Rome"
 * fill({ n: 3, place: "Rome" }) // => "3 jours à Rome"
 * fill({ n: 3 }) // => undefined
 * ```
 */
export const readPackedText = (text: string, language: string): FillText => {
  const parts = partsFrom((text.match(/[{}]|[^{}]+/g) ?? []).values())
  const counting = once(() => countingIn(language))
  return (values) => fill(parts, values, counting)
}
