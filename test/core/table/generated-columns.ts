import type * as Input from "../../../core/table/input.ts"
import type { PlainFact } from "../../support/interpreter.ts"
import type { Choices } from "../../support/random.ts"

type Known<Item> = readonly [Item, ...ReadonlyArray<Item>]

/** A kind of condition column: how it is declared, and what its cells are made of. */
export type ColumnKind =
  | { readonly input: Input.Input<unknown> & { kind: "boolean" } }
  | { readonly input: Input.Input<unknown> & { kind: "words" }; readonly words: Known<string> }
  | { readonly input: Input.Input<unknown> & { kind: "number" }; readonly figures: Known<number> }

const about = "A generated column."

const wordColumn = (words: Known<string>): ColumnKind => ({
  input: { kind: "words", words, about },
  words,
})

const numberColumn = (figures: Known<number>): ColumnKind => ({
  input: { kind: "number", whole: false, about },
  figures,
})

const numbered = (count: number, word: (index: number) => string): Known<string> => [
  word(0),
  ...Array.from({ length: count - 1 }, (_, index) => word(index + 1)),
]

const middle = (index: number): string => `${"x".repeat(12)}${index}${"x".repeat(12)}`

/**
 * Columns of every kind: few and many words, words that differ only far from both ends, whole
 * numbers near each other, numbers far apart and with fractions, true and false.
 */
export const columnKinds: Known<ColumnKind> = [
  wordColumn(["red", "green", "blue", "grey", "teal"]),
  wordColumn(["a"]),
  wordColumn(numbered(60, (index) => `slug_${index}`)),
  wordColumn(numbered(9, middle)),
  numberColumn([-3, -1, 0, 1, 2, 7, 10, 31, 365, 366]),
  numberColumn([5]),
  numberColumn([-1_000_000, -0.5, 0, 0.25, 0.5, 10.25, 4_096, 1_000_000, 9_007_199_254_740_991]),
  { input: { kind: "boolean", about } },
]

const interval = ({ chance, pick }: Choices, figures: Known<number>): string => {
  const bound = pick(figures)
  if (chance(0.3)) return String(bound)
  if (chance(0.5)) return `${pick(["<", "<=", ">", ">="])}${bound}`
  const other = pick(figures)
  const [low, high] = bound <= other ? [bound, other] : [other, bound]
  if (low === high) return `[${low}..${high}]`
  return `${pick(["[", "("])}${low}..${high}${pick(["]", ")"])}`
}

/** A cell that is not empty. */
export const makeCell = (choices: Choices, kind: ColumnKind): string => {
  const { chance, integer, pick } = choices
  if (!("words" in kind) && !("figures" in kind)) return pick(["true", "false"])
  const one = (): string => ("words" in kind ? pick(kind.words) : interval(choices, kind.figures))
  const cell = Array.from({ length: integer(1, 3) }, one).join("|")
  return chance(0.25) ? `not(${cell})` : cell
}

const double = new Float64Array(1)
const asBits = new BigInt64Array(double.buffer)

/** The nearest number that is larger, for a number that is neither zero nor infinite. */
const nextAwayFromZero = (value: number, steps: bigint): number => {
  double[0] = value
  asBits[0] = (asBits[0] ?? 0n) + steps
  return double[0]
}

const neighbours = (value: number): Known<number> =>
  value === 0
    ? [0, -0, 5e-324, -5e-324]
    : [value, nextAwayFromZero(value, 1n), nextAwayFromZero(value, -1n), -value]

/**
 * A fact for a column: what one of its cells names, a number at, just above or just below an endpoint
 * in a cell, anything that no cell names, or unknown.
 */
export const makeFact = (choices: Choices, kind: ColumnKind, cell: () => string): PlainFact => {
  const { chance, integer, pick } = choices
  if (chance(0.08)) return null
  if ("words" in kind) {
    if (chance(0.15))
      return pick(["RED", "", "none", "__proto__", "slug_6o", "grex", "b", middle(11)])
    return pick(kind.words)
  }
  if (!("figures" in kind)) return chance(0.5)
  const endpoints = cell().match(/-?\d+(?:\.\d+)?/g) ?? []
  const endpoint = Number(pick([endpoints[0] ?? String(pick(kind.figures)), ...endpoints]))
  if (chance(0.6)) return pick(neighbours(endpoint))
  if (chance(0.5)) return endpoint + pick([-1, 1, 0.5, -0.5])
  return pick([Infinity, -Infinity, integer(-2_000_000, 2_000_000), integer(-10, 400)])
}
