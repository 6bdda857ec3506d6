import type { NamedFacts } from "../../analysis/region.ts"
import type { Bps } from "../../money/minor.ts"
import { counted } from "../../plain-text.ts"
import { consequenceText } from "../../table/consequence.ts"
import { expectsNone } from "../../table/case-table.ts"
import type { Fact } from "../../table/condition.ts"
import { fileError, mistakeSentence, type TableError } from "../../table/error.ts"
import { bounds, describeExpectation, type Expectation } from "../../table/expectation.ts"
import type {
  AllowedFacts,
  CutAt,
  Finding,
  NamedCells,
  PriceBreach,
  PricePart,
  ProvenLaw,
  ShownCover,
  ShownReading,
  ShownTrip,
  SumAt,
} from "../finding.ts"
import { priceRowText } from "../price-rows.ts"
import { ruleOf } from "../finding-rules.ts"
import {
  agesText,
  type MoreWords,
  moreText,
  fewOf,
  type FindingOf,
  type FindingPlurals,
  type FindingTeller,
  firstLines,
  inOrder,
  isNone,
  listedTo,
  type Notation,
  otherCells,
  tellBy,
  type Told,
  witnessColumns,
} from "./told.ts"

/** What is said of a finding in English. */
export const tellInEnglish = (finding: Finding, as: Notation): Told => tellBy(english, finding, as)

/** The sentence of a finding for who edits the file, without its place. */
export const describeFinding = (finding: Finding): string => tellInEnglish(finding, asWritten).says

/** What helps with a finding, a line each: an example, a row or a comment that would settle it. */
export const findingHints = (finding: Finding): ReadonlyArray<string> =>
  tellInEnglish(finding, asWritten).hints

/** A finding as a mistake in its table, where it forbids to use the tables. */
export const findingError = (finding: Finding): TableError => {
  if (finding._tag === "BadDirective") return finding.error
  return fileError(finding.file, expectedOf(finding), finding)
}

/**
 * Facts by column as one text.
 *
 * ```ts
 * import { factsText } from "../core/check/tell/english.ts"
 *
 * factsText({ zone: "world", age: null }) // => "zone=world, age=unknown"
 * ```
 */
export const factsText = (facts: NamedFacts): string =>
  listed(
    Object.entries(facts).map(([column, fact]) => `${column}=${factText(fact)}`),
    "no facts at all",
  )

/**
 * Cells by column as one text; `anything` without any.
 *
 * ```ts
 * import { cellsText } from "../core/check/tell/english.ts"
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

/**
 * What a printed line reads as.
 *
 * ```ts
 * import { readingText } from "../core/check/tell/english.ts"
 *
 * readingText({ state: "per_day", value: "30.5", isMapped: true }) // => "per_day 30.5"
 * readingText({ state: "not_available", value: null, isMapped: false }) // => "unmapped"
 * ```
 */
export const readingText = ({ isMapped, state, value }: ShownReading): string => {
  const held = value === null ? state : `${state} ${value}`
  if (isMapped) return held
  return state === "not_available" && value === null ? "unmapped" : `unmapped ${held}`
}

/**
 * A trip in words: `forTourism, 8 days from FR to US (zone north_america), 2 travellers of 34 and 31,
 * trip price 3000 EUR, with cancellation`.
 */
export const tripText = ({ ages, asked, days, from, intent, price, to, zone }: ShownTrip): string =>
  [
    intent,
    `${counted(days, "day")} from ${from} to ${to.join(", ")} (zone ${zone})`,
    `${ages.length === 1 ? "one traveller" : `${ages.length} travellers`} of ${agesText(ages, "and")}`,
    ...(price === null ? [] : [`trip price ${price}`]),
    ...(asked.length === 0 ? ["without options"] : asked.map((one) => askedWords[one])),
  ].join(", ")

