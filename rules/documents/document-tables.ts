import * as Column from "../../core/table/column.ts"
import { defineDecision } from "../../core/table/decision.ts"
import { defineTable } from "../../core/table/definition.ts"
import * as Input from "../../core/table/input.ts"
import { everyValueOf, everyWord } from "../../core/table/requirement.ts"
import type { TablesOf } from "../../core/table/load.ts"
import type { CountryCode } from "../../core/vocabulary/codes.ts"
import { guaranteeStates } from "../../core/vocabulary/guarantee.ts"
import type { currencies } from "../currency/currency-tables.ts"
import type { translatedTables } from "../messages/travellers/traveller-tables.ts"
import { pageDisclosureKeys } from "../messages/travellers/trust-keys.ts"
import { source } from "../pricing/tables/offer-columns.ts"
import { pricingZones } from "../pricing/zone.ts"
import type { countries } from "../reference/countries.ts"

/** The sections of an insurance product information document (IPID), in their fixed order. */
export const ipidSectionWords = [
  "type",
  "insured",
  "not_insured",
  "restrictions",
  "where",
  "obligations",
  "payment",
  "term",
  "cancelling",
] as const

/** A section of an IPID. */
export type IpidSectionWord = (typeof ipidSectionWords)[number]

/**
 * The sections that lines are declared for. Lines under a tick (what is insured, and where) come from
 * what an offer holds alone, so that no exclusion is ever ticked.
 */
export const declaredSections = [
  "type",
  "not_insured",
  "restrictions",
  "obligations",
  "payment",
  "term",
  "cancelling",
] as const satisfies ReadonlyArray<IpidSectionWord>

/** What stands before each line of a section. */
export const ipidMarks = ["none", "tick", "cross", "warning", "bullet"] as const

/** What stands before a line of an IPID. */
export type IpidMark = (typeof ipidMarks)[number]

/** The pictograms of sections. */
export const ipidIcons = [
  "none",
  "umbrella",
  "triangle",
  "warning",
  "globe",
  "handshake",
  "coins",
  "hourglass",
  "hand",
] as const

/** A pictogram of a section. */
export type IpidIcon = (typeof ipidIcons)[number]

/** What lines of documents may show of the offer that they are about. */
export const shownFacts = ["oldest", "youngest", "days", "currency", "countries"] as const

const placeholders = (names: ReadonlyArray<string>): RegExp =>
  new RegExp(`^(?:[^{}]|\\{(?:${names.join("|")})\\})+$`)

const lineText = (language: string) =>
  Column.text({
    pattern: placeholders(shownFacts),
    about: `${language} sentence; it may show {${shownFacts.join("}, {")}} of the offer.`,
  })

const amountText = (language: string) =>
  Column.text({
    pattern: placeholders(["amount"]),
    about: `${language} words; {amount} is the ceiling in the offer's guarantee currency.`,
  })

const words = (language: string) => Column.text({ about: `${language} words.` })

/** The sections of an IPID: their order, signs and headings. */
export const ipidSections = defineTable({
  file: "documents/ipid_sections.csv",
  about: "Sections of an insurance product information document, as the regulation fixes them.",
  key: ["section"],
  requires: [
    {
      every: [everyWord("section", ipidSectionWords)],
      otherwise: "noSection",
    },
  ],
  columns: {
    section: Column.enumeration(ipidSectionWords, { about: "The section." }),
    position: Column.integer({ minimum: 1, maximum: 9, about: "Its place in the document." }),
    mark: Column.enumeration(ipidMarks, { about: "What stands before each of its lines." }),
    icon: Column.enumeration(ipidIcons, { about: "Its pictogram." }),
    en: words("English"),
    fr: words("French"),
    source,
  },
})

/** What a document says of how far a guarantee reaches. */
export const coverWords = defineTable({
  file: "documents/cover_words.csv",
  about: "How documents say what an offer holds of a guarantee.",
  key: ["state"],
  requires: [
    {
      every: [everyWord("state", guaranteeStates)],
      otherwise: "reachUnsaid",
    },
  ],
  columns: {
    state: Column.enumeration(guaranteeStates, { about: "State of the guarantee." }),
    en: amountText("English"),
    fr: amountText("French"),
  },
})

/** How documents name pricing zones. */
export const zoneWords = defineTable({
  file: "documents/zone_words.csv",
  about: "How documents name the pricing zones, as the end of a sentence.",
  key: ["zone"],
  requires: [
    {
      every: [everyWord("zone", pricingZones)],
      otherwise: "placesUnsaid",
    },
  ],
  columns: {
    zone: Column.enumeration(pricingZones, { about: "Pricing zone." }),
    en: words("English"),
    fr: words("French"),
  },
})

/** What documents say of offers beside their guarantees and highlights. */
export const ipidLines = defineDecision({
  file: "documents/ipid_lines.csv",
  about: "Lines of insurance product information documents, by what an offer is and whom it takes.",
  hitPolicy: "collect",
  inputs: {
    intent: Input.reference("reference/intents.csv", "intent", {
      about: "The trip type that the offer is first for.",
    }),
    group: Input.boolean({ about: "The offer is for groups." }),
    period: Input.enumeration(["trip", "month", "year"], { about: "What its price is for." }),
    cancellation: Input.enumeration(["never", "when_asked", "always"], {
      about: "When it charges for cancellation cover.",
    }),
    sports: Input.enumeration(["never", "optional", "always"], {
      about: "When it covers dangerous sports.",
    }),
    day_limit: Input.boolean({ about: "It takes trips up to a number of days." }),
    oldest_limit: Input.boolean({ about: "It takes travellers up to an age." }),
    youngest_limit: Input.boolean({ about: "It takes travellers from an age on." }),
    excluded: Input.boolean({ about: "It leaves out the countries of excluded_countries.csv." }),
  },
  outputs: {
    section: Column.enumeration(declaredSections, { about: "Where the line stands." }),
    position: Column.integer({ minimum: 1, maximum: 99, about: "Its place in the section." }),
    en: lineText("English"),
    fr: lineText("French"),
  },
})

