import type { Reference } from "./column.ts"

/** One condition column of a decision table: the facts it takes and the words it knows. */
export type Input<Fact> = {
  readonly about: string
  readonly unit?: string
  /** Whether the fact may be unknown, which is null. */
  readonly optional?: true
  /** Carries the fact's type; never read. */
  readonly fact?: Fact
} & (
  | {
      readonly kind: "words"
      readonly words?: ReadonlyArray<string>
      readonly reference?: Reference
    }
  | {
      readonly kind: "number"
      /** Whether facts are whole numbers only. */
      readonly whole: boolean
      readonly minimum?: number
      readonly maximum?: number
    }
  | { readonly kind: "boolean" }
)

interface Described {
  /** One sentence: what the fact means. */
  readonly about: string
}

interface Bounded extends Described {
  readonly minimum?: number
  readonly maximum?: number
  readonly unit?: string
}

/** A condition over a closed list of words. */
export const enumeration = <const Word extends string>(
  words: ReadonlyArray<Word>,
  options: Described,
): Input<Word> => ({ kind: "words", words, ...options })

/** A condition over the words of a column of another table. */
export const reference = (file: string, column: string, options: Described): Input<string> => ({
  kind: "words",
  reference: { file, column },
  ...options,
})

/** A condition over a whole number between its bounds (inclusive), in a unit. */
export const integer = (options: Bounded): Input<number> => ({
  kind: "number",
  whole: true,
  ...options,
})

/** A condition over any finite number between its bounds (inclusive), in a unit. */
export const number = (options: Bounded): Input<number> => ({
  kind: "number",
  whole: false,
  ...options,
})

/** A condition over true or false. */
export const boolean = (options: Described): Input<boolean> => ({ kind: "boolean", ...options })

/**
 * A condition over a fact that may be unknown, which is null: it matches empty cells and, over
 * words, `not(…)`.
 */
export const optional = <Fact>(input: Input<Fact>): Input<Fact | null> => ({
  ...(input as Input<Fact | null>),
  optional: true,
})
