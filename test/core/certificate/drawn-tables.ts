import { memo } from "../../../core/memory.ts"
import { contains } from "../../../core/table/cell.ts"
import type { ConditionTest, Fact } from "../../../core/table/condition.ts"
import type { Decision } from "../../../core/table/decision.ts"
import { answersOne, type HitPolicy, policies } from "../../../core/table/hit-policy.ts"
import { colours, decisionOf, drawRow, type TextRow } from "../../support/table-pairs.ts"
import type { Choices } from "../../support/random.ts"

/** The text of a table of drawn rows, with comments above its rows. */
export const textOf = (
  rows: ReadonlyArray<TextRow>,
  comments: ReadonlyArray<string> = [],
): string =>
  [
    "colour,days,annual,age_years,price,label,source",
    ...comments,
    ...rows.map((row) => row.join(",")),
    "",
  ].join("\n")

const split = (choices: Choices, row: TextRow): readonly [TextRow, TextRow] | undefined => {
  const { integer, pick } = choices
  const [word, bound] = [pick(colours), integer(1, 12)]
  const [column, first, second] = pick([
    [0, word, `not(${word})`],
    [1, `<${bound}`, `>=${bound}`],
    [2, "true", "false"],
  ])
  if (row[column] !== "") return undefined
  const withCell = (cell: string): TextRow =>
    row.map((own, index) => (index === column ? cell : own)) as unknown as TextRow
  return [withCell(first), withCell(second)]
}

/** Rows that apply to everything, no two of them to the same. */
export const drawPartition = (choices: Choices, splits: number): ReadonlyArray<TextRow> => {
  const [, , , , price, label, source] = drawRow(choices)
  let rows: ReadonlyArray<TextRow> = [["", "", "", "", price, label, source]]
  for (let count = 0; count < splits; count += 1) {
    const at = choices.integer(0, rows.length - 1)
    const parts = rows[at] && split(choices, rows[at])
    if (parts === undefined) continue
    const [kept, other] = parts
    const result = choices.chance(0.5) ? other : drawRow(choices)
    const [conditions, said] = [other.slice(0, 4), result.slice(4)]
    const fresh = [...conditions, ...said] as unknown as TextRow
    rows = [...rows.slice(0, at), kept, fresh, ...rows.slice(at + 1)]
  }
  return rows
}

/** Facts of each condition that lie on, between and beyond all bounds of drawn tables. */
const someFacts: ReadonlyArray<ReadonlyArray<Fact>> = [
  colours,
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
  [false, true],
  [null, ...Array.from({ length: 30 }, (_, half) => half / 2)],
]

/** Whether a cell accepts a fact, by its meaning alone. */
const accepts = (test: ConditionTest, fact: Fact): boolean => {
  switch (test._tag) {
    case "Any":
      return true
    case "AnyOf":
      return test.words.includes(String(fact))
    case "NoneOf":
      return !test.words.includes(String(fact))
    case "Within":
      return fact !== null && test.intervals.some((one) => contains(one, Number(fact)))
    case "Outside":
      return fact !== null && !test.intervals.some((one) => contains(one, Number(fact)))
    case "Is":
      return test.value === fact
  }
}

/** What each row says, figures by their value. */
const saidIn = ({ fields }: Decision, hitPolicy: HitPolicy): ReadonlyArray<string> =>
  fields.map((row) => {
    const [price, label] = [Number(row[4]?.text), row[5]?.text]
    return policies[hitPolicy].aggregate === undefined ? `${price} ${label}` : String(price)
  })

/** The rows that accept each combination of facts, as bits, by trying all of them. */
const hitsOf = ({ tests }: Decision): ReadonlyArray<number> =>
  someFacts
    .map((facts, column) =>
      facts.map((fact) =>
        tests.reduce((bits, row, index) => {
          const test = row[column]
          return test !== undefined && accepts(test, fact) ? bits | (1 << index) : bits
        }, 0),
      ),
    )
    .reduce<ReadonlyArray<number>>(
      (all, bits) => all.flatMap((some) => bits.map((one) => some & one)),
      [-1],
    )

/** Different rows that apply together, each once, by their numbers. */
const rowsIn = (bits: number): ReadonlyArray<number> =>
  Array.from({ length: 31 }, (_, row) => row).filter((row) => (bits & (1 << row)) !== 0)

/** What trying everything says of a table. */
export const triedOut = (hitPolicy: HitPolicy, rows: ReadonlyArray<TextRow>) => {
  const decision = decisionOf(hitPolicy, rows)
  const hits = [...new Set(hitsOf(decision))].map(rowsIn)
  const said = saidIn(decision, hitPolicy)
  return {
    "no gap": hits.every((found) => found.length > 0),
    "no overlap": hits.every((found) => found.length < 2),
    "no conflict": hits.every((found) => new Set(found.map((row) => said[row])).size < 2),
  }
}

/** The figure or the texts that the rows which apply come to. */
const answerOf = (hitPolicy: HitPolicy, said: ReadonlyArray<string>): string => {
  const { aggregate } = policies[hitPolicy]
  if (said.length === 0) return "nothing"
  if (answersOne(hitPolicy)) return said[0] ?? ""
  if (aggregate === undefined) return said.join("; ")
  // Prices have at most one decimal.
  const tenths = said.map((price) => Math.round(Number(price) * 10))
  const figures = {
    sum: tenths.reduce((sum, each) => sum + each, 0),
    min: Math.min(...tenths),
    max: Math.max(...tenths),
    count: tenths.length,
  }
  return String(figures[aggregate])
}

/** Whether two versions answer alike, by trying everything. */
export const answerAlike = (
  hitPolicy: HitPolicy,
  before: ReadonlyArray<TextRow>,
  after: ReadonlyArray<TextRow>,
): boolean => {
  const [older = [], newer = []] = [before, after].map((rows) => {
    const decision = decisionOf(hitPolicy, rows)
    const said = saidIn(decision, hitPolicy)
    const answer = memo((bits: number) =>
      answerOf(
        hitPolicy,
        rowsIn(bits).map((row) => said[row] ?? ""),
      ),
    )
    return hitsOf(decision).map(answer)
  })
  return older.every((answer, facts) => answer === newer[facts])
}
