import type { Finding, NamedCells, SumAt } from "./finding.ts"

/** The findings that say what a value means, and that it cannot be or hardly is right. */
export type MeaningFinding = Extract<
  Finding,
  {
    readonly _tag:
      | "BrokenPromise"
      | "Outlier"
      | "Jump"
      | "OldDay"
      | "StaleMeant"
      | "MissingFile"
      | "UntoldTerms"
      | "UnreadCondition"
  }
>

const quoted = (cell: string): string => JSON.stringify(cell)

/** Basis points as a percentage. */
const percent = (bps: number): string => `${Number((bps / 100).toFixed(2))} %`

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`

const brokenPromise = (finding: Extract<Finding, { readonly _tag: "BrokenPromise" }>): string => {
  const { from, line, never, over, sum, to } = finding
  const where = (one: SumAt): string =>
    `${one.value} at ${over} ${one.at} (${one.line === line ? "this row" : `line ${one.line}`})`
  return `${sum} ${never} from ${where(from)} to ${where(to)}; it never ${never} as ${over} rises`
}

/** The sentence of a finding about what a value means, without its place. */
export const describeMeaning = (finding: MeaningFinding): string => {
  switch (finding._tag) {
    case "BrokenPromise":
      return brokenPromise(finding)
    case "Outlier": {
      const { cell, column, group, is, median, others, times } = finding
      const far = is === "above" ? `more than ${times} times` : `less than 1/${times} of`
      const among = Object.keys(group).length === 0 ? "" : ` with ${cellsText(group)}`
      return `${column}: ${quoted(cell)} is ${far} the median of its neighbours, ${median} (${counted(others, "other row")}${among})`
    }
    case "Jump": {
      const { base, before, boundBps, cell, column, days, limit, movedBps, row } = finding
      return `${column}: ${quoted(cell)} for ${cellsText(row)} was ${quoted(before)} in ${base}: it moved by ${percent(movedBps)}, and ${limit} lets it move by ${percent(boundBps)} in ${counted(days, "day")}`
    }
    case "OldDay": {
      const { ageDays, cell, column, daysMax, limit, others, row } = finding
      const more = others === 0 ? "" : ` and ${counted(others, "other row")}`
      return `${column}: ${quoted(cell)} of ${cellsText(row)}${more} is ${counted(ageDays, "day")} old; ${limit} is ${daysMax}`
    }
    case "StaleMeant":
      return "what is declared here as meant is about nothing that would be told"
    case "MissingFile": {
      const { cell, column, folder, nearest } = finding
      const hint = nearest === null ? "" : `; did you mean ${quoted(nearest)}?`
      return `${column}: ${quoted(cell)} is no file in ${folder}/${hint}`
    }
    case "UntoldTerms": {
      const { cell, column, table, terms } = finding
      return `${column}: ${quoted(cell)} states ${listed(terms, "nothing")}, and ${table} has no such row`
    }
    case "UnreadCondition": {
      const { cell, clauses, column } = finding
      const parts = clauses.map(quoted).join(" and ")
      return `${column}: it is not known what ${parts} in ${quoted(cell)} says, so that no bilan tells it`
    }
  }
}

/** Of many contradicting lines so many are shown. */
const linesShown = 6

/** What helps with a finding about what a value means, a line each. */
export const meaningHints = (finding: MeaningFinding): ReadonlyArray<string> => {
  switch (finding._tag) {
    case "BrokenPromise": {
      const { lines, witness } = finding
      const facts = Object.entries(witness).map(([column, fact]) => `${column}=${String(fact)}`)
      const more = lines.length > linesShown ? ` and ${lines.length - linesShown} more` : ""
      const shown = lines.slice(0, linesShown).join(", ")
      return [
        ...(facts.length === 0 ? [] : [`for example: ${facts.join(", ")}`]),
        ...(lines.length > 1 ? [`lines that contradict it: ${shown}${more}`] : []),
      ]
    }
    case "Outlier":
    case "Jump":
    case "OldDay":
      return [`if it is meant: ${finding.directive}why`]
    case "UntoldTerms":
      return [
        ...finding.rows.map((row) => `a row that tells it: ${row}`),
        `or, if it is meant: ${finding.directive}why`,
      ]
    case "StaleMeant":
      return [`its reason: ${finding.why}`]
    case "MissingFile":
    case "UnreadCondition":
      return []
  }
}

/** Parts as a list with commas, or what stands for none. */
export const listed = (parts: ReadonlyArray<string>, none: string): string =>
  parts.length === 0 ? none : parts.join(", ")

/**
 * Cells by column as one text; `anything` without any.
 *
 * ```ts
 * import { cellsText } from "../core/check/describe-meaning.ts"
 *
 * cellsText({ zone: "world", age: "" }) // => "zone=world, age=(empty)"
 * cellsText({}) // => "anything"
 * ```
 */
export const cellsText = (cells: NamedCells): string =>
  listed(
    Object.entries(cells).map(([column, cell]) => `${column}=${cell === "" ? "(empty)" : cell}`),
    "anything",
  )
