import type { KnownTable } from "./table-task.ts"

/** Words of the tables that say how to try the others. */
export const tryingWords: Readonly<Record<string, KnownTable>> = {
  "corpus/cases.csv": {
    task: "corpus",
    en: { title: "Own cases", about: "The analysts’ own situations, one trip a row." },
    fr: { title: "Nos cas", about: "Les situations des analystes, un voyage par ligne." },
  },
  "corpus/residences.csv": {
    task: "corpus",
    en: { title: "Residences", about: "How often travellers live where." },
    fr: { title: "Résidences", about: "Où vivent les voyageurs, et à quelle fréquence." },
  },
  "corpus/destinations.csv": {
    task: "corpus",
    en: { title: "Destinations", about: "How often they go where." },
    fr: { title: "Destinations", about: "Où ils vont, et à quelle fréquence." },
  },
  "corpus/destination_counts.csv": {
    task: "corpus",
    en: { title: "Numbers of destinations", about: "How many countries a trip has." },
    fr: { title: "Nombre de destinations", about: "Combien de pays compte un voyage." },
  },
  "corpus/departures.csv": {
    task: "corpus",
    en: { title: "Departures", about: "When trips begin." },
    fr: { title: "Départs", about: "Quand commencent les voyages." },
  },
  "corpus/lengths.csv": {
    task: "corpus",
    en: { title: "Lengths", about: "How long trips take, by type." },
    fr: { title: "Durées", about: "Combien durent les voyages, selon le type." },
  },
  "corpus/intents.csv": {
    task: "corpus",
    en: { title: "Shares of trip types", about: "How often each type comes, with which wish." },
    fr: {
      title: "Parts des types de voyage",
      about: "La fréquence de chaque type, et avec quels souhaits.",
    },
  },
  "corpus/parties.csv": {
    task: "corpus",
    en: { title: "Parties", about: "Who travels together, by trip type." },
    fr: { title: "Groupes", about: "Qui voyage ensemble, selon le type." },
  },
  "corpus/party_members.csv": {
    task: "corpus",
    en: { title: "Members of parties", about: "How many they are, and how old." },
    fr: { title: "Membres des groupes", about: "Combien ils sont, et quel âge ils ont." },
  },
  "corpus/trip_prices.csv": {
    task: "corpus",
    en: { title: "Trip prices", about: "What trips cost." },
    fr: { title: "Prix des voyages", about: "Ce que coûtent les voyages." },
  },
  "corpus/currencies.csv": {
    task: "corpus",
    en: { title: "Currencies asked", about: "In which currency prices are asked." },
    fr: { title: "Monnaies demandées", about: "Dans quelle monnaie les prix sont demandés." },
  },
  "corpus/asked_markets.csv": {
    task: "corpus",
    en: { title: "Markets asked", about: "Which markets requests name." },
    fr: { title: "Marchés demandés", about: "Quels marchés les demandes nomment." },
  },
  "corpus/cards.csv": {
    task: "corpus",
    en: { title: "How cards are named", about: "In which form requests name a card." },
    fr: { title: "Cartes nommées", about: "Sous quelle forme les demandes nomment une carte." },
  },
  "corpus/ranges.csv": {
    task: "corpus",
    en: { title: "How ranges are worded", about: "Network and range where no card is named." },
    fr: { title: "Gammes nommées", about: "Réseau et gamme quand aucune carte n’est nommée." },
  },
  "corpus/printed_guarantees.csv": {
    task: "corpus",
    en: {
      title: "Printed lines to read",
      about: "Lines of insurers, with what they should read as.",
    },
    fr: {
      title: "Lignes imprimées à lire",
      about: "Des lignes d’assureurs, avec la lecture attendue.",
    },
  },
  "corpus/published_prices.csv": {
    task: "corpus",
    en: { title: "Published prices", about: "Premiums that others publish, each with its trip." },
    fr: {
      title: "Prix publiés",
      about: "Les primes que d’autres publient, chacune avec son voyage.",
    },
  },
  "corpus/published_ratios.csv": {
    task: "corpus",
    en: { title: "Published ratios", about: "How published prices change from trip to trip." },
    fr: {
      title: "Rapports publiés",
      about: "Comment les prix publiés varient d’un voyage à l’autre.",
    },
  },
  "reference/price_bounds.csv": {
    task: "corpus",
    en: { title: "Bounds of prices", about: "What prices are held to." },
    fr: { title: "Bornes des prix", about: "Ce à quoi les prix sont tenus." },
  },
  "reference/price_exceptions.csv": {
    task: "corpus",
    en: {
      title: "Exceptions of prices",
      about: "Where a law of neighbouring prices does not hold.",
    },
    fr: { title: "Exceptions des prix", about: "Là où une loi des prix voisins ne vaut pas." },
  },
}
