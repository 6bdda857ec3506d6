import type { Finding } from "./finding.ts"

/** A kind of finding as tools name it: a stable id, and what it means. */
export interface FindingRule {
  readonly id: string
  readonly about: string
}

/** What each kind of finding means; the ids never change. */
export const findingRules = {
  BadDirective: {
    id: "bad-directive",
    about: "What is meant is declared in a way that cannot be read.",
  },
  Gap: { id: "gap", about: "No row applies to something that a table can be asked." },
  StaleGap: { id: "stale-gap", about: "A gap is declared as intended where there is none." },
  Conflict: { id: "conflict", about: "Two rows apply to the same and disagree." },
  Overlap: { id: "overlap", about: "Two rows apply to the same and agree." },
  ImpossibleRow: { id: "impossible-row", about: "A row has a condition that nothing meets." },
  ShadowedRow: { id: "shadowed-row", about: "Earlier rows take all that a row applies to." },
  RepeatedRow: { id: "repeated-row", about: "A row that counts beside others is there twice." },
  RedundantColumn: { id: "redundant-column", about: "A condition column decides nothing." },
  RedundantRow: { id: "redundant-row", about: "A table would say the same without a row." },
  MissingRow: { id: "missing-row", about: "A row that the rules need is not there." },
  UnnamedRow: { id: "unnamed-row", about: "No other table names a row that is there to be named." },
  BrokenPromise: {
    id: "broken-promise",
    about: "A sum falls or rises where the table promises that it never does.",
  },
  Outlier: { id: "outlier", about: "A figure lies far from those of its group." },
  Jump: { id: "jump", about: "A figure moved far since the version before." },
  OldDay: { id: "old-day", about: "A day lies further back than it should." },
  CaseDiffers: { id: "case-differs", about: "A table does not answer a case as expected." },
  StaleMeant: {
    id: "stale-meant",
    about: "A value is declared as meant, and nothing would be reported about it.",
  },
  MissingFile: { id: "missing-file", about: "A file that a cell names is not there." },
  UntoldTerms: { id: "untold-terms", about: "A condition states terms that no row tells." },
  UnreadCondition: {
    id: "unread-condition",
    about: "A part of a condition is not understood, and told to nobody.",
  },
  UnevenTexts: {
    id: "uneven-texts",
    about: "A text lacks a value that it shows in another language.",
  },
  ToldInEnglish: {
    id: "told-in-english",
    about: "A language lacks a text, or has one that fails its check.",
  },
  StrayText: { id: "stray-text", about: "A text stands for no English one." },
  MisreadLine: { id: "misread-line", about: "A printed line does not read as it should." },
  UnmappedLine: { id: "unmapped-line", about: "A printed line is none that is known." },
  RicherChoice: {
    id: "richer-choice",
    about:
      "A card stands for its bank, network and range and is known to hold more than a sibling.",
  },
  UndatedPage: {
    id: "undated-page",
    about: "Covers rest on a page without a date, so that nobody can tell whether they still hold.",
  },
  LowerCover: { id: "lower-cover", about: "A plan covers less than one below it." },
  ImplausiblePrice: {
    id: "implausible-price",
    about: "A price cannot be right beside another one, or at all.",
  },
  BrokenPriceLaw: {
    id: "broken-price-law",
    about: "A trip with more costs less, or an offer that holds more than another one does.",
  },
  NeedlessException: {
    id: "needless-exception",
    about: "An exception from a law of prices that holds without it.",
  },
  Unknown: { id: "unknown", about: "A question was not answered in full." },
} as const satisfies Readonly<Record<Exclude<Finding["_tag"], "More">, FindingRule>>

/**
 * The rule of a finding; what is only counted goes under the rule of its kind.
 *
 * ```ts
 * import { ruleOf } from "../core/check/finding-rules.ts"
 *
 * const place = { file: "tiers.csv", line: 1, character: 1, hitPolicy: "first" } as const
 * ruleOf({ _tag: "RedundantRow", ...place }).id // => "redundant-row"
 * ruleOf({ _tag: "More", of: "Gap", others: null, ...place }).id // => "gap"
 * ```
 */
export const ruleOf = (finding: Finding): FindingRule =>
  findingRules[finding._tag === "More" ? finding.of : finding._tag]
