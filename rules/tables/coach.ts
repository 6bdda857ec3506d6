import * as Column from "../../core/table/column.ts"
import { defineDecision } from "../../core/table/decision.ts"
import { defineTable, type RowOf } from "../../core/table/definition.ts"
import * as Input from "../../core/table/input.ts"
import { everyValueOf, everyWord } from "../../core/table/requirement.ts"
import { guaranteeStates } from "../../core/vocabulary/guarantee.ts"
import {
  badges,
  cardTiers,
  categories,
  figures,
  markets,
  medicalSteps as steps,
  networks,
  origins,
  profileTiers,
  strengths,
  tripFlags,
} from "../coach/vocabulary.ts"

const countryCode = /^[A-Z]{2}$/
const currencyCode = /^[A-Z]{3}$/
const certainties = ["high", "medium", "low"] as const

const source = Column.note(
  Column.text({ about: "Where it comes from; `unsourced` when no page was found." }),
)
const country = Column.text({
  pattern: countryCode,
  about: "Country that sells the card; ZZ stands for every country without a bank list.",
})
const currency = Column.text({ pattern: currencyCode, about: "ISO 4217 code." })
const slug = Column.reference("reference/guarantees.csv", "slug", { about: "Guarantee." })
const network = Column.enumeration(networks, { about: "Card network." })
const product = Column.reference("coach/products.csv", "product", {
  about: "Card product whose covers apply.",
})

/** Who is treated where under public schemes. */
export const healthZones = defineTable({
  file: "coach/health_zones.csv",
  about: "Countries where a resident is treated under a public scheme, and how far.",
  key: ["residence", "zone", "member"],
  columns: {
    residence: Column.reference("countries.csv", "code", { about: "Country of residence." }),
    zone: Column.text({ pattern: /^[a-z-]+$/, about: "Scheme or agreement." }),
    member: Column.reference("countries.csv", "code", { about: "Country of treatment." }),
    extent: Column.enumeration(
      ["domestic", "statutory", "statutory_with_form", "urgent_care", "limited"] as const,
      { about: "How far the scheme goes." },
    ),
    certainty: Column.enumeration(certainties, { about: "How sure the fact is." }),
    source,
  },
})

/** The card catalogue. */
export const coachCards = defineTable({
  file: "coach/cards.csv",
  about: "Card catalogue; a catalogue id is given once and never changes.",
  key: ["catalogue_id"],
  columns: {
    catalogue_id: Column.integer({ minimum: 1, about: "Number of the card." }),
    country,
    bank: Column.text({ about: "Bank that issues the card." }),
    card_name: Column.text({ about: "Name as printed." }),
    network: Column.optional(network),
    tier: Column.optional(
      Column.enumeration(cardTiers, { about: "Range; empty when the name carries no range word." }),
    ),
    benefit_product: product,
    source,
  },
})

/** A row of {@link coachCards}. */
export type CardRow = RowOf<typeof coachCards>

/** Card products: what cards share their covers. */
export const coachProducts = defineTable({
  file: "coach/products.csv",
  about: "Card products; every card carries the covers of one.",
  key: ["country", "product"],
  named: {
    columns: ["country", "product"],
    by: [
      { file: "coach/cards.csv", columns: ["country", "benefit_product"] },
      { file: "coach/generic_profiles.csv", columns: ["country", "product"] },
      { file: "coach/baselines.csv", columns: ["country", "product"] },
    ],
    otherwise: "no card is ever read as this product",
  },
  columns: {
    country,
    product: Column.text({ about: "Name of the product." }),
    network,
    tier: Column.enumeration(profileTiers, { about: "Range of the product." }),
  },
})

/** What each product holds for each guarantee. */
export const coachBenefits = defineTable({
  file: "coach/benefits.csv",
  about: "What each card product holds for each guarantee.",
  key: ["country", "product", "slug"],
  requires: [
    {
      every: [
        everyValueOf("coach/products.csv", ["country", "product"]),
        everyValueOf("coach/recommended.csv", ["slug"]),
      ],
      otherwise: "the product counts as not holding it",
    },
  ],
  columns: {
    country,
    product,
    slug,
    state: Column.enumeration(guaranteeStates, { about: "How the guarantee is held." }),
    value: Column.optional(
      Column.integer({ minimum: 0, unit: "units of currency", about: "Ceiling, if printed." }),
    ),
    currency: Column.optional(
      Column.reference("coach/markets.csv", "currency", { about: "Currency of the ceiling." }),
    ),
    condition: Column.optional(Column.text({ about: "What the cover depends on." })),
    source,
    as_of: Column.optional(Column.text({ pattern: /^\d{4}$/, about: "Year of the source." })),
  },
})