/** Where a page tells what the law of a market asks for. */
export const disclosurePlaces = [
  "before_list",
  "offer",
  "section",
  "review",
  "payment",
  "receipt",
  "footer",
] as const

/** A place of a page where disclosures stand. */
export type DisclosurePlace = (typeof disclosurePlaces)[number]

/** What disclosures are about: texts of one topic stand under one heading. */
export const disclosureTopics = [
  "compares",
  "insurer",
  "pay",
  "order",
  "panel",
  "price",
  "covers",
  "fresh",
  "double",
  "health",
  "answers",
  "binding",
  "withdrawal",
  "complaints",
] as const

/** What a disclosure is about. */
export type DisclosureTopic = (typeof disclosureTopics)[number]

/** Whom each market of disclosures is for. */
export const disclosureMarkets = defineTable({
  file: "documents/disclosure_markets.csv",
  about: "Whose law disclosures follow: the markets, by where travellers live.",
  key: ["market"],
  requires: [
    {
      every: [everyValueOf("coach/markets.csv", ["market"])],
      otherwise: "lawOfOthersTold",
    },
  ],
  named: {
    columns: ["market"],
    by: [{ file: "documents/disclosures.csv", columns: ["market"] }],
    otherwise: "lawUntold",
  },
  columns: {
    market: Column.text({ pattern: /^[a-z]{2,12}$/, about: "Its name." }),
    holds: Column.enumeration(["everywhere", "in_eu", "in_residences"], {
      about:
        "Whether it is everybody's, that of countries in the European Union, or that of the listed countries.",
    }),
    residences: Column.list(
      Column.reference<CountryCode>("countries.csv", "code", {
        about: "Countries where it holds.",
      }),
    ),
  },
})

const pageOrDocument = /^(?:https?:\/\/\S+|docs\/[a-z-]+\.md(?:#[a-z0-9-]+)?)$/

/** What pages tell travellers, by the law of where they live. */
export const disclosures = defineTable({
  file: "documents/disclosures.csv",
  about:
    "Who sells, who is paid and what may be done, as pages say it by the law of where travellers live.",
  key: ["market", "place", "text"],
  requires: [
    {
      every: [everyValueOf("documents/disclosure_markets.csv", ["market"])],
      otherwise: "ownLawUntold",
    },
  ],
  columns: {
    market: Column.reference("documents/disclosure_markets.csv", "market", {
      about: "Whose law it is.",
    }),
    place: Column.enumeration(disclosurePlaces, { about: "Where it is shown." }),
    position: Column.integer({
      minimum: 1,
      maximum: 99,
      about: "Its place among all that is shown there, whichever market it comes from.",
    }),
    topic: Column.enumeration(disclosureTopics, { about: "The heading that it stands under." }),
    text: Column.enumeration(pageDisclosureKeys, {
      about: "The text of messages/travellers/disclosures.csv.",
    }),
    link: Column.optional(
      Column.text({ pattern: /^https:\/\/\S+$/, about: "An address that travellers are led to." }),
    ),
    law: Column.note(Column.text({ about: "The law, the rule or the practice that asks for it." })),
    address: Column.note(
      Column.text({ pattern: pageOrDocument, about: "Where that was read: a page or a document." }),
    ),
    read: Column.note(Column.day({ about: "The day on which it was read." })),
  },
})

/** How long pages offer travellers a button by which they withdraw. */
export const withdrawalPeriods = defineTable({
  file: "documents/withdrawal_periods.csv",
  about:
    "How long a receipt has a button to withdraw from the contract, by the law of where travellers live.",
  key: ["market"],
  columns: {
    market: Column.reference("documents/disclosure_markets.csv", "market", {
      about: "Whose law it is.",
    }),
    days: Column.integer({
      minimum: 1,
      maximum: 366,
      about: "Calendar days after that of the contract.",
    }),
    cover_days_min: Column.optional(
      Column.integer({
        minimum: 1,
        maximum: 366,
        about: "Days that the insurance covers at least; empty for any.",
      }),
    ),
    law: Column.note(Column.text({ about: "The law that it follows." })),
    address: Column.note(Column.text({ pattern: pageOrDocument, about: "Where that was read." })),
    read: Column.note(Column.day({ about: "The day on which it was read." })),
  },
})

/** The tables that disclosures are found in, by the names under which rules read them. */
export type DisclosureTables = TablesOf<{
  readonly disclosureMarkets: typeof disclosureMarkets
  readonly disclosures: typeof disclosures
  readonly withdrawalPeriods: typeof withdrawalPeriods
  readonly countries: typeof countries
}>

/** The tables that documents of offers are made of, by the names under which rules read them. */
export const documentDefinitions = {
  ipidSections,
  coverWords,
  zoneWords,
  ipidLines,
  disclosureMarkets,
  disclosures,
  withdrawalPeriods,
}

/** What documents are made from: their own tables, and those that name guarantees and places. */
export type DocumentTables = TablesOf<
  typeof documentDefinitions & {
    readonly travellerGuarantees: typeof translatedTables.travellerGuarantees
    readonly currencies: typeof currencies
    readonly countries: typeof countries
  }
>
