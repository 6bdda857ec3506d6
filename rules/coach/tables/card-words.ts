import * as Column from "../../../core/table/column.ts"
import { defineTable } from "../../../core/table/definition.ts"
import { everyWord } from "../../../core/table/requirement.ts"
import type { CountryCode } from "../../../core/vocabulary/codes.ts"
import { networks, profileTiers } from "../coach-vocabulary.ts"
import { source, country, network } from "./columns.ts"

/** The ranges of cards, with examples. */
export const coachTiers = defineTable({
  file: "coach/tiers.csv",
  about: "Ranges of cards, most basic first, with names of cards in them.",
  key: ["tier"],
  requires: [
    {
      every: [everyWord("tier", profileTiers)],
      otherwise: "rangeNotShown",
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
  requires: [{ every: [everyWord("tier", profileTiers)], otherwise: "noWordRead" }],
  columns: {
    word: Column.text({ about: "Word; case, accents and spaces do not matter." }),
    tier: Column.enumeration(profileTiers, { about: "Range that it reads as." }),
    printed: Column.boolean({
      about: "Whether a card whose name shows the word is offered under this range.",
    }),
    countries: Column.list(
      Column.reference<CountryCode>("countries.csv", "code", {
        about: "Countries in which it is a range of a network, where it is none elsewhere.",
      }),
    ),
    source,
  },
})

/** Words that tell a card's network. */
export const networkWords = defineTable({
  file: "coach/network_words.csv",
  about: "Names of networks that requests may use.",
  key: ["word"],
  requires: [{ every: [everyWord("network", networks)], otherwise: "noWordRead" }],
  columns: {
    word: Column.text({ about: "Name; case, accents and spaces do not matter." }),
    network,
  },
})

/** What a type of card is worth without its range. */
export const cardTypes = defineTable({
  file: "coach/card_types.csv",
  about: "Types of cards that card number sets tell, and whether such cards carry travel covers.",
  key: ["country", "type"],
  columns: {
    country,
    type: Column.text({ about: "Type; case, accents and spaces do not matter." }),
    cover: Column.enumeration(["range", "none"], {
      about: "`range`: the covers of its range; `none`: no cover at all.",
    }),
    source,
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

/** Residences that hold the cards of another country. */
export const cardHomes = defineTable({
  file: "coach/card_homes.csv",
  about: "Residences whose banks, cards and profiles are those of another country.",
  key: ["residence"],
  columns: {
    residence: Column.reference<CountryCode>("countries.csv", "code", {
      about: "Where the cardholder lives.",
    }),
    country: Column.reference("coach/cards.csv", "country", {
      about: "Whose banks serve the residence.",
    }),
    source,
  },
})

/** Words that the card catalogue puts into names of cards. */
export const catalogueWords = defineTable({
  file: "messages/catalogue.csv",
  about: "Words that the card catalogue puts behind names of cards, in the language asked.",
  key: ["key"],
  requires: [{ every: [everyWord("key", ["withdrawn"])], otherwise: "noCardMarked" }],
  columns: {
    key: Column.enumeration(["withdrawn"], { about: "What a card is." }),
    fr: Column.text({ about: "Words in French." }),
    en: Column.text({ about: "Words in English." }),
  },
})
