import * as Column from "../../../core/table/column.ts"
import { defineTable, type RowOf } from "../../../core/table/definition.ts"
import { everyValueOf, everyWord } from "../../../core/table/requirement.ts"
import { cardTiers, certainties, coverStates, networks, profileTiers } from "../coach-vocabulary.ts"
import { source, country, slug, network, product } from "./columns.ts"

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
      Column.enumeration(cardTiers, {
        about: "Range that the name shows by its word; empty when it carries none.",
      }),
    ),
    level: Column.optional(
      Column.enumeration(profileTiers, {
        about: "Range that the card is worth, whatever its name shows; empty where it has none.",
      }),
    ),
    benefit_product: product,
    sold: Column.optional(
      Column.enumeration(["current", "withdrawn"], {
        about: "Whether it is still sold; empty where nobody has checked.",
      }),
    ),
    rank: Column.optional(
      Column.integer({
        minimum: 1,
        about:
          "Place among its bank's cards of this network and range, the first to be read 1; empty where it follows from level and covers.",
      }),
    ),
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
    otherwise: "neverRead",
  },
  columns: {
    country,
    product: Column.text({ about: "Name of the product." }),
    network,
    tier: Column.enumeration(profileTiers, { about: "Range of the product." }),
  },
})

/** What a cover may rest on: an address, a named document, other rows, or nothing. */
const coverSource =
  /^(?:https?:\/\/\S|(?:brochure|certificate|guide|issuer page|notice|policy|print|terms)\b.*\S|public-code-file\b|derived\b|unsourced\b)/

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
      otherwise: "holdingUnknown",
    },
  ],
  rules: [
    {
      where: { column: "state", is: "not_available" },
      column: "source",
      never: ["", "unsourced", "recalled"],
      instead: { _tag: "ProvenState" },
    },
  ],
  columns: {
    country,
    product,
    slug,
    state: Column.enumeration(coverStates, {
      about: "How the guarantee is held; `unknown` where nobody has found out.",
    }),
    value: Column.optional(
      Column.integer({ minimum: 0, unit: "units of currency", about: "Ceiling, if printed." }),
    ),
    currency: Column.optional(
      Column.reference("coach/markets.csv", "currency", { about: "Currency of the ceiling." }),
    ),
    condition: Column.optional(Column.text({ about: "What the cover depends on." })),
    source: Column.note(
      Column.text({
        pattern: coverSource,
        about:
          "Where it comes from: a page's address, a document by its name, `public-code-file` with low confidence, `derived` from other rows, or `unsourced`.",
      }),
    ),
    as_of: Column.optional(
      Column.text({
        pattern: /^\d{4}(?:-\d{2}(?:-\d{2})?)?$/,
        about: "Date of the source: a year, month or day.",
      }),
    ),
    confidence: Column.optional(
      Column.enumeration(certainties, {
        about: "How sure the source is; empty where nobody has judged it.",
      }),
    ),
    value_highest: Column.optional(
      Column.integer({
        minimum: 0,
        unit: "units of currency",
        about: "Of a profile: the highest ceiling that its cards print; `value` is the lowest.",
      }),
    ),
    cards_valued: Column.optional(
      Column.integer({ minimum: 1, about: "Of a profile: how many cards print such a ceiling." }),
    ),
    cards_holding: Column.optional(
      Column.integer({ minimum: 0, about: "Of a profile: how many of the cards read hold it." }),
    ),
    cards_read: Column.optional(
      Column.integer({
        minimum: 1,
        about:
          "Of a profile: of how many cards it is known; fewer than five, or no two thirds of them alike, leave it unknown.",
      }),
    ),
  },
})

/** A row of {@link coachBenefits}. */
export type BenefitRow = RowOf<typeof coachBenefits>

/** Who runs the pages that covers were read on. */
export const sourceHosts = defineTable({
  file: "coach/source_hosts.csv",
  about:
    "Hosts whose pages are those of a card's issuer or its network; all others are told as the press or a comparison.",
  key: ["host"],
  columns: {
    host: Column.text({
      pattern: /^[a-z0-9-]+(?:\.[a-z0-9-]+)*$/,
      about: "Name of the host, with all that lie under it.",
    }),
    kind: Column.enumeration(["issuer", "network"], { about: "Who runs it." }),
  },
})

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
      otherwise: "cardsOfNowhere",
    },
    {
      every: [everyValueOf("coach/products.csv", ["country", "network"])],
      otherwise: "cardsOfNoNetwork",
    },
  ],
  columns: {
    country,
    network: Column.enumeration([...networks, "any"], { about: "Card network, or any." }),
    product,
    source,
  },
})
