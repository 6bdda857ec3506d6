import type { ExplainedFigure, ExplainedValue, Explanation, Reason } from "./explanation.ts"

/** A figure with its reasons, before its value is read off the answer. */
export interface FigureFinding {
  readonly figure: string
  readonly because: ReadonlyArray<Reason>
  readonly from?: ReadonlyArray<string>
  /** What to show for a figure that is an object or a list of objects. */
  readonly value?: ExplainedValue
}

const steps = (path: string): ReadonlyArray<string> =>
  path.split(/[.[\]]+/).filter((step) => step !== "")

/**
 * What stands in a value at a path; undefined where nothing does.
 *
 * ```ts
 * import { valueAt } from "../rules/explanation/figure-finding.ts"
 *
 * valueAt({ offers: [{ price: { amount: 12.5 } }] }, "offers[0].price.amount") // => 12.5
 * valueAt({ offers: [] }, "offers[0].price") // => undefined
 * ```
 */
export const valueAt = (value: unknown, path: string): unknown =>
  steps(path).reduce<unknown>(
    (inner, step) =>
      typeof inner === "object" && inner !== null && Object.hasOwn(inner, step)
        ? (inner as Readonly<Record<string, unknown>>)[step]
        : undefined,
    value,
  )

const shownValue = (value: unknown): ExplainedValue => {
  if (Array.isArray(value)) return value.map(String)
  if (typeof value === "object" && value !== null) return Object.keys(value)
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? value
    : null
}

const sameReason = (left: Reason, right: Reason): boolean =>
  left.file === right.file &&
  left.line === right.line &&
  left.column === right.column &&
  left.says === right.says

const eachOnce = (reasons: ReadonlyArray<Reason>): ReadonlyArray<Reason> =>
  reasons.filter(
    (reason, index) => reasons.findIndex((other) => sameReason(other, reason)) === index,
  )

/** The explanation that findings make of an answer: each value is the answer's own. */
export const explanationOf = (
  answer: unknown,
  findings: ReadonlyArray<FigureFinding>,
): Explanation =>
  findings.map(({ because, figure, from = [], value }): ExplainedFigure => ({
    figure,
    value: value ?? shownValue(valueAt(answer, figure)),
    because: eachOnce(because),
    ...(from.length === 0 ? {} : { from: [...new Set(from)] }),
  }))
