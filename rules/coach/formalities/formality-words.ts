/** The kinds of rule that destinations have. */
export const requirements = [
  "visa_condition",
  "mandatory_medical",
  "mandatory_local_policy",
  "permit_condition",
  "operator_condition",
  "none",
  "lapsed_covid",
] as const

/** A kind of rule. */
export type FormalityRequirement = (typeof requirements)[number]

/** What a passport needs at a destination: nothing that is applied for beforehand, an electronic visa, or a visa. */
export const visaNeeds = ["none", "e_visa", "visa"] as const

/** What a passport needs at a destination. */
export type VisaNeed = (typeof visaNeeds)[number]

/** What a rule means for a traveller. */
export const demandWords = [
  "mandatory",
  "mandatory_local",
  "mandatory_in_part",
  "visa",
  "nothing",
] as const

/** What a rule means for a traveller. */
export type DemandWord = (typeof demandWords)[number]
