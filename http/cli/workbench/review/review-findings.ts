import { createHash } from "node:crypto"
import type { ReviewCheck, ReviewFinding } from "../../../pages/workbench/protocol/review.ts"
import type { CheckReport } from "../../../tables/check-report.ts"
import { type CheckLine, checkLines, unknownRule } from "../../tables/check-lines.ts"

const idDigits = 12

/** What tells a finding from others when lines move: its rule, its file and its words without lines. */
const idOf = ({ file, rule, sentence }: CheckLine): string =>
  createHash("sha256")
    .update(JSON.stringify([rule, file, sentence.replaceAll(/\blines? [\d, and]+/g, "")]))
    .digest("hex")
    .slice(0, idDigits)

const findingOf = (line: CheckLine): ReviewFinding => ({
  id: idOf(line),
  file: line.file,
  line: line.line,
  sentence: line.sentence,
})

const isWarning = ({ rule, severity }: CheckLine): boolean =>
  severity === "warning" && rule !== unknownRule

/** What a check found of the change: its errors, and the warnings that the version before had not. */
export const reviewFindings = (
  revision: number,
  report: CheckReport,
  before: CheckReport,
): ReviewCheck => {
  const lines = checkLines(report)
  const known = new Set(checkLines(before).filter(isWarning).map(idOf))
  const warnings = lines.filter(isWarning).map(findingOf)
  const { analysed, printed } = report
  return {
    revision,
    tables: analysed.tables,
    rows: analysed.rows,
    rules: analysed.rules,
    printed:
      printed === undefined
        ? null
        : { lines: printed.corpus.lines, misread: printed.corpus.misread },
    errors: lines.filter(({ severity }) => severity === "error").map(findingOf),
    warnings: warnings.filter(({ id }) => !known.has(id)),
    oldWarnings: warnings.filter(({ id }) => known.has(id)).length,
  }
}
