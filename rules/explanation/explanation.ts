import * as Predicate from "effect/Predicate"

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

/** Where a row comes from, of when it is, and how sure: each where its table has such a column. */
type RowOrigin = Pick<Reason, "source" | "asOf" | "confidence">

const written = (row: object, name: string): string | undefined => {
  const value: unknown = Reflect.get(row, name)
  return typeof value === "string" && value !== "" ? value : undefined
}

/**
 * The origin of a row of any table, by the columns `source`, `as_of`, and `confidence` or `certainty`.
 *
 * ```ts
 * import { originOf } from "../rules/explanation/explanation.ts"
 *
 * originOf({ value: 155000, source: "https://a.example", asOf: "2026" }).source // => "https://a.example"
 * originOf({ member: "ES", certainty: "low", asOf: null }) // => { confidence: "low" }
 * originOf(undefined) // => {}
 * ```
 */
export const originOf = (row: unknown): RowOrigin => {
  if (!Predicate.isObject(row)) return {}
  const source = written(row, "source")
  const asOf = written(row, "asOf")
  const confidence = written(row, "confidence") ?? written(row, "certainty")
  return {
    ...(source === undefined ? {} : { source }),
    ...(asOf === undefined ? {} : { asOf }),
    ...(confidence === undefined ? {} : { confidence }),
  }
}

/**
 * An origin in one line, for people; undefined where the table says nothing of it.
 *
 * ```ts
 * import { originText } from "../rules/explanation/explanation.ts"
 *
 * originText({ source: "https://a.example", asOf: "2026" }) // => "https://a.example, 2026"
 * originText({ source: "unsourced", confidence: "low" }) // => "unsourced, confidence low"
 * originText({}) // => undefined
 * ```
 */
export const originText = ({ asOf, confidence, source }: RowOrigin): string | undefined => {
  const parts = [source, asOf, confidence === undefined ? undefined : `confidence ${confidence}`]
  const told = parts.filter((part) => part !== undefined)
  return told.length === 0 ? undefined : told.join(", ")
}
