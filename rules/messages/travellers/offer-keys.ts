/** The texts on offers and links that several pages of travellers show. */
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
  "offers.link_unknown_title",
  "offers.link_unknown",
  "offers.link_unavailable_title",
  "offers.link_unavailable",
] as const
