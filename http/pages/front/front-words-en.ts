import type { FrontWords } from "./front-words.ts"

/** The front door in English. */
export const frontWordsEn: FrontWords = {
  title: "Price a trip, read a card",
  description:
    "One signed call prices travel insurance for a trip; another reads what a bank card's cover leaves open.",
  headline: "Price a trip. Show what the card leaves open.",
  lede: "One signed call returns comparable travel-insurance offers, cheapest first. Another reads a bank card against a trip and says, with sources, where its cover stops.",
  quickstart: "Read the quickstart",
  compare: "Compare offers",
  atOnce: ({ linksADay, readsADay }) =>
    `Yours at once, with an e-mail address: ${readsADay} reads and ${linksADay} links a day, no review.`,
  demo: "All insurers in this demo are fictional and no contract is concluded.",
  sample: "Couple, France to the United States",
  sampleDates: "1–14 July 2027",
  callLabel: "The call",
  offersCaption: (shown, all) => `The first ${shown} of ${all} offers, cheapest first`,
  medical: "medical",
  shown: (shown, all, unpriced) =>
    `${shown} of ${all} offers${unpriced === 0 ? "" : `; ${unpriced} more are priced when their insurers are asked`}`,
  seeAll: (all) => `See all ${all}`,
  noOffers: "The tables in force take no such trip; the comparator shows what they do take.",
  whatItDoes: "What it does",
  whatItDoesLede:
    "Four calls carry the whole road from a trip to a commission. Reading costs little, and a sale costs nothing to report.",
  heads: { part: "Part", what: "What you get", call: "Call", costs: "Costs" },
  parts: {
    quotes: ({ currencies }) => ({
      name: "Prices",
      what: `Offers side by side in ${currencies} currencies, guarantees as states and amounts, never as prose`,
    }),
    bilan: ({ argumentsMax }) => ({
      name: "Card reading",
      what: `What a bank card lacks for one trip, at most ${argumentsMax} arguments, each with its basis`,
    }),
    links: () => ({
      name: "Links",
      what: "The offer becomes the traveller’s link, credited to you, kept when it is copied",
    }),
    conversion: () => ({
      name: "Sales",
      what: "Reported as often as you like: the same order id is the same sale, in an append-only ledger",
    }),
  },
  costs: { read: "1 read", write: "1 write", nothing: "nothing" },
  road: "The road to live",
  roadLede: "The console shows how far you are. A refusal says what is missing.",
  steps: ({ linksToGoLive, pricesToGoLive }) => [
    { name: "Sandbox key", what: "At once, by a link in an e-mail" },
    {
      name: `${pricesToGoLive} prices, ${linksToGoLive} ${linksToGoLive === 1 ? "link" : "links"}`,
      what: "In the sandbox, at your pace",
    },
    { name: "Review", what: "You declare a volume, a person approves" },
    { name: "Live key", what: "You create it; its secret is shown once" },
  ],
  widget: "No server? One tag",
  widgetLede: "The comparator in a frame on your page. No cookie and no layout shift.",
  widgetMore: "All about the widget",
  now: "Right now",
  nowMore: "Status of the service",
  data: ({ insurers, offers }) =>
    `Demo data: ${insurers} insurers and ${offers} offers, all fictional.`,
}
