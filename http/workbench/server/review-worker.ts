/** The engine that reviews a change: what it does to situations, its check, and the pages that tell it. */
import type { ReviewCheck } from "../../../rules/changes/reviewed-change.ts"
import { diffMarkdown } from "../../../rules/changes/diff-markdown.ts"
import { diffPage } from "../../tables/diff-page.ts"
import { compileText } from "../../messages/icu.ts"
import { shownPath } from "../../tables/shown-path.ts"
import { serveEngine } from "./engine/serve-engine.ts"
import {
  makeComparison,
  reviewReport,
  type VersionNames,
} from "../../../rules/changes/review-report.ts"
import { reviewFindings } from "./review/review-findings.ts"
import type { PageAsked } from "../../../rules/changes/page-review.ts"
import type { TableFiles } from "../../../rules/tables/table-named.ts"
import { startCheck } from "../../tables/check-report.ts"
import { openUsualChecks } from "../../tables/kept-checks.ts"

const kept = await openUsualChecks()

serveEngine(({ folder, versions: { before } }) => {
  const compare = makeComparison(compileText)
  const earlier = { name: "before", sources: before }
  const options = { earlier, ...(kept === undefined ? {} : { kept }) }
  const check = startCheck(folder, options)
  let checkedBefore: ReturnType<typeof check> | undefined
  let checked: { readonly key: string; readonly found: ReviewCheck } | undefined
  return {
    report: (input, versions, progress) => {
      const { report, ...ground } = compare(versions, input as VersionNames, progress)
      return reviewReport(report, ground)
    },
    page: (input, versions, progress) => {
      const { names, review } = input as PageAsked
      const { report } = compare(versions, names, progress)
      return diffPage(
        report,
        {
          before: (file) => `${names.before}:${file}`,
          after: (file) => shownPath(folder, file),
        },
        review,
      )
    },
    markdown: (input, versions, progress) => {
      const { names, review } = input as PageAsked
      return diffMarkdown(compare(versions, names, progress).report, review)
    },
    check: (input, { after, revision }) => {
      const errors = input as TableFiles["errors"]
      const key = JSON.stringify([revision, errors])
      if (checked?.key === key) return checked.found
      checkedBefore ??= startCheck(folder, options)({ sources: before, errors: [] })
      const report = check({ sources: after, errors })
      const found = reviewFindings(revision, { report, after }, checkedBefore)
      checked = { key, found }
      return found
    },
  }
})
