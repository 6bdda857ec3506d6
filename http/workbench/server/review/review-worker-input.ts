import type { PageReview } from "../../../../rules/changes/diff-page-review.ts"
import type { VersionNames } from "../../../../rules/changes/review-comparison.ts"

/** What a page of the change is made of beside the comparison. */
export interface PageAsked {
  readonly names: VersionNames
  readonly review: PageReview
}
