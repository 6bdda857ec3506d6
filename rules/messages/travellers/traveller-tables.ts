import * as Column from "../../../core/table/column.ts"
import { defineTable } from "../../../core/table/definition.ts"
import type { TablesOf } from "../../../core/table/load.ts"
import { everyValueOf, everyWord } from "../../../core/table/requirement.ts"
import { typesetFrench } from "../../../core/vocabulary/french-typography.ts"
import { comparatorKeys } from "./comparator-keys.ts"
import { funnelKeys } from "./funnel-keys.ts"
import { type TravellerLanguage, travellerLanguages } from "./languages.ts"
import { pageDisclosureKeys, trustKeys } from "./trust-keys.ts"
import { dayForms } from "./traveller-print.ts"

/** The texts on offers that quotes show as well as pages: how high covers are, and what prices rest on. */
export const quoteKeys = [
  "offers.up_to",
  "offers.included",
  "offers.actual_costs",
  "offers.per_day",
  "offers.return_ticket",
  "offers.trip_price",
  "offers.studies_amount",
  "offers.not_available",
  "offers.optional",
  "offers.notice_sandbox",
  "offers.notice_live",
  "offers.notice_tables",
  "offers.notice_rates",
  "offers.notice_past",
] as const

/** The texts on offers and links that several pages of travellers show. */
const offerKeys = [
  ...quoteKeys,
  "offers.not_stated",
  "offers.link_unknown_title",
  "offers.link_unknown",
  "offers.link_unavailable_title",
  "offers.link_unavailable",
  "offers.for_years",
  "offers.insured_price",
  "offers.error_title",
  "offers.excess",
  "offers.no_excess",
  "offers.you",
  "offers.explain",
  "offers.example",
  "offers.close",
  "offers.not_covered",
  "offers.limits",
  "offers.limit_days",
  "offers.limit_ages",
  "offers.limit_territory",
  "offers.limit_illness",
  "offers.ask_illness",
  "offers.ages_to",
  "offers.ages_from",
  "offers.ages_between",
  "offers.countries_out",
  "offers.zone_europe",
  "offers.zone_north_america",
  "offers.zone_world",
] as const

/** The texts around the comparator on a partner's page. */
const widgetKeys = ["widget.title"] as const

const translated = Column.optional(
  Column.text({ about: "Text in the language of the column; empty: the English one is shown." }),
)

/** French is typeset as it is typed; other languages are written as their check asks. */
const french = { ...translated, typeset: typesetFrench }

const english = Column.text({
  about: "English text, in ICU MessageFormat; apostrophes are ’ (U+2019).",
})

type TextColumns = Readonly<
  Record<Exclude<TravellerLanguage, "en">, Column.Column<string | null>> & {
    readonly en: Column.Column<string>
  }
>

const ownColumns = new Map<TravellerLanguage, Column.Column<string | null>>([
  ["en", english],
  ["fr", french],
])

/** The columns of a text in all languages that travellers read. */
const travellerColumns = Object.fromEntries(
  travellerLanguages.map((language) => [language, ownColumns.get(language) ?? translated]),
) as TextColumns

const keyColumn = <const Key extends string>(keys: ReadonlyArray<Key>): Column.Column<Key> => ({
  ...Column.enumeration(keys, { about: "Which text it is; pages show it by this key." }),
  kind: "key of a text",
})

const textTable = <const Key extends string>(
  name: string,
  about: string,
  keys: ReadonlyArray<Key>,
) =>
  defineTable({
    file: `messages/travellers/${name}.csv`,
    about,
    key: ["key"],
    requires: [{ every: [everyWord("key", keys)], otherwise: "pagesLackIt" }],
    columns: { key: keyColumn(keys), ...travellerColumns },
  })

/** The languages that travellers read, what each is called, and how far its texts have come. */
const travellerSpeech = defineTable({
  file: "messages/travellers/languages.csv",
  about:
    "The languages that travellers read: what each calls itself, how it prints figures, and whether a person has read its texts.",
  key: ["language"],
  requires: [
    {
      every: [everyWord("language", travellerLanguages)],
      otherwise: "notChosen",
    },
    {
      every: [everyValueOf("reference/languages.csv", ["language"])],
      otherwise: "inEnglish",
    },
  ],
  columns: {
    language: Column.enumeration(travellerLanguages, { about: "ISO 639-1 code." }),
    name: Column.text({ about: "What the language calls itself." }),
    locale: Column.text({
      pattern: /^[a-z]{2}(?:-[A-Z]{2})?$/,
      about: "The locale in which numbers, money and days are printed.",
    }),
    days: Column.enumeration(dayForms, {
      about:
        "How a day stands within a sentence: in words, or in figures where Intl names months in a case that no sentence takes.",
    }),
    reading: Column.enumeration(["reviewed", "machine"], {
      about: "Whether a person has reviewed its texts, or a machine has made them.",
    }),
  },
})

