import type { AnswerColumn, RowItems } from "./answer-columns.ts"

/** Formats of answers. */
export const answerFormats = ["ndjson", "csv", "xlsx", "parquet", "arrow"] as const

/** A format of answers. */
export type AnswerFormat = (typeof answerFormats)[number]

/** How answers and refusals are written. It can be sent to another thread. */
export interface AnswerForm {
  /** What stands before the number of a line in reports: `line `, or the file and a colon. */
  readonly place: string
  /** Whether lines are rows of a table. */
  readonly isTable: boolean
  /** Whether refusals stand among the answers. */
  readonly refusalsInline: boolean
  readonly format: AnswerFormat
  /** Whether people open them in a spreadsheet, so that nothing in them is taken for a formula. */
  readonly forPeople: boolean
  /** The columns of answers; left out where they are whole, which only lines of JSON can be. */
  readonly columns?: ReadonlyArray<AnswerColumn>
  readonly items: RowItems
}

/** Lines of JSON, whole, refusals beside them: what is written where nothing else is asked for. */
export const plainForm: AnswerForm = {
  place: "line ",
  isTable: false,
  refusalsInline: false,
  format: "ndjson",
  forPeople: false,
  items: { name: "", path: [] },
}

/** The columns of refusals, which come behind all others. */
const refusalColumns: ReadonlyArray<AnswerColumn> = [
  { name: "error", from: "answer", path: ["error"], kind: "text" },
  { name: "detail", from: "answer", path: ["detail"], kind: "text" },
]

/** The columns that are written, those of refusals among them. */
export const writtenColumns = ({
  columns = [],
  refusalsInline,
}: Pick<AnswerForm, "columns" | "refusalsInline">): ReadonlyArray<AnswerColumn> =>
  refusalsInline ? [...columns, ...refusalColumns] : columns
