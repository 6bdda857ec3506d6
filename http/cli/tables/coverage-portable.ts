import * as Effect from "effect/Effect"
import { recordCoverage } from "../../../core/coverage/coverage.ts"
import { reportCoverage } from "../../../core/coverage/uncovered.ts"
import type { CorpusCoverage } from "../../../rules/impact/coverage.ts"
import { print } from "../../terminal/output.ts"
import { coverageText } from "../../../rules/changes/coverage-text.ts"
import { readPortable } from "./portable.ts"
import { askedFacts, readQuestions } from "./portable-questions.ts"
import { shownPath } from "../../tables/shown-path.ts"

/**
 * Tells what the questions of a file exercise of an imported table; without a file nothing is
 * exercised, and the facts that would are a first set of questions.
 */
export const coverPortable = Effect.fnUntraced(function* (given: {
  readonly path: string
  readonly questions: string | undefined
  readonly json: boolean
}) {
  const found = yield* readPortable(given.path)
  const questions =
    given.questions === undefined ? [] : yield* readQuestions(found, given.questions)
  const recorder = recordCoverage(found.decision)
  for (const facts of questions) recorder.ask(askedFacts(facts))
  const report = reportCoverage(found.decision, recorder.coverage(), () => undefined)
  const coverage: CorpusCoverage = {
    situations: questions.length,
    decisions: [report],
    plain: [],
    uncited: [],
  }
  yield* print(given.json, report, () =>
    coverageText({ questions: questions.length }, coverage, true, (file) =>
      shownPath(found.folder, file),
    ),
  )
  return coverage
})
