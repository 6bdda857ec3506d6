import * as Flag from "effect/cli/Flag"
import type {
  Explained,
  ExplainedValue,
  Explanation,
  Reason,
} from "../../rules/explanation/explanation.ts"
import { originText } from "../../rules/explanation/row-origin.ts"
import { shownPath } from "../tables/shown-path.ts"

/** `--explain`: answer with the rows that decided every figure. */
export const explainFlag = Flag.Boolean("explain").pipe(
  Flag.withDescription("Tell which row of which table decided each figure, by file and line"),
  Flag.withDefault(false),
)

const valueText = (value: ExplainedValue): string => {
  if (value === null) return "none"
  return typeof value === "object" ? value.join(", ") || "none" : String(value)
}

/** A reason for people: where its row stands and what it says; below, where that comes from. */
const reasonLines = (reason: Reason, folder: string): ReadonlyArray<string> => {
  const { file, line, says } = reason
  const origin = originText(reason)
  return [
    `  ${shownPath(folder, file)}:${line} ${says}`,
    ...(origin === undefined ? [] : [`    ${origin}`]),
  ]
}

/**
 * An explanation for people: each figure that rows decided, and under it the places of the rows in
 * the form that editors open, each with the page behind it. Figures that only follow from others are
 * left to `--json`.
 */
export const explanationText = (explanation: Explanation, folder: string): string =>
  explanation
    .filter(({ because }) => because.length > 0)
    .flatMap(({ because, figure, value }) => [
      `${figure}: ${valueText(value)}`,
      ...because.flatMap((reason) => reasonLines(reason, folder)),
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