/** A row of {@link coachBenefits}. */
export type BenefitRow = RowOf<typeof coachBenefits>

/** The product that stands for a network and tier. */
export const coachGenericProfiles = defineTable({
  file: "coach/generic_profiles.csv",
  about: "Product that stands for a network and tier when the card itself is not known.",
  key: ["country", "network", "tier"],
  columns: {
    country,
    network,
    tier: Column.enumeration(profileTiers, { about: "Range." }),
    product,
    source,
  },
})

/** The product that stands for a network. */
export const coachBaselines = defineTable({
  file: "coach/baselines.csv",
  about: "Product that stands for a network when its range has no profile; `any` for no network.",
  key: ["country", "network"],
  requires: [
    {
      every: [everyValueOf("coach/products.csv", ["country"]), everyWord("network", ["any"])],
      otherwise: "cards of no known network are read as those of ZZ",
    },
    {
      every: [everyValueOf("coach/products.csv", ["country", "network"])],
      otherwise: "its unknown cards are read as those of no known network",
    },
  ],
  columns: {
    country,
    network: Column.enumeration([...networks, "any"], { about: "Card network, or any." }),
    product,
    source,
  },
})

/** Ranges of card numbers. */
export const coachBins = defineTable({
  file: "coach/bins.csv",
  about: "Ranges of the first six to eight digits of card numbers, and who issues them.",
  key: ["bin_from", "bin_to"],
  columns: {
    bin_from: Column.text({ pattern: /^\d{6,8}$/, about: "First number of the range." }),
    bin_to: Column.text({ pattern: /^\d{6,8}$/, about: "Last number, as many digits." }),
    network: Column.optional(network),
    level: Column.optional(Column.text({ about: "Range word printed by the set." })),
    type: Column.optional(Column.text({ about: "Credit, debit or prepaid." })),
    issuer: Column.optional(Column.text({ about: "Issuer as the set names it." })),
    country: Column.reference("countries.csv", "code", { about: "Country of the issuer." }),
    source,
  },
})

/** A row of {@link coachBins}. */
export type BinRow = RowOf<typeof coachBins>

/** What a destination asks of visitors. */
export const formalities = defineTable({
  file: "coach/formalities.csv",
  about: "What a destination asks of visitors in travel insurance.",
  key: ["destination", "position"],
  columns: {
    destination: Column.reference("countries.csv", "code", { about: "Destination." }),
    position: Column.integer({ minimum: 1, about: "Number of the rule in its destination." }),
    requirement: Column.enumeration(
      [
        "visa_condition",
        "mandatory_medical",
        "mandatory_local_policy",
        "permit_condition",
        "operator_condition",
        "none",
        "lapsed_covid",
      ] as const,
      { about: "Kind of rule." },
    ),
    amount: Column.optional(
      Column.integer({ minimum: 0, unit: "units of currency", about: "Least cover asked." }),
    ),
    currency: Column.optional(currency),
    applies_to: Column.text({ about: "Which visitors it binds." }),
    certainty: Column.enumeration(certainties, { about: "How sure the fact is." }),
    note: Column.optional(Column.text({ about: "What else is asked." })),
    source,
  },
})

/** The markets that the Coach speaks to. */
export const coachMarkets = defineTable({
  file: "coach/markets.csv",
  about: "Markets: whose residents they serve, and how amounts are printed for them.",
  key: ["market"],
  requires: [
    {
      every: [everyWord("market", markets)],
      otherwise:
        "who asks for it is served as the universal market, and that one in English and EUR",
    },
  ],
  columns: {
    market: Column.enumeration(markets, { about: "Name of the market." }),
    residences: Column.list(
      Column.reference("countries.csv", "code", { about: "Residences it serves by default." }),
    ),
    currency,
    language: Column.enumeration(["fr", "en"], { about: "Language of messages and names." }),
    locale: Column.text({ pattern: /^[a-z]{2}(-[A-Z]{2})?$/, about: "Locale of printed amounts." }),
  },
})

