import type { CoverTermWord } from "../../../rules/coach/coach-vocabulary.ts"
import { isSilentClause } from "./silent-clauses.ts"

/** A term that a condition states; `amount` is in the unit of the word, null when it has none or says none. */
export interface StatedTerm {
  readonly term: CoverTermWord
  readonly amount: number | null
}

/** What a condition says: its terms, and how the facts doubt what they say. */
export interface ReadCondition {
  readonly terms: ReadonlyArray<StatedTerm>
  readonly doubts: ReadonlyArray<string>
}

/** The terms of a clause; null where the clause is not understood. */
type ClauseReading = ReadonlyArray<StatedTerm> | null

type Pattern = readonly [clause: RegExp, read: (numbers: ReadonlyArray<number>) => ClauseReading]

const word =
  (...terms: ReadonlyArray<CoverTermWord>) =>
  () =>
    terms.map((term) => ({ term, amount: null }))

const amountOf =
  (term: CoverTermWord) =>
  (numbers: ReadonlyArray<number>): ClauseReading =>
    numbers[0] === undefined ? null : [{ term, amount: numbers[0] }]

const share = (amount: number | null) => () => [{ term: "paid_share" as const, amount }]

/** The last age that an upper bound on age still lets in. */
const under = ([age = 0]: ReadonlyArray<number>): ClauseReading => [
  { term: "age_limit", amount: age - 1 },
]

/**
 * Limits that fall with age in three steps: what a traveller under 65 has depends on an age that no
 * term tells, so that no number is given; the last limit counts from 65.
 */
const ladder = ([, , , , seniorDays = 0, lastAge = 0]: ReadonlyArray<number>) => [
  { term: "day_limit" as const, amount: null },
  { term: "senior_day_limit" as const, amount: seniorDays },
  { term: "age_limit" as const, amount: lastAge },
]

/** Clauses that count days, read only where the days are those of the trip. */
const dayPatterns: ReadonlyArray<Pattern> = [
  [/^(\d+) days$/, amountOf("day_limit")],
  [/^(?:first|max|trip max) (\d+) days(?: per trip)?$/, amountOf("day_limit")],
  [/^(\d+)-day trips$/, amountOf("day_limit")],
  [/^(\d+) days if 65\+$/, amountOf("senior_day_limit")],
  [
    /^(\d+) days under (65)$/,
    ([days = 0, age = 0]) => [
      { term: "day_limit", amount: days },
      { term: "age_limit", amount: age - 1 },
    ],
  ],
  [/^(\d+) days (?:to|under) (\d+), (\d+) to (64), (\d+) to (\d+)$/, ladder],
  [/^days by age$/, word("day_limit")],
  [/^void if trip longer$/, word("void_if_longer")],
]

const patterns: ReadonlyArray<Pattern> = [
  [/^under (\d+)(?: only)?$/, under],
  [/^(?:\d+ )?to (\d+)(?: years)?$/, amountOf("age_limit")],
  [/^(?:insured reason, )?deductible (\d+)(?: [A-Z]{3})?(?: \([^)]*\))?$/, amountOf("deductible")],
  [/^(\d+) deductible$/, amountOf("deductible")],
  [/^deductible applies$/, word("deductible")],
  [/^(\d+)% deductible$/, amountOf("deductible_share")],
  [/^deductible \d+-(\d+)%$/, amountOf("deductible_share")],
  [/^(\d+) ?h(?: or overnight| for delay)?$/, amountOf("delay_hours")],
  [/^(?:baggage )?delay over (\d+)h$/, amountOf("delay_hours")],
  [/^delay (\d+)h air, \d+h train$/, amountOf("delay_hours")],
  [/^delay \d+ after (\d+) h$/, amountOf("delay_hours")],
  [/^\d+ per hour after (\d+)h$/, amountOf("delay_hours")],
  [/^starts at (\d+)h on [A-Z]\w+$/, amountOf("delay_hours")],
  [/^(\d+)% (?:of fare )?on card$/, amountOf("paid_share")],
  [/^trip paid at least (\d+)% by [A-Z]\w+$/, amountOf("paid_share")],
  [/^(?:full|whole) (?:fare|trip) on card(?: or points)?$/, share(100)],
  [/^fare in full on card$/, share(100)],
  [/^fully paid with card$/, share(100)],
  [/^(?:part of )?fare on card(?: or points)?$/, share(null)],
  [/^costs on card$/, share(null)],
  [/^(?:trip |ticket |rental )?(?:partly )?paid with (?:card|N26|Revolut)$/, share(null)],
  [/^transport (?:or rental car )?paid with card$/, share(null)],
  [/^death or disability on trip paid with card$/, share(null)],
  [/^public transport paid with card$/, word("public_transport", "paid_share")],
  [/^(?:public transport|common carrier)$/, word("public_transport")],
  [/^no award tickets$/, word("award_tickets")],
  [
    /^(?:prior agreement(?: of assistance required)?|pre-approved by assistance centre)$/,
    word("call_first"),
  ],
  [/^(?:call first|assistance called first|assistance must agree first)$/, word("call_first")],
  [
    /^(?:pre-arranged by benefit administrator|only when arranged through assistance line)$/,
    word("call_first"),
  ],
  [/^emergency only$/, word("emergency_only")],
  [/^\d+\+ miles from home$/, word("distance_from_home")],
  [/^(?:listed causes(?: only)?|illness or accident)$/, word("listed_causes")],
  [/^death, injury, illness or carrier insolvency$/, word("listed_causes")],
  [
    /^(?:death or serious illness of close relative|hospitalisation or death of family member)$/,
    word("listed_causes"),
  ],
  [/^relative hospitalised over 24h or deceased$/, word("listed_causes")],
  [/^carrier pays first$/, word("carrier_first")],
  [/^cardholder only$/, word("holder_only")],
  [/^cardholder and (?:family|spouse)$/, word("family_only")],
  [/^spouse and children too$/, word("family_only")],
  [
    /^[a-z, -]*\b(?:sports|climbing|scuba|skiing)\b[a-z, -]* excluded(?: from medical)?$/,
    word("excluded_causes"),
  ],
]

