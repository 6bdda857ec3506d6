import type { AllTables } from "../tables/index.ts"

/** The tables that a corpus is drawn from: its own shares, and those that it picks cards and places in. */
export type CorpusTables = Pick<
  AllTables,
  | "bankAliases"
  | "coachBins"
  | "coachCards"
  | "corpusCards"
  | "corpusCases"
  | "corpusCurrencies"
  | "corpusDepartures"
  | "corpusDestinationCounts"
  | "corpusDestinations"
  | "corpusIntents"
  | "corpusLengths"
  | "corpusMarkets"
  | "corpusParties"
  | "corpusPartyMembers"
  | "corpusRanges"
  | "corpusResidences"
  | "corpusTripPrices"
  | "countries"
  | "networkWords"
  | "tierWords"
>
