import type { Sentence } from "../../../core/sentence.ts"
import type { RowPlace } from "../../../core/table/row-place.ts"
import type {
  CommentEdit,
  FindingRemedy,
  PromisePoint,
  PromiseSteps,
  WorkbenchFinding,
} from "../../../rules/check/workbench-finding.ts"
import type { Call, Nothing } from "./call.ts"
import type { StepMade } from "./session.ts"

export type { FindingRemedy, PromisePoint, PromiseSteps, Sentence, WorkbenchFinding }

/** What is known of the laws of prices: that a traveller, a day or a cover more never makes a trip cheaper. */
export type LawsView =
  /** No table that prices are made of differs from the version before. */
  | { readonly state: "untouched" }
  /** They are being proven, in the background. */
  | { readonly state: "proving" }
  /** A mistake in a table hides them. */
  | { readonly state: "hidden" }
  /** They are proven for so many boxes of trips; what breaks one is among the findings. */
  | { readonly state: "told"; readonly proven: number; readonly refuted: number }

/** What a check of the tables came to. */
export interface CheckView {
  /** The revision that was checked. */
  readonly revision: number
  /** What the first step took: mistakes and findings of the edited tables. */
  readonly tookMs: number
  /** When the first step was done, in milliseconds since 1970. */
  readonly checkedAtMs: number
  /** Whether what spans several tables has been looked at, too; it comes a moment later. */
  readonly isWhole: boolean
  /** What is known of the laws of prices, whose proof comes last. */
  readonly laws: LawsView
  /** The row that was edited last since the workbench began; null before the first. */
  readonly edited: RowPlace | null
  readonly findings: ReadonlyArray<WorkbenchFinding>
}

/** What would be found in a table as it may come to be, and is not found in it now. */
export type TriedFinding = Pick<WorkbenchFinding, "detail" | "kind" | "severity" | "title">

/** A comment of a table that is written, or taken away. */
export interface CommentStep {
  readonly file: string
  readonly revision: number
  readonly comment: CommentEdit
  /** Why it is meant: the end of a comment that is written. */
  readonly reason: string
}

/** Calls about what was found. */
export interface CheckCalls {
  readonly comment: Call<CommentStep, StepMade>
}

/** What was found. */
export interface CheckViews {
  /** The last check; null before the first. */
  readonly checked: Call<Nothing, CheckView | null>
}
