/** The texts on offers that several pages of travellers show. */
export const offerKeys = [
  "offers.up_to",
  "offers.included",
  "offers.actual_costs",
  "offers.per_day",
  "offers.return_ticket",
  "offers.trip_price",
  "offers.studies_amount",
  "offers.not_available",
  "offers.not_stated",
  "offers.optional",
  "offers.excluded",
  "offers.notice_sandbox",
  "offers.notice_live",
  "offers.notice_tables",
  "offers.notice_rates",
] as const
