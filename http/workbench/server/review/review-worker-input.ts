import type { PageReview } from "../../../../rules/changes/diff-page-summary.ts"
import type { VersionNames } from "../../../../rules/changes/review-report.ts"

/** What a page of the change is made of beside the comparison. */
export interface PageAsked {
  readonly names: VersionNames
  readonly review: PageReview
}
