import type { Reference } from "./column.ts"

/** One condition column of a decision table: the facts it takes and the words it knows. */
export type Input<Fact> = {
  readonly about: string
  readonly unit?: string
  /** Carries the fact's type; never read. */
  readonly fact?: Fact
} & (
  | {
      readonly kind: "words"
      readonly words?: ReadonlyArray<string>
      readonly reference?: Reference
    }
  | { readonly kind: "number"; readonly minimum?: number; readonly maximum?: number }
  | { readonly kind: "boolean" }
)

interface Described {
  /** One sentence: what the fact means. */
  readonly about: string
}

/** A condition over a closed list of words; a null fact is unknown and matches empty and not(…) cells. */
export const enumeration = <const Word extends string>(
  words: ReadonlyArray<Word>,
  options: Described,
): Input<Word | null> => ({ kind: "words", words, ...options })

/** A condition over the words of a column of another table. */
export const reference = (
  file: string,
  column: string,
  options: Described,
): Input<string | null> => ({ kind: "words", reference: { file, column }, ...options })

/** A condition over a number, in a unit; a null fact is unknown and matches empty cells only. */
export const integer = (
  options: Described & {
    readonly minimum?: number
    readonly maximum?: number
    readonly unit?: string
  },
): Input<number | null> => ({ kind: "number", ...options })

/** A condition over true or false; a null fact is unknown and matches empty cells only. */
export const boolean = (options: Described): Input<boolean | null> => ({
  kind: "boolean",
  ...options,
})
