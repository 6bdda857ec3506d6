/** A row that decided a figure: where it stands, and what it says. */
export interface Reason {
  /** The table's file under data/. */
  readonly file: string
  /** The row's line, from 1. Line 1 is the header: no row says anything, and that decided. */
  readonly line: number
  /** The column that counts; left out where the whole row does. */
  readonly column?: string
  readonly says: string
  /** Where the row comes from, as its table says: a page, how it was derived, or `unsourced`. */
  readonly source?: string
  /** The day, month or year that the row is of. */
  readonly asOf?: string
  /** How sure the row is, where its table says so: `high`, `medium` or `low`. */
  readonly confidence?: string
}

/** What an explained figure reads in the answer. */
export type ExplainedValue = string | number | boolean | null | ReadonlyArray<string>

/** A figure of an answer with the rows that decided it. */
export interface ExplainedFigure {
  /** The figure's path in the answer: `bilan.medical.targetValue`, `offers[2].price.amount`. */
  readonly figure: string
  readonly value: ExplainedValue
  readonly because: ReadonlyArray<Reason>
  /** What it follows from besides: other figures, and fields of the request after `request.`. */
  readonly from?: ReadonlyArray<string>
}

/** Why an answer is as it is, figure by figure in the answer's order. */
export type Explanation = ReadonlyArray<ExplainedFigure>

/** An answer together with its explanation. */
export interface Explained<Answer> {
  readonly answer: Answer
  readonly explanation: Explanation
}
