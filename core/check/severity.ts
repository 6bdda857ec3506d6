import type { Finding } from "./finding.ts"

/** How much a finding weighs: an error forbids to use the tables, a warning is likely a mistake. */
export type Severity = "error" | "warning" | "note"

/** What each kind of finding weighs. Rows that share facts err only where they disagree. */
const severityOfKind = {
  BadDirective: "error",
  Gap: "error",
  StaleGap: "warning",
  Conflict: "error",
  Overlap: "note",
  ImpossibleRow: "warning",
  ShadowedRow: "warning",
  RepeatedRow: "warning",
  RedundantColumn: "note",
  RedundantRow: "note",
  MissingRow: "error",
  UnnamedRow: "note",
  BrokenPromise: "error",
  Outlier: "warning",
  Jump: "warning",
  OldDay: "warning",
  CaseDiffers: "error",
  StaleMeant: "warning",
  MissingFile: "error",
  UntoldTerms: "warning",
  UnreadCondition: "note",
  UnevenTexts: "warning",
  ToldInEnglish: "warning",
  StrayText: "warning",
  MisreadLine: "error",
  UnmappedLine: "warning",
  RicherChoice: "warning",
  UndatedPage: "warning",
  LowerCover: "error",
  ImplausiblePrice: "error",
  BrokenPriceLaw: "error",
  NeedlessException: "warning",
  Unknown: "warning",
} as const satisfies Readonly<Record<Exclude<Finding["_tag"], "More">, Severity>>

/**
 * What a finding weighs. What is not listed weighs as much as what is; what is unknown is no error,
 * and never nothing.
 *
 * ```ts
 * import { severityOf } from "../core/check/severity.ts"
 *
 * const place = { file: "tiers.csv", line: 1, character: 1, hitPolicy: "first" } as const
 * severityOf({ _tag: "RedundantColumn", column: "tier", empty: true, ...place }) // => "note"
 * severityOf({ _tag: "More", of: "Gap", others: null, ...place }) // => "error"
 * ```
 */
export const severityOf = (finding: Finding): Severity =>
  severityOfKind[finding._tag === "More" ? finding.of : finding._tag]
