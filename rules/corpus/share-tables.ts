import * as Column from "../../core/table/column.ts"
import { defineTable, type RowOf } from "../../core/table/definition.ts"
import { everyWord } from "../../core/table/requirement.ts"
import type { CountryCode } from "../../core/vocabulary/codes.ts"
import { cardForms } from "./situation.ts"

const source = Column.note(
  Column.text({
    about: "Where the share comes from; `judgement (unsourced)` when it was guessed.",
  }),
)

const weight = Column.integer({
  minimum: 0,
  maximum: 1_000_000,
  unit: "parts of the sum of its group",
  about: "How often it is drawn; 0 is never.",
})

const percent = (about: string) =>
  Column.integer({ minimum: 0, maximum: 100, unit: "percent of its trips", about })

const residence = Column.optional(
  Column.reference<CountryCode>("countries.csv", "code", {
    about: "The residence it holds for; empty for every residence without rows of its own.",
  }),
)

const intent = Column.optional(
  Column.reference("reference/intents.csv", "intent", {
    about: "The trip type it holds for; empty for every type without rows of its own.",
  }),
)

const age = (about: string) => Column.integer({ minimum: 0, maximum: 120, unit: "years", about })

/** Where generated travellers live. */
export const corpusResidences = defineTable({
  file: "corpus/residences.csv",
  about: "Shares of the residences of generated situations.",
  key: ["residence", "state"],
  columns: {
    residence: Column.reference<CountryCode>("countries.csv", "code", {
      about: "Country of residence.",
    }),
    state: Column.optional(
      Column.reference("reference/us_states.csv", "state", {
        about: "State of a US resident; empty sends none.",
      }),
    ),
    weight,
    source,
  },
})

/** Where generated travellers go. */
export const corpusDestinations = defineTable({
  file: "corpus/destinations.csv",
  about: "Shares of destinations by residence; each destination of a trip is one draw.",
  key: ["residence", "destination", "region"],
  requires: [
    {
      every: [everyWord("residence", [""])],
      otherwise: "goesAnywhere",
    },
  ],
  columns: {
    residence,
    destination: Column.optional(
      Column.reference<CountryCode>("countries.csv", "code", {
        about: "Destination; empty for any country of the region, each alike.",
      }),
    ),
    region: Column.optional(
      Column.reference("countries.csv", "region", {
        about: "Region; empty beside a destination, and for any country of the world.",
      }),
    ),
    weight,
    source,
  },
})

/** How many destinations generated trips have. */
export const corpusDestinationCounts = defineTable({
  file: "corpus/destination_counts.csv",
  about: "Shares of trips by their number of destinations.",
  key: ["destinations"],
  columns: {
    destinations: Column.integer({
      minimum: 1,
      maximum: 20,
      unit: "countries",
      about: "Different destinations of one trip.",
    }),
    weight,
    source,
  },
})

/** How generated requests name the card. */
export const corpusCards = defineTable({
  file: "corpus/cards.csv",
  about: "Shares of the ways in which requests name a card, misses included, by residence.",
  key: ["residence", "form"],
  requires: [
    {
      every: [everyWord("residence", [""])],
      otherwise: "namesNoCard",
    },
  ],
  columns: {
    residence,
    form: Column.enumeration(cardForms, {
      about:
        "catalogue, bin, bank, generic, none: that card mode, drawn from the Coach's tables; absent: no card sent; *_miss: one that finds nothing; malformed: two modes at once.",
    }),
    weight,
    source,
  },
})

/** The words for network and range that generated requests use. */
export const corpusRanges = defineTable({
  file: "corpus/ranges.csv",
  about: "Shares of network and range as requests word them where they do not name a card.",
  key: ["network", "tier"],
  columns: {
    network: Column.reference("coach/network_words.csv", "word", { about: "Network as sent." }),
    tier: Column.reference("coach/tier_words.csv", "word", { about: "Range as sent." }),
    weight,
    source,
  },
})

/** The markets that generated requests ask for. */
export const corpusMarkets = defineTable({
  file: "corpus/asked_markets.csv",
  about: "Shares of the markets that requests ask for themselves.",
  key: ["market"],
  columns: {
    market: Column.optional(
      Column.reference("coach/markets.csv", "market", { about: "Market; empty asks for none." }),
    ),
    weight,
    source,
  },
})

/** The types of generated trips, with what is asked for on them. */
export const corpusIntents = defineTable({
  file: "corpus/intents.csv",
  about: "Shares of trip types, and how often each comes with which wish.",
  key: ["intent"],
  columns: {
    intent: Column.reference("reference/intents.csv", "intent", { about: "Trip type as sent." }),
    weight,
    cancellation_percent: percent("Trips with cancellation cover asked for."),
    extreme_sports_percent: percent("Trips with extreme sports cover asked for."),
    risky_activity_percent: percent("Trips with a risky activity planned."),
    annual_percent: percent("Trips with a cover for the year asked for."),
    source,
  },
})

/** How long generated trips are. */
export const corpusLengths = defineTable({
  file: "corpus/lengths.csv",
  about: "Shares of trip lengths by trip type; every length of a row alike.",
  key: ["intent", "days_min", "days_max"],
  requires: [
    {
      every: [everyWord("intent", [""])],
      otherwise: "noSituationOfTrip",
    },
  ],
  columns: {
    intent,
    days_min: Column.integer({ minimum: 1, unit: "days", about: "Shortest, both ends counted." }),
    days_max: Column.integer({ minimum: 1, unit: "days", about: "Longest, both ends counted." }),
    long_trip: Column.boolean({ about: "Whether the Coach is told that the trip is long." }),
    weight,
    source,
  },
})

