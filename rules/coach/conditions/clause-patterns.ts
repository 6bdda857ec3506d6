import type { CoverTermWord } from "../coach-vocabulary.ts"

/** Reads a clause to terms without an amount. */
const word =
  (...terms: ReadonlyArray<CoverTermWord>) =>
  () =>
    terms.map((term) => ({ term, amount: null }))

/** Reads a clause to a term whose amount is its first number. */
const amountOf =
  (term: CoverTermWord) =>
  (numbers: ReadonlyArray<number>): ClauseReading =>
    numbers[0] === undefined ? null : [{ term, amount: numbers[0] }]

/** Reads a clause to the share of the fare or trip that the card must pay. */
const share = (amount: number) => () => [{ term: "paid_share" as const, amount }]

/** The last age that an upper bound on age still lets in. */
const under = ([age = 0]: ReadonlyArray<number>): ClauseReading => [
  { term: "age_limit", amount: age - 1 },
]

/** Clauses of the facts of November 2026 that state a term. */
const newerClausePatterns: ReadonlyArray<Pattern> = [
  [/^none (\d+)\+$/, under],
  [/^no one (\d+)\+$/, under],
  [/^insured cause deductible (\d+)$/, amountOf("deductible")],
  [/^deductible$/, word("deductible")],
  [/^(?:over|from|delay) (\d+) ?h(?: or overnight| on Metal)?$/, amountOf("delay_hours")],
  [/^delay from (\d+)h on Metal$/, amountOf("delay_hours")],
  [/^delayed segment itself over (\d+) h$/, amountOf("delay_hours")],
  [/^cancellation or (\d+) h departure delay$/, amountOf("delay_hours")],
  [/^(\d+) h \(old page\)$/, amountOf("delay_hours")],
  [/^bag delay (?:only seen: )?\d+(?:\/day x\d+)? after (\d+) h$/, amountOf("delay_hours")],
  [/^(\d+)% (?:of (?:fare|flight) )?on card or points$/, amountOf("paid_share")],
  [/^(?:trip )?paid at least (\d+)%$/, amountOf("paid_share")],
  [/^whole (?:round trip|rental) on card$/, share(100)],
  [/^whole fare on card since Jul 2023$/, share(100)],
  [/^part of trip on card$/, word("paid_with_card")],
  [/^round trip on card$/, word("paid_with_card")],
  [/^charges on card or points$/, word("paid_with_card")],
  [/^(?:trip bought|rented) with card$/, word("paid_with_card")],
  [/^(?:trip|stay and main transport) paid with account$/, word("paid_with_card")],
  [/^(?:abroad only|outside home country)$/, word("abroad_only")],
  [/^not in residence country$/, word("abroad_only")],
  [/^decline (?:rental )?waiver$/, word("decline_lessor")],
  [/^call (?:assistance first|before spending|within \d+ h)$/, word("call_first")],
  [/^call or (?:pay \d+%|\d+%\/\d+ cap)$/, word("call_first")],
  [/^evacuation pre-arranged by administrator$/, word("call_first")],
  [/^medical transport (?:only )?if arranged by Premium Global Assist$/, word("call_first")],
  [/^emergency$/, word("emergency_only")],
  [/^stable \d+ days(?: \(\d+ if \d+\+\))?$/, word("prior_illness")],
  [/^tops up social security$/, word("public_plan")],
  [/^over \d+ km(?: from home(?: or office)?)?$/, word("distance_from_home")],
  [/^(?:covered|listed) reasons$/, word("listed_causes")],
  [/^(?:illness|accident), .*$/, word("listed_causes")],
  [/^hospitalisation or death of family member chapter$/, word("listed_causes")],
  [/^excess of carrier$/, word("carrier_first")],
  [/^common carrier (?:only|accident)$/, word("public_transport")],
  [/^accident on public conveyance$/, word("public_transport")],
  [/^others excluded$/, word("excluded_causes")],
  [/^(?:holder, )?spouse, .*$/, word("family_only")],
  [/^partner and children(?: under conditions)?$/, word("family_only")],
  [/^spouse and children under \d+ too$/, word("family_only")],
]

