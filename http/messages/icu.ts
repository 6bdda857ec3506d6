import { IntlMessageFormat } from "intl-messageformat"
import * as Result from "effect/Result"
import type { Expectation, IcuNeed } from "../../core/table/expectation.ts"
import type { FillText, Placeholder, TextProblem } from "../../rules/messages/read-text.ts"

/** An element of a text, as the library reads it. */
export type TextElement = ReturnType<IntlMessageFormat["getAst"]>[number]

/** The kinds of elements, as the library numbers them; its own list is a package of its own. */
export const elementType = {
  literal: 0,
  argument: 1,
  number: 2,
  date: 3,
  time: 4,
  select: 5,
  plural: 6,
  pound: 7,
} as const

const offsetOf = ({ location }: TextElement): number => location?.start.offset ?? 0

const placeholder = (
  element: Extract<TextElement, { readonly value: string }>,
  use: Placeholder["use"],
  words: ReadonlyArray<string> = [],
): Placeholder => ({ name: element.value, offset: offsetOf(element), use, words })

const formsOf = (options: object): ReadonlyArray<string> =>
  Object.keys(options).filter((word) => !word.startsWith("="))

/** The values that an element and those inside of it show. */
const placeholdersOf = (element: TextElement): ReadonlyArray<Placeholder> => {
  switch (element.type) {
    case elementType.argument:
      return [placeholder(element, "text")]
    case elementType.number:
      return [placeholder(element, "number")]
    case elementType.date:
    case elementType.time:
      return [placeholder(element, "date")]
    case elementType.select:
    case elementType.plural: {
      const chosen = element.type === elementType.select
      const words = Object.keys(element.options).filter((word) => word !== "other")
      const parts = Object.values(element.options).flatMap(({ value }) => value)
      const own = placeholder(element, chosen ? "choice" : "number", chosen ? words : [])
      return [
        chosen ? own : { ...own, forms: formsOf(element.options) },
        ...parts.flatMap(placeholdersOf),
      ]
    }
    default:
      return []
  }
}

/** A brace that stands in a text as itself, since nothing opens it; undefined without one. */
const strayBrace = (elements: ReadonlyArray<TextElement>): number | undefined => {
  for (const element of elements) {
    if (element.type !== elementType.literal) continue
    const at = element.value.search(/[{}]/)
    if (at >= 0) return offsetOf(element) + at
  }
  return undefined
}

const needs: Readonly<Record<string, IcuNeed>> = {
  EXPECT_ARGUMENT_CLOSING_BRACE: "closingBrace",
  EMPTY_ARGUMENT: "name",
  MALFORMED_ARGUMENT: "nameThenComma",
  EXPECT_ARGUMENT_TYPE: "typeAfterComma",
  INVALID_ARGUMENT_TYPE: "type",
  EXPECT_SELECT_ARGUMENT_OPTIONS: "choiceOptions",
  EXPECT_SELECT_ARGUMENT_SELECTOR: "choiceWord",
  EXPECT_SELECT_ARGUMENT_SELECTOR_FRAGMENT: "choiceText",
  DUPLICATE_SELECT_ARGUMENT_SELECTOR: "choiceWordOnce",
  EXPECT_PLURAL_ARGUMENT_SELECTOR: "pluralWord",
  EXPECT_PLURAL_ARGUMENT_SELECTOR_FRAGMENT: "pluralText",
  DUPLICATE_PLURAL_ARGUMENT_SELECTOR: "pluralWordOnce",
  INVALID_PLURAL_ARGUMENT_SELECTOR: "pluralWord",
  MISSING_OTHER_CLAUSE: "other",
}

const problemOf = (cause: unknown): TextProblem => {
  if (!(cause instanceof SyntaxError)) throw cause
  const { location } = cause as {
    readonly location?: { readonly start: { readonly offset: number } }
  }
  const code = cause.message
  const need = needs[code]
  const expected: Expectation =
    need === undefined ? { _tag: "IcuCode", code } : { _tag: "Icu", need }
  return { offset: location?.start.offset ?? 0, expected }
}

const parse = (text: string, language: string): IntlMessageFormat =>
  new IntlMessageFormat(text, language, undefined, { ignoreTag: true, captureLocation: true })

/** Reads a text in ICU MessageFormat by the parser that also fills it in. */
export const readText = (text: string): Result.Result<ReadonlyArray<Placeholder>, TextProblem> => {
  const read = Result.try({ try: () => parse(text, "en").getAst(), catch: problemOf })
  if (Result.isFailure(read)) return Result.fail(read.failure)
  const offset = strayBrace(read.success)
  return offset === undefined
    ? Result.succeed(read.success.flatMap(placeholdersOf))
    : Result.fail({ offset, expected: { _tag: "Icu", need: "openingBrace" } })
}

/**
 * Compiles a text for a language or a locale. What is no value of the text stays as it is: `<b>` is no tag. A
 * text that cannot be read or filled in, which the check of the tables refuses, gives no sentence, nor does one in which a value is missing where it is shown.
 */
export const compileText = (text: string, language: string): FillText => {
  const compiled = Result.try({ try: () => parse(text, language), catch: problemOf })
  if (Result.isFailure(compiled)) return () => undefined
  const message = compiled.success
  // A value that a choice takes no part in may be missing; any other makes the library throw.
  return (values) => Result.getOrUndefined(Result.try(() => String(message.format({ ...values }))))
}
