import type { TablesOf } from "../../core/table/load.ts"
import type { CoachTables } from "../coach/coach-tables.ts"
import type * as shares from "./share-tables.ts"

/** The tables that a corpus is drawn from: its own shares, and those that it picks cards and places in. */
export type CorpusTables = Pick<
  TablesOf<typeof shares> & CoachTables,
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
