import type { KnownTable } from "./table-task.ts"

/** Words of the tables of tariffs, covers, cards and arguments. */
export const answeringWords: Readonly<Record<string, KnownTable>> = {
  "catalogue/tariffs.csv": {
    task: "tariffs",
    en: { title: "Live tariffs", about: "What a party pays by zone, days and age, before fees." },
    fr: {
      title: "Tarifs réels",
      about: "Ce qu’un groupe paie selon la zone, la durée et l’âge, avant les frais.",
    },
  },
  "catalogue/surcharges.csv": {
    task: "tariffs",
    en: { title: "Surcharges", about: "What ski trips and extreme sports add." },
    fr: { title: "Majorations", about: "Ce qu’ajoutent le ski et les sports extrêmes." },
  },
  "catalogue/cancellation_rates.csv": {
    task: "tariffs",
    en: { title: "Cancellation rates", about: "The share of the trip’s price." },
    fr: { title: "Taux d’annulation", about: "La part du prix du voyage." },
  },
  "fees.csv": {
    task: "tariffs",
    en: { title: "Fees", about: "House fee, base commission, limit." },
    fr: { title: "Frais", about: "Frais de la maison, commission de base, plafond." },
  },
  "catalogue/eligibility.csv": {
    task: "covers",
    en: { title: "Who may buy", about: "Residences, ages and lengths that each offer takes." },
    fr: {
      title: "Qui peut souscrire",
      about: "Les résidences, âges et durées que chaque offre accepte.",
    },
  },
  "catalogue/guarantees.csv": {
    task: "covers",
    en: { title: "Guarantees", about: "Each cover of each offer, as its insurer prints it." },
    fr: {
      title: "Garanties",
      about: "Chaque garantie de chaque offre, telle que l’assureur l’imprime.",
    },
  },
  "catalogue/highlights.csv": {
    task: "covers",
    en: { title: "Highlights", about: "What an offer says first, and what it leaves out." },
    fr: { title: "Points clés", about: "Ce qu’une offre dit d’abord, et ce qu’elle exclut." },
  },
  "catalogue/offers.csv": {
    task: "covers",
    en: { title: "Offers", about: "Products of the insurers, with plan, currency and tariff." },
    fr: { title: "Offres", about: "Les produits des assureurs, avec formule, monnaie et tarif." },
  },
  "catalogue/insurers.csv": {
    task: "covers",
    en: { title: "Insurers", about: "Who stands behind live prices." },
    fr: { title: "Assureurs", about: "Qui est derrière les prix réels." },
  },
  "catalogue/excluded_countries.csv": {
    task: "covers",
    en: {
      title: "Excluded countries",
      about: "Countries that offers may leave out, such as those at war.",
    },
    fr: {
      title: "Pays exclus",
      about: "Les pays qu’une offre peut exclure, comme ceux en guerre.",
    },
  },
  "catalogue/relaxable.csv": {
    task: "covers",
    en: {
      title: "Near misses",
      about: "Conditions that may fail alone for an offer to be shown as near.",
    },
    fr: {
      title: "Offres voisines",
      about: "Les conditions dont une seule peut manquer pour qu’une offre soit dite voisine.",
    },
  },
  "coach/recommended.csv": {
    task: "covers",
    en: { title: "Benchmarks", about: "Amounts that a reading compares a card with." },
    fr: { title: "Repères", about: "Les montants auxquels un bilan compare une carte." },
  },
  "coach/medical_steps.csv": {
    task: "covers",
    en: {
      title: "Medical target",
      about: "The medical ceiling to aim at, by market and cost of care.",
    },
    fr: {
      title: "Repère médical",
      about: "Le plafond médical à viser, selon le marché et le coût des soins.",
    },
  },
  "coach/selling.csv": {
    task: "covers",
    en: { title: "Whether to sell", about: "When a cover beside the card is offered at all." },
    fr: { title: "Proposer ou non", about: "Quand une garantie en plus de la carte est proposée." },
  },
  "coach/cards.csv": {
    task: "cards",
    en: { title: "Cards", about: "Banks, names, networks and tiers, by country." },
    fr: { title: "Cartes", about: "Banques, noms, réseaux et gammes, par pays." },
  },
  "coach/products.csv": {
    task: "cards",
    en: { title: "Card products", about: "What cards carry the same covers." },
    fr: { title: "Produits de carte", about: "Quelles cartes portent les mêmes garanties." },
  },
  "coach/benefits.csv": {
    task: "cards",
    en: { title: "What cards hold", about: "Cover by cover, with its source and date." },
    fr: {
      title: "Ce que les cartes couvrent",
      about: "Garantie par garantie, avec la source et la date.",
    },
  },
  "coach/cover_terms.csv": {
    task: "cards",
    en: { title: "Terms of card covers", about: "What each cover of a card depends on." },
    fr: { title: "Clauses des cartes", about: "Ce dont dépend chaque garantie d’une carte." },
  },
  "coach/usual_terms.csv": {
    task: "cards",
    en: { title: "Usual terms", about: "Terms that cards of a country usually have." },
    fr: {
      title: "Clauses d’usage",
      about: "Les clauses que les cartes d’un pays ont d’ordinaire.",
    },
  },
  "coach/told_terms.csv": {
    task: "cards",
    en: {
      title: "Terms that are told",
      about: "Which terms lists of covers tell, and in what order.",
    },
    fr: {
      title: "Clauses énoncées",
      about: "Quelles clauses les listes de garanties disent, et dans quel ordre.",
    },
  },
  "coach/card_conditions.csv": {
    task: "cards",
    en: {
      title: "Broken conditions",
      about: "Covers that may not answer, by what the trip is like.",
    },
    fr: {
      title: "Conditions rompues",
      about: "Les garanties qui peuvent ne pas jouer, selon le voyage.",
    },
  },
  "coach/generic_profiles.csv": {
    task: "cards",
    en: { title: "Usual profiles", about: "What a card of a tier holds when nothing is known." },
    fr: {
      title: "Profils d’usage",
      about: "Ce qu’une carte d’une gamme couvre quand on ne sait rien d’autre.",
    },
  },
  "coach/baselines.csv": {
    task: "cards",
    en: {
      title: "Profiles of last resort",
      about: "What stands for a network when its range has no profile.",
    },
    fr: {
      title: "Profils de repli",
      about: "Ce qui vaut pour un réseau dont la gamme n’a pas de profil.",
    },
  },
  "coach/bins.csv": {
    task: "cards",
    en: { title: "Number ranges", about: "First digits, bank and kind." },
    fr: { title: "Plages de numéros", about: "Premiers chiffres, banque et type." },
  },
  "coach/bin_kinds.csv": {
    task: "cards",
    en: { title: "Kinds of number ranges", about: "The level and type that lists give them." },
    fr: { title: "Types de plages", about: "Le niveau et le type que les listes leur donnent." },
  },
  "coach/bin_lists.csv": {
    task: "cards",
    en: {
      title: "Lists of number ranges",
      about: "Where ranges come from, and whether they prove a card.",
    },
    fr: {
      title: "Listes de plages",
      about: "D’où viennent les plages, et si elles prouvent une carte.",
    },
  },
  "coach/bin_networks.csv": {
    task: "cards",
    en: { title: "Networks by number", about: "Networks by the first digits of their cards." },
    fr: {
      title: "Réseaux par numéro",
      about: "Les réseaux selon les premiers chiffres des cartes.",
    },
  },
  "coach/bank_aliases.csv": {
    task: "cards",
    en: { title: "Other names of banks", about: "Short and other names that requests use." },
    fr: {
      title: "Autres noms de banques",
      about: "Les noms courts ou autres que les demandes emploient.",
    },
  },
  "coach/card_types.csv": {
    task: "cards",
    en: {
      title: "Types of cards",
      about: "Types that numbers tell, and whether they carry covers.",
    },
    fr: {
      title: "Types de cartes",
      about: "Les types que les numéros disent, et s’ils portent des garanties.",
    },
  },
  "coach/card_homes.csv": {
    task: "cards",
    en: {
      title: "Where cards come from",
      about: "Residences whose cards are those of another country.",
    },
    fr: {
      title: "Origine des cartes",
      about: "Les résidences dont les cartes sont celles d’un autre pays.",
    },
  },
  "coach/tiers.csv": {
    task: "cards",
    en: { title: "Ranges of cards", about: "Entry to elite, with names of cards in them." },
    fr: { title: "Gammes de cartes", about: "De l’entrée à l’élite, avec des noms de cartes." },
  },
  "coach/tier_words.csv": {
    task: "cards",
    en: { title: "Words for ranges", about: "Words that tell a card’s range." },
    fr: { title: "Mots des gammes", about: "Les mots qui disent la gamme d’une carte." },
  },
  "coach/network_words.csv": {
    task: "cards",
    en: { title: "Words for networks", about: "Names of networks that requests use." },
    fr: { title: "Mots des réseaux", about: "Les noms de réseaux que les demandes emploient." },
  },
  "coach/arguments.csv": {
    task: "arguments",
    en: { title: "Arguments", about: "When which argument is shown, and how strong." },
    fr: { title: "Arguments", about: "Quand chaque argument est montré, et avec quelle force." },
  },
  "coach/argument_relations.csv": {
    task: "arguments",
    en: { title: "Arguments together", about: "Which argument leaves out or joins another." },
    fr: { title: "Arguments entre eux", about: "Quel argument en exclut ou en rejoint un autre." },
  },
  "coach/argument_successors.csv": {
    task: "arguments",
    en: {
      title: "Old arguments",
      about: "Ids that are no longer told, and what tells it instead.",
    },
    fr: { title: "Anciens arguments", about: "Les identifiants retirés, et ce qui les remplace." },
  },
  "coach/strengths.csv": {
    task: "arguments",
    en: { title: "Strengths", about: "What an argument of each strength weighs." },
    fr: { title: "Forces", about: "Ce que pèse un argument de chaque force." },
  },
  "coach/headlines.csv": {
    task: "arguments",
    en: { title: "Headlines", about: "The one sentence that a reading opens with." },
    fr: { title: "Titres", about: "La phrase qui ouvre un bilan." },
  },
  "coach/medical_lines.csv": {
    task: "arguments",
    en: {
      title: "Medical line",
      about: "Which sentence says how the card’s medical cover stands.",
    },
    fr: {
      title: "Ligne médicale",
      about: "La phrase qui dit où en est la garantie médicale de la carte.",
    },
  },
  "coach/social.csv": {
    task: "arguments",
    en: { title: "Shares of cards", about: "Which share of a market’s cards is told." },
    fr: { title: "Parts de cartes", about: "Quelle part des cartes d’un marché est dite." },
  },
  "coach/cover_ranks.csv": {
    task: "arguments",
    en: { title: "Order of covers", about: "The order of covers in lists, weightiest first." },
    fr: {
      title: "Ordre des garanties",
      about: "L’ordre des garanties dans les listes, la plus lourde d’abord.",
    },
  },
}