/** Clauses of the facts of 28 November 2026 that state a term. */
const latestClausePatterns: ReadonlyArray<Pattern> = [
  [/^family and companions on same card$/, word("companions_covered")],
  [/^companions as for cancellation$/, word("companions_covered")],
  [/^listed reasons \([^)]*\)$/, word("listed_causes")],
  [/^any portion of prepaid arrangements on card$/, word("paid_with_card")],
  [/^full airfare or tour package charged to the card$/, share(100)],
  [/^GHIP$/, word("provincial_plan")],
  [/^must call first$/, word("call_first")],
  [/^pre-existing stable \d+ to \d+ days$/, word("prior_illness")],
  [/^stable \d+ days \(\d+ from \d+\)$/, word("prior_illness")],
  [/^\d+ per (\d+) hours, at most [\d,]+$/, amountOf("delay_hours")],
  [/^age (\d+)$/, amountOf("age_limit")],
  [/^rental gear ceiling$/, word("hired_gear")],
  [/^not (?:cash|a cash benefit)$/, word("not_cash")],
]

/** Clauses that state a term. */
export const clausePatterns: ReadonlyArray<Pattern> = [
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
  [/^(?:part of )?fare on card(?: or points)?$/, word("paid_with_card")],
  [/^costs on card$/, word("paid_with_card")],
  [
    /^(?:trip |ticket |rental )?(?:partly )?paid with (?:card|N26|Revolut)$/,
    word("paid_with_card"),
  ],
  [/^transport (?:or rental car )?paid with card$/, word("paid_with_card")],
  [/^death or disability on trip paid with card$/, word("paid_with_card")],
  [/^public transport paid with card$/, word("public_transport", "paid_with_card")],
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
  ...newerClausePatterns,
  ...latestClausePatterns,
]

/** A term that a condition states; `amount` is in the unit of the word, null when it has none or says none. */
export interface StatedTerm {
  readonly term: CoverTermWord
  readonly amount: number | null
}

/** The terms of a clause; null where the clause is not understood. */
export type ClauseReading = ReadonlyArray<StatedTerm> | null

/** The reading of the first form that a clause has; null where it has none of them. */
export const firstMatch = (list: ReadonlyArray<Pattern>, clause: string): ClauseReading => {
  for (const [pattern, read] of list) {
    const match = pattern.exec(clause)
    if (match !== null) return read(match.slice(1).map(Number))
  }
  return null
}

/**
 * Reads a clause that counts days, for a cover of a guarantee: no term where the days are those of a
 * stay that is paid, null where the clause counts no days, or it is not known what they count.
 */
export const readDays = (clause: string, slug: string): ClauseReading => {
  const count = daysCount[slug]
  if (count === "rental") return firstMatch(rentalPatterns, clause)
  const short = firstMatch(shortTripPatterns, clause)
  if (short !== null) return short
  const days = firstMatch(tripPatterns, clause)
  if (days === null || count === undefined) return null
  return count === "trip" ? days : []
}

/** A form of clause, and what its numbers say. */
type Pattern = readonly [clause: RegExp, read: (numbers: ReadonlyArray<number>) => ClauseReading]

/** What the days of a condition count, by guarantee: those of the trip, or of something else. */
const daysCount: Readonly<Record<string, "trip" | "rental" | "stay paid">> = {
  hospitalFeesAbroad: "trip",
  rapatriationAssistance: "trip",
  disabilityInsurance: "trip",
  cancelTrip: "trip",
  rentalRc: "rental",
  dailyAllowance: "stay paid",
}

/** Clauses that count the days of a rental. */
const rentalPatterns: ReadonlyArray<Pattern> = [
  [/^(?:up to |max |rental up to |rental max )?(\d+) days$/, amountOf("rental_days")],
  [/^max (\d+) days running and \d+ a year$/, amountOf("rental_days")],
  [/^under (\d+) days$/, amountOf("rental_days")],
]

/** Clauses that count the days of the trip, of covers that need not say so. */
const shortTripPatterns: ReadonlyArray<Pattern> = [
  [/^(?:under|trips up to) (\d+) days$/, amountOf("day_limit")],
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
const tripPatterns: ReadonlyArray<Pattern> = [
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
  [/^max (\d+) days running$/, amountOf("day_limit")],
  [/^(\d+) if 65\+$/, amountOf("senior_day_limit")],
  [/^(\d+) days to (\d+), (\d+) to (64), (\d+) to (\d+), none \d+\+$/, ladder],
]
