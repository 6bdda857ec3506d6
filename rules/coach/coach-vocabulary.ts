import { guaranteeStates } from "../../core/vocabulary/guarantee.ts"

/** The ways in which a request may name a card, in the catalogue's order. */
export const cardModes = ["bin", "bank", "catalogueId", "network", "none"] as const

/** One way to name a card. */
export type CardMode = (typeof cardModes)[number]

/** A country code in either case: two letters. */
export const countryForm = /^[A-Za-z]{2}$/u

/** The market of all residents whom no other one serves. */
export const universalMarket = "universal"

/** A market, by its name in `data/coach/markets.csv`: it decides currency, language and printing. */
export type Market = string

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

/** How a card holds a guarantee, as tables say it: `unknown` where nobody has found out. */
export const coverStates = [...guaranteeStates, "unknown"] as const

/** How a card holds a guarantee, as tables say it. */
export type CoverState = (typeof coverStates)[number]

/**
 * The kinds of gap: no cover, a low ceiling, a condition that the trip breaks, or a cover that nobody
 * has found out about.
 */
export const badges = ["missing", "insufficient", "conditional", "unverified"] as const

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

/** What a cover may depend on, or leave out, in a card's notice. */
export const coverTermWords = [
  "day_limit",
  "senior_day_limit",
  "void_if_longer",
  "age_limit",
  "deductible",
  "deductible_share",
  "delay_hours",
  "paid_share",
  "paid_with_card",
  "award_tickets",
  "call_first",
  "emergency_only",
  "prior_illness",
  "public_plan",
  "provincial_plan",
  "distance_from_home",
  "abroad_only",
  "listed_causes",
  "carrier_first",
  "public_transport",
  "rental_days",
  "decline_lessor",
  "holder_only",
  "family_only",
  "companions_covered",
  "excluded_causes",
  "hired_gear",
  "not_cash",
  "unverified",
] as const

/** One thing that a cover may depend on or leave out. */
export type CoverTermWord = (typeof coverTermWords)[number]

/** What a statement about a card rests on: the card, its range, what is usual in its country, or no card. */
export const bases = ["card", "range", "country", "none"] as const

/** What a statement about a card rests on. */
export type Basis = (typeof bases)[number]

/**
 * Why a ceiling below the benchmark may reach it all the same: of the cards read of its kind some reach
 * it, or it is the least that cards hold.
 */
export const ceilingDoubts = ["range", "least"] as const

/** Why a ceiling below the benchmark may reach it all the same. */
export type CeilingDoubt = (typeof ceilingDoubts)[number]

/**
 * How well a claim is founded, where that is not well: one weak source, nothing at all, other cards of
 * the kind, on which a cover was not found, or a ceiling that may reach the benchmark all the same.
 */
export const foundations = ["weak", "none", "derived", ...ceilingDoubts] as const

/** How well a claim is founded, where that is not well. */
export type Foundation = (typeof foundations)[number]

/**
 * Who says a figure: the card's issuer, its network, the press or a comparison, the cards that were
 * read of a kind, a public authority, or nobody that was found.
 */
export const sourceKinds = [
  "issuer",
  "network",
  "comparison",
  "derived",
  "official",
  "none",
] as const

/** Who says a figure. */
export type SourceKind = (typeof sourceKinds)[number]

/** What destinations have for sports: snow, sea, both, or neither. */
export const placeSports = ["snow", "sea", "both", "neither"] as const

/** What destinations have for sports. */
export type PlaceSports = (typeof placeSports)[number]

/** What a traveller has to be told beside a bilan. */
export const disclosureKeys = [
  "disclosure.information",
  "disclosure.notice",
  "disclosure.benchmarks",
  "disclosure.remuneration",
] as const

/** What of a request for a card may not be recognised; `range` where a known bank lists no such card. */
export const unmatchedParts = ["bank", "network", "bin", "range", "card"] as const

/** What of a request for a card was not recognised. */
export type UnmatchedPart = (typeof unmatchedParts)[number]

/**
 * What an argument may be about: a gap, a condition that the trip breaks, a term of a cover, what a
 * destination demands, a government's warning, or the trip and its card as a whole.
 */
export const argumentScopes = ["gap", "breach", "term", "demand", "warning", "trip"] as const

/** What an argument may be about. */
export type ArgumentScope = (typeof argumentScopes)[number]

/** What a destination may demand, as arguments tell it. */
export const demandKinds = [
  "mandatory",
  "local_policy",
  "in_part",
  "schengen_visa",
  "visa",
] as const

/** What a destination may demand. */
export type DemandKind = (typeof demandKinds)[number]

/** How the ceiling of a cover stands: no cover, held without a printed ceiling, printed, or none. */
export const ceilings = ["not_held", "unprinted", "printed", "unlimited"] as const

/** How the ceiling of a cover stands. */
export type Ceiling = (typeof ceilings)[number]

/** The amounts and measures that an argument may show, and none. */
export const figures = [
  "target",
  "recommended",
  "shortfall",
  "limit",
  "demand",
  "lead",
  "none",
] as const

/** Which amount or measure an argument shows. */
export type Figure = (typeof figures)[number]

/** What a row adds to its argument beside being about it. */
export const gatherings = ["covers", "terms"] as const

/** What may stand against a target that is met, as headlines name it. */
export const argumentConditions = [
  "friends",
  "long_trip",
  "void",
  "risky_activity",
  "visa",
  "other",
] as const

/** What may stand against a target that is met. */
export type ArgumentCondition = (typeof argumentConditions)[number]

