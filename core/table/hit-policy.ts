/** All hit policies of DMN, under our names for them. */
export const hitPolicies = [
  "unique",
  "any",
  "priority",
  "first",
  "rule order",
  "output order",
  "collect",
  "sum",
  "min",
  "max",
  "count",
] as const

/**
 * How the rows that match come to one answer, after the hit policies of DMN: the only row, one of
 * several that agree, the one whose outputs come first in their listed order, the first; all of them
 * in the order of the rows or of their outputs, in any order (here that of the rows); or one figure
 * made of all of them.
 */
export type HitPolicy = (typeof hitPolicies)[number]

/** A figure that is made of all rows that match. */
export type Aggregate = Extract<HitPolicy, "sum" | "min" | "max" | "count">

/** What a hit policy asks of the rows. */
export interface PolicyFacts {
  /** The letter that DMN gives it. */
  readonly letter: string
  /** Whether one row answers, or all that match. */
  readonly answers: "one" | "all"
  /** What puts rows in order: the file, or their outputs as their columns list them. */
  readonly order: "rows" | "outputs"
  /** Which rows may match the same facts. */
  readonly overlaps: "none" | "agreeing" | "any"
  /** Whether another order of the rows can make another answer. */
  readonly orderCounts: boolean
  readonly aggregate: Aggregate | undefined
}

const one = { answers: "one", order: "rows", aggregate: undefined } as const
const all = { answers: "all", order: "rows", overlaps: "any", aggregate: undefined } as const
const aggregated = { answers: "all", order: "rows", overlaps: "any", orderCounts: false } as const

/** What each hit policy asks of the rows. */
export const policies: Readonly<Record<HitPolicy, PolicyFacts>> = {
  unique: { letter: "U", ...one, overlaps: "none", orderCounts: false },
  any: { letter: "A", ...one, overlaps: "agreeing", orderCounts: false },
  priority: { letter: "P", ...one, order: "outputs", overlaps: "any", orderCounts: true },
  first: { letter: "F", ...one, overlaps: "any", orderCounts: true },
  "rule order": { letter: "R", ...all, orderCounts: true },
  "output order": { letter: "O", ...all, order: "outputs", orderCounts: true },
  collect: { letter: "C", ...all, orderCounts: true },
  sum: { letter: "C+", ...aggregated, aggregate: "sum" },
  min: { letter: "C<", ...aggregated, aggregate: "min" },
  max: { letter: "C>", ...aggregated, aggregate: "max" },
  count: { letter: "C#", ...aggregated, aggregate: "count" },
}

/**
 * Whether one row answers; else all that match do.
 *
 * ```ts
 * import { answersOne } from "../core/table/hit-policy.ts"
 *
 * answersOne("priority") // => true
 * answersOne("sum") // => false
 * ```
 */
export const answersOne = (hitPolicy: HitPolicy): boolean => policies[hitPolicy].answers === "one"

/**
 * Whether a row that matches hides the rows after it, so that these need not be looked at.
 *
 * ```ts
 * import { hidesLater } from "../core/table/hit-policy.ts"
 *
 * hidesLater("first") // => true
 * hidesLater("unique") // => false
 * ```
 */
export const hidesLater = (hitPolicy: HitPolicy): boolean =>
  answersOne(hitPolicy) && policies[hitPolicy].overlaps === "any"
