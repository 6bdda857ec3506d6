import type * as Result from "effect/Result"
import type { Expectation } from "../../core/table/expectation.ts"

/** A value that a text shows, and where: the name, how it is used, and the offset in the text. */
export interface Placeholder {
  readonly name: string
  readonly offset: number
  /** Shown as it is; as a number, by which a plural chooses too; chosen by; or read as a date. */
  readonly use: "text" | "number" | "choice" | "date"
  /** The words that a choice tells apart, `other` left out; empty for any other use. */
  readonly words: ReadonlyArray<string>
  /** The plural forms that a plural tells apart, exact numbers left out; absent for any other use. */
  readonly forms?: ReadonlyArray<string>
}

/** Why a text cannot be read: what is expected at an offset in it. */
export interface TextProblem {
  readonly offset: number
  readonly expected: Expectation
}

/**
 * Reads a text in ICU MessageFormat: every value that it shows, in the order of the text and as often
 * as it does; or why it cannot be read.
 */
export type ReadText = (text: string) => Result.Result<ReadonlyArray<Placeholder>, TextProblem>

/** A value of a text. */
export type MessageValue = string | number

/**
 * A text ready to be filled in: the sentence, or undefined where a value is missing that it shows; one in
 * a part of a choice that is not taken is not shown.
 */
export type FillText = (values: Readonly<Record<string, MessageValue>>) => string | undefined

/** What stands for a value that only a bilan knows, and how many something is that only a bilan counts. */
const unknownValue = "…"
const someCount = 2

/**
 * The values that a text is filled in with where no bilan gives them: of each choice the last, and a mark
 * for each value.
 *
 * ```ts
 * import { standInValues } from "../rules/messages/read-text.ts"
 *
 * standInValues("Rescue: {cardValue}") // => { cardValue: "…" }
 * ```
 */
export const standInValues = (text: string): Readonly<Record<string, string | number>> => {
  const values: Record<string, string | number> = {}
  for (const [, name = "", kind] of text.matchAll(/\{(\w+)(?:, (select|plural))?/g)) {
    values[name] ??= kind === "plural" ? someCount : kind === "select" ? "" : unknownValue
  }
  return values
}
