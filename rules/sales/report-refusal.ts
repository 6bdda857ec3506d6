import { describeTripRefusal } from "../trip/trip-refusal.ts"

/** The codes of a refused conversion report, in the order in which they are reported. */
export const reportRefusalCodes = ["UNKNOWN_CONTRACT_VERSION", "BAD_CONVERSION"] as const

/** A code of {@link reportRefusalCodes}. */
export type ReportRefusalCode = (typeof reportRefusalCodes)[number]

/** Why a conversion report is refused: the code, where in the body, and the rule that is broken. */
export interface ReportRefusal {
  readonly _tag: "ReportRefusal"
  readonly code: ReportRefusalCode
  readonly path: string
  readonly rule: string
}

/**
 * The sentence of a refusal: the path and the rule.
 *
 * ```ts
 * import { describeReportRefusal } from "../rules/sales/report-refusal.ts"
 *
 * const refusal = { _tag: "ReportRefusal", code: "BAD_CONVERSION", path: "amount", rule: "number >= 0" } as const
 * describeReportRefusal(refusal) // => "amount: number >= 0"
 * ```
 */
export const describeReportRefusal = (refusal: ReportRefusal): string =>
  describeTripRefusal(refusal)