/** What the days of a condition count, by guarantee: those of the trip, or of something else. */
const daysCount: Readonly<Record<string, "trip" | "rental" | "stay paid">> = {
  hospitalFeesAbroad: "trip",
  rapatriationAssistance: "trip",
  disabilityInsurance: "trip",
  cancelTrip: "trip",
  rentalRc: "rental",
  dailyAllowance: "stay paid",
}

/** Clauses that doubt all of a condition; doubts of a ceiling alone leave its terms as sure as its source. */
const doubtful: ReadonlyArray<readonly [clause: RegExp, doubt: string]> = [
  [/^not (?:verified|confirmed)\b/, "not verified"],
  [/\brecalled\b(?! figure)/, "recalled"],
  [/^(?:column order of table|card name) inferred\b/, "inferred"],
  [/^older contract\b/, "of an older contract"],
]

const numbersOf = (match: RegExpExecArray): ReadonlyArray<number> => match.slice(1).map(Number)

const firstMatch = (list: ReadonlyArray<Pattern>, clause: string): ClauseReading => {
  for (const [pattern, read] of list) {
    const match = pattern.exec(clause)
    if (match !== null) return read(numbersOf(match))
  }
  return null
}

const readClause = (clause: string, slug: string): ClauseReading => {
  const days = firstMatch(dayPatterns, clause)
  if (days !== null) {
    const count = daysCount[slug]
    return count === undefined ? null : count === "trip" ? days : []
  }
  return firstMatch(patterns, clause) ?? (isSilentClause(clause) ? [] : null)
}

const refuse = (condition: string, clause: string, slug: string): never => {
  throw new Error(
    `Cannot read the condition "${condition}" of ${slug}: it is not known what "${clause}" says`,
  )
}

/** Reads what stands between two semicolons: as a whole, else what stands between its commas. */
const readPart = (part: string, condition: string, slug: string): ReadonlyArray<StatedTerm> =>
  readClause(part, slug) ??
  part.split(/, /).flatMap((clause) => readClause(clause, slug) ?? refuse(condition, clause, slug))

/** Every term once; a term with two amounts is a mistake of the reader, or of the facts. */
const once = (terms: ReadonlyArray<StatedTerm>, condition: string): ReadonlyArray<StatedTerm> => {
  const amounts = new Map<CoverTermWord, number | null>()
  for (const { amount, term } of terms) {
    if (amounts.has(term) && amounts.get(term) !== amount) {
      throw new Error(`Cannot read the condition "${condition}": it gives ${term} twice`)
    }
    amounts.set(term, amount)
  }
  return [...amounts].map(([term, amount]) => ({ term, amount }))
}

/**
 * Reads the condition of a cover of a guarantee. Every clause is either read to terms or known to
 * say nothing about them; an unknown one throws, naming it, so that no condition is half read.
 */
export const readCondition = (condition: string, slug: string): ReadCondition => {
  if (condition === "") return { terms: [], doubts: [] }
  const terms = condition.split(/; /).flatMap((part) => readPart(part, condition, slug))
  return {
    terms: once(terms, condition),
    doubts: doubtful.flatMap(([pattern, doubt]) =>
      condition.split(/[;,] /).some((clause) => pattern.test(clause)) ? [doubt] : [],
    ),
  }
}