/** What a search was at when it was cut short. */
export const cutText = (at: CutAt): string => {
  switch (at._tag) {
    case "DeclaredGap":
      return `the declared gap in line ${at.line}`
    case "RowsFrom":
      return `the rows from line ${at.line} on`
    case "Row":
      return `the row in line ${at.line}${at.others === 0 ? "" : `, and ${at.others} more`}`
    case "Column":
      return `the column ${at.column}`
    case "Sum":
      return at.sum
    case "PriceLaw": {
      const { catalogue, days, intent, law, offer, others } = at
      return `${catalogue} prices, law ${law}: offer ${offer} on ${intent} of ${days[0]} to ${days[1]} days with ${others[0]} to ${others[1]} others`
    }
  }
}

/** What facts of a condition may be. */
export const allowedText = (allowed: AllowedFacts): string => {
  const unknown = allowed.mayBeUnknown ? ", or unknown" : ""
  switch (allowed.kind) {
    case "words":
      return `${allowed.words === null ? "the words that exist" : allowed.words.join(", ")}${unknown}`
    case "number":
      return `${allowed.isWhole ? "whole numbers" : "numbers"}${bounds(allowed.minimum, allowed.maximum)}${unknown}`
    case "boolean":
      return `true, false${unknown}`
  }
}

/** A cover as it is written. */
export const coverText = (cover: ShownCover): string => {
  switch (cover._tag) {
    case "NotListed":
      return "not listed"
    case "OnlyWith":
      return `held only with ${cover.option}`
    case "Written":
      return cover.text
  }
}

/** Which part of a price does it. */
export const partText = (part: PricePart): string => parts[part]

/** Under which options plans were compared; empty where options change nothing. */
export const whenText = (when: ReadonlyArray<string> | null): string => {
  if (when === null) return ""
  return when.length === 0 ? "without options" : `with ${when.join(" and ")}`
}

/** What is wrong with a price, prices included. */
export const breachText = (breach: PriceBreach): string => {
  const { low } = breach
  const costs = `${low.offer} costs ${low.price}`
  if (breach.law === "head") {
    return `${costs}, ${breach.head} a head, more than the ${breach.headMax} that reference/price_bounds.csv allows for it`
  }
  const { high, highBeside, shareBps } = breach
  const beside = highBeside === null ? high.price : `${high.price}, which is ${highBeside}`
  switch (breach.law) {
    case "plan":
      return `${costs}, less than ${high.offer}, a plan below it, at ${beside}`
    case "party":
      return `${costs} for ${breach.low.travellers} travellers, less than ${high.price} for ${high.travellers} of them`
    case "group":
      return `${costs} for ${breach.low.travellers} travellers, less than ${shareBps / 100}% of ${high.offer} at ${beside} for ${high.travellers} of them`
    case "age":
      return `${costs} where the oldest is ${breach.low.oldestAge}, less than ${high.price} at ${high.oldestAge}`
    case "length":
      return `${costs} for ${breach.low.days} days, less than ${high.price} for ${high.days}`
    case "zone":
      return `${costs} in the zone ${breach.low.zone}, less than ${high.price} in ${high.zone}`
  }
}

/** What is wrong with the prices of neighbouring trips, or of two offers for one. */
export const brokenLawText = ({
  after,
  high,
  law,
  low,
  trip,
}: Pick<FindingOf<"BrokenPriceLaw">, "after" | "high" | "law" | "low" | "trip">): string =>
  law === "cover"
    ? `${low.offer} costs ${low.price}, less than ${high.offer} at ${high.price}, and holds as much of everything and more of something`
    : `with ${moreText(moreWords, law, trip, after)} the cheapest is ${low.offer} at ${low.price}, less than ${high.offer} at ${high.price} without`

/** How files are written, for who edits them. */
const asWritten: Notation = {
  cells: cellsText,
  facts: factsText,
  brief: (cells) => cells,
  column: (column) => column,
  cell: (text) => JSON.stringify(text),
  figure: (text) => JSON.stringify(text),
  rows: (lines) =>
    lines.length === 1 ? `line ${lines[0]}` : `lines ${listedTo(lines.map(String), "and")}`,
}

