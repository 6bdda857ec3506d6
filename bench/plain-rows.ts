const words = (letter: string, count: number): ReadonlyArray<string> =>
  Array.from({ length: count }, (_, index) => `${letter}${String(index + 1).padStart(2, "0")}`)

/** The words that each fact of words knows. */
export const known = {
  market: words("market", 12),
  intent: words("intent", 13),
  tier: words("tier", 6),
  network: words("network", 4),
}

/** What each fact of whole numbers is below. */
export const bounds = { ageYears: 100, tripDays: 200 }

/** What a generated table is asked with. */
export interface GeneratedFacts {
  readonly market: string
  readonly intent: string
  readonly tier: string
  readonly network: string
  readonly annual: boolean
  readonly friends: boolean
  readonly ageYears: number
  readonly tripDays: number
}

/** One condition of a row: the words it takes, a truth value, or whole numbers from low to below high. */
export type PlainCondition =
  | { readonly _tag: "Words"; readonly words: ReadonlyArray<string> }
  | { readonly _tag: "Truth"; readonly value: boolean }
  | { readonly _tag: "Range"; readonly low: number; readonly high: number }

/** A row as data that any engine can take: its conditions by fact; a fact without one is free. */
export interface PlainRow {
  readonly rank: number
  readonly name: string
  readonly conditions: Readonly<Partial<Record<keyof GeneratedFacts, PlainCondition>>>
}

/** The facts in the order of the columns. */
export const factNames = [
  "market",
  "intent",
  "tier",
  "network",
  "annual",
  "friends",
  "ageYears",
  "tripDays",
] as const

/** A condition as a cell; engines differ in how they write several words. */
export const cellOf = (
  condition: PlainCondition | undefined,
  wordsText: (words: ReadonlyArray<string>) => string,
): string => {
  switch (condition?._tag) {
    case "Words":
      return wordsText(condition.words)
    case "Truth":
      return String(condition.value)
    case "Range":
      return `[${condition.low}..${condition.high})`
    case undefined:
      return ""
  }
}

/** A rules engine with a table in it: the names of the rows that apply, in the order of their rank. */
export type MakeAsk = (
  rows: ReadonlyArray<PlainRow>,
) => (facts: GeneratedFacts) => ReadonlyArray<string> | Promise<ReadonlyArray<string>>
