import { describeFinding } from "../../../core/check/describe-finding.ts"
import type { Finding } from "../../../core/check/finding.ts"
import { severityOf } from "../../../core/check/severity.ts"
import { counted } from "../../../core/plain-text.ts"
import type { TableError } from "../../../core/table/error.ts"
import { describeExpectation } from "../../../core/table/expectation.ts"
import type { AnyDefinition } from "../../../core/table/load.ts"
import {
  capital,
  caseText,
  columnTitle,
  columnWords,
  conditionsText,
  conditionWords,
  inputsOf,
} from "./column-words.ts"
import {
  type FindingOf,
  type FindingTeller,
  listedTo,
  otherCells,
  shortCell,
  shortList,
  tellingCells,
  type ToldFinding,
  toldIn,
} from "./told.ts"

/**
 * What an analyst is told of a finding: figure, reason, what one can do. The reason is the sentence of
 * the command line, but where the table has better words for its conditions.
 */
export const tellFinding = (finding: Finding, definition: AnyDefinition | undefined): ToldFinding =>
  toldIn(english, finding, definition)

/** What an analyst is told of a mistake: which cell cannot stand, what may stand there. */
export const tellMistake = ({ cell, column, expected, more = 0 }: TableError): ToldFinding => {
  const others = more === 0 ? "" : ` ${more} more ${more === 1 ? "cell is" : "cells are"} like it.`
  const detail = `What may stand there: ${shortList(describeExpectation(expected))}.${others}`
  if (column === "" && cell === "") return { title: "The table cannot be read here", detail }
  if (column === "") return { title: `${quoted(cell)} cannot stand here`, detail }
  const name = columnWords(column, "en")
  return {
    title: cell === "" ? `Nothing stands in ${name}` : `${quoted(cell)} is no ${name}`,
    detail,
  }
}

/** A cell in quotes; a long one is cut, an empty one said to be empty. */
const quoted = (text: string): string => (text === "" ? "nothing" : `“${shortCell(text)}”`)

/** The sentence of the command line, and what one can do. */
const said = (finding: Finding, advice: string): string =>
  `${capital(describeFinding(finding))}. ${advice}`

const meant = "or say why it is meant."

const whereOf = (
  definition: AnyDefinition | undefined,
  { region }: FindingOf<"Conflict" | "Overlap" | "Gap">,
): string => conditionsText(definition, tellingCells(definition, region), "en")

const inOrder = (line: number, other: number): readonly [number, number] =>
  line < other ? [line, other] : [other, line]

/** What it means that a sum falls or rises along a column. */
const steps: Readonly<Record<string, Readonly<Record<"falls" | "rises", string>>>> = {
  days: { falls: "A longer trip costs less", rises: "A longer trip costs more" },
  age: { falls: "An older traveller pays less", rises: "An older traveller pays more" },
  oldest_age: { falls: "An older traveller pays less", rises: "An older traveller pays more" },
  zone: { falls: "A wider zone costs less", rises: "A wider zone costs more" },
}

const wayText = (over: string, from: string, to: string): string => {
  if (over === "days") return `From day ${from} to day ${to}`
  if (over === "age" || over === "oldest_age") return `From age ${from} to ${to}`
  const [first, last] = [from, to].map((at) => at.replaceAll("_", " "))
  return `From ${columnWords(over, "en")} ${first} to ${last}`
}

/** The laws of prices as an analyst reads them. */
const laws: Readonly<Record<string, string>> = {
  traveller: "A traveller more makes a trip cheaper",
  day: "A day more makes a trip cheaper",
  age: "A year of age makes a trip cheaper",
  cancellation: "Cancellation cover makes a trip cheaper",
  extreme_sports: "Cover for extreme sports makes a trip cheaper",
  trip_price: "A euro more of insured price makes a trip cheaper",
  cover: "An offer that holds more costs less",
}

const questions: Readonly<Record<FindingOf<"Unknown">["question"], string>> = {
  gaps: "gaps",
  overlaps: "overlaps",
  "unreachable rows": "rows that never apply",
  "redundant columns": "columns that decide nothing",
  "redundant rows": "rows that change nothing",
  "required rows": "missing rows",
  "named rows": "rows that nothing names",
  "broken promises": "broken promises",
  outliers: "figures far from others",
  jumps: "figures that moved far",
  "old days": "old days",
  "named files": "missing files",
  "price laws": "laws of prices",
}