/** What should stand there instead, for findings that forbid to use tables. */
const expectedOf = (finding: Finding): Expectation => {
  switch (finding._tag) {
    case "Gap": {
      const { region, witness } = finding
      return { _tag: "RowFor", cells: cellsText(region), example: factsText(witness) }
    }
    case "MissingRow": {
      const { otherwise, values } = finding
      return { _tag: "RowUnless", cells: cellsText(values), otherwise }
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

/** A result as a case writes it. */
const cellOrNone = (cell: string, as: Notation): string =>
  cell === expectsNone ? "nothing" : as.figure(cell)

const factText = (fact: Fact): string => (fact === null ? "unknown" : String(fact))

/** Parts as a list with commas, or what stands for none. */
const listed = (parts: ReadonlyArray<string>, none: string): string =>
  parts.length === 0 ? none : parts.join(", ")

const more = (count: number): string => `${count} more`

/** Basis points as a percentage. */
const percent = (bps: Bps): string => `${Number((bps / 100).toFixed(2))} %`

const meant = "or say why it is meant."

/** The comment that declares something as meant, as a hint. */
const orMeant = (directive: string): string => `or, if it is meant: ${directive}why`

const plurals: FindingPlurals = {
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
  CaseDiffers: "cases that do not hold",
  StaleMeant: "declarations of values as meant that are about nothing",
  MissingFile: "files that are not there",
  UntoldTerms: "conditions whose terms no row tells",
  UnreadCondition: "conditions that are not understood to the end",
  UnevenTexts: "texts that differ in what they show",
  ToldInEnglish: "texts that are told in English",
  StrayText: "texts that stand for no English one",
  MisreadLine: "lines that read as something else",
  UnmappedLine: "lines that are not read",
  RicherChoice: "cards that stand for siblings with fewer covers",
  UndatedPage: "pages without a date that covers rest on",
  LowerCover: "guarantees of which a plan holds less than a lower one",
  ImplausiblePrice: "prices that cannot be right",
  BrokenPriceLaw: "laws of prices that are broken",
  NeedlessException: "exceptions that nothing needs",
}

/** What it means that a sum falls or rises along a column. */
const steps: Readonly<Record<string, Readonly<Record<"falls" | "rises", string>>>> = {
  days: { falls: "a longer trip costs less", rises: "a longer trip costs more" },
  age: { falls: "an older traveller pays less", rises: "an older traveller pays more" },
  oldest_age: { falls: "an older traveller pays less", rises: "an older traveller pays more" },
  zone: { falls: "a wider zone costs less", rises: "a wider zone costs more" },
}

const wayText = (over: string, from: string, to: string, as: Notation): string => {
  if (over === "days") return `from day ${from} to day ${to}`
  if (over === "age" || over === "oldest_age") return `from age ${from} to ${to}`
  const [first, last] = [from, to].map((at) => at.replaceAll("_", " "))
  return `from ${as.column(over)} ${first} to ${last}`
}

const askedWords: Readonly<Record<ShownTrip["asked"][number], string>> = {
  cancellation: "with cancellation",
  extremeSports: "with extreme sports",
  annual: "for the year",
}

const parts: Readonly<Record<PricePart, string>> = {
  tariff: "the tariff",
  surcharge: "a surcharge",
  cancellation: "the share of the trip price for cancellation",
  minimum: "the minimum premium",
}

/** The laws of prices as headings name their breaches. */
const laws: Readonly<Record<ProvenLaw, string>> = {
  traveller: "a traveller more makes a trip cheaper",
  day: "a day more makes a trip cheaper",
  age: "a year of age makes a trip cheaper",
  cancellation: "cancellation cover makes a trip cheaper",
  extreme_sports: "cover for extreme sports makes a trip cheaper",
  trip_price: "a euro more of insured price makes a trip cheaper",
  cover: "an offer that holds more costs less",
}

/** What more a step asks for. */
const moreWords: MoreWords = {
  traveller: (age) => `one traveller of ${age} more`,
  day: () => "one day more",
  age: (age, before) => `a traveller of ${age} in place of one of ${before}`,
  cancellation: () => "cancellation cover",
  extreme_sports: () => "cover for extreme sports",
  trip_price: () => "a euro more of insured price",
}

const english: FindingTeller = {
  BadDirective: ({ error }) => ({
    title: "a comment that declares something cannot be read",
    says: mistakeSentence(error),
    reason: `what may stand there: ${describeExpectation(error.expected)}`,
  }),
  Gap: ({ directive, region, row, witness }, as) => {
    const brief = as.brief(region)
    const rest = otherCells(region, brief)
    const example = as.facts(witness, Object.keys(brief))
    return {
      title: isNone(brief) ? "gap: no row applies at all" : `gap: ${as.cells(brief)}`,
      says: `no row applies to ${as.cells(region)}`,
      reason: `no row applies${isNone(rest) ? "" : ` for ${as.cells(rest)}`}`,
      notes: example === "" ? [] : [`for example: ${example}`],
      hints: [
        row === null
          ? "no row closes exactly this: no cell stands for unknown alone; an empty one takes it in"
          : `a row that closes it: ${row}`,
        ...(directive === null ? [] : [orMeant(directive)]),
      ],
      advice:
        row === null
          ? "No single row closes it: widen one that is there."
          : `Add the row, ${meant}`,
    }
  },
  StaleGap: ({ why }) => ({
    title: "the gap declared here is none",
    reason: "rows apply to all of it, or nothing asks for it",
    notes: [`its reason: ${why}`],
    advice: "Delete the comment.",
  }),
  Conflict: ({ differences, line, otherLine, region, witness }, as) => {
    const results = differences.map(({ column, here, there }) => {
      const [first, second] = line < otherLine ? [here, there] : [there, here]
      return `${as.column(column)} ${as.figure(first)} or ${as.figure(second)}`
    })
    return {
      title: `${as.rows(inOrder(line, otherLine))} both apply, and disagree`,
      reason: fewOf(results, more).join(", "),
      notes: [`both apply to: ${as.cells(as.brief(region))}`],
      hints: [`for example: ${as.facts(witness)}`],
      advice: "Narrow one of them.",
    }
  },
  Overlap: ({ line, otherLine, region, witness }, as) => ({
    title: `${as.rows(inOrder(line, otherLine))} both apply, and agree`,
    notes: [`both apply to: ${as.cells(as.brief(region))}`],
    hints: [`for example: ${as.facts(witness)}`],
    advice: "It does no harm until one of them is changed alone.",
  }),
  ImpossibleRow: ({ conditions }, as) => ({
    title: "this row never applies",
    reason: conditions
      .map(
        ({ allowed, cell, column }) =>
          `${as.column(column)} is never ${as.cell(cell)}, only ${allowedText(allowed)}`,
      )
      .join("; "),
    advice: "Change the cell, or delete the row.",
  }),
  ShadowedRow: ({ lines }, as) => {
    const taking = `${as.rows(lines)} ${lines.length === 1 ? "takes" : "together take"}`
    return {
      title: "this row never counts",
      reason: `${lines.length === 0 ? "rows above take" : taking} all that it applies to`,
      advice: "Move it up, or delete it.",
    }
  },
  RepeatedRow: ({ otherLine }, as) => ({
    title: `this row says the same as ${as.rows([otherLine])}, and both count`,
    advice: "Delete one of them.",
  }),
  RedundantColumn: ({ column, empty }, as) => ({
    title: `the column ${as.column(column)} decides nothing`,
    reason: empty ? "all its cells are empty" : "whatever it holds, the answer is the same",
    advice: empty ? "It is there for rows to come." : "Check whether a row lacks a condition.",
  }),
  RedundantRow: () => ({
    title: "without this row the table would say the same",
    advice: "Keep it for the reader, or delete it.",
  }),
  MissingRow: ({ directive, otherwise, row, values }, as) => ({
    title: `no row for ${as.cells(values)}`,
    says: `no row for ${as.cells(values)}, so ${consequenceText(otherwise, "en")}`,
    reason: `without it, ${consequenceText(otherwise, "en")}`,
    hints: [`a row that fills it: ${row}`, orMeant(directive)],
    advice: `Add the row, ${meant}`,
  }),
  UnnamedRow: ({ by, otherwise, values }, as) => ({
    title: `nothing in ${by.join(", ")} names ${as.cells(values)}`,
    reason: consequenceText(otherwise, "en"),
    advice: "Name it there, or delete it.",
  }),
  BrokenPromise: (finding, as) => {
    const { from, line, lines, never, over, sum, to, witness } = finding
    const where = (one: SumAt): string =>
      `${one.value} at ${over} ${one.at} (${one.line === line ? "this row" : as.rows([one.line])})`
    const example = as.facts(witness, witnessColumns(finding))
    return {
      title: steps[over]?.[never] ?? `the figure ${never} as ${as.column(over)} rises`,
      says: `${sum} ${never} from ${where(from)} to ${where(to)}; it never ${never} as ${over} rises`,
      reason: `${wayText(over, from.at, to.at, as)} it ${never} from ${from.value} to ${to.value}${witnessColumns(finding).length === 0 ? "" : ` (${example})`}`,
      hints: [
        ...(isNone(witness) ? [] : [`for example: ${as.facts(witness)}`]),
        ...(lines.length > 1
          ? [`lines that contradict it: ${listedTo(firstLines(lines, more), "and")}`]
          : []),
      ],
      advice: "The table promises that it never does.",
    }
  },
  Outlier: ({ cell, column, directive, group, is, median, others, times }, as) => {
    const far = is === "above" ? `more than ${times} times` : `less than 1/${times} of`
    const among = isNone(group) ? "" : ` with ${as.cells(group)}`
    const lies = `is ${far} the median of its neighbours, ${median} (${counted(others, "other row")}${among})`
    return {
      title: `${as.figure(cell)} lies far from its neighbours`,
      says: `${as.column(column)}: ${as.figure(cell)} ${lies}`,
      reason: `${as.column(column)}: it ${lies}`,
      hints: [`if it is meant: ${directive}why`],
      advice: `Correct it, ${meant}`,
    }
  },
  Jump: ({ base, before, boundBps, cell, column, days, directive, limit, movedBps, row }, as) => ({
    title: `${as.figure(before)} became ${as.figure(cell)}`,
    says: `${as.column(column)}: ${as.figure(cell)} for ${as.cells(row)} was ${as.figure(before)} in ${base}: it moved by ${percent(movedBps)}, and ${limit} lets it move by ${percent(boundBps)} in ${counted(days, "day")}`,
    reason: `${as.column(column)} moved by ${percent(movedBps)} since ${base}; ${percent(boundBps)} would be usual in ${counted(days, "day")}`,
    hints: [`if it is meant: ${directive}why`],
    advice: `Correct it, ${meant}`,
  }),
  OldDay: ({ ageDays, cell, column, daysMax, directive, limit, others, row }, as) => {
    const beside = others === 0 ? "" : ` and ${counted(others, "other row")}`
    return {
      title: `${as.figure(cell)} is ${counted(ageDays, "day")} ago`,
      says: `${as.column(column)}: ${as.figure(cell)} of ${as.cells(row)}${beside} is ${counted(ageDays, "day")} old; ${limit} is ${daysMax}`,
      reason: `at most ${counted(daysMax, "day")} would be usual`,
      hints: [`if it is meant: ${directive}why`],
      advice: `${others === 0 ? "" : `${counted(others, "other row")} ${others === 1 ? "is" : "are"} of the same day. `}Renew the figure, ${meant}`,
    }
  },
  CaseDiffers: ({ answering, differences, name, table }, as) => ({
    title: `the case ${as.cell(name)} does not hold`,
    reason: differences
      .map(
        ({ column, expected, found }) =>
          `${as.column(column)} is ${cellOrNone(found, as)} and not ${cellOrNone(expected, as)}`,
      )
      .join(", "),
    notes: [
      answering.length === 0
        ? `no row of ${table} applies`
        : `what answers in ${table}: ${as.rows(answering)}`,
    ],
    advice: "Mend the row, or accept what it answers.",
  }),
  StaleMeant: ({ why }) => ({
    title: "what is declared here as meant is about nothing that would be told",
    notes: [`its reason: ${why}`],
    advice: "Delete the comment.",
  }),
  MissingFile: ({ cell, column, folder, nearest }, as) => {
    const close = nearest === null ? "" : `did you mean ${as.figure(nearest)}?`
    return {
      title: `${as.figure(cell)} is not there`,
      says: `${as.column(column)}: ${as.figure(cell)} is no file in ${folder}/${close === "" ? "" : `; ${close}`}`,
      reason: `no such file lies in ${folder}/`,
      advice: close === "" ? "Put it there, or leave the cell empty." : capital(close),
    }
  },
  UntoldTerms: ({ cell, column, directive, rows, table, terms }, as) => ({
    title: `no row tells ${terms.join(", ")}`,
    says: `${as.column(column)}: ${as.cell(cell)} states ${listed(terms, "nothing")}, and ${table} has no such row`,
    reason: `${as.cell(cell)} states it, and ${table} has no such row`,
    hints: [...rows.map((row) => `a row that tells it: ${row}`), orMeant(directive)],
    advice: `Add it there, ${meant}`,
  }),
  UnreadCondition: ({ cell, clauses, column }, as) => ({
    title: `${clauses.map(as.cell).join(" and ")} is not understood`,
    says: `${as.column(column)}: it is not known what ${clauses.map(as.cell).join(" and ")} in ${as.cell(cell)} says, so that no bilan tells it`,
    reason: "no bilan tells this part of the condition",
    advice: "Word it as other rows do.",
  }),
  UnevenTexts: ({ lacking }, as) => ({
    title: "the texts do not show the same",
    reason: lacking
      .map(
        ({ column, values }) =>
          `${as.column(column)} leaves out ${values.map((name) => `{${name}}`).join(", ")}`,
      )
      .join("; "),
    advice: "Put it into that text as well, or take it out of the others.",
  }),
  ToldInEnglish: ({ expected, key }, as) => ({
    title: `${as.cell(key)} is told in English`,
    says: `${as.cell(key)} is told in English; expected ${describeExpectation(expected)}`,
    reason: `expected: ${describeExpectation(expected)}`,
    advice: "Write it, or mend it.",
  }),
  StrayText: ({ key }, as) => ({
    title: `${as.cell(key)} stands for no English text`,
    says: `${as.cell(key)} stands for no English text, so that nothing shows it`,
    reason: "nothing shows it",
    advice: "Remove the row, or name the key of an English text.",
  }),
  MisreadLine: ({ expected, printed, read }, as) => {
    const reads = `should read as ${readingText(expected)}, and reads as ${readingText(read)}`
    return {
      title: `${as.cell(printed)} is misread`,
      says: `${as.cell(printed)} ${reads}`,
      reason: `it ${reads}`,
      advice: "Correct the phrase, or what is expected.",
    }
  },
  UnmappedLine: ({ currency, language, printed }, as) => ({
    title: `${as.cell(printed)} is no known phrase`,
    says: `${as.cell(printed)} is no known phrase (${language}, ${currency}), so that it counts as not_available`,
    reason: `it counts as not covered (${language}, ${currency})`,
    advice: "Add the phrase to printed/phrases.csv.",
  }),
  RicherChoice: ({ chosen, held, other, otherHeld }) => ({
    title: `${chosen} holds more than ${other}`,
    says: `${chosen} stands for cards of its bank, network and range and is known to hold ${held} covers, ${other} ${otherHeld}: find out more, or declare a rank`,
    reason: `it stands for cards of its bank, network and range, with ${held} covers against ${otherHeld}`,
    advice: "Find out more, or declare a rank.",
  }),
  UndatedPage: ({ covers, page }) => {
    const rest = `${counted(covers, "cover")} ${covers === 1 ? "rests" : "rest"} on it`
    return {
      title: `No date on ${page}`,
      says: `no date on ${page}, and ${rest}: find out of when it is, or another page`,
      reason: `${rest}, and nobody can tell whether that still holds`,
      advice: "Find out of when it is, or another page.",
    }
  },
  LowerCover: (finding, as) => {
    const { covers, guarantee, insurer, lower, lowerCovers, offer, otherLine, when } = finding
    const taken = when === null ? "" : ` ${whenText(when)}`
    const both = `${coverText(covers)} here, ${coverText(lowerCovers)} there (${as.rows([otherLine])})`
    return {
      title: `${offer} covers ${guarantee} less than ${lower}`,
      says: `${insurer}: ${offer} covers ${guarantee} less than ${lower}, a plan below it${taken}: ${both}`,
      reason: `${lower} is a plan below it${taken}: ${both}`,
      advice: "Correct one of them.",
    }
  },
  ImplausiblePrice: ({ because, breach, insurer, others, part, trip }) => ({
    title: `a price of ${insurer} cannot be right`,
    says: `${insurer}: ${breachText(breach)}; ${parts[part]} does it`,
    reason: `${breachText(breach)}; ${parts[part]} does it`,
    notes: [`for example: ${tripText(trip)}`],
    hints: [
      ...because.map((row) => `made of ${priceRowText(row, "en")}`),
      ...(others === 0 ? [] : [`and so for ${others} more of the trips that were tried`]),
    ],
    advice: others === 0 ? "" : `So for ${others} more of the trips that were tried.`,
  }),
  BrokenPriceLaw: (finding) => {
    const { after, because, catalogue, intents, kinds, law, part, trip } = finding
    const [first, second] = [tripText(trip), tripText(after)]
    const wrong = `${brokenLawText(finding)}; ${parts[part]} does it`
    return {
      title: laws[law],
      says: `${catalogue} prices: ${wrong}`,
      reason: wrong,
      notes: [`for example: ${first}`, ...(second === first ? [] : [`less: ${second}`])],
      hints: [
        ...because.map((row) => `made of ${priceRowText(row, "en")}`),
        `so in ${kinds} ${kinds === 1 ? "kind" : "kinds"} of trips: ${intents.join(", ")}`,
      ],
      advice: `So in ${counted(kinds, "kind")} of trips.`,
    }
  },
  NeedlessException: ({ law, reason }) => ({
    title: "nothing needs this exception",
    says: `no price breaks the law ${law} where this row lets it: ${reason}`,
    reason: `no price breaks the law ${law} where this row lets it: ${reason}`,
    advice: "Take the row out, or narrow it.",
  }),
  More: ({ of, others }) => ({
    title:
      others === null
        ? `there are more ${plurals[of]} than are listed`
        : `${others} more ${plurals[of]} are not listed`,
    advice: "Only the first ones of each kind are listed. Repair those, and the others show.",
  }),
  Unknown: ({ question, reason }) => ({
    title: `not known: ${question}`,
    says: unknownText(question, reason),
    ...unknownReason(reason),
  }),
}

const unknownReason = (reason: FindingOf<"Unknown">["reason"]) => {
  switch (reason._tag) {
    case "Mistakes":
      return {
        reason: `they cannot be looked for while ${[...new Set(reason.files)].join(", ")} holds mistakes`,
        advice: "Repair those first.",
      }
    case "Asked":
      return {
        reason: `they hang on what FEEL answers: ${reason.columns.join(", ")}`,
        advice: "Ask the table with the facts in question.",
      }
    case "CutShort":
      return {
        reason: "the search took too long and was cut short",
        advice: "The command line can look longer.",
      }
  }
}

const unknownText = (
  question: FindingOf<"Unknown">["question"],
  reason: FindingOf<"Unknown">["reason"],
): string => {
  if (reason._tag === "Mistakes") {
    return `unknown: ${question} were not looked for, as there are mistakes in ${reason.files.join(", ")}`
  }
  if (reason._tag === "Asked") {
    return `not proven: whether there are ${question} hangs on what FEEL answers to ${reason.columns.join(", ")}`
  }
  const at = reason.at === null ? "" : ` for ${cutText(reason.at)}`
  return `unknown: the search for ${question} was cut short${at}`
}

/** A sentence from its first letter on. */
export const capital = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`
