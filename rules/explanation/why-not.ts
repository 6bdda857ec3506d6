import type { FactChange, WhyNot } from "../../core/explain/why-not.ts"
import type { Decision } from "../../core/table/decision.ts"
import type { Fact } from "../../core/table/condition.ts"
import { cellOf } from "./cite.ts"

/** One fact that would have to be another, and where it comes from in a request. */
export interface WouldBe {
  readonly fact: string
  readonly now: Fact
  readonly would: Fact
  /** The fields of the request behind it. */
  readonly from: ReadonlyArray<string>
}

/** A row that keeps something out of an answer, or that gives it. */
export interface WhyNotReason {
  readonly file: string
  readonly line: number
  readonly says: string
  /** The smallest change of what the request comes to that would do. */
  readonly changes?: ReadonlyArray<WouldBe>
  /** The cells of the row that keep it out, as written. */
  readonly cells?: Readonly<Record<string, string>>
}

/** Why something is not in an answer. */
export interface WhyNotAnswer {
  /** What was asked for: an argument, a headline, an offer. */
  readonly id: string
  readonly name: string
  /** Whether it is in the answer all the same. */
  readonly told: boolean
  readonly reasons: ReadonlyArray<WhyNotReason>
}

const shown = (fact: Fact): string => (fact === null ? "none" : String(fact))

/**
 * A change of a fact, as a condition in words.
 *
 * ```ts
 * import { changeText } from "../rules/explanation/why-not.ts"
 *
 * changeText({ column: "days", from: 8, to: 31 }) // => "days were at least 31 (now 8)"
 * changeText({ column: "oldest_age", from: 76, to: 74 }) // => "oldest_age were at most 74 (now 76)"
 * changeText({ column: "zone", from: "world", to: "europe" }) // => "zone were europe (now world)"
 * ```
 */
export const changeText = ({ column, from, to }: FactChange): string => {
  const bound =
    typeof from !== "number" || typeof to !== "number" ? "" : to > from ? "at least " : "at most "
  return `${column} were ${bound}${shown(to)} (now ${shown(from)})`
}

const listed = (texts: ReadonlyArray<string>): string => texts.join(", and ")

/** How a row of a decision table is kept from firing, and by how little. */
export interface RowWhyNot {
  readonly line: number
  readonly answer: WhyNot
}

/** How many facts a row needs changed: the fewer, the nearer; what can never fire is farthest. */
const distance = ({ answer }: RowWhyNot): number => {
  switch (answer._tag) {
    case "Fires":
      return 0
    case "Change":
      return answer.changes.length
    default:
      return Number.POSITIVE_INFINITY
  }
}

/** The row that needs the fewest facts changed, the first of several. */
export const nearestRow = <Row extends RowWhyNot>(rows: ReadonlyArray<Row>): Row | undefined =>
  rows.reduce<Row | undefined>(
    (best, each) => (best === undefined || distance(each) < distance(best) ? each : best),
    undefined,
  )

/** The cells of a row by the names of columns. */
const cellsOf = (
  decision: Pick<Decision, "definition" | "fields" | "rows" | "tests">,
  line: number,
  columns: ReadonlyArray<string>,
): Readonly<Record<string, string>> =>
  Object.fromEntries(columns.map((column) => [column, cellOf(decision, { line }, column)]))

/** Where a row is at and what would make it fire; `verb` is what firing does: `match`, `be told`. */
export const rowReason = (
  decision: Pick<Decision, "definition" | "fields" | "rows" | "tests">,
  { answer, line }: RowWhyNot,
  verb: string,
  fromOf: (fact: string) => ReadonlyArray<string>,
): WhyNotReason => {
  const { file } = decision.definition
  const at = { file, line }
  switch (answer._tag) {
    case "Fires":
      return { ...at, says: "its row applies" }
    case "Impossible":
      return {
        ...at,
        says: `its row can never apply: ${answer.column} allows nothing that its cell accepts`,
        cells: cellsOf(decision, line, [answer.column]),
      }
    case "Covered":
      return {
        ...at,
        says: `its row can never apply: line ${answer.by.join(", line ")} takes all of it`,
      }
    case "Unknown":
      return { ...at, says: "whether any trip makes its row apply was not found out in time" }
    case "Change": {
      const { changes, failed, maskedBy } = answer
      const masked =
        maskedBy.length === 0 ? "" : `line ${maskedBy.join(", line ")} comes before it; `
      return {
        ...at,
        says: `${masked}would ${verb} if ${listed(changes.map(changeText))}`,
        changes: changes.map(({ column, from, to }) => ({
          fact: column,
          now: from,
          would: to,
          from: fromOf(column),
        })),
        cells: cellsOf(decision, line, failed),
      }
    }
  }
}
