import type { ReviewCheck, ReviewView } from "./reviewed-change.ts"
import type { PageCheck, PageReview } from "./diff-page-summary.ts"
import { countText } from "./diff-words.ts"
import { counted } from "../../core/plain-text.ts"
import type { VersionNames } from "./review-report.ts"

/** What a page of the change is made of beside the comparison. */
export interface PageAsked {
  readonly names: VersionNames
  readonly review: PageReview
}

const listed = (count: number, noun: string): string =>
  `${countText(count)} ${noun}${count === 1 ? "" : "s"}`

/** What was checked, in sentences: what is as it should be, then what is not. */
const checksOf = (
  { errors, printed, rows, rules, warnings }: ReviewCheck,
  kept: ReviewView["keptWarnings"],
): ReadonlyArray<PageCheck> => {
  const reasons = new Map(kept.map(({ id, reason }) => [id, reason]))
  const misread = printed?.misread ?? 0
  return [
    ...(errors.length === 0
      ? [
          { state: "held", text: `No gap, no overlap in ${listed(rules, "rule")}` } as const,
          { state: "held", text: `${listed(rows, "row")} without a mistake` } as const,
        ]
      : []),
    ...(printed === null
      ? []
      : [
          misread === 0
            ? ({
                state: "held",
                text: `Printed guarantees: ${listed(printed.lines, "line")} as expected`,
              } as const)
            : ({
                state: "error",
                text: `Printed guarantees: ${listed(misread, "line")} not as expected`,
              } as const),
        ]),
    ...errors.map(({ file, line, sentence }): PageCheck => ({
      state: "error",
      text: `${file}:${line} ${sentence}`,
    })),
    ...warnings.map(({ file, id, line, sentence }): PageCheck => {
      const reason = reasons.get(id)
      const why =
        reason === undefined ? "No reason is given yet." : `Kept by the author: “${reason}”.`
      return { state: "warning", text: `${file}:${line} ${sentence}. ${why}` }
    }),
  ]
}

const stateOf = ({ approval, uncommitted }: ReviewView): PageReview["state"] => {
  switch (approval.state) {
    case "approved":
      return { kind: "held", text: `Approved by ${approval.by.name}` }
    case "withdrawn":
      return { kind: "warning", text: "Changed since it was approved" }
    case "none":
    case "own":
      return uncommitted.length > 0
        ? { kind: "warning", text: `Not committed: ${counted(uncommitted.length, "file")}` }
        : { kind: "warning", text: "Waits for approval" }
  }
}

/** What a page to send says of the change beside its figures. */
export const pageReview = (view: ReviewView, check: ReviewCheck): PageReview => ({
  reason: view.reason,
  branch: view.branch,
  by: view.authors.map(({ name }) => name),
  on: view.committedAt?.slice(0, 10) ?? null,
  state: stateOf(view),
  from: "from" in view.approval ? view.approval.from : null,
  hash: view.hash,
  checks: checksOf(check, view.keptWarnings),
  comments: view.comments.map(({ answers, by, place, resolvedBy, text }) => ({
    by: by.name,
    on: place === null ? null : `${place.file}:${place.line}`,
    text,
    answers: answers.map((answer) => ({ by: answer.by.name, text: answer.text })),
    isSettled: resolvedBy !== null,
  })),
})
