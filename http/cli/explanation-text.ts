import * as Flag from "effect/cli/Flag"
import type { Explained, ExplainedValue, Explanation } from "../../rules/explanation/explanation.ts"
import { shownPath } from "./tables/shown-path.ts"

/** `--explain`: answer with the rows that decided every figure. */
export const explainFlag = Flag.Boolean("explain").pipe(
  Flag.withDescription("Tell which row of which table decided each figure, by file and line"),
  Flag.withDefault(false),
)

const valueText = (value: ExplainedValue): string => {
  if (value === null) return "none"
  return typeof value === "object" ? value.join(", ") || "none" : String(value)
}

/**
 * An explanation for people: each figure that rows decided, and under it the places of the rows in
 * the form that editors open. Figures that only follow from others are left to `--json`.
 */
export const explanationText = (explanation: Explanation, folder: string): string =>
  explanation
    .filter(({ because }) => because.length > 0)
    .flatMap(({ because, figure, value }) => [
      `${figure}: ${valueText(value)}`,
      ...because.map(({ file, line, says }) => `  ${shownPath(folder, file)}:${line} ${says}`),
    ])
    .join("\n")

/** How the answer to a lone request is printed: as JSON, compact where asked for, or explained. */
export const answerText =
  (json: boolean, folder: string) =>
  (answer: object): string =>
    isExplained(answer) && !json
      ? explanationText(answer.explanation, folder)
      : JSON.stringify(answer, null, json ? undefined : 2)

/** Whether an answer comes with its explanation. */
export const isExplained = (answer: object): answer is Explained<unknown> =>
  "answer" in answer && "explanation" in answer
