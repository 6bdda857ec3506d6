const lists = "the order in which the API lists them"
const draws = "the situations that a seed draws"

/**
 * The plain tables in which the order of rows counts, by file, each with what depends on it. In all
 * others a row says the same wherever it stands.
 */
export const rowOrder: ReadonlyMap<string, string> = new Map([
  ["coach/cards.csv", "the order in which the catalogue lists banks"],
  ["coach/markets.csv", "the order in which the catalogue lists countries"],
  ["coach/tiers.csv", "the order in which the catalogue lists ranges"],
  ["reference/guarantee_states.csv", lists],
  ["reference/guarantees.csv", lists],
  ["reference/intents.csv", lists],
  ["reference/languages.csv", lists],
  ["reference/trip_notes.csv", lists],
  ["reference/us_states.csv", lists],
  ["sandbox/highlights.csv", "the order in which an offer shows them"],
  ["catalogue/highlights.csv", "the order in which an offer shows them"],
  ["sandbox/magic.csv", "which of a trip's destinations decides"],
  ["corpus/asked_markets.csv", draws],
  ["corpus/cards.csv", draws],
  ["corpus/currencies.csv", draws],
  ["corpus/departures.csv", draws],
  ["corpus/destination_counts.csv", draws],
  ["corpus/destinations.csv", draws],
  ["corpus/intents.csv", draws],
  ["corpus/lengths.csv", draws],
  ["corpus/parties.csv", draws],
  ["corpus/party_members.csv", draws],
  ["corpus/ranges.csv", draws],
  ["corpus/residences.csv", draws],
  ["corpus/trip_prices.csv", draws],
])
