import { describe, expect, it } from "vitest"
import { readCondition } from "../../../../rules/coach/conditions/read-condition.ts"
import type { CoverTermWord } from "../../../../rules/coach/coach-vocabulary.ts"

type Terms = Partial<Record<CoverTermWord, number | null>>

const termsOf = (condition: string, slug = "hospitalFeesAbroad"): Terms =>
  Object.fromEntries(readCondition(condition, slug).terms.map(({ amount, term }) => [term, amount]))

describe("reading a condition", () => {
  it.each<[condition: string, slug: string, terms: Terms]>([
    [
      "first 90 days; deductible 50 EUR; emergency only",
      "hospitalFeesAbroad",
      { day_limit: 90, deductible: 50, emergency_only: null },
    ],
    [
      "per event and year; deductible 75 EUR; max 90 days",
      "hospitalFeesAbroad",
      { day_limit: 90, deductible: 75 },
    ],
    [
      "deductible 75 EUR (CM-CIC 156000, 50 EUR); first 90 days",
      "hospitalFeesAbroad",
      { day_limit: 90, deductible: 75 },
    ],
    [
      "first 90 days; deductible applies; BNP 156000",
      "hospitalFeesAbroad",
      { day_limit: 90, deductible: null },
    ],
    ["15 days; under 65 only", "hospitalFeesAbroad", { day_limit: 15, age_limit: 64 }],
    [
      "21 days under 65; older pages 2000000",
      "hospitalFeesAbroad",
      { day_limit: 21, age_limit: 64 },
    ],
    ["31 days; 10 days if 65+", "hospitalFeesAbroad", { day_limit: 31, senior_day_limit: 10 }],
    [
      "no ceiling; 15 days, 3 days if 65+",
      "hospitalFeesAbroad",
      { day_limit: 15, senior_day_limit: 3 },
    ],
    ["days by age; see certificate", "hospitalFeesAbroad", { day_limit: null }],
    [
      "max 31 days per trip; trip paid at least 50% by Sumeria",
      "hospitalFeesAbroad",
      { day_limit: 31, paid_share: 50 },
    ],
    [
      "50 deductible; 100+ miles from home; fare on card",
      "hospitalFeesAbroad",
      { deductible: 50, distance_from_home: null, paid_with_card: null },
    ],
    [
      "to 80; 45 days; ceiling not verified",
      "disabilityInsurance",
      { age_limit: 80, day_limit: 45 },
    ],
    ["accident and inconvenience; 21 to 75 years", "disabilityInsurance", { age_limit: 75 }],
    [
      "cardholder only; to 65; 30 days; no award tickets",
      "disabilityInsurance",
      { holder_only: null, age_limit: 65, day_limit: 30, award_tickets: null },
    ],
    [
      "full fare on card; 30-day trips; no award tickets",
      "disabilityInsurance",
      { paid_share: 100, day_limit: 30, award_tickets: null },
    ],
    [
      "public transport paid with card; 46000 in rental car",
      "disabilityInsurance",
      { public_transport: null, paid_with_card: null },
    ],
    [
      "common carrier; fare on card or points",
      "disabilityInsurance",
      { public_transport: null, paid_with_card: null },
    ],
    ["per person; 20000 per trip; trip max 60 days", "cancelTrip", { day_limit: 60 }],
    [
      "insured reason, deductible 50 EUR; any reason 70% max 2500 a claim",
      "cancelTrip",
      { deductible: 50 },
    ],
    [
      "per trip; deductible 10-20%; paid with N26; later contract higher",
      "cancelTrip",
      { deductible_share: 20, paid_with_card: null },
    ],
    [
      "per person; death, injury, illness or carrier insolvency",
      "cancelTrip",
      { listed_causes: null },
    ],
    ["per person; 5000 total; 75% on card", "cancelTrip", { paid_share: 75 }],
    ["6 h; fare in full on card", "transportDelay", { delay_hours: 6, paid_share: 100 }],
    ["per ticket; 12 h or overnight", "transportDelay", { delay_hours: 12 }],
    [
      "delay 4h air, 2h train; ticket paid with card",
      "transportDelay",
      { delay_hours: 4, paid_with_card: null },
    ],
    [
      "100 per hour, starts at 8h on Metal; missed departure 200 per night",
      "transportDelay",
      { delay_hours: 8 },
    ],
    ["per person; delay 500 after 6 h", "suitcaseInsurance", { delay_hours: 6 }],
    [
      "per event; carrier pays first; ticket paid with card",
      "suitcaseInsurance",
      { carrier_first: null, paid_with_card: null },
    ],
    [
      "mobile device, depreciated, 10% deductible; ceiling not read",
      "electronicsInsurance",
      { deductible_share: 10 },
    ],
    ["cell phone only; 25 deductible; two claims", "electronicsInsurance", { deductible: 25 }],
    [
      "inside medical limit; pre-approved by assistance centre",
      "rapatriationAssistance",
      { call_first: null },
    ],
    ["hospital advance, assistance must agree first", "directBilling", { call_first: null }],
    ["extreme sports and epidemics excluded", "extremeSports", { excluded_causes: null }],
    ["damage and theft, no third-party liability; max 31 days", "rentalRc", { rental_days: 31 }],
    [
      "vehicle value cap; 48 days; decline waiver",
      "rentalRc",
      { rental_days: 48, decline_lessor: null },
    ],
    ["max 31 days running and 60 a year; 2 claims a year", "rentalRc", { rental_days: 31 }],
    [
      "rental up to 31 days; whole rental on card",
      "rentalRc",
      { rental_days: 31, paid_share: 100 },
    ],
    ["abroad only; assistance line", "rapatriationAssistance", { abroad_only: null }],
    [
      "emergency travel medical; stable 90 days (180 if 75+); call or pay 20%",
      "hospitalFeesAbroad",
      { prior_illness: null, call_first: null },
    ],
    [
      "60 days to 54, 31 to 64, 15 to 74, none 75+",
      "hospitalFeesAbroad",
      { day_limit: null, senior_day_limit: 15, age_limit: 74 },
    ],
    ["21 days; 3 if 65+", "hospitalFeesAbroad", { day_limit: 21, senior_day_limit: 3 }],
    [
      "trip bought with card; over 100 km; under 90 days",
      "suitcaseInsurance",
      { paid_with_card: null, distance_from_home: null, day_limit: 90 },
    ],
  ])("reads %s of %s", (condition, slug, terms) => {
    expect(termsOf(condition, slug)).toEqual(terms)
  })

  it("gives no number for limits that fall with age below 65, and the last for who is older", () => {
    expect(termsOf("60 days to 54, 31 to 64, 15 to 74; void if trip longer")).toEqual({
      day_limit: null,
      senior_day_limit: 15,
      age_limit: 74,
      void_if_longer: null,
    })
    expect(termsOf("60 days under 60, 31 to 64, 15 to 74")).toEqual({
      day_limit: null,
      senior_day_limit: 15,
      age_limit: 74,
    })
  })

  it.each([
    ["primary; 15 days home, 31 abroad; Ireland, Israel, Jamaica out", "rentalRc"],
    ["hotel of visiting relative; max 10 days", "dailyAllowance"],
    ["death or total disablement; loss within 100 days", "disabilityInsurance"],
    ["bag delay 100/day for 3 days only", "suitcaseInsurance"],
    ["emergency cash within 48h", "cashAdvance"],
  ])("takes no day limit from %s of %s: its days are not the trip's", (condition, slug) => {
    expect(readCondition(condition, slug).terms).toEqual([])
  })

  it.each([
    [
      "rental gear ceiling, 20% deductible; rescue separate",
      { hired_gear: null, deductible_share: 20 },
    ],
    ["visitor after 7-10 days in hospital; nightly amount not read; not cash", { not_cash: null }],
    ["hotel of visiting relative; max 10 days; not a cash benefit", { not_cash: null }],
    ["passes, lessons, gear per insured; rescue separate", {}],
  ])("takes what is paid, and how, from %j", (condition, terms) => {
    const slug = condition.includes("cash") ? "dailyAllowance" : "skiInsurance"
    expect(termsOf(condition, slug)).toEqual(terms)
  })

  it.each([
    "per insured per year; some issuers 20% deductible",
    "no deductible; older contract, later one believed capped at 1000000",
    "ceiling not read",
    "read on BNP edition",
    "",
  ])("takes no term from %j", (condition) => {
    expect(termsOf(condition, "cancelTrip")).toEqual({})
  })

  it("tells how a condition doubts itself, but not that its ceiling alone is doubted", () => {
    expect(readCondition("per person; 4 h; not verified", "transportDelay").doubts).toEqual([
      "not verified",
    ])
    expect(
      readCondition("public transport; recalled, same as Infinite", "disabilityInsurance").doubts,
    ).toEqual(["recalled"])
    expect(
      readCondition("deductible 75 EUR; column order of table inferred", "cancelTrip").doubts,
    ).toEqual(["inferred"])
    expect(
      readCondition("to 80; 45 days; ceiling not verified", "disabilityInsurance").doubts,
    ).toEqual([])
    expect(
      readCondition("in guide; ceiling not read; earlier recalled 15000", "cancelTrip").doubts,
    ).toEqual([])
    expect(readCondition("accident part assumed", "disabilityInsurance").doubts).toEqual([
      "assumed",
    ])
  })

  it.each([
    ["first 90 days; only on Tuesdays", "hospitalFeesAbroad", "only on Tuesdays"],
    ["first 90 days, deductible of 50", "hospitalFeesAbroad", "deductible of 50"],
    ["90/180 days stable", "hospitalFeesAbroad", "90/180 days stable"],
    ["max 90 days", "skiInsurance", "max 90 days"],
    ["prior illness excluded", "hospitalFeesAbroad", "prior illness excluded"],
    ["60 days to 54, 31 to 70, 15 to 74", "hospitalFeesAbroad", "60 days to 54"],
  ])("stops at %j of %s, naming the clause", (condition, slug, clause) => {
    expect(() => readCondition(condition, slug)).toThrow(
      `Cannot read the condition "${condition}" of ${slug}: it is not known what "${clause}" says`,
    )
  })

  it("stops at a term that has two amounts", () => {
    expect(() => readCondition("15 days; 30 days", "hospitalFeesAbroad")).toThrow(
      "gives day_limit twice",
    )
  })
})