/** A row of {@link coachMarkets}. */
export type MarketRow = RowOf<typeof coachMarkets>

/** The medical target by market and step. */
export const medicalSteps = defineTable({
  file: "coach/medical_steps.csv",
  about: "Medical ceiling to aim at, by market and cost step, in the market's currency.",
  key: ["market", "step"],
  requires: [
    {
      every: [everyValueOf("coach/markets.csv", ["market", "currency"]), everyWord("step", steps)],
      otherwise: "the target in this currency is another market's, or 0",
    },
  ],
  columns: {
    market: Column.reference("coach/markets.csv", "market", { about: "Market." }),
    step: Column.enumeration(steps, { about: "zone: inside the health zone; else the cost tier." }),
    amount: Column.integer({ minimum: 1, unit: "units of currency", about: "The target." }),
    currency,
    as_of: Column.day({ about: "Day of the rate behind the amount." }),
    source,
  },
})

/** The ranges of cards, with examples. */
export const coachTiers = defineTable({
  file: "coach/tiers.csv",
  about: "Ranges of cards, most basic first, with names of cards in them.",
  key: ["tier"],
  requires: [
    {
      every: [everyWord("tier", profileTiers)],
      otherwise: "the catalogue does not show the range",
    },
  ],
  columns: {
    tier: Column.enumeration(profileTiers, { about: "Range." }),
    examples_fr: Column.list(Column.text({ about: "Names known in France." })),
    examples_en: Column.list(Column.text({ about: "Names known elsewhere." })),
  },
})

/** Words that tell a card's range. */
export const tierWords = defineTable({
  file: "coach/tier_words.csv",
  about: "Words that tell a card's range, in requests and in card number sets.",
  key: ["word"],
  requires: [
    { every: [everyWord("tier", profileTiers)], otherwise: "no word of a request reads as it" },
  ],
  columns: {
    word: Column.text({ about: "Word; case, accents and spaces do not matter." }),
    tier: Column.enumeration(profileTiers, { about: "Range that it reads as." }),
    source,
  },
})

/** Words that tell a card's network. */
export const networkWords = defineTable({
  file: "coach/network_words.csv",
  about: "Names of networks that requests may use.",
  key: ["word"],
  requires: [
    { every: [everyWord("network", networks)], otherwise: "no word of a request reads as it" },
  ],
  columns: {
    word: Column.text({ about: "Name; case, accents and spaces do not matter." }),
    network,
  },
})

/** Other names of banks. */
export const bankAliases = defineTable({
  file: "coach/bank_aliases.csv",
  about: "Short and other names of banks, in requests and in card number sets.",
  key: ["country", "alias"],
  columns: {
    country,
    alias: Column.text({ about: "Name; case, accents and spaces do not matter." }),
    bank: Column.reference("coach/cards.csv", "bank", { about: "Bank in the catalogue." }),
    source,
  },
})

/** The covers that a trip needs. */
export const recommendedCover = defineDecision({
  file: "coach/recommended.csv",
  about: "Covers that a trip needs, by the currency of the card and what the trip is like.",
  hitPolicy: "collect",
  requires: [
    {
      every: [
        everyValueOf("coach/markets.csv", ["currency"]),
        everyValueOf("coach/recommended.csv", ["slug"]),
      ],
      otherwise: "trips with such a card never need the cover",
    },
  ],
  inputs: {
    currency: Input.reference("coach/markets.csv", "currency", { about: "Currency of the card." }),
    long_trip: Input.boolean({ about: "Whether the trip is long." }),
    friends: Input.boolean({ about: "Whether friends travel along." }),
    risky_activity: Input.boolean({ about: "Whether a risky activity is planned." }),
  },
  outputs: {
    slug,
    state: Column.note(Column.enumeration(guaranteeStates, { about: "How it should be held." })),
    basis: Column.enumeration(["target", "amount", "presence"], {
      about: "What the card is held against: the medical target, the amount here, or having it.",
    }),
    amount: Column.optional(
      Column.integer({ minimum: 1, unit: "units of currency", about: "Least ceiling." }),
    ),
    source,
  },
})

