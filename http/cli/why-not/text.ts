import type { WhyNotAnswer, WhyNotReason } from "../../../rules/explanation/why-not.ts"
import { shownPath } from "../../tables/shown-path.ts"

/** What `--why-not` has found: where rows keep something out, and what change of the request brings it. */
export interface WhyNotFound extends WhyNotAnswer {
  /** The smallest change of the request that brings it; null where no change of one field does. */
  readonly request?: { readonly field: string; readonly says: string } | null
}

const listed = (texts: ReadonlyArray<string>): string => texts.join(", ")

const reasonLines = (reason: WhyNotReason, folder: string): ReadonlyArray<string> => {
  const { cells = {}, changes = [], file, line, says } = reason
  const place = `${shownPath(folder, file)}:${line}`
  const fields = [...new Set(changes.flatMap(({ from }) => from))]
  const written = Object.entries(cells).map(([column, cell]) => `${column} ${JSON.stringify(cell)}`)
  return [
    `  ${place} ${says}`,
    ...(fields.length === 0 ? [] : [`    in the request: ${listed(fields)}`]),
    ...(written.length === 0 ? [] : [`    in the row: ${listed(written)} keeps it out`]),
  ]
}

const requestLine = (request: { readonly says: string } | null): string =>
  request === null
    ? "  no change of one field of the request brings it"
    : `  it would be if ${request.says}`

/**
 * Why something is not in an answer, for people: what would bring it, and the rows that decide it, in
 * the form that editors open.
 *
 * ```ts
 * import { whyNotText } from "../http/cli/why-not/text.ts"
 *
 * const reasons = [{ file: "coach/arguments.csv", line: 41, says: "would be told if long_trip were true (now false)" }]
 * whyNotText({ id: "trip_length", name: "trip_length", told: false, reasons }, "data") // => "trip_length is not told:\n  data/coach/arguments.csv:41 would be told if long_trip were true (now false)"
 * ```
 */
export const whyNotText = (found: WhyNotFound, folder: string, told = "told"): string => {
  const { name, reasons, request } = found
  return [
    `${name} is ${found.told ? "" : "not "}${told}:`,
    ...(request === undefined ? [] : [requestLine(request)]),
    ...reasons.flatMap((reason) => reasonLines(reason, folder)),
  ].join("\n")
}
