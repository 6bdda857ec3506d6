/** The texts on the medical ceiling: how the card stands to the benchmark, or why there is none. */
export const medicalKeys = [
  "met",
  "met_unlimited",
  "met_in_zone",
  "not_met",
  "missing",
  "unverified",
  "no_card",
  "travel_warning",
  "domestic",
] as const

/** A text on the medical ceiling. */
export type MedicalKey = (typeof medicalKeys)[number]

/** The texts on a gap: its badge, then how its ceiling stands or whether there is a benchmark. */
export const gapKeys = [
  "missing",
  "missing_recommended",
  "insufficient_printed",
  "insufficient_unprinted",
  "conditional",
  "unverified",
  "unverified_ceiling",
] as const

/** A text on a gap. */
export type GapKey = (typeof gapKeys)[number]

/** The lines on where a figure comes from, and how sure that is. */
export const sourceKeys = [
  "source.card",
  "source.card_undated",
  "source.range",
  "source.country",
  "source.majority",
  "source.none",
  "source.bin",
  "source.benchmark",
  "source.old",
  "source.warning",
  "source.reading",
  "confidence.high",
  "confidence.medium",
  "confidence.low",
] as const

/** The terms of covers that sentences list; others have arguments of their own. */
export const listedTerms = [
  "day_limit",
  "senior_day_limit",
  "age_limit",
  "void_if_longer",
  "emergency_only",
  "prior_illness",
  "public_plan",
  "deductible",
  "deductible_share",
  "paid_share",
  "paid_with_card",
  "listed_causes",
  "delay_hours",
  "award_tickets",
  "carrier_first",
  "distance_from_home",
  "public_transport",
  "rental_days",
  "decline_lessor",
  "abroad_only",
] as const

/** The words that sentences are put together with. */
export const wordKeys = [
  "there",
  "at_home",
  "and_more",
  "of_cover",
  "all_markets",
  "undated",
  "network_visa",
  "network_mastercard",
  "network_amex",
  "network_discover",
  "badge_covered",
  "badge_insufficient",
  "badge_conditional",
  "badge_missing",
  "badge_unverified",
] as const

/** A word that sentences are put together with. */
export type WordKey = (typeof wordKeys)[number]