/** Who travels together on generated trips. */
export const corpusParties = defineTable({
  file: "corpus/parties.csv",
  about: "Shares of parties by trip type; who is in them stands in party_members.csv.",
  key: ["intent", "party"],
  requires: [
    {
      every: [everyWord("intent", [""])],
      otherwise: "noSituationOfTrip",
    },
  ],
  columns: {
    intent,
    party: Column.reference("corpus/party_members.csv", "party", { about: "The party." }),
    friends: Column.boolean({ about: "Whether the Coach is told that friends travel along." }),
    weight,
    source,
  },
})

/** The members of parties. */
export const corpusPartyMembers = defineTable({
  file: "corpus/party_members.csv",
  about: "Members of the parties: all rows of a party together; every number and age alike.",
  key: ["party", "age_min", "age_max"],
  columns: {
    party: Column.text({ pattern: /^[a-z][a-z_]*$/, about: "The party." }),
    members_min: Column.integer({ minimum: 0, maximum: 50, unit: "people", about: "Fewest." }),
    members_max: Column.integer({ minimum: 0, maximum: 50, unit: "people", about: "Most." }),
    age_min: age("Youngest."),
    age_max: age("Oldest."),
    source,
  },
})

/** What generated trips cost. */
export const corpusTripPrices = defineTable({
  file: "corpus/trip_prices.csv",
  about: "Shares of trip prices; a trip with cancellation cover draws among those with a price.",
  key: ["price_min", "price_max"],
  columns: {
    price_min: Column.optional(
      Column.integer({ minimum: 0, unit: "EUR per traveller", about: "Least; empty sends none." }),
    ),
    price_max: Column.optional(
      Column.integer({ minimum: 0, unit: "EUR per traveller", about: "Most; empty sends none." }),
    ),
    weight,
    source,
  },
})

/** The currencies that generated requests ask prices in. */
export const corpusCurrencies = defineTable({
  file: "corpus/currencies.csv",
  about: "Shares of the currencies that prices are asked in, by residence.",
  key: ["residence", "currency"],
  requires: [
    {
      every: [everyWord("residence", [""])],
      otherwise: "noSituationOfResident",
    },
  ],
  columns: {
    residence,
    currency: Column.text({
      pattern: /^[A-Z]{3}$/,
      about: "ISO 4217 code; one that currencies.csv lacks leaves prices unconverted.",
    }),
    units_per_euro: Column.integer({
      minimum: 1,
      maximum: 100_000,
      unit: "units of the currency",
      about: "Trip prices in euros are sent times this; about the rate.",
    }),
    weight,
    source,
  },
})

/** When generated trips begin. */
export const corpusDepartures = defineTable({
  file: "corpus/departures.csv",
  about: "Shares of first days of trips; every day of a row alike.",
  key: ["first_day", "last_day"],
  columns: {
    first_day: Column.day({ about: "Earliest first day." }),
    last_day: Column.day({ about: "Latest first day." }),
    weight,
    source,
  },
})

/** Situations that analysts wrote down themselves. */
export const corpusCases = defineTable({
  file: "corpus/cases.csv",
  about: "The analysts' own situations: one trip a row, as bilan and as request for prices.",
  key: ["case"],
  columns: {
    case: Column.text({ about: "Name of the case." }),
    residence: Column.reference<CountryCode>("countries.csv", "code", {
      about: "Country of residence.",
    }),
    state: Column.optional(
      Column.reference("reference/us_states.csv", "state", { about: "State of a US resident." }),
    ),
    destinations: Column.list(
      Column.reference<CountryCode>("countries.csv", "code", {
        about: "Destinations, in the order sent.",
      }),
    ),
    card_mode: Column.optional(
      Column.enumeration(["catalogue", "bin", "bank", "generic", "none", "malformed"], {
        about: "How the card is named; empty sends none, malformed sends every field filled in.",
      }),
    ),
    catalogue_id: Column.optional(
      Column.integer({ minimum: 1, about: "Card of the catalogue; one that is not there misses." }),
    ),
    bin: Column.optional(Column.text({ about: "First digits of the card." })),
    bank: Column.optional(Column.text({ about: "Bank as sent." })),
    network: Column.optional(Column.text({ about: "Network as sent." })),
    tier: Column.optional(Column.text({ about: "Range as sent." })),
    long_trip: Column.boolean({ about: "Whether the Coach is told that the trip is long." }),
    friends: Column.boolean({ about: "Whether friends travel along." }),
    risky_activity: Column.boolean({ about: "Whether a risky activity is planned." }),
    market: Column.optional(
      Column.reference("coach/markets.csv", "market", { about: "Market asked for." }),
    ),
    intent: Column.reference("reference/intents.csv", "intent", { about: "Trip type as sent." }),
    start_date: Column.day({ about: "First day of cover." }),
    end_date: Column.day({ about: "Last day of cover." }),
    ages: Column.list(age("Age of each traveller.")),
    trip_price: Column.optional(
      Column.decimal({
        minimum: "0",
        maximum: "100000000000",
        unit: "currency asked for",
        about: "Price of the whole trip; empty sends none.",
      }),
    ),
    currency: Column.optional(
      Column.text({
        pattern: /^[A-Z]{3}$/,
        about: "ISO 4217 code that prices are asked in; empty sends none, which is EUR.",
      }),
    ),
    cancellation: Column.boolean({ about: "Whether cancellation cover is asked for." }),
    extreme_sports: Column.boolean({ about: "Whether extreme sports cover is asked for." }),
    annual: Column.boolean({ about: "Whether a cover for the year is asked for." }),
    about: Column.note(Column.text({ about: "What the case is there for." })),
  },
})

/** A row of {@link corpusCases}. */
export type CaseRow = RowOf<typeof corpusCases>