/** What one argument that is told does to another. */
export const relationEffects = ["excludes", "weakens", "drops_term", "weakens_alone"] as const

/** The values that the texts of an argument may show. */
export const argumentVars = [
  "basis",
  "converted",
  "costs",
  "found",
  "cardsHolding",
  "cardsRead",
  "ranged",
  "sports",
  "zone",
  "scheme",
  "extent",
  "what",
  "stale",
  "limitKnown",
  "demandKnown",
  "target",
  "cardValue",
  "recommended",
  "shortfall",
  "limit",
  "demand",
  "demandCountry",
  "destination",
  "destinationName",
  "inPlace",
  "issuer",
  "asOf",
  "cardName",
  "cover",
  "lead",
  "terms",
  "covers",
  "coverCount",
  "own",
] as const

/** What every argument and every gap says about its source. */
export const sourceVars = ["sourceKind", "old", "asOf", "page", "according"] as const

/** A value that the texts of an argument may show. */
export type ArgumentVar = (typeof argumentVars)[number] | (typeof sourceVars)[number]

/** How the medical cover of a card stands against the target. */
export const medicalStandings = [
  "unverified",
  "missing",
  "unread",
  ...ceilingDoubts,
  "short",
  "met",
] as const

/** How the medical cover of a card stands against the target. */
export type MedicalStanding = (typeof medicalStandings)[number]

/** The values that the text of a headline, or of the line on the medical ceiling, may show. */
export const headlineVars = [
  "basis",
  "converted",
  "what",
  "condition",
  "target",
  "cardValue",
  "ranged",
  "cardsRead",
  "limit",
  "coverCount",
  "destinationName",
  "inPlace",
  "inPlaces",
  "here",
  "scheme",
  "according",
  "sourceKind",
  "old",
  "asOf",
  "own",
] as const

/** A value that the text of a headline may show. */
export type HeadlineVar = (typeof headlineVars)[number]

/** Codes of what went wrong without failing a bilan. */
export const warnings = [
  "BIN_LOOKUP_FAILED",
  "CARD_PROFILE_UNMATCHED",
  "CARD_NOT_FOUND",
  "FORMALITIES_UNAVAILABLE",
  "TRAVEL_WARNINGS_STALE",
  "REF_IGNORED",
] as const

/** A code of what went wrong without failing the bilan. */
export type Warning = (typeof warnings)[number]

/** How sure a collected fact is. */
export const certainties = ["high", "medium", "low"] as const

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

/** How far a trip goes, seen from home: abroad, inside one's own country, or to its territories alone. */
export const reachKinds = ["abroad", "home", "own_territory"] as const

/** How far a trip goes, seen from home. */
export type ReachKind = (typeof reachKinds)[number]

/** Who pays for care at home: a public plan, one's own health plan (US), or one's province (CA). */
export const homePlans = ["public", "own_plan", "province"] as const

/** Who pays for care at home. */
export type HomePlan = (typeof homePlans)[number]

/** Whether the usual cover holds in a place as a whole, or with a form, in its network or in part only. */
export const placeExtents = ["full", "partial"] as const

/** Whether the usual cover holds in a place as a whole. */
export type PlaceExtent = (typeof placeExtents)[number]

/** How much of a country an advice is about: the whole, with worse parts, most, some, nothing, not said. */
export const adviceScopes = [
  "whole",
  "whole_and_worse_parts",
  "most",
  "parts",
  "none",
  "not_stated",
] as const

/** How much of a country an advice is about. */
export type AdviceScope = (typeof adviceScopes)[number]

/** The terms of covers that sentences list, two of them without their amount; others have arguments of their own. */
export const listedTerms = [
  "day_limit",
  "senior_day_limit",
  "age_limit",
  "void_if_longer",
  "emergency_only",
  "prior_illness",
  "public_plan",
  "provincial_plan",
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
  "day_limit_unread",
  "distance_unread",
] as const

/** The numbers that sentences write in letters, from two on. */
export const countedWords = [
  "number_2",
  "number_3",
  "number_4",
  "number_5",
  "number_6",
  "number_7",
  "number_8",
  "number_9",
  "number_10",
] as const

/** The words that sentences are put together with. */
export const wordKeys = [
  "there",
  "at_home",
  "and_more",
  "and_one_more",
  "of_cover",
  "all_markets",
  "undated",
  "of_date",
  "of_old_date",
  "in_countries",
  ...countedWords,
  "money_range",
  "no_card_no_cover",
  "source_issuer",
  "source_network",
  "source_comparison",
  "source_derived",
  "source_official",
  "source_none",
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

/**
 * The texts on a gap: its badge, then how its ceiling stands or whether there is a benchmark; last those
 * that take the place of others where facts alone are shown.
 */
export const gapKeys = [
  "missing",
  "missing_recommended",
  "insufficient_printed",
  "insufficient_unprinted",
  "conditional",
  "unverified",
  "unverified_ceiling",
  "unverified_range",
  "unverified_least",
  "facts_missing",
  "facts_unprinted",
  "facts_conditional",
  "facts_unverified",
  "facts_range",
  "facts_least",
] as const

/** A text on a gap. */
export type GapKey = (typeof gapKeys)[number]

/** The values that the sentence on a gap may show; each amount where it is known. */
export const gapVars = [
  "basis",
  "converted",
  "cardValue",
  "ranged",
  "recommended",
  "period",
  "condition",
  "lookFor",
  "found",
  "cardsHolding",
  "cardsRead",
  ...sourceVars,
] as const
