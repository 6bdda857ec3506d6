import { describeHindrance } from "../../ports/hindrance.ts"
import type { StatusWords } from "./status-words.ts"

/** How the service stands, in English. */
export const statusWordsEn: StatusWords = {
  title: "Status",
  ready: "Everything answers",
  readyMeans: "A signed read and a signed write made now would succeed.",
  hindered: "Signed calls are not taken right now",
  why: (hindrance) =>
    `The reason: ${describeHindrance(hindrance)}. Nothing was lost; send the same call again later.`,
  allAnswers: "Prices, links, sales and card readings.",
  notNow: "Calls are not taken",
  answering: "Answering",
  waits: "Not now",
  whatAnswers: "What answers",
  heads: { what: "Part", state: "State", facts: "Facts" },
  process: "Pages and documents",
  processFacts: (apiVersion) => `Version ${apiVersion} of the interface.`,
  signedCalls: "Signed calls",
  signedFacts:
    "Prices, links, sales and card readings: the database answers and takes what is written.",
  tables: "Tables",
  inForce: "Tables in force",
  past: "Tables past their last day",
  tablesFacts: ({ count, hash, since, until }) =>
    `${hash}, since ${since}${until === undefined ? "" : `, until ${until}`}: ${count} tables, no mistakes.`,
  loaded: (at) => `Read on ${at}.`,
  waiting: (hash, from) => `${hash} waits for ${from}.`,
  refused: (count, at) =>
    `What the folder held on ${at} was refused for ${count} ${count === 1 ? "mistake" : "mistakes"}; the tables before go on.`,
  rates: (day) => `Rates of ${day}`,
  noRates: "No exchange rates",
  ratesSource: (source) =>
    source === "tables"
      ? "Exchange rates come with the tables."
      : `Exchange rates come from ${source}.`,
  ratesFresh: "Each quote converts with one snapshot, exactly.",
  ratesStale: (days) => `Older than ${days} days. Each quote converts with one snapshot, exactly.`,
  ratesRefused: "The source’s last answer was not taken; the rates before go on.",
  releases: "Releases",
  noReleases: "A named release of tables appears here from the day it is put beside them.",
  release: { name: "Release", from: "First day", state: "State" },
  releaseStates: {
    inForce: "in force",
    waiting: "waits for its day",
    refused: "refused",
    withdrawn: "withdrawn",
  },
  noDay: "—",
  asOf: (at) => `As of ${at}.`,
  forMachines: "The same facts for machines",
}
