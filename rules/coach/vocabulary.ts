/** The ways in which a request may name a card, in the catalogue's order. */
export const cardModes = ["bin", "bank", "catalogueId", "network", "none"] as const

/** One way to name a card. */
export type CardMode = (typeof cardModes)[number]

/** The markets, the universal one last. */
export const markets = ["fr", "us", "ca", "sg", "my", "universal"] as const

/** A market: it decides currency, language and printing. */
export type Market = (typeof markets)[number]

/** The card networks that profiles know. */
export const networks = ["visa", "mastercard", "amex", "discover"] as const

/** A card network. */
export type Network = (typeof networks)[number]

/** The ranges that have profiles, most basic first. */
export const profileTiers = ["entry", "mid", "premium", "elite"] as const

/** A range that has profiles. */
export type ProfileTier = (typeof profileTiers)[number]

/** The ranges that the catalogue prints. */
export const cardTiers = [...profileTiers, "business"] as const

/** A range that the catalogue prints. */
export type CardTier = (typeof cardTiers)[number]

/** How a card was found: itself, by its profile, by a baseline, or no card at all. */
export const origins = ["exact", "generic", "baseline", "none"] as const

/** How a card was found. */
export type Origin = (typeof origins)[number]

/** The kinds of gap: no cover, a low ceiling, or a condition that the trip breaks. */
export const badges = ["missing", "insufficient", "conditional"] as const

/** A kind of gap. */
export type Badge = (typeof badges)[number]

/** The steps of the medical target, lowest first. */
export const medicalSteps = ["zone", "low", "mid", "high", "top"] as const

/** A step of the medical target. */
export type MedicalStep = (typeof medicalSteps)[number]

/** What a trip may be like. */
export const tripFlags = ["long_trip", "friends", "risky_activity"] as const

/** One thing that a trip may be like. */
export type TripFlag = (typeof tripFlags)[number]

/** What arguments speak about, in the order of an answer. */
export const categories = ["sante", "voyage", "biens", "responsabilite", "global"] as const

/** What an argument speaks about. */
export type Category = (typeof categories)[number]

/** How much arguments weigh, heaviest first. */
export const strengths = ["decisive", "strong", "useful"] as const

/** How much an argument weighs. */
export type Strength = (typeof strengths)[number]

/** The amounts that an argument may show. */
export const figures = ["target", "card_value", "recommended", "shortfall"] as const

/** Which amount an argument shows. */
export type Figure = (typeof figures)[number]

/** Codes of what went wrong without failing a bilan. */
export const warnings = [
  "BIN_LOOKUP_FAILED",
  "CARD_PROFILE_UNMATCHED",
  "CARD_NOT_FOUND",
  "FORMALITIES_UNAVAILABLE",
  "REF_IGNORED",
] as const

/** A code of what went wrong without failing the bilan. */
export type Warning = (typeof warnings)[number]
