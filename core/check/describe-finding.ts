import type { Fact } from "../table/condition.ts"
import { fileError, mistakeSentence, type TableError } from "../table/error.ts"
import type { Expectation } from "../table/expectation.ts"
import type { Finding, FindingKind } from "./finding.ts"
import { ruleOf } from "./finding-rules.ts"
import { cellsText, describeMeaning, listed, meaningHints } from "./describe-meaning.ts"
import type { NamedFacts } from "../analysis/region.ts"

const factText = (fact: Fact): string => (fact === null ? "unknown" : String(fact))

/**
 * Facts by column as one text.
 *
 * ```ts
 * import { factsText } from "../core/check/describe-finding.ts"
 *
 * factsText({ zone: "world", age: null }) // => "zone=world, age=unknown"
 * ```
 */
export const factsText = (facts: NamedFacts): string =>
  listed(
    Object.entries(facts).map(([column, fact]) => `${column}=${factText(fact)}`),
    "no facts at all",
  )

const linesText = (lines: ReadonlyArray<number>): string => {
  const [last] = lines.slice(-1)
  return lines.length === 1
    ? `line ${last}`
    : `lines ${lines.slice(0, -1).join(", ")} and ${last} together`
}

/** What findings of a kind are called when they are only counted. */
const plurals = {
  BadDirective: "directives that cannot be read",
  Gap: "gaps",
  StaleGap: "declared gaps that are none",
  Conflict: "pairs of rows that disagree",
  Overlap: "pairs of rows that share facts and agree",
  ImpossibleRow: "rows with a condition that nothing meets",
  ShadowedRow: "rows that never apply",
  RepeatedRow: "repeated rows",
  RedundantColumn: "columns that decide nothing",
  RedundantRow: "rows that change nothing",
  MissingRow: "missing rows",
  UnnamedRow: "rows that nothing names",
  BrokenPromise: "rows that break a promise of their table",
  Outlier: "figures that lie far from those of their group",
  Jump: "figures that moved far",
  OldDay: "days that lie far back",
  StaleMeant: "declarations of values as meant that are about nothing",
  MissingFile: "files that are not there",
  UntoldTerms: "conditions whose terms no row tells",
  UnreadCondition: "conditions that are not understood to the end",
  UnevenTexts: "texts that differ in what they show",
  MisreadLine: "lines that read as something else",
  UnmappedLine: "lines that are not read",
  RicherChoice: "cards that stand for siblings with fewer covers",
  LowerCover: "guarantees of which a plan holds less than a lower one",
  ImplausiblePrice: "prices that cannot be right",
  BrokenPriceLaw: "laws of prices that are broken",
  NeedlessException: "exceptions that nothing needs",
} as const satisfies Readonly<Record<FindingKind, string>>

const unknownText = ({
  question,
  reason,
}: Extract<Finding, { readonly _tag: "Unknown" }>): string => {
  if (reason._tag === "Mistakes") {
    return `unknown: ${question} were not looked for, as there are mistakes in ${reason.files.join(", ")}`
  }
  const subject = reason.subject === null ? "" : ` for ${reason.subject}`
  return `unknown: the search for ${question} was cut short${subject}`
}