/** The texts on offers that several pages show. */
const travellerOffers = textTable(
  "offers",
  "What pages of travellers say of offers and their guarantees.",
  offerKeys,
)

/** The texts of the comparator. */
const travellerComparator = textTable("comparator", "What the comparator says.", comparatorKeys)

/** The texts of the funnel. */
const travellerFunnel = textTable(
  "funnel",
  "What the pages say on which a traveller buys.",
  funnelKeys,
)

/** What travellers have to be told, by the law of where they live. */
const travellerDisclosures = {
  ...textTable(
    "disclosures",
    "What pages say on who sells, who is paid and what travellers may do.",
    pageDisclosureKeys,
  ),
  named: {
    columns: ["key"],
    by: [{ file: "documents/disclosures.csv", columns: ["text"] }],
    otherwise: "noPageShows" as const,
  },
}

/** The texts around disclosures, cards that were read, and receipts. */
const travellerTrust = textTable(
  "trust",
  "What stands around disclosures, the card that was read, and the receipt.",
  trustKeys,
)

/** The texts of the widget. */
const travellerWidget = textTable(
  "widget",
  "What stands around the comparator on a partner's page.",
  widgetKeys,
)

/**
 * What is said of a guarantee: its name in full, and as the head of a row that offers are compared in; what
 * it is in a sentence, and an example of what it pays.
 */
const guaranteeForms = ["name", "short", "about", "example"] as const

/** What guarantees are called. */
const travellerGuarantees = defineTable({
  file: "messages/travellers/guarantees.csv",
  about:
    "What travellers read guarantees called, and what each is; a name that is short already has no short form.",
  key: ["slug", "form"],
  requires: [
    {
      every: [
        everyValueOf("reference/guarantees.csv", ["slug"]),
        everyWord("form", ["name", "about", "example"]),
      ],
      otherwise: "slugRead",
    },
  ],
  columns: {
    slug: Column.reference("reference/guarantees.csv", "slug", { about: "The guarantee." }),
    form: Column.enumeration(guaranteeForms, {
      about: "Its name in full, or short enough for the head of a row; what it is, and an example.",
    }),
    ...travellerColumns,
  },
})

/** What trip types are called. */
const travellerIntents = defineTable({
  file: "messages/travellers/intents.csv",
  about: "What travellers read trip types called.",
  key: ["intent"],
  requires: [
    {
      every: [everyValueOf("reference/intents.csv", ["intent"])],
      otherwise: "wordRead",
    },
  ],
  columns: {
    intent: Column.reference("reference/intents.csv", "intent", { about: "The trip type." }),
    ...travellerColumns,
  },
})

/** What highlights of offers say. */
const travellerHighlights = defineTable({
  file: "messages/travellers/highlights.csv",
  about:
    "What highlights of offers say; a text may show figure, the figure as an amount in EUR, and the guarantee with its cover.",
  key: ["says"],
  requires: [
    {
      every: [everyWord("says", ["cover"])],
      otherwise: "highlightsUntold",
    },
  ],
  named: {
    columns: ["says"],
    by: [
      { file: "sandbox/highlights.csv", columns: ["says"] },
      { file: "catalogue/highlights.csv", columns: ["says"] },
    ],
    otherwise: "noOfferSays",
  },
  columns: {
    says: Column.text({ pattern: /^[a-z_]+$/, about: "Which highlight it is." }),
    ...travellerColumns,
  },
})

/** The tables of texts that pages show by their keys. */
export const keyedTexts = {
  travellerOffers,
  travellerComparator,
  travellerFunnel,
  travellerDisclosures,
  travellerTrust,
  travellerWidget,
}

/** The tables whose texts stand in every language. */
export const translatedTables = {
  travellerGuarantees,
  travellerIntents,
  travellerHighlights,
  ...keyedTexts,
}

/** The tables that travellers are spoken to with, by the name under which they are read. */
export const travellerDefinitions = { travellerSpeech, ...translatedTables }

/** The texts of travellers, and how each language prints figures. */
export type TravellerTables = TablesOf<typeof travellerDefinitions>

/** The key of a text that pages show. */
export type TravellerKey = {
  [Name in keyof typeof keyedTexts]: TravellerTables[Name]["rows"][number]["key"]
}[keyof typeof keyedTexts]