/** The conditions of card covers that a trip can break. */
export const cardConditions = defineDecision({
  file: "coach/card_conditions.csv",
  about: "Covers whose condition a trip breaks: they exist but may not answer.",
  hitPolicy: "collect",
  requires: [
    {
      every: [everyWord("flag", tripFlags), everyValueOf("coach/products.csv", ["country"])],
      otherwise: "such a trip breaks no condition of the cards there",
    },
  ],
  inputs: {
    flag: Input.enumeration(tripFlags, { about: "What the trip is like." }),
    country: Input.reference("coach/products.csv", "country", { about: "Country of the card." }),
    slug: Input.reference("reference/guarantees.csv", "slug", { about: "Guarantee." }),
  },
  outputs: {
    condition: Column.note(Column.text({ about: "The condition, in words of our own." })),
    source,
  },
})

/** The sales arguments. */
export const coachArguments = defineDecision({
  file: "coach/arguments.csv",
  about: "Arguments for a cover beside the card, by gap and by what the trip is like.",
  hitPolicy: "collect",
  requires: [
    {
      every: [
        everyWord("scope", ["gap"]),
        everyValueOf("coach/recommended.csv", ["slug"]),
        everyWord("badge", ["missing"]),
      ],
      otherwise: "nothing is said where the card lacks it",
    },
  ],
  inputs: {
    scope: Input.enumeration(["gap", "trip"], {
      about: "Asked once for each gap, and once for the trip as a whole.",
    }),
    slug: Input.optional(
      Input.reference("reference/guarantees.csv", "slug", { about: "Guarantee of the gap." }),
    ),
    badge: Input.optional(Input.enumeration(badges, { about: "Kind of gap." })),
    origin: Input.enumeration(origins, { about: "How the card was found." }),
    tier: Input.optional(
      Input.enumeration(profileTiers, { about: "Range of the card; unknown without one." }),
    ),
    long_trip: Input.boolean({ about: "Whether the trip is long." }),
    friends: Input.boolean({ about: "Whether friends travel along." }),
    risky_activity: Input.boolean({ about: "Whether a risky activity is planned." }),
    medical_ok: Input.boolean({ about: "Whether the card's medical ceiling meets the target." }),
    step: Input.enumeration(steps, { about: "Step of the medical target." }),
    mandatory_insurance: Input.optional(
      Input.boolean({
        about: "Whether a destination asks for insurance; unknown without formalities.",
      }),
    ),
    market: Input.enumeration(markets, { about: "Market." }),
  },
  outputs: {
    id: Column.text({ pattern: /^[a-z0-9_]+$/, about: "Name of the argument." }),
    category: Column.enumeration(categories, { about: "What it speaks about." }),
    strength: Column.enumeration(strengths, { about: "How much it weighs." }),
    rank: Column.integer({ minimum: 1, about: "Order within strength and category." }),
    figure: Column.enumeration(figures, { about: "Which amount is shown." }),
    hook: Column.text({ about: "Message key of the opening." }),
    fact: Column.text({ about: "Message key of the fact." }),
    pitch: Column.text({ about: "Message key of the offer." }),
    source,
  },
})

/** The social proof shown beside a bilan. */
export const coachSocial = defineDecision({
  file: "coach/social.csv",
  about: "Share of travellers, by the first subject of the bilan; illustrative where unsourced.",
  hitPolicy: "first",
  inputs: {
    category: Input.optional(
      Input.enumeration(categories, { about: "First subject; unknown without arguments." }),
    ),
    market: Input.enumeration(markets, { about: "Market." }),
  },
  outputs: {
    pct: Column.integer({ minimum: 0, maximum: 100, unit: "percent", about: "The share." }),
    subject_key: Column.text({ about: "Message key of what they did." }),
    source,
  },
})

/** The headline of a bilan. */
export const coachHeadlines = defineDecision({
  file: "coach/headlines.csv",
  about: "Headline of a bilan.",
  hitPolicy: "first",
  inputs: {
    origin: Input.enumeration(origins, { about: "How the card was found." }),
    medical_ok: Input.boolean({ about: "Whether the card's medical ceiling meets the target." }),
    medical_held: Input.boolean({ about: "Whether the card holds medical cover at all." }),
    gaps: Input.integer({ minimum: 0, unit: "gaps", about: "Number of gaps." }),
  },
  outputs: { key: Column.text({ about: "Message key." }) },
})
