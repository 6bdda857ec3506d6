/** The limits that rules and the service read. */
export const limitNames = [
  "travellers_max",
  "traveller_age_max",
  "destinations_max",
  "insured_amount_max",
  "coach_destinations_max",
  "coach_focus_categories_max",
  "coach_arguments_max",
  "coach_counted_cards_min",
  "senior_age",
  "long_trip_days",
  "travel_warning_stale_days",
  "timestamp_window_s",
  "burst_calls_per_minute",
  "sandbox_reads_per_day",
  "sandbox_writes_per_day",
  "live_reads_per_day",
  "live_writes_per_day",
  "body_bytes_max",
  "quote_lifetime_minutes",
  "go_live_prices",
  "go_live_links",
  "link_lifetime_days",
  "sale_validation_days",
  "secret_overlap_hours",
  "rate_jump_max_bps",
  "rate_jump_days_max",
  "rates_stale_days",
  "rates_notice_days",
] as const

/** The name of a limit that is read. */
export type LimitName = (typeof limitNames)[number]
