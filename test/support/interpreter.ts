/** The kind of a condition column, as the interpreter needs it. */
export type ConditionKind = "words" | "number" | "boolean"

/** A fact; null is unknown. */
export type PlainFact = string | number | boolean | null

/** A row of a decision table as text: its condition cells, and its name. */
export interface PlainRow {
  readonly cells: ReadonlyArray<string>
  readonly name: string
}

const acceptsNumber = (item: string, fact: number): boolean => {
  const first = item.charAt(0)
  if (first === "[" || first === "(") {
    const [low = "", high = ""] = item.slice(1, -1).split("..")
    const above = first === "[" ? fact >= Number(low) : fact > Number(low)
    const below = item.endsWith("]") ? fact <= Number(high) : fact < Number(high)
    return above && below
  }
  if (item.startsWith("<=")) return fact <= Number(item.slice(2))
  if (item.startsWith(">=")) return fact >= Number(item.slice(2))
  if (first === "<") return fact < Number(item.slice(1))
  if (first === ">") return fact > Number(item.slice(1))
  return fact === Number(item)
}

/**
 * Whether one condition cell accepts a fact, read straight from the text of the cell: the meaning
 * of the cell language, kept apart from the code that compiles it.
 */
export const acceptsFact = (kind: ConditionKind, cell: string, fact: PlainFact): boolean => {
  if (cell === "") return true
  if (kind === "boolean") return fact !== null && String(fact) === cell
  const negated = cell.startsWith("not(")
  const items = (negated ? cell.slice(4, -1) : cell).split("|")
  if (kind === "number") {
    if (typeof fact !== "number") return false
    return items.some((item) => acceptsNumber(item, fact)) !== negated
  }
  if (fact === null) return negated
  return items.includes(String(fact)) !== negated
}

/** The rows that accept all facts, in order, found by asking every row. */
export const matchingRows = (
  kinds: ReadonlyArray<ConditionKind>,
  rows: ReadonlyArray<PlainRow>,
  facts: ReadonlyArray<PlainFact>,
): ReadonlyArray<string> =>
  rows
    .filter(({ cells }) =>
      kinds.every((kind, index) => acceptsFact(kind, cells[index] ?? "", facts[index] ?? null)),
    )
    .map(({ name }) => name)

/** A row that matches: what it is called, and the figure that it says, exactly as a whole number. */
export interface PlainHit {
  readonly name: string
  readonly figure: number
}

/** What the rows that match come to under a hit policy: rows by name, or a figure. */
export type PlainAnswer = ReadonlyArray<string> | number | null

/**
 * What rows that match, in the order of the file, come to: the meaning of the hit policies, kept
 * apart from the code that proves things of them. `listed` are the figures in their declared order.
 */
export const plainAnswer = (
  letter: string,
  hits: ReadonlyArray<PlainHit>,
  listed: ReadonlyArray<number>,
): PlainAnswer => {
  const names = (some: ReadonlyArray<PlainHit>) => some.map(({ name }) => name)
  const figures = hits.map(({ figure }) => figure)
  const byOutput = listed.flatMap((value) => hits.filter(({ figure }) => figure === value))
  switch (letter) {
    case "P":
      return names(byOutput.slice(0, 1))
    case "O":
      return names(byOutput)
    case "R":
    case "C":
      return names(hits)
    case "C+":
      return hits.length === 0 ? null : figures.reduce((sum, figure) => sum + figure, 0)
    case "C<":
      return hits.length === 0 ? null : Math.min(...figures)
    case "C>":
      return hits.length === 0 ? null : Math.max(...figures)
    case "C#":
      return hits.length === 0 ? null : hits.length
    default:
      return names(hits.slice(0, 1))
  }
}
