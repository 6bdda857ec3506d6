/** The texts on the medical ceiling: how the card stands to the benchmark, or why there is none. */
export const medicalKeys = [
  "met",
  "met_unlimited",
  "met_in_zone",
  "met_least",
  "not_met",
  "range",
  "least",
  "missing",
  "unverified",
  "no_card",
  "travel_warning",
  "domestic",
  "facts_no_card",
  "facts_travel_warning",
] as const

/** A text on the medical ceiling. */
export type MedicalKey = (typeof medicalKeys)[number]

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
  "source.reading_undated",
  "confidence.high",
  "confidence.medium",
  "confidence.low",
] as const
