import type { Finding } from "../../core/check/finding.ts"
import { ruleOf } from "../../core/check/finding-rules.ts"
import { type Severity, severityOf } from "../../core/check/severity.ts"
import { inFileOrder, mistakeSentence, type TableError } from "../../core/table/error.ts"
import type { Expectation } from "../../core/table/expectation.ts"
import type { CheckReport } from "./check-report.ts"
import { describeFinding, findingHints } from "../../core/check/tell/english.ts"

/** A mistake or a finding as every format shows it. */
export interface CheckLine {
  /** The id of its rule. */
  readonly rule: string
  readonly severity: Severity
  readonly file: string
  readonly line: number
  readonly character: number
  readonly sentence: string
  /** An example, a row that would settle it, and so on. */
  readonly hints: ReadonlyArray<string>
  /** Another line that it is about. */
  readonly otherLine?: number
  /** What should stand there instead, as machines read it. */
  readonly expectation?: object
}

/** The rule of what is wrong in files, cells, keys and references. */
export const mistakeRule = {
  id: "mistake",
  about: "A file, cell, key or reference is not what it should be.",
} as const

/** The id of the rule under which questions stand that were not answered in full. */
export const unknownRule = "unknown"

/** What should stand somewhere as machines read it: a stable kind, and its facts. */
export const expectationFields = (expected: Expectation): object => {
  const { _tag, ...facts } = expected
  const kind = _tag.replaceAll(/(?<=.)(?=[A-Z])/g, "-").toLowerCase()
  return expected._tag === "Beside"
    ? { kind, ...facts, expected: expectationFields(expected.expected) }
    : { kind, ...facts }
}

/** A mistake in a table as every format shows it. */
export const mistakeLine = (error: TableError): CheckLine => ({
  rule: mistakeRule.id,
  severity: "error",
  file: error.file,
  line: error.line,
  character: error.character,
  sentence: mistakeSentence(error),
  hints: [],
  expectation: expectationFields(error.expected),
})

/** A finding as every format shows it. */
export const findingLine = (finding: Finding): CheckLine => ({
  rule: ruleOf(finding).id,
  severity: severityOf(finding),
  file: finding.file,
  line: finding.line,
  character: finding.character,
  sentence: describeFinding(finding),
  hints: findingHints(finding),
  ...("otherLine" in finding ? { otherLine: finding.otherLine } : {}),
})

/** The mistakes and findings of a report, by file and from top to bottom. */
export const checkLines = ({
  findings,
  mistakes,
}: Pick<CheckReport, "findings" | "mistakes">): ReadonlyArray<CheckLine> =>
  inFileOrder([...mistakes.map(mistakeLine), ...findings.map(findingLine)])