/** The sentence of a finding, without its place. */
export const describeFinding = (finding: Finding): string => {
  switch (finding._tag) {
    case "BadDirective":
      return mistakeSentence(finding.error)
    case "Gap":
      return `no row applies to ${cellsText(finding.region)}`
    case "StaleGap":
      return `the gap declared here is none: rows apply to all of it, or nothing asks for it`
    case "Conflict": {
      const differences = finding.differences.map(
        ({ column, here, there }) =>
          `${column} is ${JSON.stringify(here)} here and ${JSON.stringify(there)} there`,
      )
      return `applies to the same as line ${finding.otherLine} and disagrees: ${differences.join("; ")}`
    }
    case "Overlap":
      return `applies to the same as line ${finding.otherLine}; they agree`
    case "ImpossibleRow": {
      const conditions = finding.conditions.map(
        ({ allowed, cell, column }) =>
          `${column} is never ${JSON.stringify(cell)}, only ${allowed}`,
      )
      return `this row never applies: ${conditions.join("; ")}`
    }
    case "ShadowedRow":
      return `this row never counts: ${linesText(finding.lines)} take${finding.lines.length === 1 ? "s" : ""} all that it applies to`
    case "RepeatedRow":
      return `this row says the same as line ${finding.otherLine}, and both count`
    case "RedundantColumn":
      return finding.empty
        ? `the column ${finding.column} decides nothing: all its cells are empty`
        : `the column ${finding.column} decides nothing: whatever it holds, the answer is the same`
    case "RedundantRow":
      return "without this row the table would say the same"
    case "MissingRow":
      return `no row for ${cellsText(finding.values)}, so ${finding.otherwise}`
    case "UnnamedRow":
      return `nothing in ${finding.by.join(", ")} names ${cellsText(finding.values)}: ${finding.otherwise}`
    case "BrokenPromise":
    case "Outlier":
    case "Jump":
    case "OldDay":
    case "StaleMeant":
    case "MissingFile":
    case "UntoldTerms":
    case "UnreadCondition":
      return describeMeaning(finding)
    case "UnevenTexts": {
      const lacking = finding.lacking.map(
        ({ column, values }) =>
          `${column} leaves out ${values.map((name) => `{${name}}`).join(", ")}`,
      )
      return `the texts do not show the same: ${lacking.join("; ")}`
    }
    case "MisreadLine":
      return `${JSON.stringify(finding.printed)} should read as ${finding.expected}, and reads as ${finding.read}`
    case "UnmappedLine":
      return `${JSON.stringify(finding.printed)} is no known phrase (${finding.language}, ${finding.currency}), so that it counts as not_available`
    case "RicherChoice":
      return `${finding.chosen} stands for cards of its bank, network and range and is known to hold ${finding.held} covers, ${finding.other} ${finding.otherHeld}: find out more, or declare a rank`
    case "LowerCover": {
      const { covers, guarantee, insurer, lower, lowerCovers, offer, otherLine, when } = finding
      const taken = when === "" ? "" : ` ${when}`
      return `${insurer}: ${offer} covers ${guarantee} less than ${lower}, a plan below it${taken}: ${covers} here, ${lowerCovers} there (line ${otherLine})`
    }
    case "ImplausiblePrice":
      return `${finding.insurer}: ${finding.says}; ${finding.cause} does it`
    case "BrokenPriceLaw":
      return `${finding.catalogue} prices: ${finding.says}; ${finding.cause} does it`
    case "NeedlessException":
      return `no price breaks the law ${finding.law} where this row lets it: ${finding.reason}`
    case "More":
      return finding.others === null
        ? `there are more ${plurals[finding.of]} than are listed`
        : `${finding.others} more ${plurals[finding.of]} are not listed`
    case "Unknown":
      return unknownText(finding)
  }
}

/** What helps with a finding, a line each: an example, a row or a comment that would settle it. */
export const findingHints = (finding: Finding): ReadonlyArray<string> => {
  switch (finding._tag) {
    case "Gap":
      return [
        `for example: ${factsText(finding.witness)}`,
        finding.row === null
          ? "no row closes exactly this: no cell stands for unknown alone; an empty one takes it in"
          : `a row that closes it: ${finding.row}`,
        ...(finding.directive === null ? [] : [`or, if it is meant: ${finding.directive}why`]),
      ]
    case "Conflict":
    case "Overlap":
      return [
        `both apply to: ${cellsText(finding.region)}`,
        `for example: ${factsText(finding.witness)}`,
      ]
    case "StaleGap":
      return [`its reason: ${finding.why}`]
    case "BrokenPromise":
    case "Outlier":
    case "Jump":
    case "OldDay":
    case "StaleMeant":
    case "UntoldTerms":
      return meaningHints(finding)
    case "MissingRow":
      return [`a row that fills it: ${finding.row}`, `or, if it is meant: ${finding.directive}why`]
    case "ImplausiblePrice":
      return [
        `for example: ${finding.trip}`,
        ...finding.because.map((row) => `made of ${row}`),
        ...(finding.others === 0
          ? []
          : [`and so for ${finding.others} more of the trips that were tried`]),
      ]
    case "BrokenPriceLaw":
      return [
        `for example: ${finding.trip}`,
        ...(finding.after === finding.trip ? [] : [`less: ${finding.after}`]),
        ...finding.because.map((row) => `made of ${row}`),
        `so in ${finding.kinds} ${finding.kinds === 1 ? "kind" : "kinds"} of trips: ${finding.intents.join(", ")}`,
      ]
    default:
      return []
  }
}

/** What should stand there instead, for findings that forbid to use tables. */
const expectedOf = (finding: Finding): Expectation => {
  switch (finding._tag) {
    case "Gap": {
      const { region, witness } = finding
      return { _tag: "RowFor", cells: cellsText(region), example: factsText(witness) }
    }
    case "MissingRow":
      return {
        _tag: "RowUnless",
        cells: cellsText(finding.values),
        otherwise: finding.otherwise,
      }
    default:
      return {
        _tag: "NoFinding",
        finding: ruleOf(finding).id,
        isConflict: finding._tag === "Conflict",
        says: describeFinding(finding),
      }
  }
}

/** A finding as a mistake in its table, where it forbids to use the tables. */
export const findingError = (finding: Finding): TableError => {
  if (finding._tag === "BadDirective") return finding.error
  return fileError(finding.file, expectedOf(finding), finding)
}
