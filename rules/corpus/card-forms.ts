/** The ways in which a corpus lets requests name a card, those that find nothing included. */
export const cardForms = [
  "catalogue",
  "bin",
  "bank",
  "generic",
  "none",
  "absent",
  "catalogue_miss",
  "bin_miss",
  "bank_miss",
  "word_miss",
  "malformed",
] as const

/** One way to name a card. */
export type CardForm = (typeof cardForms)[number]
