import { createHash } from "node:crypto"
import type { ReviewCheck, ReviewFinding } from "../../../../rules/changes/reviewed-change.ts"
import type { CheckReport } from "../../../../rules/check/check-report.ts"
import { inFileOrder } from "../../../../core/table/error.ts"
import {
  type CheckLine,
  checkLines,
  findingLine,
  mistakeLine,
  unknownRule,
} from "../../../../rules/check/check-lines.ts"
import { makeCheckedTexts } from "../../../../rules/check/checked-texts.ts"
import {
  type ToldFinding,
  toldFinding,
  toldMistake,
} from "../../../../rules/check/tell/told-finding.ts"

const idDigits = 12

/** What tells a finding from others when lines move: its rule, its file and its words without lines. */
const idOf = ({ file, rule, sentence }: CheckLine): string =>
  createHash("sha256")
    .update(JSON.stringify([rule, file, sentence.replaceAll(/\blines? [\d, and]+/g, "")]))
    .digest("hex")
    .slice(0, idDigits)

/** A line of the check with what the page says of it. */
type ToldLine = CheckLine & ToldFinding

const findingOf = (told: ToldLine): ReviewFinding => ({
  id: idOf(told),
  file: told.file,
  line: told.line,
  sentence: told.sentence,
  title: told.title,
  detail: told.detail,
})

const toldLines = (
  { findings, mistakes }: CheckReport,
  sources: ReadonlyMap<string, string>,
): ReadonlyArray<ToldLine> => {
  const texts = makeCheckedTexts()(sources)
  return inFileOrder([
    ...mistakes.map((error) => ({ ...mistakeLine(error), ...toldMistake(error) })),
    ...findings.map((finding) => ({
      ...findingLine(finding),
      ...toldFinding(finding, texts.definitionOf(finding.file)),
    })),
  ])
}

const isWarning = ({ rule, severity }: CheckLine): boolean =>
  severity === "warning" && rule !== unknownRule

/** What a check found of the change: its errors, and the warnings that the version before had not. */
export const reviewFindings = (
  revision: number,
  { after, report }: { readonly report: CheckReport; readonly after: ReadonlyMap<string, string> },
  before: CheckReport,
): ReviewCheck => {
  const lines = toldLines(report, after)
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
