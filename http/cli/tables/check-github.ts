import type { CheckReport } from "../../tables/check-report.ts"
import { type CheckLine, checkLines } from "./check-lines.ts"
import { summaryText } from "./check-text.ts"
import { shownPath } from "./shown-path.ts"

const commands = { error: "error", warning: "warning", note: "notice" } as const

const messageText = (text: string): string =>
  text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A")

const propertyText = (text: string): string =>
  messageText(text).replaceAll(":", "%3A").replaceAll(",", "%2C")

/**
 * A GitHub workflow command that shows a line as an annotation.
 *
 * ```ts
 * import { annotation } from "../http/cli/tables/check-github.ts"
 *
 * const line = { rule: "gap", severity: "error", file: "a.csv", line: 1, character: 2, sentence: "100% open", hints: ["x, y"] } as const
 * annotation(line, "data/a,b.csv") // => "::error file=data/a%2Cb.csv,line=1,col=2,title=gap::100%25 open%0Ax, y"
 * ```
 */
export const annotation = (
  { character, hints, line, rule, sentence, severity }: CheckLine,
  path: string,
): string => {
  const properties = { file: path, line: String(line), col: String(character), title: rule }
  const written = Object.entries(properties).map(
    ([name, value]) => `${name}=${propertyText(value)}`,
  )
  const message = messageText([sentence, ...hints].join("\n"))
  return `::${commands[severity]} ${written.join(",")}::${message}`
}

/** A report as GitHub workflow commands, with the summary below them for the log. */
export const checkGithub = (report: CheckReport): string =>
  [
    ...checkLines(report).map((line) => annotation(line, shownPath(report.folder, line.file))),
    summaryText(report),
  ].join("\n")