const english: FindingTeller = {
  BadDirective: ({ error }) => ({
    title: "A comment that declares something cannot be read",
    detail: tellMistake(error).detail,
  }),
  Gap: (finding, definition) => {
    const short = whereOf(definition, finding)
    const telling = tellingCells(definition, finding.region)
    const rest = conditionsText(definition, otherCells(finding.region, telling), "en")
    const example = caseText(definition, finding.witness, "en", Object.keys(telling))
    const repair =
      finding.row === null
        ? "No single row closes it: widen one that is there."
        : `Add the row, ${meant}`
    return {
      title: short === "" ? "Gap: no row applies at all" : `Gap: ${short}`,
      detail: `No row applies${rest === "" ? "" : ` for ${rest}`}${example === "" ? "" : `, for example ${example}`}. ${repair}`,
    }
  },
  StaleGap: (finding) => ({
    title: "A gap is declared where there is none",
    detail: said(finding, `Its reason was: ${finding.why}. Delete the comment.`),
  }),
  Conflict: (finding, definition) => {
    const { differences, line, otherLine } = finding
    const [first, second] = inOrder(line, otherLine)
    const where = whereOf(definition, finding)
    const results = differences.slice(0, 3).map(({ column, here, there }) => {
      const [one, other] = line < otherLine ? [here, there] : [there, here]
      return `${columnWords(column, "en")} ${one} or ${other}`
    })
    return {
      title: `Overlap: rows ${first} and ${second}`,
      detail: `Both apply${where === "" ? "" : ` to ${where}`}, and disagree: ${results.join(", ")}. Narrow one of them.`,
    }
  },
  Overlap: (finding, definition) => {
    const [first, second] = inOrder(finding.line, finding.otherLine)
    const where = whereOf(definition, finding)
    return {
      title: `Rows ${first} and ${second} both apply, and agree`,
      detail: `They say the same${where === "" ? "" : ` for ${where}`}. It does no harm until one of them is changed alone.`,
    }
  },
  ImpossibleRow: ({ conditions }) => {
    const { allowed = "", cell = "", column = "" } = conditions[0] ?? {}
    return {
      title: "This row never applies",
      detail: `${columnTitle(column, "en")} is never ${quoted(cell)}; allowed: ${allowed}. Change the cell, or delete the row.`,
    }
  },
  ShadowedRow: ({ lines }) => {
    const rows = `Row${lines.length === 1 ? "" : "s"} ${listedTo(lines, "and", (count) => `${count} more`)}`
    const by = lines.length === 0 ? "Rows above" : rows
    return {
      title: "This row never counts",
      detail: `${by} ${lines.length === 1 ? "takes" : "take"} everything that it applies to. Move it up, or delete it.`,
    }
  },
  RepeatedRow: ({ line, otherLine }) => ({
    title: `Row ${line} repeats row ${otherLine}`,
    detail: "Both count, so that it counts twice. Delete one of them.",
  }),
  RedundantColumn: ({ column, empty }) => ({
    title: `${columnTitle(column, "en")} decides nothing`,
    detail: empty
      ? "All its cells are empty. It is there for rows to come."
      : "Whatever it holds, the answer is the same. Check whether a row lacks a condition.",
  }),
  RedundantRow: (finding) => ({
    title: "This row changes nothing",
    detail: said(finding, "Keep it for the reader, or delete it."),
  }),
  MissingRow: ({ otherwise, values }, definition) => {
    const inputs = inputsOf(definition)
    const cells = Object.entries(values).map(([column, cell]) =>
      conditionWords(column, inputs[column], cell, "en"),
    )
    return {
      title: `No row for ${cells.join(", ")}`,
      detail: `Without it, ${otherwise}. Add the row, ${meant}`,
    }
  },
  UnnamedRow: (finding) => ({
    title: `Nothing names ${Object.values(finding.values).join(" ")}`,
    detail: said(finding, "Name it there, or delete it."),
  }),
  BrokenPromise: ({ from, never, over, to, witness }, definition) => {
    const columns = Object.keys(witness).filter((column) => column !== over)
    const example = columns.length === 0 ? "" : ` (${caseText(definition, witness, "en", columns)})`
    return {
      title: steps[over]?.[never] ?? `The figure ${never} as ${columnWords(over, "en")} rises`,
      detail: `${wayText(over, from.at, to.at)} it ${never} from ${from.value} to ${to.value}${example}. The table promises that it never does.`,
    }
  },
  Outlier: ({ cell, column, is, median, others, times }) => ({
    title: `${cell} lies far from its neighbours`,
    detail: `${columnTitle(column, "en")}: ${counted(others, "other row")} ${others === 1 ? "lies" : "lie"} around ${median}, and this one is ${is === "above" ? `more than ${times} times that` : `less than 1/${times} of it`}. Correct it, ${meant}`,
  }),
  Jump: ({ base, before, boundBps, cell, column, days, movedBps }) => ({
    title: `${before} became ${cell}`,
    detail: `${columnTitle(column, "en")} moved by ${percent(movedBps)} since ${base}; ${percent(boundBps)} would be usual in ${counted(days, "day")}. Correct it, ${meant}`,
  }),
  OldDay: ({ ageDays, cell, daysMax, others }) => {
    const also =
      others === 0
        ? ""
        : ` ${counted(others, "other row")} ${others === 1 ? "is" : "are"} of the same day.`
    return {
      title: `${cell} is ${counted(ageDays, "day")} ago`,
      detail: `At most ${counted(daysMax, "day")} would be usual.${also} Renew the figure, ${meant}`,
    }
  },
  StaleMeant: ({ why }) => ({
    title: "A value is declared as meant, and nothing asks for it",
    detail: `Its reason was: ${why}. Delete the comment.`,
  }),
  MissingFile: ({ cell, folder, nearest }) => ({
    title: `${cell} is not there`,
    detail: `No such file lies in ${folder}/.${nearest === null ? " Put it there, or leave the cell empty." : ` Did you mean ${nearest}?`}`,
  }),
  UntoldTerms: ({ table, terms }) => ({
    title: `No row tells ${terms.join(", ")}`,
    detail: `The condition states it, and ${table} has no such row. Add it there, ${meant}`,
  }),
  UnreadCondition: ({ clauses }) => ({
    title: `${quoted(clauses[0] ?? "")} is not understood`,
    detail: "No reading tells this part of the condition. Word it as other rows do.",
  }),
  UnevenTexts: ({ lacking }) => {
    const columns = lacking.map(
      ({ column, values }) =>
        `${columnWords(column, "en")} leaves out ${values.map((name) => `{${name}}`).join(", ")}`,
    )
    return {
      title: "The languages do not show the same",
      detail: `${columns.join(", ")}. Put it into that text as well, or take it out of the others.`,
    }
  },
  MisreadLine: ({ expected, printed, read }) => ({
    title: `${quoted(printed)} is misread`,
    detail: `It should read as ${expected}, and reads as ${read}. Correct the phrase, or what is expected.`,
  }),
  UnmappedLine: ({ printed }) => ({
    title: `${quoted(printed)} is no known phrase`,
    detail: "It counts as not covered. Add the phrase to printed/phrases.csv.",
  }),
  RicherChoice: ({ chosen, held, other, otherHeld }) => ({
    title: `${chosen} holds more than ${other}`,
    detail: `It stands for cards of its bank, network and range, with ${held} covers against ${otherHeld}. Find out more, or give a rank.`,
  }),
  LowerCover: ({ covers, guarantee, lower, lowerCovers, offer, otherLine }) => ({
    title: `${offer} covers ${guarantee} less than ${lower}`,
    detail: `${covers} here, ${lowerCovers} in the plan below it (row ${otherLine}). Correct one of them.`,
  }),
  ImplausiblePrice: (finding) => ({
    title: `A price of ${finding.insurer} cannot be right`,
    detail: said(
      finding,
      `Example: ${finding.trip}.${finding.others === 0 ? "" : ` So for ${finding.others} more of the trips that were tried.`}`,
    ),
  }),
  BrokenPriceLaw: (finding) => {
    const { after, kinds, law, trip } = finding
    const less = after === trip ? "" : ` Less: ${after}.`
    return {
      title: laws[law] ?? law,
      detail: said(finding, `Example: ${trip}.${less} So in ${counted(kinds, "kind")} of trips.`),
    }
  },
  NeedlessException: (finding) => ({
    title: "Nothing needs this exception",
    detail: said(finding, "Take the row out, or narrow it."),
  }),
  More: (finding) => {
    const noun = severityOf(finding) === "error" ? "more error" : "more finding"
    return {
      title:
        finding.others === null ? "There are more of this kind" : counted(finding.others, noun),
      detail: "Only the first ones of each kind are listed. Repair those, and the others show.",
    }
  },
  Unknown: ({ question, reason }) => ({
    title: `Not known: ${questions[question]}`,
    detail:
      reason._tag === "Mistakes"
        ? `They cannot be looked for while ${[...new Set(reason.files)].join(", ")} holds mistakes. Repair those first.`
        : "The search took too long and was cut short. The command line can look longer.",
  }),
}

/** Basis points as a percentage. */
const percent = (bps: number): string => `${Number((bps / 100).toFixed(2))}\u00a0%`
